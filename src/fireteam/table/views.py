"""What a seat may see of a table. Everything that leaves the server for a seat is made here, from nothing up."""

from __future__ import annotations

from typing import Any

from fireteam.kernel.changes import Change, scene_changes
from fireteam.kernel.events import encode
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.scene import Scene
from fireteam.kernel.visibility import (
    Role,
    Secrecy,
    Viewer,
    are_open,
    hidden_from,
    project,
    project_events,
    seen_events,
)
from fireteam.table import records
from fireteam.table.records import Seat
from fireteam.table.state import Happening, TableState

# Members by short names: Python 3.11 takes long to find a member of an enumeration.
OPEN, PRIVATE, BLIND = Secrecy
PLAYER = Role.PLAYER

NOT_NOW = "you cannot do that now"
"""What a refusal says that would name what its reader may not know."""


def scene_for(state: TableState, scene: Scene, viewer: Viewer) -> dict[str, Any]:
    """The scene as a viewer may know it. While somebody hidden acts, the turn stands where it last visibly stood."""
    found = project(state.ruleset, scene, viewer)
    found["acting"] = _acting_for(state, scene, viewer)
    return found


def changes_for(state: TableState, before: Scene, after: Scene, viewer: Viewer) -> list[Change]:
    """What differs between two scenes as a viewer may know them: `[path, value]`, or `[path]` for what is gone."""
    found = scene_changes(state.ruleset, before, after, viewer)
    if _is_secret_turn(before, viewer) or _is_secret_turn(after, viewer):
        found = [one for one in found if one[0] != "acting"]
        acting = _acting_for(state, after, viewer)
        if _acting_for(state, before, viewer) != acting:
            found.append(["acting", acting])
    return found


def _is_secret_turn(scene: Scene, viewer: Viewer) -> bool:
    return scene.acting is not None and not viewer.sees(scene, scene.acting)


def _acting_for(state: TableState, scene: Scene, viewer: Viewer) -> str | None:
    return _last_seen(state, scene, viewer) if _is_secret_turn(scene, viewer) else scene.acting


def _last_seen(state: TableState, scene: Scene, viewer: Viewer) -> str | None:
    is_earlier = False
    for happening in reversed(state.recent):
        is_earlier = is_earlier or happening.after is scene
        acting = happening.before.acting
        if is_earlier and acting is not None and viewer.sees(happening.before, acting):
            return acting if viewer.sees(scene, acting) else None
    return None


def happening_for(
    state: TableState, happening: Happening, seat: Seat, *, as_json: bool = False
) -> dict[str, Any] | None:
    """One record as a seat may see it, or None. With `as_json` events that are shown whole stand in it as JSON."""
    record = happening.record
    if isinstance(record, records.Took):
        return _entry_for(state, happening, record, seat, as_json)
    found: dict[str, Any] = {"kind": record.__struct_config__.tag, "at": record.at}
    if isinstance(record, records.Asked):
        return _asked_for(state, happening.after, record, seat, found)
    if isinstance(record, records.Left):
        return None
    told = _told_for(happening.after, record, seat)
    return None if told is None else {**found, **told}


def _told_for(
    scene: Scene,
    record: records.Said
    | records.Noted
    | records.Stood
    | records.Seated
    | records.Piloted
    | records.Arranged
    | records.Unsealed,
    seat: Seat,
) -> dict[str, Any] | None:
    """What a record that is no command says, to those who may hear it."""
    viewer = seat.viewer
    match record:
        case records.Said():
            is_heard = viewer.is_gm or not record.to or seat.id in (record.seat, *record.to)
            return {"seat": record.seat, "text": record.text, "to": list(record.to)} if is_heard else None
        case records.Noted():
            return {"note": record.note, "text": record.text, "on": record.on} if viewer.is_gm else None
        case records.Stood():
            is_known = viewer.commands(record.who)
            return {"who": record.who, "key": record.key, "answer": record.answer} if is_known else None
        case records.Piloted():
            is_known = viewer.sees(scene, record.fighter)
            return {"fighter": record.fighter, "is_on": record.is_on} if is_known else None
        case records.Seated():
            return {"seat": seat_for(scene, record.place, seat), "is_gone": record.is_gone}
        case records.Arranged():
            return {"settings": settings_for(record.settings)}
        case records.Unsealed():
            return {"seed": record.seed}


def _entry_for(
    state: TableState, happening: Happening, record: records.Took, seat: Seat, as_json: bool
) -> dict[str, Any] | None:
    viewer = seat.viewer
    events = _events_for(state, happening, viewer, record, seat, as_json)
    by = record.seat if record.seat in state.seats else ""
    if viewer.is_gm:
        found = {
            "kind": "entry",
            "at": record.at,
            "seat": by,
            "faces": record.faces,
            "answers": record.answers,
            "line": record.line,
            "events": events,
        }
    else:
        is_own = record.seat == seat.id and record.seat != ""
        if happening.taken_back is not None and not _shows(state, happening, viewer):
            events = []
        if not events and not is_own:
            return None
        found = {"kind": "entry", "at": record.at, "seat": by, "events": events}
        # Who answers a question ends a command that somebody else gave: its line may name what they must not know.
        if is_own and record.by["role"] == PLAYER:
            found["line"] = record.line
    if record.line in ("undo", "redo"):
        found["what"] = record.line
    if record.secrecy != OPEN:
        found["secrecy"] = record.secrecy
    return found


def _events_for(
    state: TableState, happening: Happening, viewer: Viewer, record: records.Took, seat: Seat, as_json: bool
) -> list[Any]:
    entry = happening.entry
    if entry is None:
        return []
    if viewer.is_gm:
        return record.events if as_json else [encode(one) for one in entry.events]
    if record.secrecy != OPEN and (record.secrecy == BLIND or record.seat != seat.id):
        return []
    unseen = state.unseen(happening.before, viewer)
    if as_json and not unseen and are_open(state.ruleset, entry.events):
        return record.events
    if not _is_secret_turn(happening.after, viewer):
        written = record.events if as_json else None
        return seen_events(state.ruleset, happening.after, unseen, entry.events, viewer, written)
    found = project_events(state.ruleset, happening.after, unseen, entry.events, viewer)
    # The end of a turn with nobody after it would tell that somebody hidden acts.
    while found and found[-1]["type"] == "turn_ended":
        found.pop()
    return found


def knowing(scene: Scene, viewer: Viewer) -> tuple[bool, frozenset[str]]:
    """What a viewer knows that others may not: viewers with the same key are shown the same (`Ruleset.veil`)."""
    if viewer.is_gm or not viewer.fighters:
        return viewer.is_gm, frozenset()
    fighters = scene.fighters
    return False, frozenset(
        [id for id in viewer.fighters if id in fighters and (fighters[id].hidden or not fighters[id].is_player)]
    )


def _shows(state: TableState, happening: Happening, viewer: Viewer) -> bool:
    """Whether taking a command back shows: it had shown, or the scene looks otherwise now."""
    entry = happening.taken_back
    if entry is None:
        return True
    unseen = state.unseen(entry.before, viewer)
    for events in (entry.events[:1], entry.events):  # most often the first one says it
        if seen_events(state.ruleset, happening.before, unseen, events, viewer, events):
            return True
    return bool(changes_for(state, happening.before, happening.after, viewer))


def _asked_for(
    state: TableState, scene: Scene, record: records.Asked, seat: Seat, found: dict[str, Any]
) -> dict[str, Any]:
    viewer = seat.viewer
    asked = record.question["asked"]
    if viewer.is_gm or asked in viewer.fighters:
        return {**found, "question": question_for(scene, record.question, viewer)}
    return {**found, "waiting": waiting_for(scene, asked, viewer)}


def waiting_for(scene: Scene, asked: str, viewer: Viewer) -> str:
    """Whose answer the table waits for, as a viewer may know: somebody hidden is the game master."""
    return asked if asked in scene.fighters and viewer.sees(scene, asked) else "gm"


def question_for(scene: Scene, question: dict[str, Any], viewer: Viewer) -> dict[str, Any]:
    """A question for whoever must answer it; if it concerns somebody hidden from them, without the name."""
    if question["who"] in scene.fighters and not viewer.sees(scene, question["who"]):
        return {**question, "who": question["asked"]}
    return dict(question)


def seat_for(scene: Scene, place: Seat, seat: Seat) -> dict[str, Any]:
    """A seat as another seat sees it: without fighters that are hidden from them."""
    viewer = seat.viewer
    fighters = [one for one in place.fighters if one in scene.fighters and viewer.sees(scene, one)]
    return {"id": place.id, "name": place.name, "role": place.role, "fighters": fighters, "has_link": place.link > 0}


def settings_for(settings: records.Settings) -> dict[str, Any]:
    """The table's settings as everybody may see them."""
    return {name: getattr(settings, name) for name in settings.__struct_fields__}


def view(state: TableState, seat: Seat, seq: str) -> dict[str, Any]:
    """The whole table as a seat may see it."""
    viewer = seat.viewer
    scene = state.scene
    is_gm = viewer.is_gm
    question = state.fight.question
    found: dict[str, Any] = {
        "seq": seq,
        "table": {
            "id": state.id,
            "ruleset": state.ruleset.id,
            "title": scene.title or state.head.name,
            "generator": state.head.generator,
            "commitment": state.head.commitment,
            "seed": state.head.seed if state.is_revealed else None,
            "settings": settings_for(state.settings),
        },
        "you": seat_for(scene, seat, seat),
        "seats": [seat_for(scene, one, seat) for one in state.seats.values()],
        "scene": scene_for(state, scene, viewer),
        "autopilot": sorted(one for one in state.piloted if viewer.sees(scene, one)),
        "standing": [
            {"who": who, "key": key, "answer": answer}
            for (who, key), answer in sorted(state.standing.items())
            if is_gm or who in viewer.fighters
        ],
        "question": None,
        "waiting": None,
        "talk": [
            {"seat": said.seat, "at": said.at, "text": said.text, "to": list(said.to)}
            for said in state.talk
            if is_gm or not said.to or seat.id in (said.seat, *said.to)
        ],
        "log": [
            shown
            for one in state.recent
            if isinstance(one.record, records.Took) and (shown := happening_for(state, one, seat)) is not None
        ],
    }
    if question is not None and state.asked is not None:
        if is_gm or question.asked in viewer.fighters:
            found["question"] = question_for(scene, state.asked.question, viewer)
        found["waiting"] = waiting_for(scene, question.asked, viewer)
    if is_gm:
        found["notes"] = [
            {"note": one.note, "text": one.text, "on": one.on, "at": one.at} for one in state.notes.values()
        ]
        found["can_redo"] = bool(state.fight.undone)
    return found


def refusal_for(state: TableState, refusal: Refusal, seat: Seat, said: str) -> Refusal:
    """A refusal as a seat may read it: one that names somebody hidden, whom the seat did not name, says less."""
    viewer = seat.viewer
    if viewer.is_gm:
        return refusal
    text = f"{refusal.reason} {refusal.form}".casefold()
    typed = said.casefold()
    for id in hidden_from(state.scene, viewer):
        for word in (id.casefold(), state.scene.fighters[id].name.casefold()):
            if word and word in text and word not in typed:
                return Refusal(NOT_NOW)
    return refusal
