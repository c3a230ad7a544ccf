"""A sitting: one fight played by typed lines. It knows nothing of keyboards: lines go in, the screen says what came."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fireteam.fronts.terminal.asking import read_answer, show_question
from fireteam.fronts.terminal.menu import Menu, offered
from fireteam.fronts.terminal.safe import safe
from fireteam.fronts.terminal.screen import Screen, Style
from fireteam.fronts.terminal.seat import Seat
from fireteam.fronts.terminal.telling import Name, Told, closing, names_in, tell
from fireteam.fronts.terminal.view import changed_words, heading, show_scene, track_words
from fireteam.kernel.actions import Command
from fireteam.kernel.decisions import AskPeople, Decider
from fireteam.kernel.events import Event
from fireteam.kernel.fight import Entry, Fight, Outcome
from fireteam.kernel.grammar import write_command
from fireteam.kernel.names import nearest, short
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.scene import COMBAT, OVER, Scene
from fireteam.kernel.scenefile import write_scene
from fireteam.kernel.visibility import GAME_MASTER, hidden_from, project, project_events

MOST_BY_THEMSELVES = 2_000
"""The most commands in a row that fighters give by themselves before somebody is asked again."""

Plain = Mapping[str, Any]


class Sitting:
    """Whoever sits at the keyboard, the fight, and what the screen showed last.

    `hear` takes a line and says whether the sitting goes on. `on_question` and `on_standing` are told of what no entry
    of the fight holds: a question that waits, and a standing answer.
    """

    def __init__(self, fight: Fight, screen: Screen, seat: Seat, standing: dict[tuple[str, str], str]) -> None:
        from fireteam.fronts.terminal.table_words import TABLE_WORDS

        self.fight = fight
        self.screen = screen
        self.seat = seat
        self.menu = Menu()
        self.heard: list[str] = []
        self.standing = standing
        self.on_question: Callable[[], None] = lambda: None
        self.on_standing: Callable[[str, str, str | None], None] = lambda who, key, answer: None
        self.words = TABLE_WORDS
        self.sit()

    # What is known of the fight at this seat.

    def known(self) -> dict[str, Any]:
        """The scene as this seat may know it."""
        return project(self.fight.ruleset, self.fight.scene, self.seat.viewer(self.fight.scene))

    def name(self, *others: Plain) -> Name:
        """What to call an id at this seat."""
        return names_in(self.fight.ruleset, *others, self.known())

    def told(self, entry: Entry) -> list[Told]:
        """The sentences of a command that was taken, as this seat may hear them."""
        fight = self.fight
        at = next((number for number, one in enumerate(fight.entries) if one is entry), len(fight.entries) - 1)
        after = fight.entries[at + 1].before if at + 1 < len(fight.entries) else fight.scene
        return self._told(entry.before, entry.events, after)

    def waiting_line(self) -> str:
        """The command that waits for an answer, as a line."""
        pending = self.fight.pending
        if pending is None:
            return ""
        return write_command(self.fight.ruleset.actions().by_key[pending.command.action], pending.command)

    def told_so_far(self) -> list[Told]:
        """What led up to the open question, as this seat may hear it."""
        pending = self.fight.pending
        if pending is None or pending.scene is None:
            return []
        return self._told(self.fight.scene, pending.events, pending.scene)

    def _told(self, before: Scene, events: Sequence[Event], after: Scene) -> list[Told]:
        ruleset, viewer = self.fight.ruleset, self.seat.viewer(after)
        known = project_events(ruleset, after, hidden_from(before, viewer), events, viewer)
        names = names_in(ruleset, project(ruleset, before, viewer), project(ruleset, after, viewer))
        return tell(ruleset, known, names)

    # What comes in.

    def hear(self, line: str) -> bool:
        """Takes a typed line: an answer, a word of the table, a number, or a command. False: the sitting is over."""
        line = line.strip()
        if self.fight.question is not None:
            return self._hear_answer(line)
        if not line:
            self.show_scene()
            return True
        word, _, rest = line.removeprefix("/").partition(" ")
        taken = None if self._is_verb(word) and not line.startswith("/") else self.words.get(word.casefold())
        if taken is not None:
            return taken.does(self, rest.strip()) is not False
        if line.startswith("?") or line.endswith("?"):
            self.words["odds"].does(self, line.strip("? "))
            return True
        if line.isascii() and line.isdecimal():
            self._pick(line)
            return True
        close = None if self._could_be_verb(word) else nearest(word, self.words)
        if close is not None:
            self.refuse(Refusal(f"unknown word: {short(word)}; did you mean {close}?"))
        else:
            self.do(line)
        return True

    def _could_be_verb(self, word: str) -> bool:
        """Whether the game takes a word: a verb, the beginning or a misspelling of one, or a fighter before a colon."""
        typed = word.casefold()
        verbs = self.fight.ruleset.actions().by_verb
        return ":" in word or any(verb.startswith(typed) for verb in verbs) or nearest(typed, verbs) is not None

    def _is_verb(self, word: str) -> bool:
        """A game's own verb goes before a word of the table; a slash in front means the table's. Undo is both."""
        return word.casefold() in self.fight.ruleset.actions().by_verb and word.casefold() != "undo"

    def _pick(self, number: str) -> None:
        line = self.menu.pick(int(number[:9]))
        if line is not None:
            self.screen.say(f"> {line}", style=Style.QUIET)
            self.do(line)
        elif self.menu.lines:
            self.refuse(Refusal(f"the numbers on offer are 1 to {len(self.menu.lines)}"))
        else:
            self.refuse(Refusal("no numbered commands are on offer; list shows them"))

    def _hear_answer(self, line: str) -> bool:
        """While a question is open, a line is its answer; a few words of the table still work."""
        question = self.fight.question
        assert question is not None
        answer = read_answer(question, line)
        if isinstance(answer, str):
            self.answer(answer)
            return True
        word, _, rest = line.removeprefix("/").partition(" ")
        taken = self.words.get(word.casefold())
        if taken is not None and taken.while_asked:
            return taken.does(self, rest.strip()) is not False
        self.refuse(answer)
        return True

    # What is done.

    def sit(self) -> None:
        """People are asked what is theirs to decide; everybody else decides by the ruleset's policy."""
        decider = self.fight.ask(())
        decider.people = self.seat.people(self.fight.scene)
        decider.standing = self.standing

    def do(self, line: str) -> None:
        """Takes a command and shows what came of it."""
        self.sit()
        before = self.known()
        line = self.seat.worded(self.fight, line)
        outcome = self.fight.do(line, self.seat.giver(self.fight, line))
        self._show_outcome(outcome, before)
        if outcome.is_done:
            self._go_on_alone()

    def answer(self, answer: str) -> None:
        """Answers the open question and shows what came of it."""
        self.sit()
        before = self.known()
        self._show_outcome(self.fight.answer(answer), before)
        self._go_on_alone()

    def answer_alone(self) -> None:
        """Lets the ruleset's policy answer the open question."""
        pending = self.fight.pending
        if pending is not None:
            scene = pending.scene or self.fight.scene
            answer = self.fight.ruleset.autopilot(scene).decide(pending.question, scene)
            self.screen.say(f"(the answer is {safe(answer)})", style=Style.QUIET)
            self.answer(answer)

    def pose_again(self, waiting: Mapping[str, Any]) -> None:
        """Puts the question of a command that waited when play was left."""
        from fireteam.table.replay import read_viewer

        self.sit()
        before, by = self.known(), read_viewer(waiting["by"])
        outcome = self.fight.go_on(waiting["line"], by, waiting["faces"], waiting["answers"])
        self.screen.say(f"> {safe(waiting['line'])}", style=Style.QUIET)
        if outcome.question is not None:
            self.show_question()
        else:
            self._show_outcome(outcome, before)

    def act_alone(self, command: Command, decider: Decider) -> bool:
        """Gives a command that the ruleset chose. False if it waits or was refused."""
        self.fight.decider = decider
        before = self.known()
        outcome = self.fight.do(command, GAME_MASTER)
        self._show_outcome(outcome, before, is_brief=True)
        return outcome.is_done

    def _go_on_alone(self) -> None:
        """At one player's seat, everybody else acts by the ruleset's policy until it is this player's turn."""
        if self.seat.mine and self.fight.question is None:
            self.run_alone(lambda command: command.actor not in self.seat.mine)

    def run_alone(self, wanted: Callable[[Command], bool], *, may_start: bool = False) -> int:
        """Fighters act by the ruleset's policy while `wanted` likes the next command; how many commands they gave.

        With `may_start` the fight may be begun as well, and nobody at this seat is asked anything.
        """
        fight = self.fight
        count = 0
        for _ in range(MOST_BY_THEMSELVES):
            if fight.scene.phase is not COMBAT and (count or not may_start):
                break
            command = fight.ruleset.next_command(fight.scene)
            if command is None or not wanted(command):
                break
            decider: Decider = fight.ruleset.autopilot(fight.scene)
            if not may_start:
                people = AskPeople(self.seat.people(fight.scene), decider)
                people.standing = self.standing
                decider = people
            if not self.act_alone(command, decider):
                break
            count += 1
        if count == MOST_BY_THEMSELVES:
            self.screen.say(f"(stopped after {count:,} commands; auto all goes on)")
        if count and fight.question is None and fight.scene.phase is not OVER:
            self._show_turn(is_changed=True)
        return count

    def take_back(self, word: str) -> None:
        """`undo` takes back the open question or the last command, `redo` brings back what undo took."""
        before = self.known()
        self._show_outcome(self.fight.do(word, GAME_MASTER), before)

    def stand(self, key: str, answer: str | None) -> None:
        """A standing answer for every fighter of this seat; None forgets it."""
        for who in sorted(self.seat.people(self.fight.scene)):
            if answer is None:
                self.standing.pop((who, key), None)
            else:
                self.standing[who, key] = answer
            self.on_standing(who, key, answer)

    # What is shown.

    def open(self) -> None:
        """Shows the scene and what may be done, as a sitting begins."""
        self.show_scene()
        self.screen.say(
            "Type a command, a number, list, odds COMMAND, or help. quit leaves; the fight is always saved."
        )
        self._go_on_alone()

    def show_scene(self) -> None:
        """The scene and a short list of what may be done."""
        known = self.known()
        show_scene(self.screen, self.fight.ruleset, known, names_in(self.fight.ruleset, known), self._may_act())
        self.show_offers()

    def _may_act(self) -> list[str]:
        """The fighters of this seat that have a legal command now."""
        return list(dict.fromkeys(str(one.command.actor) for one in offered(self.fight, self.seat)))

    def show_offers(self) -> None:
        """A short list of what may be done now."""
        if self.fight.scene.phase is not OVER:
            self.menu.show_short(self.screen, self.fight, self.seat, self.name())

    def refuse(self, refusal: Refusal) -> None:
        """Says why a line was not taken, and the legal form where there is one."""
        rule = f" ({refusal.rule})" if refusal.rule else ""
        sentence = f"No: {safe(refusal.reason)}{rule}"
        self.screen.say(sentence if sentence.endswith("?") else f"{sentence}.", hang=4)
        if refusal.form:
            self.screen.say(f"The form is: {refusal.form}", indent=4, hang=2)

    def _show_outcome(self, outcome: Outcome, before: Plain, *, is_brief: bool = False) -> None:
        if outcome.refusal is not None:
            self.refuse(outcome.refusal)
            return
        if outcome.question is not None:
            self.on_question()
            self.show_question()
            return
        self.menu.forget()
        told = self.told(outcome.entry) if outcome.entry is not None else []
        self._say_new(told)
        self.heard = []
        after = self.known()
        changed = self._show_changes(before, after)
        if not told and not changed:
            self.screen.say("Done; nothing that shows has changed.")
        if not is_brief or after.get("phase") == "over":
            keys = ("acting", "round", "phase", "order")
            self._show_turn(is_changed=any(before.get(key) != after.get(key) for key in keys))

    def show_question(self) -> None:
        """The open question, after what led up to it and has not been shown yet."""
        if self.fight.question is not None:
            self._say_new(self.told_so_far())
            show_question(self.screen, self.fight.question, self.name())

    def _say_new(self, told: Sequence[Told]) -> None:
        """The lines of a command that goes on after a question, without those that were shown before it."""
        texts = [one.text for one in told]
        skip = len(self.heard) if texts[: len(self.heard)] == self.heard else 0
        for one in told[skip:]:
            self.screen.say(one.text, style=one.style, hang=2)
        self.heard = texts

    def _show_changes(self, before: Plain, after: Plain) -> bool:
        """How those stand now whose tracks or badges have changed, and what changed on the table."""
        ruleset, name = self.fight.ruleset, names_in(self.fight.ruleset, before, after)
        lines = []
        for group in ("fighters", "vehicles"):
            for id, one in after.get(group, {}).items():
                words = changed_words(ruleset, before.get(group, {}).get(id), one)
                if words:
                    lines.append(f"= {name(id)}: {words}")
        gauges = [track_words(one) for one in _gauges(ruleset, after)]
        if gauges != [track_words(one) for one in _gauges(ruleset, before)]:
            lines.append("= Table: " + "; ".join(gauges))
        for line in lines:
            self.screen.say(line, hang=4)
        return bool(lines)

    def _show_turn(self, *, is_changed: bool) -> None:
        """Whose turn it is and what they may do, where that has changed."""
        known = self.known()
        if known.get("phase") == "over":
            self.screen.say(closing(known, self.name()), style=Style.HEAD)
            self.screen.say("log shows it again, undo takes the last command back, quit leaves.")
        elif is_changed:
            self.screen.say()
            self.screen.say(heading(self.fight.ruleset, known, self.name(), self._may_act()), style=Style.HEAD)
            self.show_offers()


def _gauges(ruleset: Any, scene: Plain) -> Sequence[Any]:
    try:
        return list(ruleset.gauges(scene))
    except KeyError:
        return []


def state_of(fight: Fight) -> dict[str, Any]:
    """The whole state, for `save FILE`."""
    return write_scene(fight.ruleset, fight.scene)
