"""17 Options: house rules by name, with their defaults."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum

from fireteam.kernel.fields import MOST_ROUNDS
from fireteam.kernel.kinds import Choice, Flag, Kind, Whole
from fireteam.kernel.sheet import Field, Table


class KpRefresh(StrEnum):
    """When KP are refilled (UW-3.7)."""

    TURN = "turn"
    COMBAT = "combat"
    REST = "rest"
    NEVER = "never"


KP_EACH_TURN = KpRefresh.TURN


@dataclass(slots=True, eq=False, repr=False)
class Options:
    """The options of a scene, each with the book's default."""

    npcs: str = "auto"
    round_limit: int = 100
    threshold_uses_rounded: bool = False
    luck_severity: bool = True
    aid_supplies: bool = False
    kp_refresh: KpRefresh = KpRefresh.TURN
    partial_pacify: bool = True
    enrage: str = "extra"
    flee_sneak: str = "always"
    death: str = "zero"
    vulnerable_bonus: int = 1
    crit_rounding: str = "nearest"
    held_lapse: bool = False
    npc_crits: bool = False
    digest_heals: str = "max"
    pvp_crit_bonus: bool = False
    power_for_all: bool = False
    vehicle_split: str = "half"
    armor_overflow: bool = False
    movement: str = "step"
    aoe: str = "full"
    npc_ko: bool = False
    chronic_after: int = 0
    chronic_first_session: int = 3


_KINDS: dict[str, tuple[Kind, str]] = {
    "npcs": (Choice(("auto", "manual")), "GM fighters act by their behaviour, or by hand."),
    "round_limit": (Whole(1, MOST_ROUNDS), "UW-15.4: combat ends undecided after so many rounds."),
    "threshold_uses_rounded": (Flag(), "UW-1.3: thresholds look at the rounded skill."),
    "luck_severity": (Flag(), "UW-2.9: Luck bites and doubles, not only as a flag."),
    "aid_supplies": (Flag(), "UW-2.4: First Aid uses up medical supplies."),
    "kp_refresh": (Choice(KpRefresh), "UW-3.7: when Kill Points are refilled."),
    "partial_pacify": (Flag(), "UW-3.3: 7 to 9 leaves earlier successes."),
    "enrage": (Choice(("extra", "advance")), "UW-3.4: the enraged gets an extra action, or its next turn early."),
    "flee_sneak": (Choice(("always", "unseen")), "UW-3.15: Sneak serves always, or only with cover not blown."),
    "death": (Choice(("zero", "mercy")), "UW-3.13: 0 HP kill, or leave PCs and companions unconscious."),
    "vulnerable_bonus": (Whole(0, 3), "UW-3.20: bonus against the vulnerable."),
    "crit_rounding": (Choice(("nearest", "up", "down")), "UW-4.2: how the quarter is rounded."),
    "held_lapse": (Flag(), "UW-4.3: held combat criticals end with the fight."),
    "npc_crits": (Flag(), "UW-5.3: NPCs add the quarter on a 12."),
    "digest_heals": (Choice(("max", "current")), "UW-5.7: a meal heals by the victim's maximum, or what it had."),
    "pvp_crit_bonus": (Flag(), "UW-6.4: criticals between PCs add the quarter."),
    "power_for_all": (Flag(), "UW-7.3: everybody aboard fights hand to hand with Power."),
    "vehicle_split": (Choice(("half", "shares")), "UW-7.9: how some armour divides damage."),
    "armor_overflow": (Flag(), "UW-7.11: what breaks full armour reaches the riders."),
    "movement": (Choice(("step", "gm")), "UW-8.4: fighters move themselves, or the GM sets distances."),
    "aoe": (Choice(("full", "split")), "UW-8.6: an area deals the pool to each, or divides it."),
    "npc_ko": (Flag(), "UW-9.5: NPCs fall unconscious too."),
    "chronic_after": (Whole(0, 99), "UW-9.16: turns in radiation until it is chronic; 0 = never by itself."),
    "chronic_first_session": (Whole(3, 4), "UW-9.17: the session of the first loss."),
}

OPTIONS = Table(
    "options",
    lambda key: Options(),
    [Field(entry.name, *_KINDS[entry.name][:1], entry.default, _KINDS[entry.name][1]) for entry in fields(Options)],
)
