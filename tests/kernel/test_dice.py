"""Faces, where they come from, and what is read from them."""

from __future__ import annotations

import hashlib
from fractions import Fraction

import pytest

from fireteam.kernel.chances import Chances, TooManyBranches, explore, gather
from fireteam.kernel.dice import (
    GENERATOR,
    MOST_SIDES,
    DiceFault,
    Face,
    Faces,
    Recorded,
    Scripted,
    Seeded,
    Total,
    brute_weights,
    fresh_seed,
)


def test_the_generator_gives_this_sequence_for_ever() -> None:
    """A seed means the same faces in every version that names this generator; a change needs a new name."""
    assert GENERATOR == "shake256-bytes/1"
    faces = Seeded("fireteam").faces([6] * 12 + [12] * 6 + [100] * 4 + [10] * 4)
    assert faces == [6, 2, 2, 1, 6, 3, 3, 6, 1, 3, 4, 4, 11, 5, 12, 8, 2, 1, 38, 89, 14, 39, 6, 9, 9, 5]
    many = bytes(Seeded("x").faces([8] * 5000))
    assert hashlib.sha256(many).hexdigest()[:16] == "986edde2fafd85cf"


def test_the_generator_can_be_written_again_from_its_description() -> None:
    """A second writing of the documented stream, with nothing shared, gives the same faces."""
    stream = b"".join(hashlib.shake_256(f"shake256-bytes/1:again:{n}".encode()).digest(1024) for n in range(3))
    sizes = [6, 12, 10, 100, 8, 4, 20] * 200
    expected, at = [], 0
    for sides in sizes:
        while stream[at] >= 256 - 256 % sides:
            at += 1
        expected.append(stream[at] % sides + 1)
        at += 1
    assert Seeded("again").faces(sizes) == expected


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 100])
def test_every_face_is_equally_likely(sides: int) -> None:
    """No modulo bias: over 100,000 rolls every face stays within five standard errors of its share."""
    faces = Seeded(f"even {sides}").faces([sides] * 100_000)
    error = (100_000 / sides * (1 - 1 / sides)) ** 0.5
    for face in range(1, sides + 1):
        assert abs(faces.count(face) - 100_000 / sides) < 5 * error


def test_a_seed_and_its_text_are_the_same_seed() -> None:
    """`--seed 7` on a command line and 7 in code mean the same fight; fresh seeds never repeat."""
    assert Seeded(7).faces([12] * 50) == Seeded("7").faces([12] * 50)
    assert fresh_seed() != fresh_seed()
    assert len(fresh_seed()) == 32


@pytest.mark.parametrize("sides", [0, -6, MOST_SIDES + 1, 10**9])
def test_impossible_dice_are_refused(sides: int) -> None:
    """A die without sides or with giant sides is an error, not a 1 and not a hang."""
    with pytest.raises(ValueError, match="a die has from 1 to"):
        Seeded("x").faces([sides])


def test_a_script_complains_when_short_wrong_or_left_over() -> None:
    """A script that does not fit the rolls is a fault, named with what was wanted."""
    with pytest.raises(DiceFault, match="d6 d6 wanted"):
        Scripted([3]).answer(Total((6, 6)))
    with pytest.raises(DiceFault, match="d6 cannot show 7"):
        Scripted([7]).answer(Face(6))
    script = Scripted([1, 2])
    assert script.answer(Face(6)) == (1, [1])
    with pytest.raises(DiceFault, match="left over: 2"):
        script.finish()


def test_recorded_dice_come_first_and_fresh_ones_after() -> None:
    """A rule that runs again sees the same dice as before, then new ones."""
    source = Recorded([5, 6], Seeded("then"))
    assert source.answer(Faces((6, 6))) == ((5, 6), [5, 6])
    assert source.answer(Faces((6, 6)))[0] == tuple(Seeded("then").faces([6, 6]))
    with pytest.raises(DiceFault):
        Recorded([5]).answer(Faces((6, 6)))


@pytest.mark.parametrize("sizes", [(6,), (4, 6), (8, 6, 12), (10, 10, 10)])
def test_the_formula_for_a_total_agrees_with_brute_force(sizes: tuple[int, ...]) -> None:
    """The fast weights of a sum are those of trying every face."""
    assert Total(sizes).weights() == brute_weights(Total(sizes))


def test_exact_chances_sum_to_one_and_match_by_hand() -> None:
    """Two d6 that beat a d4, by re-running a rule over readings."""
    chances = gather(explore(lambda source: source.answer(Total((6, 6)))[0] > source.answer(Face(4))[0]))
    by_hand = sum(1 for a in range(1, 7) for b in range(1, 7) for c in range(1, 5) if a + b > c)
    assert chances[True] == Fraction(by_hand, 144)
    assert chances.total() == 1
    assert Chances.of(Total((6, 6))).mean(lambda total: total) == 7


def test_an_exact_question_has_a_limit() -> None:
    """Too many branches end with a sentence instead of a hang."""
    with pytest.raises(TooManyBranches, match="ask for a forecast"):
        gather(explore(lambda source: [source.answer(Face(12)) for _ in range(9)].pop(), limit=1000))


def test_a_seed_goes_on_from_any_place() -> None:
    """A seed and the bytes drawn so far give the same next faces, also at the edge of a block."""
    whole = Seeded("s")
    sizes = [6, 10, 256 // 2] * 800
    faces = whole.faces(sizes)
    first = Seeded("s")
    for at in range(len(sizes)):
        if at % 97 == 0 or first.drawn % 1024 == 0:
            again = Seeded("s", first.drawn)
            assert again.drawn == first.drawn
            assert again.faces(sizes[at : at + 5]) == faces[at : at + 5]
        first.faces(sizes[at : at + 1])
    assert first.drawn == whole.drawn > 2048
