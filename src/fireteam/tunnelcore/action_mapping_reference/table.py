"""9 Action mapping reference: the tables of actions and defences."""

from __future__ import annotations

from typing import NamedTuple

from fireteam.tunnelcore.state import Approach, Asset, Attribute, Guard, Track

NONE = -1
"""No die in this place of the pool, or no track."""


class Defence(NamedTuple):
    """TC-9.9 The defences. What the opposition rolls; `guard` is the guard die that helps (TC-9.2)."""

    name: str
    attribute: int
    approach: int
    adds_armor: bool = False
    guard: Guard | None = None


DEFEND = Defence("defend", Attribute.PHYSICAL, Approach.CLEVER, adds_armor=True, guard=Guard.PHYSICAL)
RESIST = Defence("resist", Attribute.GHOST, Approach.FORCEFUL, guard=Guard.SIGNAL)
COMPOSURE = Defence("composure", Attribute.MENTAL, Approach.CLEVER)
NOTICE = Defence("notice", Attribute.MENTAL, Approach.CLEVER)
PURSUE = Defence("pursue", Attribute.PHYSICAL, Approach.QUICK)
LURK = Defence("lurk", Attribute.PHYSICAL, Approach.QUIET)
"""TC-7.21: what a concealed foe rolls against a scan."""

DEFENCES = (DEFEND, RESIST, COMPOSURE, NOTICE, PURSUE)


class Deed(NamedTuple):
    """TC-9.1 The mapping. An action: its dice, what opposes it, and its marks.

    TC-2.2 Which track: the action decides, never the roller; a price marks the track of the failed action.
    """

    key: str
    clause: str
    attribute: int
    approach: int
    asset: int = NONE
    adds_chrome: bool = False
    opposed_by: Defence | None = None
    track: int = NONE
    is_hostile: bool = False
    has_price: bool = False
    needs_adjacent: bool = False
    needs_target: bool = False
    rolls: bool = True
    triggers_intercepts: bool = True


_P, _M, _S, _G = Attribute.PHYSICAL, Attribute.MENTAL, Attribute.SOCIAL, Attribute.GHOST
_BLOW = {"track": Track.PHYSICAL, "is_hostile": True, "has_price": True, "needs_target": True}
_HACK = {"track": Track.SIGNAL, "is_hostile": True, "has_price": True, "needs_target": True}
_BAIT = {"track": Track.MENTAL, "is_hostile": True, "has_price": True, "needs_target": True}


def _deed(key: str, clause: str, attribute: int, approach: int, asset: int = NONE, **marks: object) -> Deed:
    return Deed(key, clause, attribute, approach, asset, **marks)  # type: ignore[arg-type]


DEEDS: dict[str, Deed] = {
    deed.key: deed
    for deed in (
        _deed(
            "attack",
            "TC-7.3",
            _P,
            Approach.FORCEFUL,
            Asset.MELEE,
            adds_chrome=True,
            opposed_by=DEFEND,
            needs_adjacent=True,
            **_BLOW,
        ),
        _deed("ranged", "TC-7.4", _P, Approach.QUICK, Asset.RANGED, opposed_by=DEFEND, **_BLOW),
        _deed("ambush", "TC-7.6", _P, Approach.QUIET, Asset.MELEE, opposed_by=DEFEND, needs_adjacent=True, **_BLOW),
        _deed(
            "reckless",
            "TC-7.7",
            _P,
            Approach.DARING,
            Asset.MELEE,
            adds_chrome=True,
            opposed_by=DEFEND,
            needs_adjacent=True,
            **_BLOW,
        ),
        _deed("flee", "TC-7.11", _P, Approach.QUICK, opposed_by=PURSUE, track=Track.PHYSICAL, has_price=True),
        _deed("grapple", "TC-7.12", _P, Approach.FORCEFUL, opposed_by=DEFEND, needs_adjacent=True, **_BLOW),
        _deed("intercept", "TC-7.13", _P, Approach.QUICK, needs_target=True, rolls=False, triggers_intercepts=False),
        _deed("defend", "TC-9.2", _P, NONE, rolls=False, triggers_intercepts=False),
        _deed("resist", "TC-9.2", _G, NONE, rolls=False, triggers_intercepts=False),
        _deed("hide", "TC-9.3", _P, Approach.QUIET, opposed_by=NOTICE, track=Track.PHYSICAL, has_price=True),
        _deed("hack", "TC-7.8", _M, Approach.CLEVER, Asset.DECK, opposed_by=RESIST, **_HACK),
        _deed("quickhack", "TC-7.9", _M, Approach.QUICK, Asset.DECK, opposed_by=RESIST, **_HACK),
        _deed("scan", "TC-7.21", _M, Approach.CLEVER, needs_target=True),
        _deed("taunt", "TC-7.10", _S, Approach.FORCEFUL, adds_chrome=True, opposed_by=COMPOSURE, **_BAIT),
        _deed("intimidate", "TC-9.4", _S, Approach.FORCEFUL, adds_chrome=True, opposed_by=COMPOSURE, **_BAIT),
        _deed("persuade", "TC-9.5", _S, Approach.CLEVER, opposed_by=COMPOSURE, needs_target=True),
        _deed("deceive", "TC-9.6", _S, Approach.QUIET, opposed_by=COMPOSURE, needs_target=True),
        _deed("perceive", "TC-9.7", _G, Approach.CLEVER),
        _deed("work", "TC-5.7", _M, Approach.CLEVER, Asset.DECK),
        _deed("medical", "TC-7.17", _M, Approach.CLEVER, Asset.ITEM, needs_target=True),
        _deed("stim", "TC-7.18", _P, Approach.QUICK, Asset.ITEM, needs_target=True),
        _deed("smoke", "TC-7.20", _P, Approach.QUICK, Asset.ITEM),
        _deed("emp", "TC-7.19", _P, Approach.QUICK, Asset.ITEM, opposed_by=RESIST, **_HACK),
        _deed("move", "TC-7.5", _P, NONE, rolls=False),
        _deed("yield", "TC-3.8", NONE, NONE, rolls=False, triggers_intercepts=False),
    )
}
"""TC-9.1 The mapping, with `move` and `yield`, which have no pool."""
