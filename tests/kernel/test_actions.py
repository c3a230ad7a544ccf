"""What the parser makes of words, and what is written back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireteam.kernel.actions import Action, Actions, By, Command, Option, Pick, Reads, Slot, Times
from fireteam.kernel.commands import command_from_json, completions, read_command
from fireteam.kernel.grammar import read_args, write_command
from fireteam.kernel.names import find
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.scene import Scene
from fireteam.kernel.scenefile import read_scene
from tests.kernel.duel import DUEL


def nothing(run: Any, command: Command) -> None:
    """Does nothing: these actions are only parsed."""


ATTACK = Action(
    "attack",
    "attack",
    "X-1.1",
    "Attacks.",
    nothing,
    slots=(Slot("targets", Reads.NAMES),),
    extras=(
        Pick("how", ("melee", "ranged")),
        Option("weapon", ("with",), (Slot("weapon"),)),
        Option("hard", ("hard",)),
        Option("luck", ("luck",), (Slot("luck", Reads.NUMBER, least=1, most=9),)),
        Times(),
        Option("because", ("because",), (Slot("because", Reads.TEXT),)),
    ),
)
DISTANCE = Action(
    "distance",
    "distance",
    "X-1.2",
    "Sets.",
    nothing,
    by=By.GM,
    slots=(Slot("names", Reads.NAMES), Slot("n", Reads.NUMBER)),
)
DOOM = Action(
    "doom", "doom", "X-1.3", "Spends.", nothing, by=By.GM, slots=(Slot("die", Reads.DIE), Slot("rest", Reads.TEXT))
)
VERBS = Actions((ATTACK, DISTANCE, DOOM, Action("aim", "aim", "X-1.4", "Aims.", nothing)))


@pytest.mark.parametrize(
    ("words", "args"),
    [
        ("mother splice", {"targets": ["mother splice"]}),
        (
            "rook, jay with slug rifle hard x3",
            {"targets": ["rook", "jay"], "weapon": "slug rifle", "hard": True, "times": 3},
        ),
        ("rook ranged luck 2", {"targets": ["rook"], "how": "ranged", "luck": 2}),
        ('"with love" with knife', {"targets": ["with love"], "weapon": "knife"}),
        ("rook because of the, well, knife", {"targets": ["rook"], "because": "of the, well, knife"}),
        ("luck 2 hard rook, jay x3", {"luck": 2, "hard": True, "targets": ["rook", "jay"], "times": 3}),
        ("", {}),
    ],
)
def test_targets_and_options_in_any_order(words: str, args: dict[str, Any]) -> None:
    """Names of several words, lists, options in any order, and free text at the end."""
    assert read_args(ATTACK, words) == args


@pytest.mark.parametrize(
    ("action", "words", "reason"),
    [
        (ATTACK, "rook x12", "x12 is not from x1 to x9"),
        (ATTACK, "rook luck 10", "10 is not from 1 to 9"),
        (ATTACK, "rook luck many", '"many" is no whole number'),
        (ATTACK, "rook hard fast", '"fast" does not fit here'),
        (DOOM, "dx", '"dx" is no die'),
    ],
)
def test_words_that_do_not_fit_are_named(action: Action, words: str, reason: str) -> None:
    """A word that cannot be read is refused by name; nothing is guessed."""
    found = read_args(action, words)
    assert isinstance(found, Refusal)
    assert found.reason == reason


def test_a_number_ends_a_list_of_names() -> None:
    """`distance A, B N` reads two names and a number; a name may hold spaces."""
    assert read_args(DISTANCE, "mother splice, jay 4") == {"names": ["mother splice", "jay"], "n": 4}
    assert read_args(DOOM, "d6 rook attack kestrel") == {"die": 6, "rest": "rook attack kestrel"}


def test_verbs_may_be_shortened_but_are_never_guessed() -> None:
    """An unambiguous beginning is enough; an ambiguous or misspelt verb is refused with what was meant."""
    assert VERBS.verb("att", True, True) is ATTACK
    assert str(VERBS.verb("a", True, True)) == '"a" could be aim, attack'
    assert str(VERBS.verb("atack", True, True)) == "unknown verb: atack; did you mean attack?"
    assert str(VERBS.verb("dance", True, True)).startswith("unknown verb: dance")


@given(
    st.fixed_dictionaries(
        {
            "targets": st.lists(
                st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True).filter(
                    lambda word: (
                        word not in {"with", "hard", "luck", "melee", "ranged", "because"} and not word.startswith("x")
                    )
                ),
                min_size=1,
                max_size=3,
            )
        },
        optional={
            "how": st.sampled_from(["melee", "ranged"]),
            "hard": st.just(True),
            "luck": st.integers(1, 9),
            "times": st.integers(1, 9),
        },
    )
)
def test_a_command_written_as_text_reads_back_the_same(args: dict[str, Any]) -> None:
    """Text and data say the same command."""
    line = write_command(ATTACK, Command("attack", "me", args))
    assert read_args(ATTACK, line.removeprefix("me: attack")) == args


@given(st.text(max_size=200))
def test_no_line_makes_the_reader_stumble(line: str) -> None:
    """Whatever is typed becomes a command or a refusal, never an exception."""
    scene = scene_of_two()
    found = read_command(DUEL, scene, line)
    assert isinstance(found, Command | Refusal)
    completions(DUEL, scene, line)


def scene_of_two() -> Scene:
    """Two fighters, one of whom is called "2"."""
    return read_scene({"fighters": {"ann": {"side": "a"}, "b-ob": {"side": "b", "name": "2"}}}, DUEL)[1]


def test_names_are_found_by_id_name_and_beginning() -> None:
    """Case, spaces and hyphens do not matter; a fighter called "2" is found by that name; candidates are listed."""
    names = {"mother-splice": ("Mother Splice",), "dog-1": ("Row Dog 1",), "dog-2": ("Row Dog 2",), "x": ("2",)}
    assert find("MOTHER splice", names) == "mother-splice"
    assert find("mo", names) == "mother-splice"
    assert find("2", names) == "x"
    assert find("row dog 1", names) == "dog-1"
    assert str(find("dog", names)) == '"dog" could be dog-1, dog-2'
    assert str(find("cat", names)) == "no fighter cat"


@pytest.mark.parametrize("character", ["\x00", "\n", "\r", "\x1b", "\x7f"])
def test_no_control_character_gets_into_a_command(character: str) -> None:
    """A command is a line of text, and what it leaves in a state is read back; a tab is a space."""
    _, scene = read_scene({"fighters": {"ann": {"side": "a"}}}, DUEL)
    refusal = Refusal("control characters are not allowed in a command")
    assert read_command(DUEL, scene, f"note acid{character}rain") == refusal
    written = {"action": "note", "args": {"text": f"acid{character}rain"}}
    assert command_from_json(DUEL, scene, written) == refusal
    assert read_command(DUEL, scene, "note\tacid\train") == Command("note", None, {"text": "acid rain"})


def test_long_lines_are_refused_at_once() -> None:
    """A command has a limit, and the refusal names it."""
    assert "at most 500 characters" in str(read_command(DUEL, scene_of_two(), "hit " + "a" * 600))


def test_a_choice_is_shortened_but_never_guessed() -> None:
    """The beginning of one word is enough, a number is never a beginning, and what is near is only suggested."""
    action = Action("roll", "roll", "X-1", "Rolls.", nothing, slots=(Slot("what", Reads.CHOICE, ("d12", "sneak")),))
    assert read_args(action, "sn") == {"what": "sneak"}
    assert read_args(action, "d12") == {"what": "d12"}
    assert str(read_args(action, "d1")) == '"d1" does not fit here; did you mean d12?'
    assert str(read_args(action, "-")) == '"-" does not fit here: use d12 or sneak'
    assert str(read_args(action, "snaek")) == '"snaek" does not fit here; did you mean sneak?'
