"""6 The doom pool: spending and merging by the Wire DM's own command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.names import find, short
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.tunnelcore.content import is_template
from fireteam.tunnelcore.doom_pool.growth import LARGEST, merge
from fireteam.tunnelcore.doom_pool.spending import (
    BUYS,
    FEWEST_FOR_ESCALATION,
    FROM_THE_TOP,
    can_reinforce,
    highest_applicable,
    interrupt,
    interrupters,
    someone_can_worsen,
)
from fireteam.tunnelcore.effect_dice.complications import MOST_STANDING, hazards_left
from fireteam.tunnelcore.turns import no_combat

if TYPE_CHECKING:
    from fireteam.kernel.actions import Command
    from fireteam.tunnelcore.state import Scene

MOST_NAME = 60


def check_doom(scene: Scene, command: Command) -> Refusal | None:
    """TC-6.9 Spending by hand. In combat, a die that the pool holds, under the needs of its line, the highest first."""
    size = command.args.get("die")
    refusal = no_combat(scene, "TC-6.9")
    if refusal is not None:
        return refusal
    if size is None:
        return Refusal("name a doom die", "TC-6.9", "doom dN [WORDS]")
    if size not in scene.pools.doom:
        return Refusal(f"the doom pool holds no d{size}", "TC-6.9")
    refusal = CHECKS[size](scene, command)
    return refusal or check_highest(scene, size)


def check_highest(scene: Scene, size: int) -> Refusal | None:
    """TC-6.9 Spending by hand: refused while a larger die in the pool is applicable (option `doom_choice`)."""
    highest = highest_applicable(scene, None)
    if scene.options.doom_choice == "highest" and highest > size:
        return Refusal(f"the highest applicable die is d{highest}", "TC-6.9")
    return None


def check_interrupt(scene: Scene, command: Command) -> Refusal | None:
    """TC-6.9 Spending by hand: `doom d6 [NPC [COMMAND…]]`. A command that is refused leaves the die."""
    able = interrupters(scene, None)
    if not able:
        return Refusal("no opponent can act", "TC-6.9")
    words = command.args.get("words", "")
    if not words:
        return None
    found, rest = split_npc(scene, words)
    if isinstance(found, Refusal):
        return found
    if scene.fighters[found] not in able:
        return Refusal(f"{found} cannot interrupt", "TC-6.9")
    command.args["words"] = f"{found} {rest}".strip()
    if not rest:
        return None
    from fireteam.tunnelcore.npc_turns import read_words

    read = read_words(scene, found, rest)
    return read if isinstance(read, Refusal) else None


def split_npc(scene: Scene, words: str) -> tuple[str | Refusal, str]:
    """The fighter that `doom d6` names, and the command after it. A name of several words stands in quotes."""
    if words.startswith('"'):
        name, _, rest = words[1:].partition('"')
    else:
        name, _, rest = words.partition(" ")
    return find(name, {id: (one.name,) for id, one in scene.fighters.items()}, "fighter"), rest.strip()


def check_complication(scene: Scene, command: Command) -> Refusal | None:
    """TC-6.9 Spending by hand: `doom d8 [NAME]`. Any word; one that stands grows even when three stand."""
    name = command.args.get("words", "").strip('"')
    standing = scene.place.complications
    if name in standing:
        return None
    if len(standing) >= MOST_STANDING:
        return Refusal("three complications already stand", "TC-6.9")
    if name and (len(name) > MOST_NAME or "." in name or not name.isprintable()):
        return Refusal(f"a complication has 1 to {MOST_NAME} printable characters and no dot", "TC-6.9")
    return None if name or hazards_left(scene) else Refusal("no complication left", "TC-6.9")


def check_reinforcement(scene: Scene, command: Command) -> Refusal | None:
    """TC-6.9 Spending by hand: `doom d10 [TEMPLATE]`."""
    if not can_reinforce(scene):
        return Refusal("no room for reinforcements", "TC-6.9")
    template = command.args.get("words", "")
    return None if not template or is_template(template) else Refusal(f"no template {short(template)}", "TC-6.9")


def check_escalation(scene: Scene, command: Command) -> Refusal | None:
    """TC-6.9 Spending by hand: `doom d12`."""
    if len(scene.muster.fighters) < FEWEST_FOR_ESCALATION:
        return Refusal("needs three active participants", "TC-6.9")
    return None if someone_can_worsen(scene) else Refusal("no position can worsen", "TC-6.9")


CHECKS = {6: check_interrupt, 8: check_complication, 10: check_reinforcement, 12: check_escalation}


def doom(run: Run[Scene], command: Command) -> None:
    """TC-6.9 Spending by hand."""
    size, words = command.args["die"], command.args.get("words", "")
    if size != FROM_THE_TOP[-1]:
        BUYS[size](run, words.strip('"'))
        return
    if not words:
        interrupt(run, None, None)
        return
    found, rest = split_npc(run.scene, words)
    interrupt(run, run.scene.fighters[str(found)], None, rest)


def check_consolidate(scene: Scene, command: Command) -> Refusal | None:
    """TC-6.10 Merging: two equal dice, d6 to d10, that the pool holds."""
    size = command.args.get("die")
    if size not in FROM_THE_TOP or size == LARGEST:
        return Refusal("two d6, d8 or d10 become one die", "TC-6.10", "consolidate dN")
    if scene.pools.doom.count(size) < 2:
        return Refusal(f"the doom pool holds no two d{size}", "TC-6.10")
    return None


def consolidate(run: Run[Scene], command: Command) -> None:
    """TC-6.10 Merging, by hand."""
    merge(run, command.args["die"])
