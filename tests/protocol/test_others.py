"""The protocol, checked by programs that we did not write."""

import json
import re
import subprocess
import sys

import pytest

from hinterland.protocol.client import Client
from hinterland.protocol.commands.table import COMMANDS
from hinterland.protocol.errors import Refused
from hinterland.protocol.framing import failure, parse_request, success
from hinterland.tests.protocol import others
from hinterland.tests.protocol.support import ENGINE, ask, checkout, new_session

PATIENCE = 300.0


def test_sabaki_drives_our_engine() -> None:
    node = others.sabaki()
    script = str(checkout() / "tests" / "protocol" / "sabaki.js")
    ended = subprocess.run(
        [node, script, *ENGINE.split()], capture_output=True, text=True, timeout=PATIENCE
    )
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    assert found["name"] == "Hinterland"
    assert found["commands"] == [name for name, it in COMMANDS.items() if it.listed]
    assert found["game"] == sabakis_game(found["game"]["moves"])
    assert found["refusal"]["error"]
    assert found["refusal"]["content"].startswith("unsupported: ")
    assert found["stopped"]
    check_analysis(found["analysis"])
    interrupt = found["interrupt"]
    assert not interrupt["error"]
    assert interrupt["content"] in ("check", "bet")
    assert interrupt["next"] == "p1"
    assert interrupt["ms"] < 10_000


def sabakis_game(moves: list[str]) -> dict[str, object]:
    """The game that was played, played again here: it must be whole and end with its score."""
    session = new_session()
    ask(session, "newgame leduc seed=7")
    for move in moves:
        assert ask(session, f"play {move}") == ""
    return {"moves": moves, "score": ask(session, "final_score")}


def check_analysis(found: dict[str, object]) -> None:
    lines = found["lines"]
    assert isinstance(lines, list)
    assert not found["error"]
    assert (lines[0], lines[-1]) == ("=", "")
    assert len(lines) >= 6
    assert all(re.match(r"info move (check|bet) visits \d+ value ", line) for line in lines[1:-1])


LINES = (
    "name", "7 name", "12 play p1 bet", "play  p1 bet", "  name  ", "3 name # why", "play\tp1 bet",
    "genmove p1\r", "known_command play", 'setstate {"cards": ["K", "J"]}',
)  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_pygtp_reads_a_command_as_we_do(line: str) -> None:
    others.python_module("pygtp", "gtp")
    import gtp

    message_id, command, arguments = gtp.parse_message(line)
    request = parse_request(line)
    assert request is not None
    assert request.id == ("" if message_id is None else str(message_id))
    assert request.command == command
    assert request.text == (arguments or "").strip()


def test_pygtp_writes_an_answer_as_we_do() -> None:
    others.python_module("pygtp", "gtp")
    import gtp

    for message_id in (None, 7):
        ours = "" if message_id is None else "7"
        for text in (None, "bet", "a\nb"):
            assert success(ours, text or "") == gtp.format_success(message_id, text)
        assert failure(ours, "syntax", "no") == gtp.format_error(message_id, "syntax: no")


PYGTP = """
import sys
import gtp
engine = gtp.Engine(gtp.MinimalGame())
while not engine.disconnect:
    line = sys.stdin.readline()
    if not line:
        break
    sys.stdout.write(engine.send(line))
    sys.stdout.flush()
"""


def test_our_client_drives_a_pygtp_engine() -> None:
    others.python_module("pygtp", "gtp")
    with Client.start(f"{sys.executable} -c '{PYGTP}'") as client:
        assert client.ask("name", PATIENCE) == "gtp (python library)"
        assert client.ask("boardsize 9", PATIENCE) == ""
        assert client.ask("play B D4", PATIENCE) == ""
        assert client.ask("genmove W", PATIENCE) == "pass"
        with pytest.raises(Refused) as caught:
            client.ask("play W D4", PATIENCE)
        assert (caught.value.code, caught.value.text) == ("unknown", "illegal move")
        assert client.ask("quit", PATIENCE) == ""


def test_our_client_drives_gnugo_through_a_whole_game() -> None:
    with Client.start(f"{others.gnugo()} --mode gtp --level 1 --seed 1") as client:
        assert client.ask("protocol_version", PATIENCE) == "2"
        assert client.ask("name", PATIENCE) == "GNU Go"
        for said in ("boardsize 7", "clear_board", "komi 0.5"):
            assert client.ask(said, PATIENCE) == ""
        moves: list[str] = []
        while moves[-2:] != ["PASS", "PASS"]:
            moves.append(client.ask(f"genmove {('black', 'white')[len(moves) % 2]}", PATIENCE))
            assert len(moves) < 200
        assert re.fullmatch(r"[BW]\+\d+\.5", client.ask("final_score", PATIENCE))
        assert "A B C D E F G" in client.ask("showboard", PATIENCE)
        occupied = next(move for move in moves if move != "PASS")
        with pytest.raises(Refused) as caught:
            client.ask(f"play white {occupied}", PATIENCE)
        assert (caught.value.code, caught.value.text) == ("unknown", "illegal move")
        assert client.ask("quit", PATIENCE) == ""
