"""Orders and timers as values."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fireteam.kernel.turns import (
    Moment,
    Step,
    after,
    by_score,
    counted,
    for_rounds,
    placed,
    raised,
    reordered,
    to_end_of_next_turn,
    to_end_of_scene,
    to_end_of_this_turn,
    to_start_of_next_turn,
    topmost,
    without,
)


def test_ties_keep_listing_order() -> None:
    """Equal scores give one stable order."""
    assert by_score(["a", "b", "c", "d"], {"a": 1, "b": 3, "c": 3, "d": 2}.__getitem__) == ["b", "c", "d", "a"]


def test_the_fallen_are_skipped_at_the_wrap_too() -> None:
    """Skipping works for the first, the last and the acting one, and says when a round begins."""
    order = ["a", "b", "c"]
    assert after(order, None, lambda who: True) == Step("a", False)
    assert after(order, "c", lambda who: who != "a") == Step("b", True)
    assert after(order, "a", lambda who: who != "b") == Step("c", False)
    assert after(order, "b", lambda who: who == "b") == Step("b", True)
    assert after(order, "b", lambda who: False) == Step(None, True)


def test_who_leaves_costs_nobody_a_turn() -> None:
    """Dropping someone who has acted leaves the rest in place; the acting one is looked up before leaving."""
    order = ["a", "b", "c"]
    assert after(without(order, "a"), "b", lambda who: True) == Step("c", False)
    assert after(order, "b", lambda who: who != "b") == Step("c", False)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=8), st.integers(0, 5))
def test_a_late_joiner_stands_above_the_first_who_is_lower(scores: list[int], mine: int) -> None:
    """Insertion keeps the order sorted, below those who are level."""
    order = by_score([f"f{n}" for n in range(len(scores))], lambda who: scores[int(who[1:])])
    table = {**{f"f{n}": score for n, score in enumerate(scores)}, "new": mine}
    joined = placed(order, "new", table.__getitem__)
    assert [table[who] for who in joined] == sorted(table.values(), reverse=True)
    assert all(table[who] >= mine for who in joined[: joined.index("new")])


def test_raising_stops_at_the_head_of_its_own_list() -> None:
    """Nobody is raised above the top of the own list, and nobody is lost."""
    assert raised(["s1", "s2", "g1", "g2", "g3"], "g3", 9, top=2) == ["s1", "s2", "g3", "g1", "g2"]
    assert raised(["a", "b"], "a", 1) == ["a", "b"]
    assert topmost(["a", "b"], lambda who: who == "b") == "b"
    assert topmost([], lambda who: True) is None


def test_only_those_who_are_tied_change_places() -> None:
    """The game master moves fighters of equal rank by hand; nobody passes somebody who ranks otherwise."""
    rank = {"a": 9, "b": 5, "c": 5, "d": 1}
    assert reordered(["a", "b", "c", "d"], ["a", "c", "b", "d"], rank.__getitem__) == ["a", "c", "b", "d"]
    assert "b is not tied with a" in str(reordered(["a", "b", "c", "d"], ["b", "a", "c", "d"], rank.__getitem__))
    assert "every fighter" in str(reordered(["a", "b"], ["a", "a"], rank.__getitem__))


def test_durations_are_different_things() -> None:
    """End of this turn, start of next, end of next, rounds and the scene end each end when they say."""
    this = to_end_of_this_turn("a")
    assert counted(this, Moment.TURN_END, "b") == this
    assert counted(this, Moment.TURN_END, "a").is_over
    start = to_start_of_next_turn("a")
    assert not counted(start, Moment.TURN_END, "a").is_over
    assert counted(start, Moment.TURN_START, "a").is_over
    own = to_end_of_next_turn("a", acting="a")
    survived = counted(own, Moment.TURN_END, "a")
    assert not survived.is_over
    assert counted(survived, Moment.TURN_END, "a").is_over
    assert counted(to_end_of_next_turn("a", acting="b"), Moment.TURN_END, "a").is_over
    rounds = for_rounds(2)
    assert not counted(rounds, Moment.ROUND_END).is_over
    assert counted(counted(rounds, Moment.ROUND_END), Moment.ROUND_END).is_over
    assert counted(to_end_of_scene(), Moment.SCENE_END).is_over
    assert counted(rounds, Moment.SCENE_END).is_over
