"""16 Options: the house rules by name, with what they may be."""

from __future__ import annotations

from fireteam.kernel.fields import MOST_ROUNDS
from fireteam.kernel.kinds import Choice, Flag, Kind, Whole
from fireteam.kernel.sheet import Field, Table
from fireteam.tunnelcore.state import Options


def _field(name: str, kind: Kind, doc: str) -> Field:
    return Field(name, kind, getattr(_DEFAULTS, name), doc)


_DEFAULTS = Options()

OPTIONS = Table(
    "options",
    lambda key: Options(),
    (
        _field("npcs", Choice(("auto", "manual")), "Whether NPCs act by their behaviour when it is their turn (14.3)."),
        _field("hitches_set_aside", Flag(), "Whether 1s are neither kept nor used for effect (1.12)."),
        _field("ties", Choice(("hold", "lost")), "Whether a tie holds or counts as lost, price and all (1.9)."),
        _field("signal_bars_decks", Flag(), "Whether signal out bars hack and quickhack (2.4)."),
        _field("npc_out", Choice(("any", "axis")), "Whether any full track puts an NPC out, or as with players (2.6)."),
        _field("stress_feeds_opposition", Flag(), "Whether each side adds the other's stress die (2.9)."),
        _field("after_trauma", Choice(("stay", "reset", "leave")), "What becomes of track and fighter (3.5)."),
        _field("plot_points", Flag(), "Whether plot points may absorb hitches (3.7)."),
        _field("outnumber_ratio", Whole(1, 4), "How many to one make a position Desperate (4.2)."),
        _field("fail_streak", Whole(0, 9), "How many failures worsen a position; 0 switches it off (4.10)."),
        _field("failures_in_a_row", Flag(), "Whether a success clears the count of failures (4.10)."),
        _field("stress_table", Choice(("s1", "s2")), "Which boxes the effect dice mark (5.2)."),
        _field("doom_spend", Choice(("every_action", "gm")), "Whether doom is spent by itself or by command (6.3)."),
        _field("escalation", Choice(("all", "players")), "Whose positions a scene escalation worsens (6.8)."),
        _field("doom_choice", Choice(("highest", "free")), "Whether the highest die must be spent first (6.9)."),
        _field("doom_consolidate", Whole(0, 20), "At how many dice pairs merge at the start; 0 never (6.10)."),
        _field("tower", Flag(), "Whether the tower rises (6.11)."),
        _field("overrides", Flag(), "Whether `using` is allowed (7.1)."),
        _field("ambush_controlled", Flag(), "Whether an ambush on the unaware is made from Controlled (7.6)."),
        _field("quickhack_weaker", Flag(), "Whether a quickhack is one step weaker (7.9)."),
        _field("intercept_approach", Choice(("quick", "forceful")), "The approach of an intercept (7.14)."),
        _field("free_flight", Flag(), "Whether Cowards and Psychiatrists flee without a roll (8.6)."),
        _field("round_limit", Whole(1, MOST_ROUNDS), "The round after which a fight ends undecided (14.4)."),
        _field("session_resets_doom", Flag(), "Whether a session begins with doom pool and tower as at boot (21.2)."),
    ),
)
