"""1 Dice pool basics: the formula for a pool and for an opposed roll against trying every face."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import prod

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fireteam.kernel.dice import Seeded, brute_weights
from fireteam.tunnelcore.dice_pool_basics import distribution, joint
from fireteam.tunnelcore.dice_pool_basics.contest import Contested, contest_of
from fireteam.tunnelcore.dice_pool_basics.distribution import Shown, spread
from fireteam.tunnelcore.dice_pool_basics.keep_two import SIZES, pool_of, read_pool

size = st.sampled_from(SIZES)
pools = st.lists(size, min_size=1, max_size=4).map(tuple)
small_pools = st.lists(st.sampled_from(SIZES[:3]), min_size=1, max_size=3).map(tuple)


def every_face(sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    return product(*[range(1, sides + 1) for sides in sizes])


def brute_joint(sizes: tuple[int, ...]) -> dict[tuple[int, int, int], int]:
    """The slow twin of `joint`."""
    found: dict[tuple[int, int, int], int] = {}
    pool = pool_of(sizes)
    for faces in every_face(sizes):
        read = read_pool(pool, faces)
        key = (read.total, read.effect, faces.count(1))
        found[key] = found.get(key, 0) + 1
    return found


@given(pools)
def test_the_formula_is_the_count_of_all_faces(sizes: tuple[int, ...]) -> None:
    """TC-1.8, TC-1.10, TC-1.11: total, effect die and hitches, in any order of the dice."""
    found = joint(sizes)
    assert found == brute_joint(sizes)
    assert sum(found.values()) == prod(sizes)


def test_the_formula_for_five_dice() -> None:
    """TC-1.8 Keep two, with more dice than a plain action has."""
    assert joint((4, 6, 8, 10, 6)) == brute_joint((4, 6, 8, 10, 6))


@given(pools)
def test_ones_set_aside(sizes: tuple[int, ...]) -> None:
    """TC-1.12 Ones set aside: the formula is the count of all faces."""
    found: dict[int, dict[Shown, int]] = {}
    for faces in every_face(sizes):
        read = read_pool(pool_of(sizes), faces, sets_ones_aside=True)
        row = found.setdefault(read.total, {})
        key = Shown(read.effect, read.critical, faces.count(1))
        row[key] = row.get(key, 0) + 1
    assert spread(tuple(sorted(sizes)), True) == found


def classes(weights: dict[Contested, int]) -> dict[object, tuple[int, Fraction]]:
    """Ways and the sum of margins, by what the rules look at."""
    found: dict[object, tuple[int, Fraction]] = {}
    for value, ways in weights.items():
        before, margins = found.get(value.told(), (0, Fraction(0)))
        found[value.told()] = (before + ways, margins + ways * value.margin)
    return found


@settings(max_examples=25)
@given(small_pools, small_pools, st.booleans(), st.booleans(), st.booleans())
def test_an_opposed_roll_is_a_few_classes(
    first: tuple[int, ...], second: tuple[int, ...], counts: bool, theirs: bool, aside: bool
) -> None:
    """TC-1.1, TC-1.9: outcome, effect dice, what a price needs, hitches that count, and the mean margin of each class
    are those of all faces."""
    contest = contest_of(first, second, counts, theirs, aside)
    assert classes(contest.weights()) == classes(brute_weights(contest))


def test_a_big_opposed_roll_has_a_few_dozen_classes() -> None:
    """Four dice against four are some dozens of runs for exact odds, not 884,736."""
    weights = contest_of((8, 6, 8, 6), (12, 10, 8, 6), True, False, False).weights()
    assert len(weights) < 60
    assert sum(weights.values()) == 8 * 6 * 8 * 6 * 12 * 10 * 8 * 6


def test_seeded_rolls_agree_with_the_chances() -> None:
    """100,000 seeded rolls give each class within five standard errors."""
    contest = contest_of((8, 6, 8, 6), (8, 6, 6), True, False, False)
    exact = {value.told(): ways for value, ways in contest.weights().items()}
    whole = sum(exact.values())
    dice, rolls = Seeded("oracle"), 100_000
    found: dict[object, int] = {}
    for _ in range(rolls):
        key = dice.answer(contest)[0].told()
        found[key] = found.get(key, 0) + 1
    assert set(found) <= set(exact)
    for key, ways in exact.items():
        chance = ways / whole
        error = (chance * (1 - chance) / rolls) ** 0.5
        assert abs(found.get(key, 0) / rolls - chance) <= 5 * error, key


@pytest.mark.parametrize("sizes", list(combinations_with_replacement((6, 8), 3)))
def test_icepool_says_the_same_total(sizes: tuple[int, ...]) -> None:
    """The totals of keeping two, told by another library."""
    other = icepool.Pool([icepool.d(sides) for sides in sizes]).highest(2).sum()
    totals: dict[int, int] = {}
    for (total, _, _), ways in joint(sizes).items():
        totals[total] = totals.get(total, 0) + ways
    assert {outcome: other.quantity(outcome) for outcome in other.outcomes()} == totals


def test_a_new_pool_of_four_is_told_five_times_as_fast_as_by_icepool() -> None:
    """The formula is quick enough to tell odds while somebody types."""
    sizes = (12, 10, 8, 6)
    pool = pool_of(sizes)

    def by_icepool() -> None:
        dice = [icepool.d(sides) for sides in sizes]
        icepool.map(lambda *faces: read_pool(pool, faces)[:2], *dice)

    def by_formula() -> None:
        distribution.spread.cache_clear()
        joint(sizes)

    def best_of_three(work: Callable[[], None]) -> float:
        best = 1.0
        for _ in range(3):
            before = time.process_time()
            work()
            best = min(best, time.process_time() - before)
        return best

    assert best_of_three(by_icepool) > 5 * best_of_three(by_formula)


def test_too_many_dice_are_refused() -> None:
    """A pool has a limit, named in the refusal."""
    with pytest.raises(ValueError, match="from 1 to 20 dice, not 21"):
        joint((4,) * 21)
    with pytest.raises(ValueError, match="not 0"):
        joint(())
