"""CC-22 Options: the house rules of a table, each with its default."""

from __future__ import annotations

from dataclasses import dataclass

from fireteam.kernel.fields import MOST_ROUNDS
from fireteam.kernel.kinds import Choice, Flag, Whole
from fireteam.kernel.sheet import Field, Table


@dataclass(slots=True, eq=False, repr=False)
class Options:
    """CC-22.1 House rules. The house rules in force."""

    npcs: str = "auto"
    round_limit: int = 100
    gm_rolls: str = "players_only"
    gm_initiative: str = "fixed"
    boon_step: int = 10
    dodge_timing: str = "after"
    luck_any_roll: bool = False
    tension_reset: bool = False
    idle_energy: str = "one"
    fresh_energy: bool = True
    exhausted_by: str = "max"
    exhaustion_calamity: int = 1
    fail_forward: str = "soften"
    attribute_zero: str = "permanent"
    auto_psych: bool = True
    dying_failures: int = 3
    bond_renewal: str = "after"
    auto_tension: int = 1


OPTIONS = Table(
    "options",
    lambda key: Options(),
    (
        Field("npcs", Choice(("auto", "manual")), "auto", "auto: the GM's fighters act by themselves (25.1)."),
        Field("round_limit", Whole(1, MOST_ROUNDS), 100, "Rounds after which a fight is over undecided (20.5)."),
        Field("gm_rolls", Choice(("players_only", "gms")), "players_only", "Whose naturals feed the pools (8.4)."),
        Field("gm_initiative", Choice(("fixed", "rolled")), "fixed", "Fixed: the GM's fighters count 5 (20.1)."),
        Field("boon_step", Whole(5, 20), 10, "What one Boon adds and one Bane takes (1.6)."),
        Field("dodge_timing", Choice(("after", "instead")), "after", "Dodge after a landing, or instead of AF (13.8)."),
        Field("luck_any_roll", Flag(), False, "Luck may be spent on every d100 (1.8)."),
        Field("tension_reset", Flag(), False, "A new session sets Tension to 0 as well (8.7)."),
        Field("idle_energy", Choice(("one", "full")), "one", "What an idle turn gives back (4.3)."),
        Field("fresh_energy", Flag(), True, "A fight starts with full Energy (4.4)."),
        Field("exhausted_by", Choice(("max", "current")), "max", "Which Energy sets the threshold of Exhausted (5.3)."),
        Field("exhaustion_calamity", Whole(1, 2), 1, "Exhaustion from a Calamity on the check (5.4)."),
        Field(
            "fail_forward",
            Choice(("soften", "recover", "any")),
            "soften",
            "What Failing Forward makes of a Calamity, and whether plain failures may try it (11.3).",
        ),
        Field(
            "attribute_zero",
            Choice(("permanent", "both", "off")),
            "permanent",
            "Which fall of an attribute to 0 ends a fighter (12.5).",
        ),
        Field("auto_psych", Flag(), True, "Fallen comrades and dread give Psych by themselves (9.8)."),
        Field("dying_failures", Whole(1, 9), 3, "Failed dying saves that kill (14.5)."),
        Field("bond_renewal", Choice(("after", "at_once")), "after", "When a spent Bond may be formed again (3.3)."),
        Field("auto_tension", Whole(0, 9), 1, "Tension that the driver allocates against a player's turn (25.1)."),
    ),
)
"""CC-22.1 House rules. Their keys, values and defaults."""
