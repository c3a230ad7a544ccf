"""A sitting at the table, line by line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from fireteam.fronts.terminal.keyboard import words_next
from fireteam.fronts.terminal.opening import begin, prompt_of
from fireteam.fronts.terminal.screen import Screen
from fireteam.fronts.terminal.seat import Seat, read_seat
from fireteam.fronts.terminal.sitting import Sitting
from fireteam.fronts.terminal.view import track_words
from fireteam.kernel.dice import Scripted, Seeded
from fireteam.kernel.fight import Fight
from fireteam.kernel.library import quick_paths
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.ruleset import Track
from fireteam.kernel.scenefile import load_scene
from fireteam.table.shelf import Shelf
from tests.fronts.duelling import ALLEY


class Table:
    """A sitting with the lines its screen shows."""

    def __init__(self, dice: list[int] | None = None, seat: Seat | None = None, width: int = 80) -> None:
        ruleset, scene = load_scene(ALLEY)
        self.fight = Fight(ruleset, scene, Scripted(dice or []))
        self.lines: list[str] = []
        self.sitting = Sitting(self.fight, Screen(self.lines.append, width), seat or Seat(), {})

    def hear(self, *lines: str) -> str:
        """What the screen shows for these lines."""
        self.lines.clear()
        for line in lines:
            assert self.sitting.hear(line)
        return "\n".join(self.lines)


def test_the_scene_is_told_in_words_and_boxes() -> None:
    """Title, round, gauges, each side, each fighter with boxes and words; nothing of the hidden one."""
    shown = Table().hear("")
    assert "Alley. No fight is on." in shown
    assert "Table: round 0" in shown
    assert "  Ann (ann, player)\n    Hearts [###] 3" in shown
    assert "Game master: start" in shown
    assert "Zorbo" not in shown and "zed" not in shown


def test_the_game_master_sees_what_is_hidden() -> None:
    """At the game master's seat the hidden fighter stands there, and is called so."""
    shown = Table(seat=Seat(is_gm=True)).hear("scene")
    assert "Zorbo (zed, game master, hidden from players)" in shown
    assert "Bob 1 (bob-1, game master)\n    Hearts [##.] 2" in shown


def test_a_command_shows_its_dice_its_clause_and_what_changed() -> None:
    """Each line cites its clause; those who changed are shown; the next turn and its choices follow."""
    table = Table([6])
    table.hear("start")
    shown = table.hear("hit bob 1")
    assert "Ann rolls d6: 6 (DU-1.1)" in shown
    assert "Ann hurts Bob 1, who has 1 hearts left (DU-1.1)" in shown
    assert "Alley. Round 1. Bob 1 acts." in shown
    table = Table([6], Seat(is_gm=True))
    table.hear("start")
    assert "= Bob 1: Hearts [#..] 1" in table.hear("hit bob-1")


def test_numbers_mean_what_was_shown_with_them_until_something_happens() -> None:
    """A number gives the command beside it; after a command the old numbers are gone or new."""
    table = Table([6, 1, 1, 1])
    assert "no numbered commands are on offer" in table.hear("1")
    assert "1. hit bob-1\n  2. hit bob-2" in table.hear("start")
    assert "> ann: hit bob-2" in table.hear("2")
    assert table.fight.scene.fighters["bob-2"].hearts == 1
    assert "1. hit ann" in table.hear("list")
    assert "the numbers on offer are 1 to 2" in table.hear("99")
    assert "No command that begins with xyz is on offer now" in table.hear("list xyz")
    assert "no numbered commands" in table.hear("1")


def test_a_refusal_tells_reason_clause_and_form() -> None:
    """A command that cannot be taken says why, and nothing happens."""
    table = Table()
    assert "No: no fight is on (DU-1.1)." in table.hear("ann: hit bob-1")
    table.hear("start")
    assert 'No: "bob" could be bob-1, bob-2.' in table.hear("hit bob")
    assert "No: unknown verb: hti" in table.hear("hti bob-1")
    assert "The form is: set PATH VALUE" in table.hear("set")
    assert len(table.fight.entries) == 1


@pytest.mark.parametrize(
    ("line", "hint"),
    [("hlep", "did you mean help?"), ("lsit hit", "did you mean list?"), ("revael zed", "did you mean reveal?")],
)
def test_a_near_miss_is_never_a_wrong_action(line: str, hint: str) -> None:
    """A misspelt word of the table or of the game is refused with the word that was probably meant."""
    table = Table()
    assert hint in table.hear(line)
    assert not table.fight.entries


def test_a_players_command_never_names_what_is_hidden() -> None:
    """What does not exist and what is hidden are refused in the same words, whoever acts."""
    table = Table()
    table.hear("start")
    assert table.hear("hit zed").replace("zed", "nobody") == table.hear("hit nobody")
    assert table.hear("zed: hit ann").replace("zed", "nobody") == table.hear("nobody: hit ann")
    table.fight.scene.acting = "zed"
    shown = table.hear("hit ann", "list", "", "who", "auto x", "odds hit ann", "log all")
    assert "zed" not in shown and "Zorbo" not in shown
    assert "No: name the fighter who acts." in shown and "Somebody unseen acts." in shown
    assert "zed" not in " ".join(words_next(table.sitting, "hit "))


def ask(table: Table) -> str:
    """Brings it to the question whether Ann dodges."""
    return table.hear("start", "set fighters.ann.hearts 1", "hit bob-1", "bob-1: hit ann")


def test_a_question_shows_its_answers_and_takes_its_default_at_enter() -> None:
    """Who is asked, what, the clause, numbered answers, the default; Enter takes it."""
    table = Table([1, 6])
    shown = ask(table)
    assert "Ann: dodge? (DU-1.2)\n  1. take (default: press Enter)\n  2. dodge" in shown
    assert prompt_of(table.sitting) == "dodge [take]? "
    assert "is no answer here: use take or dodge" in table.hear("hit bob-2")
    assert "Ann (ann)" in table.hear("who ann")
    assert "The fight is over in round 1: gang won." in table.hear("")


@pytest.mark.parametrize("answer", ["2", "dodge", "DO", "d"])
def test_an_answer_is_given_by_number_word_or_beginning(answer: str) -> None:
    """All of these dodge."""
    table = Table([1, 6, 6])
    ask(table)
    assert "Ann chooses to dodge (DU-1.2)" in table.hear(answer)
    assert table.fight.scene.fighters["ann"].hearts == 1


def test_standing_answers_are_given_kept_and_forgotten() -> None:
    """`always` answers once and for all, `never` takes the default each time, `ask` is asked again."""
    table = Table([1, 6, 6, 6, 6, 6, 6])
    ask(table)
    assert "From now on dodge is answered with dodge" in table.hear("always dodge")
    assert table.fight.question is None
    table.hear("bob-2: hit ann")
    assert table.fight.question is None and table.fight.entries[-1].answers == ["dodge"]
    assert "dodge: dodge" in table.hear("always")
    table.hear("ask dodge")
    assert "no standing answers" in table.hear("always")
    assert "name a question with a standing answer (none)" in table.hear("ask dodge")
    table = Table([1, 6])
    ask(table)
    assert "it takes its default" in table.hear("never")
    assert table.fight.scene.fighters["ann"].hearts == 0


def test_undo_and_redo_work_also_on_a_question() -> None:
    """Undo takes back the command that waits; then the one before; redo brings it back as it was."""
    table = Table([1, 6])
    ask(table)
    table.hear("undo")
    assert table.fight.question is None and table.fight.scene.acting == "bob-1"
    table.hear("undo")
    assert table.fight.scene.acting == "ann"
    table.hear("redo")
    assert table.fight.scene.acting == "bob-1"
    assert "> ann: hit bob-1" in table.hear("log all")
    assert "Nothing has happened yet." in Table().hear("log")
    assert "No: nothing to undo." in Table().hear("undo")


def test_odds_in_three_spellings() -> None:
    """`odds LINE`, `? LINE` and `LINE?` are exact, and roll nothing."""
    table = Table()
    table.hear("start")
    for line in ("odds hit bob-1", "? hit bob-1", "hit bob-1?", "odds 1", "?1"):
        shown = table.hear(line)
        assert "hit    50.00 %" in shown and "miss   50.00 %" in shown
    assert "No: name a command" in table.hear("?")
    assert "No: no fighter cy." in table.hear("odds hit cy")
    assert len(table.fight.entries) == 1


def test_why_explains_the_last_result_clause_by_clause() -> None:
    """Each event of the last command, with the title and first sentence of its clause, once."""
    table = Table([6])
    assert "Nothing has happened yet." in table.hear("why")
    table.hear("start", "hit bob-1")
    shown = table.hear("why")
    assert shown.count("DU-1.1 Hit: A hit rolls d6; 4 or more takes a heart.") == 1
    assert "Ann rolls d6: 6 (DU-1.1)" in shown
    table = Table([1, 6])
    ask(table)
    assert "> bob-1: hit ann\nBob 1 rolls d6: 6 (DU-1.1)\n    DU-1.1 Hit" in table.hear("why")


def test_help_tells_every_word_and_every_verb() -> None:
    """The list names all; each verb has form, summary and clause; a misspelt one gets a suggestion."""
    table = Table()
    shown = table.hear("help")
    for word in (*table.sitting.words, *table.fight.ruleset.actions().by_verb):
        assert word in shown or word == "exit"
    for verb in (*table.sitting.words, *table.fight.ruleset.actions().by_verb):
        assert "No:" not in table.hear(f"help {verb}")
    shown = table.hear("help hit")
    assert "hit TARGET\n  Strikes a foe. (DU-1.1)\n  DU-1.1 Hit. A hit rolls d6" in shown
    assert "did you mean reveal?" in table.hear("help revaal")


def test_the_rulebook_is_read_at_the_table() -> None:
    """Chapters, a clause, a chapter, words; tables in columns or row by row."""
    table = Table()
    assert "1 Blows (DU-1.1 to DU-1.2)" in table.hear("rules")
    shown = table.hear("rules 1.2")
    assert "  1 to 3  nothing" in shown
    assert "verb: hit; what happens to whoever is struck" in shown
    assert "DU-1.3 The end." in table.hear("rules side left")
    assert "No: nothing in the rulebook says that" in table.hear("rules xyzzy")


def test_auto_plays_one_turn_or_to_the_end() -> None:
    """`auto` gives the next commands by the ruleset's policy; the end is told once."""
    table = Table([1, 1, 1] + [6] * 40)
    table.hear("auto")
    assert table.fight.scene.phase == "combat" and len(table.fight.entries) == 1
    table.hear("auto")
    assert [one.line for one in table.fight.entries] == ["start", "ann: hit bob-1"]
    shown = table.hear("auto all")
    assert shown.count("The fight is over") == 1
    assert "No: the fight is over." in table.hear("auto")


def test_at_one_players_seat_the_others_act_by_themselves() -> None:
    """Whoever sits for Ann commands Ann; everybody else acts by the ruleset's policy until she is asked or acts."""
    table = Table([6, 1, 1, 1], Seat(mine=frozenset({"ann"})))
    table.hear("start")
    shown = table.hear("hit bob-1")
    assert "Bob 1 rolls d6: 1" in shown and "Bob 2 rolls d6: 1" in shown
    assert table.fight.scene.acting == "ann" and table.fight.scene.round == 2
    assert "zed" not in shown and "Zorbo" not in shown


def test_at_one_players_seat_nobody_has_to_be_named() -> None:
    """A seat with one fighter means that fighter, also when it is not its turn."""
    table = Table([1, 1, 1], Seat(mine=frozenset({"ann"})))
    table.hear("start")
    table.fight.scene.acting = "bob-1"
    assert "it is bob-1's turn" in table.hear("hit bob-1")
    assert "it is bob-1's turn" in table.hear("odds hit bob-1")
    assert "Note: hello" in table.hear("note hello")


def test_seats_are_named_by_role_or_fighters() -> None:
    """`--as` takes table, gm, or player fighters by id, name or beginning; anything else is told what there is."""
    scene = load_scene(ALLEY)[1]
    assert read_seat("table", scene) == Seat()
    assert read_seat("GM", scene) == Seat(is_gm=True)
    assert read_seat("player:Ann", scene) == Seat(mine=frozenset({"ann"}))
    refusal = read_seat("zed", scene)
    assert isinstance(refusal, Refusal) and "use table, gm, or player fighters (ann)" in str(refusal)


def test_save_writes_a_scene_that_opens_again(tmp_path: Path) -> None:
    """`save FILE` writes the state as it stands, and never over a file that is there."""
    table = Table([6])
    table.hear("start", "hit bob-1")
    path = tmp_path / "alley.json"
    assert "The scene as it stands is in" in table.hear(f"save {path}")
    assert load_scene(path)[1].fighters["bob-1"].hearts == 1
    assert "name a new file" in table.hear(f"save {path}")
    assert "Every command is saved" in table.hear("save")
    assert "cannot be written" in table.hear("save /nowhere/x.json")


def test_notes_and_names_are_only_text() -> None:
    """Markup that somebody types comes out as what it is, marks that turn the line as question marks; a command with
    control characters is refused, and its refusal sends none."""
    shown = Table().hear("note [bold]x[/bold] \u202e <b>", "log", "note \x1b[2J", "\x1b[2J")
    assert "Note: [bold]x[/bold] ? <b> (DU-1.3)" in shown
    assert shown.count("No: control characters are not allowed in a command.") >= 1
    assert "\x1b" not in shown and "\u202e" not in shown


def test_a_verb_of_the_game_goes_before_a_word_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where both have a word the game's is meant; a slash in front means the table's."""
    table = Table()
    monkeypatch.setitem(table.fight.ruleset.actions().by_verb, "who", table.fight.ruleset.actions().by_verb["note"])
    assert "Note: ann (DU-1.3)" in table.hear("who ann")
    assert "Ann (ann)" in table.hear("/who ann")


def test_tracks_are_boxes_and_words() -> None:
    """A long track is drawn with ten boxes, and is empty only when nothing is left."""
    assert track_words(Track("Physical", 2, 4, "Hurt")) == "Physical [##..] Hurt"
    assert track_words(Track("HP", 1, 26, "")) == "HP [#.........] 1 of 26"
    assert track_words(Track("HP", 0, 26, "0 of 26")) == "HP [..........] 0 of 26"
    assert track_words(Track("Luck", 0, 0, "0")) == "Luck 0"
    assert track_words("Tower 3") == "Tower 3"


def test_tab_offers_what_can_stand_next() -> None:
    """Verbs and words of the table first, then targets; the answers while a question is open."""
    table = Table([1, 6])
    table.hear("start")
    assert {"hit", "hide", "help"} <= set(words_next(table.sitting, "h"))
    assert "bob-1" in words_next(table.sitting, "hit ")
    assert words_next(table.sitting, "odds hit b") == words_next(table.sitting, "hit b")
    table.hear("undo")
    ask(table)
    assert words_next(table.sitting, "d") == ["dodge"]


def test_begin_opens_a_journal(home: Path) -> None:
    """A new fight is on the shelf from its first moment, and each command is in it at once."""
    lines: list[str] = []
    sitting, journal = begin(str(ALLEY), "7", "table", Screen(lines.append))
    sitting.hear("start")
    assert [line["kind"] for line in Shelf().story("alley-1").lines] == ["fight", "entry"]
    journal.close()


WORDS = [
    "hit",
    "bob-1",
    "ann:",
    "start",
    "?",
    "odds",
    "list",
    "1",
    "2",
    "undo",
    "redo",
    "auto",
    "always",
    "never",
    "why",
    "who",
    "log",
    "help",
    "rules",
    "set",
    "fighters.ann.hearts",
    "x3",
    ",",
    ":",
    '"',
    "note",
    "reveal",
    "zed",
    "options.npcs",
    "manual",
    "dodge",
    "take",
    "ask",
    "question",
    "scene",
    "/",
    "-1",
    "99999999999",
    "\x00",
    "🙂",
]


@settings(max_examples=60)
@given(
    st.lists(st.one_of(st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join), st.text(max_size=30)), max_size=25)
)
def test_no_line_breaks_a_sitting(lines: list[str]) -> None:
    """Whatever is typed, each line is answered, no line of the screen is too wide, and nothing hidden is shown."""
    table = Table([(3 * at) % 6 + 1 for at in range(2000)])
    for line in lines:
        if line.strip().lstrip("/").split(" ")[0].casefold() in ("quit", "exit", "save", "reveal"):
            continue
        words_next(table.sitting, line)
        seen = table.hear(line)
        assert "Zorbo" not in seen
        assert all(cell_len(one) <= 80 for one in table.lines), seen


@pytest.mark.parametrize("path", quick_paths(), ids=lambda path: path.stem)
def test_every_bundled_scene_plays_at_80_columns(path: Path) -> None:
    """From the first look to the end of the fight: nothing is refused, too wide, or told of those who hide."""
    ruleset, scene = load_scene(path)
    hidden = {one.id: one.name for one in scene.fighters.values() if one.hidden}
    table = Table()
    table.fight = Fight(ruleset, scene, Seeded("80"))
    table.sitting = Sitting(table.fight, Screen(table.lines.append), Seat(), {})
    who = next(iter(scene.fighters))
    for line in (
        "",
        "list",
        "help",
        f"who {who}",
        "start",
        "auto",
        "why",
        "list",
        "rules 1",
        "auto all",
        "log all",
        "undo",
    ):
        while table.fight.question is not None:
            table.hear("")
        shown = table.hear(line)
        assert shown and "No: " not in shown, shown
        assert all(cell_len(one) <= 80 for one in table.lines), shown
        for id, name in hidden.items():
            one = table.fight.scene.fighters.get(id)
            if one is not None and one.hidden:
                assert not re.search(rf"\b({re.escape(id)}|{re.escape(name)})\b", shown), shown
