"""SL-26.1 and chapter 3: the tables are those of the book, and dice go up and down its ladder."""

from __future__ import annotations

import re

import pytest

from fireteam.kernel.scenefile import read_scene
from fireteam.solarlink import RULESET, content
from fireteam.solarlink.content import ContentFault, read_pool
from fireteam.solarlink.damage_scales import one_down, one_up, stepped
from fireteam.solarlink.state import SolarScene

BOOK = (RULESET.folder / "rulebook.md").read_text(encoding="utf-8")
CHAPTER = BOOK[BOOK.index("## 26 Content") : BOOK.index("## 27 Rest")]


def rows(heading: str) -> list[list[str]]:
    """The rows of the table under a heading of SL-26.1."""
    text = CHAPTER[CHAPTER.index(heading) :].split("\n\n")[1]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in text.splitlines()[2:]]


def test_weapons_are_those_of_the_book() -> None:
    """SL-26.1: kind, AP, damage, range and traits of each weapon."""
    assert [row[0] for row in rows("**Weapons.**")] == list(content.weapons())
    for key, kind, ap, damage, reaches, traits in rows("**Weapons.**"):
        weapon = content.weapons()[key]
        assert (weapon.kind, weapon.ap) == (kind, 2 * int(ap))
        assert weapon.reaches == (0 if reaches == "reach" else int(reaches))
        printed = ", ".join(
            " + ".join(f"d{sides}" for sides in dice) + f" {content.DAMAGE_TYPES[type_]}" for type_, dice in weapon.pool
        )
        assert printed == damage
        for word, value in (("bleed", weapon.bleed), ("daze", weapon.daze), ("blast", weapon.blast)):
            found = re.search(rf"{word} (\d)", traits)
            assert value == (int(found.group(1)) if found else 0)
        assert weapon.two_hands == ("two hands" in traits)


def test_clothing_is_that_of_the_book() -> None:
    """SL-26.1: what each lowers, and whether it is sealed."""
    for key, lowers, sealed in rows("**Clothing**"):
        worn = content.clothing()[key]
        named = {content.DAMAGE_TYPES[type_]: amount for type_, amount in enumerate(worn.lowers) if amount}
        assert named == ({} if lowers == "nothing" else {k: int(v) for k, v in (p.split() for p in lowers.split(", "))})
        assert worn.sealed == (sealed == "yes")


def test_vessel_weapons_and_trades_are_those_of_the_book() -> None:
    """SL-26.1: AP, reach and steadiness of vessel weapons, attributes of Trades, clauses of maneuvers."""
    for key, ap, _, _, reach, steady in rows("**Vessel weapons.**"):
        weapon = content.vessel_weapons()[key]
        assert (weapon.ap, weapon.reach, weapon.steady) == (2 * int(ap), int(reach), steady == "yes")
    for key, attribute, _ in rows("**Trades**"):
        assert content.ATTRIBUTES[content.trades()[key]] == attribute
    for key, type_, ap, mp, clause, _ in rows("**Maneuvers.**"):
        maneuver = content.maneuvers()[key]
        assert (maneuver.ap, maneuver.mp, maneuver.clause) == (2 * int(ap), int(mp), clause)
        assert maneuver.is_cumulative == ("cumulative" in type_)


def test_the_bestiary_has_the_hp_and_dhp_of_the_book() -> None:
    """SL-26.1: HP and DHP follow from the sheet but for those that are set."""
    fighters = {key.replace("_", "-"): {"template": key} for key in content.bestiary()}
    found = read_scene({"fighters": fighters}, RULESET)[1]
    assert isinstance(found, SolarScene)
    for key, _, _, hp, dhp, _, _, behaviour in rows("**Bestiary.**"):
        one = found.fighters[key.replace("_", "-")]
        assert (one.hp, one.dhp) == (int(hp.rstrip("*")), int(dhp.rstrip("*")))
        assert one.behaviour == behaviour


@pytest.mark.parametrize(
    ("dice", "steps", "expected"),
    [
        ([(3, (6, 8))], 1, [(3, (8, 8))]),
        ([(3, (12,))], 1, [(3, (6, 6))]),
        ([(3, (12,))], 2, [(3, (8, 6))]),
        ([(3, (6, 6))], -1, [(3, (12,))]),
        ([(3, (2,))], -3, [(3, (2,))]),
        ([(5, (6,)), (1, (4,))], 1, [(5, (6,)), (1, (6,))]),
        ([(5, (6,)), (1, (4,))], -1, [(5, (4,)), (1, (4,))]),
        ([(3, (12,)), (5, (12,))], 1, [(3, (6, 6)), (5, (12,))]),
        ([(3, (8,))], 0, [(3, (8,))]),
    ],
)
def test_the_ladder(
    dice: list[tuple[int, tuple[int, ...]]], steps: int, expected: list[tuple[int, tuple[int, ...]]]
) -> None:
    """SL-3.5 and SL-3.6: dice up and down, net steps, past d12 and at d2."""
    assert stepped(tuple(dice), steps)[0] == tuple(expected)


def test_up_and_down_meet() -> None:
    """SL-3.6: one up and one down again of a single die is the die."""
    for sides in content.LADDER:
        pool = ((3, (sides,)),)
        assert one_down(one_up(pool)) == pool


def test_other_dice_and_types_are_faults_of_the_file() -> None:
    """SL-3.6: dice that are not on the ladder, and types that do not exist, are a fault in a data file."""
    with pytest.raises(ContentFault, match="d20 is not on the ladder"):
        read_pool([{"type": "physical", "dice": ["d20"]}], "weapons.maul")
    with pytest.raises(ContentFault, match="no damage type is called sonic"):
        read_pool([{"type": "sonic", "dice": ["d6"]}], "weapons.horn")
