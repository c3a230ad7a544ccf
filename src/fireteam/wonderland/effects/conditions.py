"""UW-9.3 Conditions: how they begin, add up and end, and those with rules of their own."""

from __future__ import annotations

from fireteam.kernel.events import Id
from fireteam.kernel.run import Run
from fireteam.kernel.scene import COMBAT
from fireteam.wonderland.effects import lifeforms
from fireteam.wonderland.events.conditions import ConditionBegan, ConditionChanged, ConditionEnded
from fireteam.wonderland.events.fighting import Immune, MaximumChanged
from fireteam.wonderland.state import PC, Condition, Fighter, Scene

ROLLED_LOSS_COUNTS = 2
"""A rolled loss (0) counts as 2 when the worse of two is kept (UW-9.3)."""
DRUNK_BONUS = 5
HANGOVER = 5
OPPOSITES = {"hyperthermia": "hypothermia", "hypothermia": "hyperthermia"}
PLAIN = Condition()


def inflict(run: Run[Scene], who: Fighter, inflicts: tuple[tuple[str, Condition], ...], rule: str = "UW-9.3") -> None:
    """UW-9.3 Conditions. What a weapon or trap inflicts, but not on those immune."""
    for name, condition in inflicts:
        if lifeforms.is_immune(who, name):
            if run.logs:
                run.happened(Immune(Id(who.id), name))
        else:
            give(run, who, name, condition, rule=rule)


def give(run: Run[Scene], who: Fighter, name: str, given: Condition = PLAIN, *, rule: str = "UW-9.3") -> None:
    """UW-9.3 Conditions. Gained again, the higher loss or penalty and the longer turns stay."""
    old = who.conditions.get(name)
    turns, loss, penalty = given.turns, given.loss, given.penalty
    if old is not None:
        turns = 0 if 0 in (turns, old.turns) else max(turns, old.turns)
        loss = max(old.loss, loss, key=lambda value: value or ROLLED_LOSS_COUNTS)
        penalty = max(penalty, old.penalty)
    elif name in OPPOSITES:
        replace(run, who, name)
    run.happened(
        ConditionBegan(
            Id(who.id),
            name,
            turns,
            loss,
            penalty,
            old.sessions if old else given.sessions,
            old.lost if old else given.lost,
            old.bonus if old else given.bonus,
            given.extreme or (old is not None and old.extreme),
            given.by,
            rule,
        )
    )
    if name == "drunk" and run.scene.phase is COMBAT:
        raise_bonus(run, who)


def replace(run: Run[Scene], who: Fighter, name: str) -> None:
    """UW-9.12 Hyper- and hypothermia. One replaces the other."""
    if OPPOSITES[name] in who.conditions:
        end(run, who, OPPOSITES[name], "relief", "UW-9.12")


def end(run: Run[Scene], who: Fighter, name: str, why: str, rule: str = "UW-9.3") -> None:
    """A condition ends; after drink comes the hangover (UW-9.19), after chronic radiation what it took (UW-9.17)."""
    condition = who.conditions[name]
    run.happened(ConditionEnded(Id(who.id), name, why, rule))
    if name == "drunk":
        hangover(run, who, condition.bonus)
    elif name == "chronic" and condition.lost:
        give_back(run, who, condition.lost)


def end_all(run: Run[Scene], who: Fighter, names: tuple[str, ...], why: str, rule: str) -> None:
    """Ends those of some conditions that a fighter has."""
    for name in names:
        if name in who.conditions:
            end(run, who, name, why, rule)


def raise_bonus(run: Run[Scene], who: Fighter) -> None:
    """UW-9.19 Inebriation. A drunk PC in combat gains 5 HP, maximum and current, once per drunkenness."""
    drunk = who.conditions.get("drunk")
    if drunk is None or drunk.bonus or who.kind is not PC or who.hp == 0:
        return
    run.happened(ConditionChanged(Id(who.id), "drunk", drunk.sessions, drunk.lost, DRUNK_BONUS, "UW-9.19"))
    change_maximum(run, who, DRUNK_BONUS, "drunk", hp=who.hp + DRUNK_BONUS, rule="UW-9.19")


def hangover(run: Run[Scene], who: Fighter, bonus: int) -> None:
    """UW-9.19 Inebriation. The bonus goes off the maximum and 5 HP off the current ones, not below 1."""
    if who.hp:
        maximum = who.hp_max - bonus
        hp = min(maximum, max(1, who.hp - HANGOVER))
        change_maximum(run, who, -bonus, "drunk", hp=hp, rule="UW-9.19")


def give_back(run: Run[Scene], who: Fighter, lost: int) -> None:
    """UW-9.17 Its course. Treatment gives the sum back to the maximum, not the HP."""
    change_maximum(run, who, lost, "treated", hp=who.hp, rule="UW-9.17")


def change_maximum(
    run: Run[Scene],
    who: Fighter,
    by: int,
    why: str,
    *,
    hp: int | None = None,
    lasting_lost: int | None = None,
    rule: str = "UW-9.17",
) -> None:
    """The maximum changes; HP are cut to it unless the rule says what they are."""
    maximum = max(0, who.hp_max + by)
    now = min(who.hp, maximum) if hp is None else hp
    lasting = who.lasting_lost if lasting_lost is None else lasting_lost
    run.happened(MaximumChanged(Id(who.id), by, maximum, now, why, lasting, rule))


def is_idle(who: Fighter) -> bool:
    """UW-9.4 Stunned, UW-3.19 spent: a fighter that skips its next turn."""
    return "stunned" in who.conditions or "spent" in who.conditions


def skipped(run: Run[Scene], who: Fighter, had: tuple[str, ...]) -> None:
    """UW-9.4 Stunned. A turn skipped for any reason removes both stunned and spent if they were there when it began."""
    for name in had:
        if name in who.conditions:
            run.happened(ConditionEnded(Id(who.id), name, "skipped", "UW-9.4"))


def count_session(run: Run[Scene], who: Fighter, sessions: int, lost: int) -> None:
    """UW-9.17 Its course. `sessions` rises; `lost` keeps the sum that it took off the maximum."""
    run.happened(ConditionChanged(Id(who.id), "chronic", sessions, lost, 0))
