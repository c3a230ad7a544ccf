"""1 Dice pool basics: an action on its way through the steps of TC-1.14."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fireteam.tunnelcore.action_mapping_reference.table import DEEDS, NONE, Deed
from fireteam.tunnelcore.content import items
from fireteam.tunnelcore.state import APPROACHES, ATTRIBUTES, Asset
from fireteam.tunnelcore.stress_tracks import Harm

if TYPE_CHECKING:
    from fireteam.kernel.actions import Command
    from fireteam.tunnelcore.dice_pool_basics.contest import Contested
    from fireteam.tunnelcore.state import Fighter, Scene


class Attempt:
    """What an action is (actor, deed, target, words) and how it has gone so far.

    `position` and `had_ground` are read when it is declared (step 3): the position that it is made from, and whether
    TC-4.11 can win a step back. `opposition` is the fighter who opposed, `contested` the roll; both stay None where
    nobody rolled.
    """

    __slots__ = (
        "actor",
        "approach",
        "args",
        "attribute",
        "contested",
        "deed",
        "had_ground",
        "harm",
        "is_cancelled",
        "is_unaware",
        "opposition",
        "position",
        "target",
    )

    def __init__(
        self, actor: Fighter, deed: Deed, target: Fighter | None, args: dict[str, Any], attribute: int, approach: int
    ) -> None:
        self.actor = actor
        self.deed = deed
        self.target = target
        self.args = args
        self.attribute = attribute
        self.approach = approach
        self.position = actor.position
        self.had_ground = False
        self.is_unaware = False
        self.is_cancelled = False
        self.opposition: Fighter | None = None
        self.contested: Contested | None = None
        self.harm = Harm()

    @property
    def won(self) -> bool:
        """Whether the roll was won (a roll that was not needed is not one)."""
        return self.contested is not None and self.contested.outcome > 0

    @property
    def lost(self) -> bool:
        return self.contested is not None and self.contested.outcome < 0

    @property
    def item_die(self) -> int:
        """The die of the item that is used, 0 if none is."""
        return items()[self.args["item"]].die if self.deed.asset == Asset.ITEM else 0


def deed_key(command: Command) -> str:
    """The key of TC-9.1 that a command means: attacks by their last word, items by their tag."""
    action = command.action
    if action == "attack":
        how: str = command.args.get("how", "attack")
        return "attack" if how == "melee" else how
    if action == "use":
        item = items().get(command.args.get("item", ""))
        return item.tag if item else ""
    return action


def override(words: str) -> tuple[int, int, str]:
    """TC-7.1 Automatic pools and overrides. The attribute and approach that `using` names, and the first unknown word.

    Of two words of one kind the last holds; what is not named is -1.
    """
    attribute = approach = NONE
    for word in words.casefold().split():
        if word in ATTRIBUTES:
            attribute = ATTRIBUTES.index(word)
        elif word in APPROACHES:
            approach = APPROACHES.index(word)
        else:
            return attribute, approach, word
    return attribute, approach, ""


def attempt_of(scene: Scene, command: Command) -> Attempt:
    """The attempt that a checked command makes."""
    args = command.args
    deed = DEEDS[deed_key(command)]
    actor = scene.fighters[str(command.actor)]
    named = args.get("target")
    target = scene.fighters[named] if named is not None else None
    attribute, approach = deed.attribute, deed.approach
    if "using" in args:
        other_attribute, other_approach, _ = override(args["using"])
        attribute = other_attribute if other_attribute >= 0 else attribute
        approach = other_approach if other_approach >= 0 else approach
    if target is None and deed.needs_target and deed.asset == Asset.ITEM:
        target = actor
    return Attempt(actor, deed, target, args, attribute, approach)
