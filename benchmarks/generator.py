"""Our byte generator against random.Random: the time of a face, and whether faces are uniform.

`randrange` is what a careful author writes without us; `getrandbits` with rejection is the least that a fair face costs
with the standard library's generator. Ours draws from SHAKE-256, so that nobody can tell the next face from the last
ones; the question is what that costs. The package itself never imports `random`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

from measuring import at_most, medians

from fireteam.kernel.dice import Seeded

SIZES = (4, 6, 8, 10, 12, 20, 100)
POOL = (8, 6, 8, 6)
ROLLS = 20_000
ROUNDS = 7
FACES = 200_000
GOAL = 1.0

CHI_SQUARE_999 = {3: 16.27, 5: 20.52, 7: 24.32, 9: 27.88, 11: 31.26, 19: 43.82, 99: 148.23}
"""The value that chi-square exceeds once in a thousand, by degrees of freedom."""


def ours(sizes: tuple[int, ...]) -> None:
    faces = Seeded("benchmark").faces
    for _ in range(ROLLS):
        faces(sizes)


def by_randrange(sizes: tuple[int, ...]) -> None:
    roll = random.Random(1).randrange
    for _ in range(ROLLS):
        [roll(size) + 1 for size in sizes]


def by_getrandbits(sizes: tuple[int, ...]) -> None:
    bits = random.Random(1).getrandbits
    for _ in range(ROLLS):
        found = []
        for size in sizes:
            width = size.bit_length()
            face = bits(width)
            while face >= size:
                face = bits(width)
            found.append(face + 1)


def chi_square(size: int) -> float:
    """How far the faces of a die are from uniform."""
    counts = Counter(Seeded(f"uniform d{size}").faces([size] * FACES))
    expected = FACES / size
    return sum((counts[face] - expected) ** 2 / expected for face in range(1, size + 1))


def on(function: Callable[[tuple[int, ...]], None], sizes: tuple[int, ...]) -> Callable[[], object]:
    return lambda: function(sizes)


def main() -> None:
    for name, sizes in (("pool of four", POOL), ("one die", (6,)), ("percentile", (100,))):
        contestants = {function.__name__: on(function, sizes) for function in (ours, by_randrange, by_getrandbits)}
        found = medians(contestants, ROUNDS)
        print(name)
        for contestant, seconds in found.items():
            print(f"  {contestant:<15} {seconds / ROLLS * 1e9:7.0f} ns a roll")
        at_most(f"{name}: our time to randrange's", found["ours"] / found["by_randrange"], GOAL)
        print(f"      {name}: our time to getrandbits with rejection: {found['ours'] / found['by_getrandbits']:.2f}")
    for size in SIZES:
        at_most(f"chi-square of {FACES:,} faces of a d{size}", chi_square(size), CHI_SQUARE_999[size - 1])


if __name__ == "__main__":
    main()
