"""The regions of the table's page, each rendered from what one seat may see. Only those that changed are sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from fireteam.fronts.web import acting, board, story
from fireteam.fronts.web.assets import asset_url
from fireteam.fronts.web.texts import Texts, texts
from fireteam.fronts.web.words import bdi, clean, heading_of, named_side, names, plain_words, sentence_html, value_words
from fireteam.kernel.actions import By
from fireteam.kernel.rulebook import read_rulebook
from fireteam.kernel.visibility import Role
from fireteam.lab.percent import percent
from fireteam.table.records import Seat
from fireteam.table.session import Session

ORDER = ("head", "forecast", "question", "act", "pools", "board", "talk", "master", "seats", "notes")
"""The regions that are sent whole, in the order of the page. The log is sent passage by passage."""
SEQ = "%seq%"
"""Stands in the forms of a region for the last position that its seat could see; filled in when it is sent."""
FOR_GM = frozenset({"master", "seats", "notes"})


@cache
def environment() -> Environment:
    """Where templates come from. Everything that is not marked as HTML is escaped."""
    made = Environment(
        loader=PackageLoader("fireteam.fronts.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "bdi": bdi,
        "words": plain_words,
        "percent": percent,
        "clean": clean,
        "named_side": named_side,
        "heading": heading_of,
    }
    made.globals |= {"asset": asset_url, "value_words": value_words}
    return made


def render(template: str, **values: Any) -> str:
    """A template with its values."""
    return environment().get_template(template).render(**values)


@dataclass(slots=True)
class TableView:
    """All that the page of one seat shows, worked out once for each change.

    `odds` holds what is known of the legal commands' odds by line, `forecast` the chances of each side if this seat
    may see them, `target` the
    fighter that actions are narrowed to, `costs` what each answer to the open question would do.
    """

    session: Session
    seat: Seat
    t: Texts = field(default_factory=texts)
    odds: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    forecast: Mapping[str, Any] | None = None
    target: str = ""
    costs: Mapping[str, list[str]] = field(default_factory=dict)
    plain: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        self.plain = self.session.view(self.seat)

    @property
    def is_gm(self) -> bool:
        return self.seat.role == Role.GM

    @property
    def address(self) -> str:
        """Where this seat's page is."""
        return f"/t/{self.session.id}/{self.seat.id}"

    def shared(self) -> dict[str, Any]:
        """What every region may use."""
        scene = self.plain["scene"]
        name = names(*_scenes(self), scene)
        return {
            "t": self.t,
            "ruleset": self.session.state.ruleset,
            "view": self.plain,
            "scene": scene,
            "seat": self.seat,
            "is_gm": self.is_gm,
            "is_player": self.seat.role == Role.PLAYER,
            "address": self.address,
            "settings": self.plain["table"]["settings"],
            "named": lambda id: sentence_html(name(id)),
            "seat_named": lambda id: story.seat_name(self.session.state, id, self.t),
            "seq": SEQ,
            "target": self.target,
        }


def region_names(view: TableView) -> tuple[str, ...]:
    """The regions that this seat's page has."""
    return tuple(name for name in ORDER if view.is_gm or name not in FOR_GM)


def region(view: TableView, name: str, shared: Mapping[str, Any] | None = None) -> Markup:
    """One region as HTML."""
    values = {**(shared or view.shared()), **_VALUES.get(name, lambda view: {})(view)}
    return Markup(render(f"regions/{name}.html", **values))


def all_regions(view: TableView) -> dict[str, Markup]:
    """Every region of this seat's page."""
    shared = view.shared()
    return {name: region(view, name, shared) for name in region_names(view)}


def log_passages(view: TableView, most: int) -> dict[str, Markup]:
    """The last passages of the log by key, each as HTML."""
    state, scene = view.session.state, view.plain["scene"]
    book = read_rulebook(state.ruleset.folder / "rulebook.md")
    found = story.passages(state, view.seat, names(*_scenes(view), scene), book, view.t)[-most:]
    return {one.key: passage_html(view, one) for one in found}


def passage_html(view: TableView, passage: story.Passage) -> Markup:
    """One passage of the log."""
    return Markup(
        render("regions/passage.html", t=view.t, passage=passage, ruleset=view.session.state.ruleset, is_gm=view.is_gm)
    )


def _scenes(view: TableView) -> list[Mapping[str, Any]]:
    """Earlier scenes as this seat saw them, so that those who have left keep their names in the log."""
    viewer = view.seat.viewer
    recent = view.session.state.recent
    return [view.session.scene_for(recent[0].before, viewer)] if recent else []


def mark_of(html: str) -> str:
    """A short mark of some HTML, to see whether it changed."""
    return blake2b(html.encode(), digest_size=8).hexdigest()


# What each region needs besides what all share


def _head(view: TableView) -> dict[str, Any]:
    scene = view.plain["scene"]
    acting_id = scene.get("acting")
    mine = view.seat.fighters
    return {
        "place": board.place(scene, view.t),
        "acting": acting_id,
        "is_my_turn": acting_id in mine,
        "order": scene.get("order") or [],
        "out": _out(view),
        "may_act": _may_act(view),
    }


def _may_act(view: TableView) -> list[str]:
    """Whom of this seat's the rules let act now, where the order of a round is free."""
    offers = [one for one in view.session.offers(view.seat) if one.command.actor and one.action.by is By.ACTOR]
    strikers = [one for one in offers if one.action.hostile]
    return list(dict.fromkeys(str(one.command.actor) for one in strikers or offers))


def _out(view: TableView) -> set[str]:
    state = view.session.state
    return {
        id
        for id in view.plain["scene"].get("fighters", {})
        if id in state.scene.fighters and state.ruleset.is_out(state.scene.fighters[id])
    }


def _forecast(view: TableView) -> dict[str, Any]:
    found = view.forecast or {}
    win = found.get("win") or {}
    parts, at = [], 0.0
    for number, (side, share) in enumerate(win.items()):
        parts.append(
            {
                "side": clean(side),
                "number": number % 6,
                "start": round(at * 1000),
                "length": round(share["p"] * 1000),
                "p": percent(share["p"], 0),
                "low": percent(share["low"], 0),
                "high": percent(share["high"], 0),
            }
        )
        at += share["p"]
    undecided = found.get("undecided") or 0.0
    return {
        "parts": parts,
        "fights": found.get("fights", 0),
        "undecided": percent(undecided, 0) if undecided else "",
        "is_shown": view.forecast is not None,
        "who_sees": view.plain["table"]["settings"]["forecast_for"],
    }


def _question(view: TableView) -> dict[str, Any]:
    question = view.plain["question"]
    book = read_rulebook(view.session.state.ruleset.folder / "rulebook.md")
    clause = book.clause(question["rule"]) if question else None
    return {
        "question": question,
        "waiting": view.plain["waiting"],
        "clause_title": heading_of(clause.title) if clause else "",
        "costs": view.costs,
        "is_asked": question is not None and (view.is_gm is False or question["asked"] == "gm"),
    }


def _act(view: TableView) -> dict[str, Any]:
    scene = view.plain["scene"]
    offers = view.session.offers(view.seat)
    found = acting.actors(offers, scene, view.odds, view.target, view.t, acting.shades_of(view.session.state.ruleset))
    acting_id = scene.get("acting")
    own = acting.open_up([one for one in found if one.id], acting_id, frozenset(view.seat.fighters))
    if view.target:
        for one in own:
            one.is_open = True
    return {
        "actors": own,
        "acting": acting_id,
        "target_name": acting.call(view.target, scene) if view.target else "",
        "is_waiting": view.plain["waiting"] is not None,
        "is_over": scene.get("phase") == "over",
        "is_my_turn": acting_id in view.seat.fighters,
    }


def _pools(view: TableView) -> dict[str, Any]:
    return {"gauges": board.gauges(view.session.state.ruleset, view.plain["scene"])}


def _board(view: TableView) -> dict[str, Any]:
    state, scene = view.session.state, view.plain["scene"]
    out, piloted = _out(view), set(view.plain["autopilot"])
    players: dict[str, list[str]] = {}
    for place in view.plain["seats"]:
        for id in place["fighters"]:
            players.setdefault(id, []).append(clean(place["name"]))
    offered: dict[str, int] = {}
    for offer in view.session.offers(view.seat):
        for id in acting.named(offer, scene):
            offered[id] = offered.get(id, 0) + 1
    notes = {one["on"]: clean(one["text"]) for one in view.plain.get("notes", []) if one["on"]}

    def finish(card: board.Card, one: Mapping[str, Any]) -> None:
        card.is_out = card.id in out
        card.is_piloted = card.id in piloted
        card.seats = players.get(card.id, [])
        card.offers = offered.get(card.id, 0)
        card.note = notes.get(card.id, "")

    return {
        "sides": board.sides(state.ruleset, scene, frozenset(view.seat.fighters), finish),
        "vehicles": board.vehicles(state.ruleset, scene, finish),
        "on_autopilot": piloted,
    }


def _talk(view: TableView) -> dict[str, Any]:
    return {
        "talk": view.plain["talk"][-40:],
        "seats": [one for one in view.plain["seats"] if one["id"] != view.seat.id],
    }


def _master(view: TableView) -> dict[str, Any]:
    state = view.session.state
    own = [offer for offer in view.session.offers(view.seat) if not offer.command.actor]
    return {
        "groups": [
            group
            for actor in acting.actors(own, view.plain["scene"], {}, "", view.t, {})
            for group in actor.groups
            if group.verb not in ("undo", "redo")
        ],
        "templates": sorted(state.ruleset.templates()),
        "can_redo": view.plain["can_redo"],
        "is_revealed": view.plain["table"]["seed"] is not None,
        "order": view.plain["scene"].get("order") or [],
        "ties": tie_moves(view),
    }


def tie_moves(view: TableView) -> list[tuple[str, list[str]]]:
    """For each fighter tied with the one before it: its id, and the order if the two change places."""
    state = view.session.state
    order = list(view.plain["scene"].get("order") or [])
    found = []
    for at in range(1, len(order)):
        above, below = order[at - 1], order[at]
        if state.ruleset.rank(state.scene, above) == state.ruleset.rank(state.scene, below):
            found.append((below, [*order[: at - 1], below, above, *order[at + 1 :]]))
    return found


def _seats(view: TableView) -> dict[str, Any]:
    fighters = view.plain["scene"].get("fighters", {})
    taken = {id for place in view.plain["seats"] for id in place["fighters"]}
    return {
        "places": view.plain["seats"],
        "present": set(view.plain["present"]),
        "fighters": {id: clean(str(one.get("name") or id)) for id, one in fighters.items()},
        "free": [id for id in fighters if id not in taken],
    }


def _notes(view: TableView) -> dict[str, Any]:
    return {"notes": view.plain.get("notes", [])}


_VALUES: dict[str, Any] = {
    "head": _head,
    "forecast": _forecast,
    "question": _question,
    "act": _act,
    "pools": _pools,
    "board": _board,
    "talk": _talk,
    "master": _master,
    "seats": _seats,
    "notes": _notes,
}
