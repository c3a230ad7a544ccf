"""Counting fights and what the counts say."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import autoplay
from fireteam.lab.tally import UNDECIDED, Share, Tally, mean, percentile, steps, wilson
from tests.kernel.duel import DUEL
from tests.lab.scenes import calm_duel

KNOWN = [
    # From the literature: Newcombe (1998), table I, method 3 (81/263, 15/148, 0/20, 1/29), to four digits.
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0000, 0.1611),
    (1, 29, 0.0061, 0.1718),
]


@pytest.mark.parametrize(("count", "of", "low", "high"), KNOWN)
def test_the_wilson_interval_has_its_known_values(count: int, of: int, low: float, high: float) -> None:
    """Published values of the Wilson score interval without continuity correction."""
    found = wilson(count, of)
    assert found == pytest.approx((low, high), abs=0.00005)


@given(st.integers(1, 10**6).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_the_wilson_interval_solves_its_equation(pair: tuple[int, int]) -> None:
    """Its ends are the chances from which the count is exactly 1.96 standard errors away; it mirrors itself."""
    count, of = pair
    low, high = wilson(count, of)
    assert 0 <= low <= count / of <= high <= 1
    for end in (low, high):
        if 0 < end < 1:
            error = (end * (1 - end) / of) ** 0.5
            assert abs(count / of - end) == pytest.approx(1.959963984540054 * error, rel=1e-6, abs=1e-9)
    assert wilson(of - count, of) == pytest.approx((1 - high, 1 - low))


def test_of_no_fights_everything_is_possible() -> None:
    """Nothing counted, nothing known."""
    assert Share(0, 0).to_json() == {"p": 0.0, "low": 0.0, "high": 1.0}


@given(st.lists(st.integers(0, 40), min_size=1, max_size=200), st.fractions(0, 1))
def test_percentiles_are_counted_exactly(values: list[int], part: Fraction) -> None:
    """The nearest rank: the smallest value that at least this part of all do not exceed."""
    counts = {value: values.count(value) for value in values}
    ranked = sorted(values)
    rank = max(1, -(-(part * len(ranked)).numerator // (part * len(ranked)).denominator))
    assert percentile(counts, part) == ranked[rank - 1]
    assert mean(counts) == Fraction(sum(values), len(values))
    assert [value for value, count in steps(counts) for _ in range(count)] == ranked


def test_a_percentile_of_nothing_is_an_error() -> None:
    """There is no median of no fights."""
    with pytest.raises(ValueError, match="nothing"):
        percentile({}, Fraction(1, 2))


def played(seeds: range) -> Tally:
    """The tally of some duels."""
    tally = Tally()
    for seed in seeds:
        scene = calm_duel()
        cast = {id: one.side for id, one in scene.fighters.items()}
        autoplay(DUEL, scene, Seeded(seed))
        tally.add(DUEL, scene, cast)
    return tally


@pytest.mark.parametrize("cut", [0, 1, 17, 40])
def test_tallies_merge_to_the_tally_of_all(cut: int) -> None:
    """However fights are shared out, the sum is the same."""
    parts = played(range(cut))
    parts.merge(played(range(cut, 40)))
    assert parts == played(range(40))


def test_who_left_does_not_stand_and_who_joined_counts() -> None:
    """A fighter that is no longer in the scene is out, not dead; one that came later counts for its side."""
    scene = calm_duel()
    cast = {id: one.side for id, one in scene.fighters.items()}
    del scene.fighters["bob-2"]
    late = calm_duel(cy={"side": "guests"}).fighters["cy"]
    scene.fighters["cy"] = late
    scene.winner, scene.round = None, 4
    tally = Tally()
    tally.add(DUEL, scene, cast)
    assert tally.out == {"bob-2": 1}
    assert tally.dead == {}
    assert tally.standing == {"crew": {1: 1}, "row": {1: 1}, "guests": {1: 1}}
    assert tally.ended == {UNDECIDED: {4: 1}}
    assert tally.won(UNDECIDED) == Share(1, 1)
