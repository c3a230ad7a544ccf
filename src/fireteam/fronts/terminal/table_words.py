"""The words of the table: what can be typed besides a game's commands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fireteam.fronts.terminal.asking import read_answer
from fireteam.fronts.terminal.book import first_sentence, look_up, plain, show_chapters
from fireteam.fronts.terminal.safe import safe
from fireteam.fronts.terminal.screen import Style
from fireteam.fronts.terminal.view import show_order, show_scene, show_sheet
from fireteam.kernel.actions import Action, Command
from fireteam.kernel.decisions import TAKE_DEFAULT
from fireteam.kernel.names import find, short
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.rulebook import Rulebook, read_rulebook
from fireteam.kernel.scene import OVER

if TYPE_CHECKING:
    from fireteam.fronts.terminal.sitting import Sitting

LOG_LINES = 10
"""How many commands `log` shows unless it is told another number."""


@dataclass(slots=True, frozen=True)
class TableWord:
    """A word, the form it is typed in, what it is for, and what it does. False from `does` ends the sitting."""

    form: str
    summary: str
    does: Callable[[Sitting, str], bool | None]
    while_asked: bool = False


def _book(sitting: Sitting) -> Rulebook:
    return read_rulebook(sitting.fight.ruleset.folder / "rulebook.md")


def _help(sitting: Sitting, words: str) -> None:
    screen = sitting.screen
    if words:
        _help_verb(sitting, words)
        return
    screen.say("At the table:", style=Style.HEAD)
    for word in dict.fromkeys(sitting.words.values()):
        screen.say(f"{word.form}: {word.summary}", indent=2, hang=4)
    by: dict[str, dict[str, None]] = {}
    for action in sitting.fight.ruleset.actions():
        by.setdefault(str(action.by), {})[action.verb] = None
    for who, title in (("actor", "Fighters"), ("anyone", "Anyone"), ("gm", "Game master")):
        if who in by:
            screen.say(f"{title}: {', '.join(by[who])}", hang=2)
    screen.say("Somebody else's command has a name in front: kestrel: attack ganger. help VERB tells more.")


def _help_verb(sitting: Sitting, words: str) -> None:
    verb = words.split(maxsplit=1)[0].casefold()
    actions = sitting.fight.ruleset.actions()
    found = actions.by_verb.get(verb, [])
    if not found:
        table = sitting.words.get(verb)
        if table is not None:
            sitting.screen.say(f"{table.form}: {table.summary}", hang=2)
            return
        meant = actions.verb(verb, True, True)
        if isinstance(meant, Refusal):
            sitting.refuse(meant)
            return
        found = [meant]
    for action in found:
        _help_action(sitting, action)


def _help_action(sitting: Sitting, action: Action) -> None:
    screen = sitting.screen
    screen.say(action.form(), style=Style.HEAD, hang=2)
    screen.say(f"{action.summary} ({action.clause})", indent=2)
    if action.costs:
        screen.say(f"Costs: {action.costs}", indent=2)
    if action.aliases:
        screen.say(f"Also: {', '.join(action.aliases)}", indent=2)
    if any(slot.name == "template" for slot in action.slots):
        screen.say(f"Templates: {', '.join(sorted(sitting.fight.ruleset.templates()))}", indent=2, hang=2)
    clause = _book(sitting).clause(action.clause)
    if clause is not None:
        screen.say(f"{clause.id} {plain(clause.title)}. {first_sentence(clause)}", indent=2, hang=2)


def _odds(sitting: Sitting, words: str) -> None:
    if not words:
        sitting.refuse(Refusal("name a command, as in odds attack ganger"))
        return
    fight = sitting.fight
    line = sitting.menu.pick(int(words[:9])) if words.isascii() and words.isdecimal() else words
    if line is None:
        sitting.refuse(Refusal(f"no command is offered with the number {short(words)}"))
        return
    line = sitting.seat.worded(fight, line)
    # Read at this seat first, so that what is refused names nothing that it cannot see.
    command = fight.read(line, sitting.seat.giver(fight, line))
    if isinstance(command, Refusal):
        sitting.refuse(command)
        return
    from fireteam.lab.odds import odds

    found = odds(fight.ruleset, fight.scene, line)
    if isinstance(found, Refusal):
        sitting.refuse(found)
        return
    for text in found.lines():
        sitting.screen.laid_out(text)


def _rules(sitting: Sitting, words: str) -> None:
    if not words:
        show_chapters(sitting.screen, _book(sitting))
        return
    problem = look_up(sitting.screen, _book(sitting), words)
    if problem:
        sitting.refuse(Refusal(problem))


def _why(sitting: Sitting, words: str) -> None:
    """The last command, or the one that waits for an answer, event by event, with what each clause says."""
    fight = sitting.fight
    entry = next((one for one in reversed(fight.entries) if not one.is_undone), None)
    if fight.question is not None:
        line, lines = sitting.waiting_line(), sitting.told_so_far()
    elif entry is not None:
        line, lines = entry.line, sitting.told(entry)
    else:
        sitting.screen.say("Nothing has happened yet.")
        return
    book = _book(sitting)
    screen = sitting.screen
    screen.say(f"> {safe(line)}", style=Style.QUIET)
    explained: set[str] = set()
    for told in lines:
        screen.say(told.text, hang=2)
        clause = book.clause(told.rule) if told.rule and told.rule not in explained else None
        if clause is not None:
            explained.add(told.rule)
            screen.say(f"{clause.id} {plain(clause.title)}: {first_sentence(clause)}", indent=4, hang=2)


def _undo(sitting: Sitting, words: str) -> None:
    sitting.take_back("undo")


def _redo(sitting: Sitting, words: str) -> None:
    sitting.take_back("redo")


def _scene(sitting: Sitting, words: str) -> None:
    sitting.show_scene()


def _log(sitting: Sitting, words: str) -> None:
    entries = sitting.fight.entries
    most = int(words) if words.isascii() and words.isdecimal() and len(words) < 6 else LOG_LINES
    shown = entries if words == "all" else entries[-most:] if most else []
    if not entries:
        sitting.screen.say("Nothing has happened yet.")
    elif len(shown) < len(entries):
        sitting.screen.say(f"The last {len(shown)} of {len(entries)} commands; log all shows every one.")
    for entry in shown:
        taken_back = " (taken back)" if entry.is_undone else ""
        sitting.screen.say(f"> {safe(entry.line)}{taken_back}", style=Style.QUIET)
        for told in sitting.told(entry):
            sitting.screen.say(told.text, indent=2, hang=2)


def _who(sitting: Sitting, words: str) -> None:
    known, name = sitting.known(), sitting.name()
    if not words:
        show_scene(sitting.screen, sitting.fight.ruleset, known, name)
        show_order(sitting.screen, known, name)
        return
    found = find(words, {id: (str(one.get("name", id)),) for id, one in known["fighters"].items()})
    if isinstance(found, Refusal):
        sitting.refuse(found)
    else:
        show_sheet(sitting.screen, known, found, name)


def _list(sitting: Sitting, words: str) -> None:
    if not sitting.menu.show_all(sitting.screen, sitting.fight, sitting.seat, sitting.name(), words):
        what = f" that begins with {short(words)}" if words else ""
        sitting.screen.say(f"No command{what} is on offer now; help shows what the game knows.")


def _auto(sitting: Sitting, words: str) -> None:
    """The fighters act by the ruleset's policy: one turn, or to the end of the fight."""
    if words not in ("", "all", "end"):
        sitting.refuse(Refusal("use auto for one turn, or auto all to the end of the fight"))
        return
    scene = sitting.fight.scene
    if sitting.fight.question is not None:
        sitting.answer_alone()
        if not words or sitting.fight.question is not None:
            return
    if scene.phase is OVER:
        sitting.refuse(Refusal("the fight is over"))
        return
    turns: list[tuple[str | None, int]] = []

    def wanted(command: Command) -> bool:
        """Everything to the end; or one turn, however many commands it has."""
        now = sitting.fight.scene
        goes_on = not turns or bool(words) or (turns[0] == (command.actor, now.round) and command.actor == now.acting)
        turns.append((command.actor, now.round))
        return goes_on

    if not sitting.run_alone(wanted, may_start=True):
        sitting.refuse(Refusal("nobody can act by themselves now"))


def _always(sitting: Sitting, words: str) -> None:
    key, answer = _standing(sitting, words)
    question = sitting.fight.question
    if question is not None and not answer:
        found = read_answer(question, key)
        key, answer = question.key, found if isinstance(found, str) else key
    if not key:
        _show_standing(sitting)
    elif not answer:
        sitting.refuse(Refusal("name the question and the answer, as in always hold_position yes"))
    elif question is not None and question.key == key and answer not in question.answers:
        sitting.refuse(Refusal(f"{key} is answered with {' or '.join(question.answers)}"))
    else:
        sitting.stand(key, answer)
        sitting.screen.say(f"From now on {safe(key)} is answered with {safe(answer)} (ask {safe(key)} asks again).")
        if question is not None and question.key == key:
            sitting.answer(answer)


def _never(sitting: Sitting, words: str) -> None:
    question = sitting.fight.question
    key = words or (question.key if question is not None else "")
    if not key:
        sitting.refuse(Refusal("name the question that is never to be asked, as in never intercept"))
        return
    sitting.stand(key, TAKE_DEFAULT)
    sitting.screen.say(f"{safe(key)} is never asked again: it takes its default (ask {safe(key)} asks again).")
    if question is not None and question.key == key:
        sitting.answer(question.default)


def _ask(sitting: Sitting, words: str) -> None:
    keys = {key for _, key in sitting.standing}
    if words not in keys:
        known = ", ".join(sorted(keys)) or "none"
        sitting.refuse(Refusal(f"name a question with a standing answer ({known})"))
        return
    sitting.stand(words, None)
    sitting.screen.say(f"{safe(words)} is asked again from now on.")


def _show_standing(sitting: Sitting) -> None:
    standing = {key: answer for (_, key), answer in sitting.standing.items()}
    if not standing:
        sitting.screen.say("There are no standing answers; always QUESTION ANSWER gives one.")
    for key, answer in standing.items():
        sitting.screen.say(f"{safe(key)}: {'its default' if answer == TAKE_DEFAULT else safe(answer)}", indent=2)


def _standing(sitting: Sitting, words: str) -> tuple[str, str]:
    key, _, answer = words.partition(" ")
    return key, answer.strip()


def _question(sitting: Sitting, words: str) -> None:
    sitting.heard = []
    sitting.show_question()
    if sitting.fight.question is None:
        sitting.screen.say("No question is open.")


def _save(sitting: Sitting, words: str) -> None:
    if not words:
        sitting.screen.say("Every command is saved as soon as it is taken. save FILE writes the scene to a new file.")
        return
    import json

    from fireteam.fronts.terminal.sitting import state_of

    path = Path(words).expanduser()
    try:
        with path.open("x", encoding="utf-8") as file:
            json.dump(state_of(sitting.fight), file, ensure_ascii=False, indent=2)
            file.write("\n")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        sitting.refuse(Refusal(f"{short(words, 80)} cannot be written: {reason}; name a new file"))
        return
    sitting.screen.say(f"The scene as it stands is in {safe(str(path))}; fireteam play opens it.")


def _quit(sitting: Sitting, words: str) -> bool:
    return False


_WORDS = (
    TableWord("help [VERB]", "what can be typed; a verb's form, costs and clause", _help, True),
    TableWord("list [VERB]", "every legal command with a number that can be typed", _list),
    TableWord("odds COMMAND", "its exact chances; also COMMAND? or ? COMMAND", _odds),
    TableWord("rules [CLAUSE or words]", "the rulebook", _rules, True),
    TableWord("why", "the last result, clause by clause", _why, True),
    TableWord("undo", "take back the last command, or the one that waits for an answer", _undo, True),
    TableWord("redo", "bring back what undo took, as it happened", _redo),
    TableWord("scene", "the scene again; Enter does the same", _scene),
    TableWord("who [NAME]", "who is there; everything known of one fighter", _who, True),
    TableWord("log [N or all]", "what has happened", _log, True),
    TableWord(
        "auto [all]", "let the fighter act by itself this turn (or answer), or everybody to the end", _auto, True
    ),
    TableWord(
        "always [QUESTION ANSWER]", "answer a question once and for all; alone: lists such answers", _always, True
    ),
    TableWord("never [QUESTION]", "never be asked a question: its default is taken", _never, True),
    TableWord("ask QUESTION", "be asked a question again", _ask, True),
    TableWord("question", "the open question again", _question, True),
    TableWord("save [FILE]", "write the scene as it stands to a new file", _save, True),
    TableWord("quit", "leave; the fight is saved (also Ctrl-D or Ctrl-C)", _quit, True),
)

TABLE_WORDS: dict[str, TableWord] = {word.form.split()[0]: word for word in _WORDS}
TABLE_WORDS["exit"] = TABLE_WORDS["quit"]
