"""CC-21 Decisions: who is asked what, and how a behaviour answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fireteam.cybercore.content import ATTRIBUTES
from fireteam.cybercore.sheet import CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.decisions import GM, Question
from fireteam.kernel.events import Decided, Id
from fireteam.kernel.run import Run

TAKE, DODGE, DODGE_GRIND = "take", "dodge", "dodge-grind"
STAY, STEP_IN = "stay", "step-in"
BURN = "burn"
LET_GO, HOLD_ON = "let-go", "hold-on"
NO = "no"
FREEZE, FLEE, LASH = "freeze", "flee", "lash"

WORTH_A_DODGE = 3
"""CC-25.3 Names and answers: a landing that brings at least this many Hits through is dodged."""


def runs_itself(scene: CyberScene, one: CyberFighter) -> bool:
    """CC-25.1 Who is run: with `npcs = "auto"` every fighter of the game master's."""
    return not one.is_player and scene.options.npcs == "auto"


def ask(
    run: Run[CyberScene],
    key: str,
    who: CyberFighter,
    asked: CyberFighter,
    answers: tuple[str, ...],
    rule: str,
    facts: Mapping[str, int] | None = None,
) -> str:
    """CC-21.1 Questions. The answer of whoever is asked; the first answer is the default, a single one is not asked.

    A fighter that runs itself answers by its behaviour, and no scripted answer is used up.
    """
    if len(answers) == 1:
        return answers[0]
    if runs_itself(run.scene, asked):
        answer = behaviour_answer(key, asked, answers, facts or {})
        if run.logs:
            run.happened(Decided(key, Id(asked.id), answer, rule, Id(who.id) if who is not asked else None))
        return answer
    return run.choose(key, who.id, answers, answers[0], rule, asked.id, facts)


def ask_gm(run: Run[CyberScene], key: str, who: CyberFighter, answers: tuple[str, ...], rule: str) -> str:
    """CC-21.1 Questions. The game master's own question; the first answer is the default."""
    return run.choose(key, who.id, answers, answers[0], rule, GM)


def behaviour_answer(key: str, asked: CyberFighter, answers: Sequence[str], facts: Mapping[str, int]) -> str:
    """CC-25.3 Names and answers. What a behaviour says; `facts` hold what would get through and what is left."""
    through, left = facts.get("hits_through", 0), facts.get("boxes_left", 0)
    if key == "dodge":
        return DODGE if DODGE in answers and (through >= WORTH_A_DODGE or through >= left) else TAKE
    if key == "grind_hit":
        return BURN if asked.is_up and through >= left else TAKE
    if key == "bullet":
        is_worth_it = (
            facts.get("victim_stands", 0) and through >= left and facts["own_hits_through"] < facts["own_boxes_left"]
        )
        return STEP_IN if is_worth_it else STAY
    if key == "not_today":
        return HOLD_ON
    if key == "fail_forward":
        return ATTRIBUTES[asked.attributes.index(max(asked.attributes))]
    return answers[0]


class Behaviours:
    """CC-25.1 Who is run. Decides for everybody by their behaviours; the game master's own questions take defaults."""

    __slots__ = ()

    def decide(self, question: Question, scene: CyberScene) -> str:
        asked = scene.fighters.get(question.asked)
        if asked is None:
            return question.default
        return behaviour_answer(question.key, asked, question.answers, question.facts)
