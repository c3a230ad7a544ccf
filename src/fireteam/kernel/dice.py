"""Dice, what the rules read from them, and where faces come from.

A rule never makes randomness. It asks its run for a *reading* of some dice (`Reading`), and a *source* answers:

========== ==========================================================================
`Seeded`     a seed and nothing else decides the faces (play, forecast)
`Scripted`   faces from a list; complains when it is short, wrong or left over (tests)
`Recorded`   faces that were rolled before, then another source (replay, answers)
========== ==========================================================================

The fourth source, enumeration, lives in `chances`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, NewType, Protocol, TypeVar

Die = NewType("Die", int)
"""A die by its number of sides; written d6 wherever people or files see it."""

T = TypeVar("T")

GENERATOR = "shake256-bytes/1"
"""Name and version of the generator, written in every journal. Its sequence never changes under this name."""

MOST_SIDES = 255
"""A face is read from one byte of the stream, so no die has more sides."""

MOST_DICE = 100
"""The largest number of dice that one roll may have."""

_BLOCK = 1024


def _face_table(sides: int) -> bytes:
    """One face for each byte; 0 where the byte is thrown away, so that every face is equally likely."""
    fair = 256 - 256 % sides
    return bytes([byte % sides + 1 if byte < fair else 0 for byte in range(256)])


class _Tables(dict[int, bytes]):
    def __missing__(self, sides: int) -> bytes:
        if not 1 <= sides <= MOST_SIDES:
            raise ValueError(f"a die has from 1 to {MOST_SIDES} sides, not {sides}")
        table = self[sides] = _face_table(sides)
        return table


_TABLES = _Tables()


class Reading(Generic[T]):
    """What a rule wants to know of some dice: the dice, and how their faces are read.

    `sizes` are the dice in the order in which the rulebook rolls them. `read` turns their faces into the value that
    the rule works with. `weights` gives the exact distribution of that value as integers; the default tries every
    combination of faces, and a reading that is asked for often overrides it with a formula.
    """

    __slots__ = ("sizes",)

    def __init__(self, sizes: Sequence[int]) -> None:
        self.sizes: tuple[int, ...] = tuple(sizes)

    def read(self, faces: Sequence[int]) -> T:
        raise NotImplementedError

    def weights(self) -> dict[T, int]:
        """Every value with the number of face combinations that give it."""
        return brute_weights(self)


def brute_weights(reading: Reading[T]) -> dict[T, int]:
    """The distribution of a reading by trying every combination of faces: the slow twin of every formula."""
    from itertools import product

    found: dict[T, int] = {}
    for faces in product(*[range(1, sides + 1) for sides in reading.sizes]):
        value = reading.read(faces)
        found[value] = found.get(value, 0) + 1
    return found


class Face(Reading[int]):
    """One die, read as its face."""

    __slots__ = ()

    def __init__(self, sides: int) -> None:
        self.sizes = (sides,)

    def read(self, faces: Sequence[int]) -> int:
        return faces[0]


class Faces(Reading[tuple[int, ...]]):
    """Several dice, read face by face."""

    __slots__ = ()

    def read(self, faces: Sequence[int]) -> tuple[int, ...]:
        return tuple(faces)


class Total(Reading[int]):
    """Several dice, read as their sum."""

    __slots__ = ()

    def read(self, faces: Sequence[int]) -> int:
        return sum(faces)

    def weights(self) -> dict[int, int]:
        sums = {0: 1}
        for sides in self.sizes:
            wider: dict[int, int] = {}
            for so_far, ways in sums.items():
                for face in range(1, sides + 1):
                    wider[so_far + face] = wider.get(so_far + face, 0) + ways
            sums = wider
        return sums


class Source(Protocol):
    """Whoever answers readings."""

    def answer(self, reading: Reading[T]) -> tuple[T, list[int] | None]:
        """The value of the reading and the faces behind it, or None where no faces were rolled (enumeration)."""
        ...


def fresh_seed() -> str:
    """A new seed that nobody can guess: 128 bits as 32 hexadecimal digits."""
    import secrets  # here and below: odds and checks roll nothing and start sooner

    return secrets.token_hex(16)


class Seeded:
    """Faces from a seed: SHAKE-256 over the seed and a block number gives bytes, and each byte a fair face or nothing.

    Block n is SHAKE-256("shake256-bytes/1:SEED:n"), 1,024 bytes. A die of s sides takes the next byte b; if b is
    below the largest multiple of s up to 256 the face is b mod s + 1, else the byte is thrown away. Nobody can tell
    the next face from the faces so far.
    """

    __slots__ = ("_at", "_block", "_number", "seed")

    def __init__(self, seed: str | int, drawn: int = 0) -> None:
        self.seed = str(seed)
        self._number, self._at = divmod(drawn, _BLOCK)
        self._block = b""
        if self._at:
            self._block = self._next_block()

    @property
    def drawn(self) -> int:
        """How many bytes of the stream have been used: with the seed, the place to go on from."""
        return self._number * _BLOCK - len(self._block) + self._at

    def _next_block(self) -> bytes:
        from hashlib import shake_256

        name = f"{GENERATOR}:{self.seed}:{self._number}"
        self._number += 1
        return shake_256(name.encode()).digest(_BLOCK)

    def faces(self, sizes: Iterable[int]) -> list[int]:
        """One face for each die, in order."""
        found: list[int] = []
        block = self._block
        at = self._at
        for sides in sizes:
            table = _TABLES[sides]
            face = 0
            while not face:
                if at == len(block):
                    block = self._block = self._next_block()
                    at = 0
                face = table[block[at]]
                at += 1
            found.append(face)
        self._at = at
        return found

    def answer(self, reading: Reading[T]) -> tuple[T, list[int]]:
        faces = self.faces(reading.sizes)
        return reading.read(faces), faces


class DiceFault(Exception):
    """A script or a record does not fit the rolls that the rules asked for."""


class Scripted:
    """Faces from a list, in order. Short, impossible and left-over faces are faults, not surprises."""

    __slots__ = ("_at", "_faces")

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)
        self._at = 0

    @property
    def left(self) -> list[int]:
        """The faces that no rule has asked for."""
        return self._faces[self._at :]

    def faces(self, sizes: Sequence[int]) -> list[int]:
        found = self._faces[self._at : self._at + len(sizes)]
        if len(found) < len(sizes):
            wanted = " ".join(f"d{sides}" for sides in sizes)
            raise DiceFault(f"the script of dice is too short: {wanted} wanted, {found or 'nothing'} left")
        for face, sides in zip(found, sizes, strict=True):
            if not 1 <= face <= sides:
                raise DiceFault(f"a d{sides} cannot show {face} (face {self._at + 1} of the script and after)")
        self._at += len(sizes)
        return found

    def answer(self, reading: Reading[T]) -> tuple[T, list[int]]:
        faces = self.faces(reading.sizes)
        return reading.read(faces), faces

    def finish(self) -> None:
        """Complains about faces that were never rolled."""
        if self.left:
            raise DiceFault(f"dice left over: {' '.join(map(str, self.left))}")


class Recorded:
    """Faces that were rolled before, in order, and after them those of another source."""

    __slots__ = ("_script", "_then")

    def __init__(self, faces: Iterable[int], then: Source | None = None) -> None:
        self._script = Scripted(faces)
        self._then = then

    def answer(self, reading: Reading[T]) -> tuple[T, list[int] | None]:
        if self._then is not None and len(self._script.left) < max(1, len(reading.sizes)):
            self._script.finish()
            return self._then.answer(reading)
        return self._script.answer(reading)

    def finish(self) -> None:
        self._script.finish()
