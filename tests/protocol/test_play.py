"""`hinterland play`: a person at the terminal."""

import subprocess
import sys
from collections.abc import Iterator
from time import perf_counter

import pytest

from hinterland.engine.registry import GAMES
from hinterland.protocol import engine_command
from hinterland.protocol.play import HELP, Play
from hinterland.tests.protocol.support import ask, new_session, short_game

PATIENCE = 300.0
SHORT = {"island": "preset=base players=2 max_turns=2"}
"""Options with which a long game is short."""


def played(name: str, said: list[str], seat: str = "p1") -> list[str]:
    """What is shown to a person who says these lines, and then goes."""
    session, shown = new_session(), []
    lines: Iterator[str] = iter(said)

    def read(prompt: str) -> str:
        try:
            line = next(lines)
        except StopIteration:
            raise EOFError from None
        shown.append(f"{prompt}{line}")
        return line

    assert ask(session, f"newgame {short_game(name)} seed=3") == ""
    Play(session, seat, read, shown.append).run()
    return shown


def test_a_game_of_kuhn() -> None:
    assert played("kuhn", ["1"]) == [
        HELP,
        "chance: deal J",
        "chance: deal ?",
        "p1: card J, did nothing yet\np2: card ?, did nothing yet",
        "1  check",
        "2  bet",
        "p1> 1",
        "p2 thinks",
        "p1: check",
        "p2: check",
        "chance: show J/K",
        "p1: card J, did check\np2: card K, did check",
        "the game is over: p1=0.25 p2=0.75",
    ]


def test_what_a_person_may_say() -> None:
    shown = played("kuhn", ["", "?", "m", "b", "h", "7", "0", "call", "jump", "bet"])
    at = {line.split("> ", 1)[1]: place for place, line in enumerate(shown) if "> " in line}
    assert shown[at["?"] + 1] == HELP
    assert shown[at["m"] + 1 : at["m"] + 3] == ["1  check", "2  bet"]
    assert shown[at["b"] + 1].startswith("p1: card J")
    assert shown[at["h"] + 1].startswith("p1 prefers check: ")
    assert shown[at["7"] + 1] == shown[at["0"] + 1].replace(" 0:", " 7:")
    assert shown[at["7"] + 1] == "there is no move 7: expected 1..2"
    assert shown[at["call"] + 1].startswith("illegal move: call: check or bet before a bet")
    assert shown[at["jump"] + 1].startswith("no move has 'jump' in it")
    assert shown[-1].startswith("the game is over: ")


def test_what_is_said_as_a_letter_may_be_said_as_a_word() -> None:
    words = ["board", "moves", "hint", "help", "1", "undo", "quit"]
    letters = ["?" if word == "help" else word[0] for word in words]

    def answers(said: list[str]) -> list[str]:
        """What is shown, without the searches' measured times."""
        shown = played("leduc", said)
        return [line.split("\n")[0] for line in shown if not line.startswith("p1> ")]

    assert answers(words) == answers(letters)


def test_a_hint_says_what_is_best_and_the_bot_goes_on_drawing() -> None:
    session = engine_command.new_session(engine_command.Kernels(perf_counter))
    for seed in range(8):
        assert ask(session, f"newgame leduc seed={seed}") == ""
        assert ask(session, "level 3") == ask(session, f"set_option seed {seed}") == ""
        said, shown = iter(["h", "q"]), list[str]()
        Play(session, "p1", lambda prompt, said=said: next(said), shown.append).run()
        assert [text for text in shown if text.startswith("p1 prefers ")]
        assert "drawn by its temperature" not in "".join(shown)
        assert ask(session, "get_option temperature") == "1.5"


def test_undo_goes_back_to_the_persons_last_decision() -> None:
    shown = played("leduc", ["u", "1", "u", "2"])
    first = shown.index("p1> u")
    assert shown[first + 1] == "there is nothing to take back"
    second = shown.index("p1> u", first + 1)
    moves = [line for line in shown[:first] if line[:1].isdigit()]
    assert [line for line in shown[second:] if line[:1].isdigit()][: len(moves)] == moves
    assert "p1> 2" in shown[second:]


@pytest.mark.parametrize("end", [["q"], []])
def test_a_person_may_go(end: list[str]) -> None:
    shown = played("kuhn", end)
    assert not shown[-1].startswith("the game is over")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_shown_to_its_end(name: str) -> None:
    shown = played(f"{name} {SHORT.get(name, '')}", ["1"] * 500, seat="p2")
    assert shown[-1].startswith("the game is over: ")


def test_a_game_of_many_moves_is_played_by_kinds_and_words() -> None:
    said = ["settlement b1s", "settlement:b1s", "road", "1", "q"]
    shown = played(f"island {SHORT['island']}", said)
    at = {line.split("> ", 1)[1]: place for place, line in enumerate(shown) if "> " in line}
    menu = shown[: at["settlement b1s"]][-2:]
    assert menu[0].startswith("settlement (54): a1n a1ne a1se a1s ")
    assert menu[1] == "54 moves; say a kind, and more words to choose among them"
    found = shown[at["settlement b1s"] + 1 : at["settlement:b1s"]]
    assert [line.split(maxsplit=1)[1] for line in found] == [
        "build a settlement at b1se",
        "build a settlement at b1s",
        "build a settlement at b1sw",
    ]
    after = shown[at["settlement:b1s"] + 1 : at["road"]]
    assert after[0] == "p1: build a settlement at b1s"
    assert after[1].split("\n")[0].startswith("setup, of p1; phase setup_road: p1 decides")
    assert after[2:] == shown[at["road"] + 1 : at["1"]]
    assert len(after[2:]) == 3


def test_of_a_tall_board_only_what_has_changed_beside_the_map_is_shown_again() -> None:
    shown = played(f"island {SHORT['island']}", ["1", "1", "1", "1", "roll", "b", "q"])
    at = {line.split("> ", 1)[1]: place for place, line in enumerate(shown) if "> " in line}
    rolled = shown[at["roll"] + 1 : at["b"]]
    assert rolled[0] == "p1: roll the dice"
    (board,) = [text for text in rolled if "p1 decides" in text]
    changed = board.split("\n")
    assert 1 <= len(changed) <= 4
    assert not any(line.startswith(" ") for line in changed)
    whole = shown[at["b"] + 1].split("\n")
    assert len(whole) > 30
    assert set(changed) <= set(whole)


def test_the_command_reads_and_writes_its_streams() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "hinterland", "play", "kuhn", "--seed", "3", "--level", "1"],
        input="h\n1\n1\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ended.returncode == 0
    assert "p1> p1 prefers " in ended.stdout
    assert "the game is over: " in ended.stdout


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["kuhn", "--seat", "p4"], "unknown seat 'p4'"),
        (["kuhn", "--option", "players=9"], "players=9"),
        (["kuhn", "--level", "11"], "11"),
        (["chess"], "unknown game 'chess'"),
        (["kuhn:cards=none.csv"], "kuhn:cards=none.csv"),
    ],
)
def test_bad_arguments_are_one_line(arguments: list[str], wrong: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "hinterland", "play", *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ended.returncode == 2
    assert wrong in ended.stderr
    assert ended.stderr.count("\n") == 1
