"""CC-19.1 Reading a command. Verbs that a DOWN fighter may give too, and the bare `roll`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from fireteam.cybercore import challenges, grind, psych, tension_and_luck
from fireteam.cybercore.actions.reading import BECAUSE, ROLL_WORDS, VS, actor_of, by_actor, missing, record
from fireteam.cybercore.actions.reading import refuse_fallen as fallen
from fireteam.cybercore.active_stats import BASE_TL, SAVES, STEPS, TL_PER_TIER
from fireteam.cybercore.content import ATTRIBUTES, FAMILIES, SKILLS
from fireteam.cybercore.events import BARE, Rolled
from fireteam.cybercore.sheet import CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.actions import Action, By, Command, Reads, Slot
from fireteam.kernel.dice import Reading
from fireteam.kernel.expressions import read_dice
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run

MOST_DECLARED = 999


def check_save(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-10.2 Saves. `save FAMILY [vs TL]`, at any time and free."""
    one = actor_of(scene, command)
    refusal = fallen(one, may_be_down=True) or missing(command, family=f"a family: {', '.join(FAMILIES)}")
    if refusal is not None:
        return refusal
    kind = SAVES[FAMILIES.index(command.args["family"])]
    return challenges.refuse_words(scene, one, command.args, kind)


def do_save(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-10.2 Saves."""
    challenges.save(run, one, args)


def check_check(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-10.3 Attribute and skill checks. `check SKILL or ATTRIBUTE [vs TL]`, at any time and free."""
    one = actor_of(scene, command)
    refusal = fallen(one, may_be_down=True) or missing(command, what="a skill or an attribute")
    return refusal or challenges.refuse_words(scene, one, command.args, challenges.check_kind(command.args["what"]))


def do_check(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-10.3 Attribute and skill checks."""
    challenges.check(run, one, args)


def check_luck(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-8.9 Spending Luck. `luck N`, declared for the next skill roll."""
    one = actor_of(scene, command)
    refusal = fallen(one, may_be_down=True) or missing(command, n="a number")
    return refusal or tension_and_luck.refuse_luck(scene, one, command.args["n"], True)


def do_luck(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-8.9 Spending Luck."""
    tension_and_luck.declare_luck(run, one, args["n"])


def check_push(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-9.7 Pushing. `push N`, declared for the next save or skill roll."""
    one = actor_of(scene, command)
    refusal = fallen(one, may_be_down=True) or missing(command, n="a number")
    return refusal or psych.refuse_push(one, command.args["n"], True)


def do_push(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-9.7 Pushing."""
    psych.declare_push(run, one, args["n"])


def check_grind(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-6.4 Burn: ignore a Wound, CC-6.6 Burn: hold off Exhaustion. `grind wound`, `grind exhaustion`."""
    one = actor_of(scene, command)
    refusal = fallen(one, may_be_down=True) or missing(command, use="wound or exhaustion")
    if refusal is not None:
        return refusal
    refuse = grind.refuse_wound_relief if command.args["use"] == "wound" else grind.refuse_holding_off
    return refuse(one)


def do_grind(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-6.4 Burn: ignore a Wound, CC-6.6 Burn: hold off Exhaustion."""
    if args["use"] == "wound":
        grind.ready_wound_relief(run, one)
    else:
        grind.hold_off(run, one)


FORM = "NdM[+K]"


class Bare(Reading[tuple[str, Fraction | int, tuple[int, ...]]]):
    """CC-1.9 Player rolls and GM rolls. A bare roll: success, failure or nothing, the total (exact odds: a mean), and
    the faces."""

    __slots__ = ("bonus", "tl")

    def __init__(self, sizes: Sequence[int], bonus: int, tl: int | None) -> None:
        super().__init__(sizes)
        self.bonus = bonus
        self.tl = tl

    def outcome(self, total: int) -> str:
        """What a total comes to: greater than the TL succeeds."""
        if self.tl is None:
            return ""
        return "success" if total > self.tl else "failure"

    def read(self, faces: Sequence[int]) -> tuple[str, Fraction | int, tuple[int, ...]]:
        total = sum(faces) + self.bonus
        return self.outcome(total), total, tuple(faces)

    def weights(self) -> dict[tuple[str, Fraction | int, tuple[int, ...]], int]:
        """Success and failure with their ways and mean totals, by adding one die at a time."""
        ways = [1]
        for sides in self.sizes:
            wider, window = [0], 0
            for total in range(1, len(ways) + sides):
                window += ways[total - 1] if total <= len(ways) else 0
                window -= ways[total - 1 - sides] if total > sides else 0
                wider.append(window)
            ways = wider
        found: dict[str, list[int]] = {}
        for total, count in enumerate(ways):
            if count:
                entry = found.setdefault(self.outcome(total + self.bonus), [0, 0])
                entry[0] += count
                entry[1] += count * (total + self.bonus)
        return {(outcome, Fraction(summed, count), ()): count for outcome, (count, summed) in found.items()}


def check_roll(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-1.9 Player rolls and GM rolls. `roll NdM[+K] [vs TL]`, or a sum of such: no fighter, no pool changes."""
    refusal = missing(command, dice="dice")
    if refusal is not None:
        return refusal
    found = read_dice(command.args["dice"], "CC-19.2", FORM)
    return found if isinstance(found, Refusal) else None


def bare_tl(scene: CyberScene, args: dict[str, Any]) -> int | None:
    """CC-1.10 TL. The TL of a bare roll; the Mission TL off a mission is that of Tier 1."""
    if "tl" in args:
        return int(args["tl"])
    if "step" not in args:
        return None
    place = scene.place
    return (place.tl or BASE_TL + TL_PER_TIER * max(1, place.tier)) + STEPS[args["step"]]


def do_roll(run: Run[CyberScene], command: Command) -> None:
    """CC-1.9 Player rolls and GM rolls. A bare roll is neither and touches nothing."""
    found = read_dice(command.args["dice"], "CC-19.2", FORM)
    if isinstance(found, Refusal):
        raise ValueError(str(found))
    tl = bare_tl(run.scene, command.args)
    outcome, total, faces = run.roll(Bare(found.sizes, found.added, tl))
    if run.logs:
        dice = [[size, face] for size, face in zip(found.sizes, faces, strict=False)]
        shown: Any = total
        run.happened(Rolled(None, BARE, dice, shown, modifier=found.added, tl=tl, outcome=outcome, rule="CC-1.9"))
    record(run, command)


def _checks(scene: CyberScene, actor: str) -> Iterable[dict[str, Any]]:
    return [{"what": what} for what in (*SKILLS, *ATTRIBUTES)]


def _numbers(scene: CyberScene, actor: str) -> Iterable[dict[str, Any]]:
    return [{"n": 1}, {"n": 2}]


_N = Slot("n", Reads.NUMBER, least=-MOST_DECLARED, most=MOST_DECLARED)
ROLLING = (
    Action(
        "save",
        "save",
        "CC-10.2",
        "Makes a Physical, Mental or Meta save.",
        by_actor(do_save),
        check_save,
        slots=(Slot("family", Reads.CHOICE, FAMILIES),),
        extras=(VS, *ROLL_WORDS, BECAUSE),
        offers=lambda scene, actor: [{"family": family} for family in FAMILIES],
    ),
    Action(
        "check",
        "check",
        "CC-10.3",
        "Makes a check of a skill or an attribute.",
        by_actor(do_check),
        check_check,
        slots=(Slot("what", Reads.CHOICE, (*SKILLS, *ATTRIBUTES)),),
        extras=(VS, *ROLL_WORDS, BECAUSE),
        offers=_checks,
    ),
    Action(
        "luck",
        "luck",
        "CC-8.9",
        "Declares Luck for the next skill roll.",
        by_actor(do_luck),
        check_luck,
        slots=(_N,),
        extras=(BECAUSE,),
        offers=_numbers,
        costs="Luck",
    ),
    Action(
        "push",
        "push",
        "CC-9.7",
        "Declares a push for the next save or skill roll.",
        by_actor(do_push),
        check_push,
        slots=(_N,),
        extras=(BECAUSE,),
        offers=_numbers,
        costs="Psych later",
    ),
    Action(
        "grind",
        "grind",
        "CC-6.4",
        "Burns Grind to ignore a Wound on the next roll, or to hold off Exhaustion.",
        by_actor(do_grind),
        check_grind,
        slots=(Slot("use", Reads.CHOICE, ("wound", "exhaustion")),),
        extras=(BECAUSE,),
        offers=lambda scene, actor: [{"use": "wound"}, {"use": "exhaustion"}],
        costs="1 Grind",
    ),
    Action(
        "roll",
        "roll",
        "CC-1.9",
        "Rolls dice that touch nothing.",
        do_roll,
        check_roll,
        by=By.ANYONE,
        slots=(Slot("dice", Reads.WORD),),
        extras=(VS, BECAUSE),
    ),
)
"""CC-19.1 Reading a command: the verbs of rolls and declarations."""
