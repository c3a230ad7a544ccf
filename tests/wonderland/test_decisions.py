"""16 Decisions: who is asked."""

from __future__ import annotations

from fireteam.kernel.decisions import ScriptedAnswers
from fireteam.kernel.dice import Scripted
from fireteam.kernel.events import encode
from fireteam.kernel.fight import Fight
from fireteam.kernel.library import open_scene


def test_behaviours_take_the_default_and_leave_the_script_alone() -> None:
    """Chapter 16: a PC that the GM's behaviours play deflects by default; the answers in the script are for people."""
    fight = Fight(*open_scene("flamingo-noon"))
    script = ScriptedAnswers(["none"])
    fight.dice, fight.decider = Scripted([9, 7]), script
    fight.do("start")
    outcome = fight.do("juniper: fight augustin with sidearm")
    decided = [encode(fact) for fact in outcome.events if fact.type == "decided"]
    assert [(one["who"], one["key"], one["answer"]) for one in decided] == [("augustin", "deflect", "reflex")]
    assert script.left == ["none"]
    fight.do("undo")
    assert fight.do("set options.npcs manual").is_done
    fight.dice = Scripted([9])
    outcome = fight.do("juniper: fight augustin with sidearm")
    assert [one["answer"] for fact in outcome.events if (one := encode(fact))["type"] == "decided"] == ["none"]
