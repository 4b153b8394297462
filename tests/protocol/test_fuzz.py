"""Random bytes, random lines and mutated lines: each is answered once, and a refusal changes
nothing."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hinterland.protocol.commands.table import COMMANDS
from hinterland.tests.protocol import others
from hinterland.tests.protocol.support import new_session, served

ANSWER = re.compile(r"[=?]([0-9]{1,10})?( [^\n]+)?(\n[^\n]+)*\n\n")
ANSWERS = re.compile(rf"({ANSWER.pattern})*")
REFUSAL = re.compile(r"\?[0-9]* [a-z_]+: [^\n]*\n\n")
STATE = "kuhn/1:_AIBAwAAAAAwZoXW"

VALID = (
    "newgame kuhn", "newgame kuhn players=2 seed=4", "newgame kuhn seat=p1",
    "newgame kuhn seat=p2 players=2", "clear_board", "undo", "to_move", "legal_moves",
    "legal_moves p1", "play chance deal:K", "play chance deal:J", "play chance deal:?",
    "play chance show:K/J", "play p1 check", "play p1 bet", "play p2 call", "play p2 fold",
    "play p2 check", "genmove chance", "genmove p1", "genmove p2", "reg_genmove p1",
    "reg_genmove chance", "showboard", "state", "state json", "view p1", "view p2 json",
    f"setstate {STATE}", 'setstate {"cards":["K","J"],"actions":["check","bet"]}',
    f"setview p1 {STATE}", 'setview p1 {"cards":["K","?"]}', "final_score", "name", "version",
    "list_commands", "protocol_version", "known_command undo", "set_limit iterations=3",
    "set_limit ms=2 iterations=5", "search_seed 12", "set_search variant=pimc", "redo", "undo 2",
    "boardsize 9", "komi 5", "observe 3 p1 bet", "observe 1 chance deal:K", "history", "history p1",
    "referee p1 bet", "referee chance", "legal_moves p1 json", "showboard p1", "search p1", "stop",
    "analyze p1 interval 50 moves bet", "analyze p1", "ponder on", "ponder off", "explain",
    "time_settings none", "time_settings fischer 1000 50", "time_settings byoyomi 900 50 3",
    "time_left p1", "time_left p2 500", "time_left p1 0 2", "list_options", "get_option threads",
    "set_option threads 2", 'set_option {"variant":"mo","ponder":false}', "set_option reset",
    "level", "level 3", "describe_engine", "capabilities", "bench", "save_record a.jsonl",
    "load_record a.jsonl", "load_record a.jsonl 1",
)  # fmt: skip
JOINTS = (" ", "=", ",", ":", "#", "\t", "\x00", "\x85", "\u2028", "\u00e9", "1", "?", "[", '"')


@st.composite
def mutated_lines(draw: st.DrawFn) -> str:
    """A valid line with an id or none, some of whose letters and words were changed."""
    words = draw(st.sampled_from(VALID)).split(" ")
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(words) - 1))
        other = draw(st.sampled_from(VALID)).split(" ")
        words[place : place + draw(st.integers(0, 1))] = [draw(st.sampled_from(other))]
    line = " ".join(words)
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(line)))
        put = draw(st.sampled_from(JOINTS) | st.characters(blacklist_characters="\n"))
        line = line[:place] + put + line[place + draw(st.integers(0, 2)) :]
    return draw(st.sampled_from(("", "", "17 ", "0 ", "99999999999 "))) + line


LINES = st.one_of(
    st.sampled_from(VALID), mutated_lines(), st.text(st.characters(blacklist_characters="\n"))
)
DEAL = ("play chance deal:J", "play chance deal:K")
STARTS = ((), ("newgame kuhn", *DEAL), ("newgame kuhn seat=p1", DEAL[0], "play chance deal:?"))
ATHERIS = ("-atheris_runs=100000", "-max_len=200", "-seed=1")
FUZZ = settings(derandomize=True, deadline=None, max_examples=150)


def is_blank(line: str) -> bool:
    """GTP: what is left without comments and control characters is nothing but spaces."""
    kept = (letter for letter in line.split("#")[0] if ord(letter) > 31 and ord(letter) != 127)
    return not "".join(kept).strip(" ")


@FUZZ
@given(st.sampled_from(STARTS), st.lists(LINES, max_size=40))
def test_each_line_is_answered_once_and_a_refusal_changes_nothing(
    start: tuple[str, ...], lines: list[str]
) -> None:
    converse_at_random(start, lines)


@pytest.mark.slow
@settings(FUZZ, max_examples=10_000)
@given(st.sampled_from(STARTS), st.lists(LINES, max_size=12))
def test_ten_thousand_sessions_are_survived(start: tuple[str, ...], lines: list[str]) -> None:
    converse_at_random(start, lines)


@pytest.mark.slow
def test_atheris_finds_nothing(tmp_path: Path) -> None:
    """Guided by what is covered, 100,000 conversations; atheris cannot see into compiled code."""
    others.python_module("atheris", "atheris")
    ended = subprocess.run(
        [sys.executable, "-m", "hinterland.tests.protocol.fuzzing", *ATHERIS],
        capture_output=True,
        text=True,
        timeout=3600,
        cwd=tmp_path,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    assert ended.returncode == 0, ended.stderr[-4000:]


def converse_at_random(start: tuple[str, ...], lines: list[str]) -> None:
    """Say some lines: each is answered once, and a refusal changes nothing."""
    session = new_session()
    for line in (*start, *lines):
        if session._position is not None:
            before = (session.position, session.position.moment(), session.setup)
        else:
            before = (None, None, session.setup)
        answer, ended = session.handle_line(f"{line}\n")
        if is_blank(line):
            assert (answer, ended) == (None, False)
            continue
        assert answer is not None
        assert ANSWER.fullmatch(answer)
        assert ended == (answer[0] == "=" and "quit" in line)
        if answer[0] == "?":
            assert REFUSAL.fullmatch(answer)
            assert " internal:" not in answer
            assert session.setup == before[2]
            assert session._position is before[0]
            assert before[0] is None or session.position.moment() == before[1]
        if ended:
            return


@FUZZ
@given(st.lists(st.binary(max_size=60) | LINES.map(lambda line: line.encode()), max_size=20))
def test_every_byte_stream_is_answered_line_by_line(parts: list[bytes]) -> None:
    lines = b"\n".join(parts).replace(b"quit", b"")
    written = served(new_session(), lines).decode()
    assert ANSWERS.fullmatch(written)
    commands = [line for line in lines.split(b"\n") if not is_blank(line.decode(errors="replace"))]
    assert written.count("\n\n") == len(commands)


def test_the_valid_lines_reach_every_command_but_the_last() -> None:
    assert {line.split(" ")[0] for line in VALID} == set(COMMANDS) - {"quit"}
