"""Scenes and random legal play for the tests of this game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from fireteam.kernel.commands import legal, legal_for_gm
from fireteam.kernel.decisions import Question
from fireteam.kernel.dice import Seeded
from fireteam.kernel.events import decode, encode
from fireteam.kernel.fight import Fight
from fireteam.kernel.kinds import Choice, Whole
from fireteam.kernel.scene import Phase, duplicate
from fireteam.kernel.scenefile import load_scene, read_scene, write_scene
from fireteam.wonderland import RULESET
from fireteam.wonderland.options import OPTIONS
from fireteam.wonderland.state import Scene

KINDS: dict[str, type] = {kind.type: kind for kind in RULESET.events()}  # type: ignore[attr-defined]
BUNDLED = ("flamingo-noon", "holler-scrapyard", "slagway-toll")

MENAGERIE: dict[str, Any] = {
    "title": "A little of everything",
    "options": {"npcs": "manual", "round_limit": 30},
    "place": {"distance": 1, "spacing": 1, "hazards": {"toxic": {"damage": 1, "lasting": True}}},
    "fighters": {
        "kestrel": {
            "controlled_by": "player",
            "hp_max": 70,
            "weapons": {"sidearm": {}, "shiv": {}, "pipe-bomb": {}, "scattergun": {}},
            "items": {"field-dressing": 2, "painkillers": 1, "hooch": 1, "med-supplies": 2, "iodine": 1, "ration": 1},
            "gear": ["flak-vest"],
            "concealed": ["shiv"],
        },
        "rook": {
            "controlled_by": "player",
            "lifeform": "dweller",
            "hp_max": 60,
            "weapons": {"mind-spike": {}, "flamer": {}, "gas-pot": {}},
            "skills": {"reflex": 90, "luck": 80},
        },
        "turncoat": {
            "controlled_by": "player",
            "hp_max": 50,
            "side": "others",
            "weapons": {"carbine": {}},
            "skills": {"luck": 70},
        },
        "hand": {"template": "hired-hand"},
        "gulper": {"template": "mire-gulper", "traits": ["full_consumption", "scramble"]},
        "singer": {"template": "hollow-singer"},
        "walker": {"template": "glow-walker"},
        "king": {"template": "drowned-king", "hp_max": 30},
        "gunner": {"template": "raider-gunner", "hidden": True, "name": "Zorbo the Unseen"},
        "drum": {"template": "fuel-drum"},
        "loner": {"side": "neutral"},
    },
    "vehicles": {
        "buggy": {"template": "dune-buggy", "side": "crew", "driver": "rook", "riders": ["hand"]},
        "truck": {"template": "gun-truck", "side": "foes", "driver": "walker", "riders": ["singer"]},
        "crawler": {"template": "crawler", "hp_max": 20},
    },
}


def bundled(name: str, **options: object) -> Scene:
    """A bundled scene, with options of its own."""
    scene = load_scene(RULESET.folder / "scenes" / f"{name}.toml")[1]
    assert isinstance(scene, Scene)
    for key, value in options.items():
        setattr(scene.options, key, value)
    return scene


def scene_of(plain: dict[str, Any]) -> Scene:
    """The scene that plain tables describe."""
    scene = read_scene(plain, RULESET)[1]
    assert isinstance(scene, Scene)
    return scene


def menagerie() -> Scene:
    """A scene in which nearly every rule can come up."""
    return scene_of(MENAGERIE)


def with_house_rules(scene: Scene, seed: str) -> Scene:
    """The scene under house rules that a seed picks; whoever fights, and how long, stays."""
    picker = Picker(f"rules/{seed}")
    for field in OPTIONS.fields:
        if field.name in ("npcs", "round_limit"):
            continue
        kind = field.kind
        if isinstance(kind, Choice):
            value: Any = kind.read(picker.one(list(kind.values)), "", [])
        elif isinstance(kind, Whole):
            value = kind.low + picker.below(min(4, kind.high - kind.low + 1))
        else:
            value = picker.below(2) == 1
        setattr(scene.options, field.attr, value)
    return scene


class Picker:
    """Choices that a seed decides: which command comes next, and what the deciders answer."""

    def __init__(self, seed: str) -> None:
        self.dice = Seeded(f"picks/{seed}")

    def below(self, count: int) -> int:
        """A whole number from 0 to count - 1, for counts up to 60,000."""
        high, low = self.dice.faces([250, 250])
        return ((high - 1) * 250 + low - 1) % count

    def one(self, items: list[Any]) -> Any:
        return items[self.below(len(items))]

    def decide(self, question: Question, scene: Any) -> str:
        return str(self.one(list(question.answers)))


GM_LINES = (
    "harm {any} 30",
    "harm {any} 9 psychic",
    "harm {any} 6 toxic",
    "heal {any} 6",
    "afflict {any} burn turns 2",
    "afflict {any} poison turns 3",
    "afflict {any} stunned",
    "afflict {any} drunk",
    "afflict {any} chronic",
    "afflict {any} stoned penalty 2 turns 2",
    "afflict {any} hyperthermia",
    "relieve {any} drunk",
    "relieve {any} toxic",
    "relieve {any} unconscious",
    "relieve {any} chronic",
    "capture {any}",
    "release {any}",
    "separate {any} to the cannery",
    "rejoin {any}",
    "shelter {any}",
    "expose {any}",
    "hazard radiation",
    "hazard heat onset 1",
    "hazard cold",
    "clear radiation",
    "clear toxic",
    "boss {any}",
    "hide {any}",
    "reveal {any}",
    "rile {any}",
    "trap net-snare",
    "trap spike-pit",
    "add raider",
    "add trail-bike on crew",
    "remove {any}",
    "distance {any}, {other} 3",
    "set fighters.{any}.hp 5",
    "set place.exits true",
    "set vehicles.truck.compromised true",
    "wait",
    "rest camp",
    "session",
    "pursue",
    "next",
    "undo",
    "note all is well",
)


def play(scene: Scene, seed: str, steps: int, seen: Callable[[Fight], None], *, by_gm: int = 4) -> Fight:
    """Random legal play: mostly moves from the offers, one command in `by_gm` a GM's. `seen` looks after each."""
    picker = Picker(seed)
    fight = Fight(RULESET, scene, Seeded(f"dice/{seed}"), picker)
    for _ in range(steps):
        before = write_scene(RULESET, fight.scene)
        outcome = fight.do(next_line(fight, picker, by_gm))
        assert outcome.question is None
        if outcome.refusal is not None:
            assert write_scene(RULESET, fight.scene) == before, "a refused command left a trace"
        seen(fight)
    return fight


def next_line(fight: Fight, picker: Picker, by_gm: int) -> str:
    """A command that is probably legal."""
    scene = fight.scene
    if picker.below(by_gm) == 0 or not scene.fighters:
        names = list(scene.fighters) or ["nobody"]
        return str(picker.one(list(GM_LINES))).format(any=picker.one(names), other=picker.one(names))
    if scene.phase is not Phase.COMBAT and picker.below(3) == 0:
        return "start"
    actor = scene.acting or picker.one(list(scene.fighters))
    offers = list(legal(RULESET, scene, actor))
    if not offers:
        offers = legal_for_gm(RULESET, scene)
        return str(picker.one(offers).text) if offers else "note nothing"
    verb = picker.one(list(dict.fromkeys(offer.action.key for offer in offers)))
    return str(picker.one([offer for offer in offers if offer.action.key == verb]).text)


def again(events: Iterator[Any]) -> list[Any]:
    """Events written as JSON and read back."""
    return [decode(json.loads(json.dumps(encode(one))), KINDS) for one in events]


def copy_of(scene: Scene) -> Scene:
    """A copy to try something on."""
    return duplicate(scene)
