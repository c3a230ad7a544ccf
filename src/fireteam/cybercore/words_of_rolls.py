"""Words for CC-23 Events: how a roll reads, with every die, the modifier, the TL and what it came to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fireteam.cybercore.events import BARE, COPE, INITIATIVE
from fireteam.kernel.expressions import write_dice

_PURPOSES = {
    "attack": "attacks",
    "defence": "defends",
    "dodge": "tries to dodge",
    "save": "makes a save",
    "exhaustion": "bears the strain",
    "dying": "fights for life",
    "triage": "treats a Wound",
    "repair": "repairs armour",
    "check": "makes a check",
    "fail_forward": "tries to fail forward",
    "breaking": "nears the Breaking Point",
    "unhinged": "fights for control",
    INITIATIVE: "rolls initiative",
    COPE: "rolls for the bill",
}
_OUTCOMES = {
    "critical": "Critical Success",
    "success": "success",
    "failure": "failure",
    "calamity": "Calamity",
    "": "",
}


def rolled_words(e: Mapping[str, Any], name: Callable[[str], str]) -> str:
    """Who rolled for what, and the sum: 61 + Luck 4 and 9 - Tension 7 + 20 = 87 against TL 86: success."""
    if e["purpose"] == BARE:
        text = f"A bare roll of {_bare_dice(e)}"
    else:
        text = f"{name(e['who'])} {_PURPOSES[e['purpose']]}{_object(e)}"
        if e["why"]:
            text += f" against {e['why']}"
    against = f" against TL {e['tl']}" if e["tl"] is not None else ""
    outcome = f": {_OUTCOMES[e['outcome']]}" if e["outcome"] else ""
    total = "" if _sum(e) == str(e["total"]) else f" = {e['total']}"
    return f"{text}: {_sum(e)}{total}{against}{outcome}{_declared(e)}."


def _object(e: Mapping[str, Any]) -> str:
    """What is rolled, or with what, or against what."""
    of = e["of"].replace("_", " ")
    if not of:
        return ""
    joined = {"attack": " with the ", "defence": " against the ", "dodge": " the "}.get(e["purpose"])
    return f"{joined}{of}" if joined else f" ({of})"


def _bare_dice(e: Mapping[str, Any]) -> str:
    return write_dice(sides for sides, _ in e["dice"]) if e["dice"] else "no dice"


def _sum(e: Mapping[str, Any]) -> str:
    faces = [face for _, face in e["dice"]]
    sign = "-" if e["modifier"] < 0 else "+"
    modifier = f" {sign} {abs(e['modifier'])}" if e["modifier"] or e["purpose"] not in (BARE, COPE) else ""
    if e["purpose"] == BARE:
        return " + ".join(map(str, faces)) + modifier
    if not faces:
        return f"as if 100{modifier}"
    luck, tension = faces[1 : 1 + e["luck"]], faces[1 + e["luck"] :]
    text = str(faces[0])
    if luck:
        text += f" + Luck {' and '.join(map(str, luck))}"
    if tension:
        text += f" - Tension {' and '.join(map(str, tension))}"
    return text + modifier


def _declared(e: Mapping[str, Any]) -> str:
    said = [f"pushed by {e['push']}"] if e["push"] else []
    said += [f"{e['wounds']} Wound{'s' if e['wounds'] > 1 else ''} ignored"] if e["wounds"] else []
    return f" ({', '.join(said)})" if said else ""
