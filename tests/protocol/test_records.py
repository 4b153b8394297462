"""Records: a game is kept and gone on with, in one folder and in no other."""

import errno
import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from hinterland.engine.errors import BadArgument
from hinterland.engine.registry import GAMES
from hinterland.engine.rng import draw_bounded, stream
from hinterland.protocol.record_files import RecordFiles
from hinterland.protocol.session import Session
from hinterland.tests.protocol.support import ENGINE, ask, new_session, short_game


def keeper(folder: Path) -> Session:
    return new_session(records=RecordFiles(folder))


def play_at_random(session: Session, moves: int) -> None:
    rng = stream("recorded", moves)
    for _ in range(moves):
        mover = ask(session, "to_move")
        if mover == "over":
            return
        if mover == "chance":
            ask(session, "genmove chance")
            continue
        legal = ask(session, "legal_moves").split(" ")
        assert ask(session, f"play {mover} {legal[draw_bounded(rng, len(legal))]}") == ""


def questions(session: Session) -> list[str]:
    seats = [f"p{seat + 1}" for seat in range(session.position.players)]
    views = [line for seat in seats for line in (f"view {seat}", f"history {seat}")]
    return ["history", "to_move", "state", "final_score", "time_left p1", *views]


@pytest.mark.parametrize("moves", [0, 7, 10_000])
@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_on_from_its_record(name: str, moves: int, tmp_path: Path) -> None:
    session, other = keeper(tmp_path), keeper(tmp_path)
    for said in (
        f"newgame {short_game(name)} seed=3",
        "clear_board",
        "time_settings fischer 5000 100",
    ):
        ask(session, said)
    ask(session, "time_left p1 4321")
    play_at_random(session, moves)
    assert ask(session, "save_record games.jsonl") == ""
    assert ask(other, "load_record games.jsonl") == ""
    lines = [*questions(session), "reg_genmove chance"]
    for _ in range(2):
        assert [ask(other, line) for line in lines] == [ask(session, line) for line in lines]
        assert ask(other, "undo") == ask(session, "undo")


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_knows_goes_on_from_its_record(name: str, tmp_path: Path) -> None:
    full, seat, other = new_session(), keeper(tmp_path), keeper(tmp_path)
    ask(full, f"newgame {short_game(name)} seed=3")
    ask(seat, f"newgame {short_game(name)} seat=p2")
    ask(seat, "save_record games.jsonl")
    assert ask(other, "load_record games.jsonl") == ""
    assert ask(other, "to_move") == ask(seat, "to_move")
    ask(seat, f"setview p2 {ask(full, 'view p2')}")
    play_at_random(full, 9)
    for line in ask(full, "history p2").split("\n"):
        assert ask(seat, f"observe {line}") == ""
    ask(seat, "save_record games.jsonl")
    assert ask(other, "load_record games.jsonl 2") == ""
    lines = ["history", "view p2", "to_move", "state", "view p1", "undo", "view p2"]
    assert [ask(other, line) for line in lines] == [ask(seat, line) for line in lines]


@pytest.mark.parametrize("event", ["p2 bet", "p2 check"])
def test_a_number_that_was_named_once_stays(event: str, tmp_path: Path) -> None:
    session = keeper(tmp_path)
    for said in (
        "newgame leduc seat=p1",
        'setview p1 {"cards": ["K", "?"]}',
        "observe 17 p1 check",
        "save_record games",
        "load_record games",
    ):
        assert ask(session, said) == ""
    assert ask(session, f"observe 5 {event}") == "? desync: event 5 is a repeat: expected 18"
    assert ask(session, f"observe 18 {event}") == ""
    assert ask(session, "history") == f"17 p1 check\n18 {event}"


def test_a_record_says_what_was_played(tmp_path: Path) -> None:
    session = keeper(tmp_path)
    ask(session, "newgame kuhn seed=3")
    for said in ("chance deal:K", "chance deal:J", "p1 bet", "p2 fold"):
        ask(session, f"play {said}")
    ask(session, "save_record a.jsonl")
    data = json.loads((tmp_path / "a.jsonl").read_text())
    assert data["events"] == ["chance deal:K", "chance deal:J", "p1 bet", "p2 fold"]
    assert (data["game"], data["options"], data["seat"]) == ("kuhn", {"players": "2"}, None)
    assert data["result"] == [0.75, 0.25]
    assert set(data["engine"]) == {"name", "version"}


def clock(**changed: object) -> dict[str, object]:
    """The clocks of a record, with something changed."""
    return {"kind": "absolute", "main": 9, "extra": 0, "periods": 0, "left": {}, **changed}


def damaged(change: Callable[[dict[str, object]], object], folder: Path) -> str:
    """What is answered to a record of which something was changed."""
    session = keeper(folder)
    ask(session, "newgame kuhn seed=3")
    for said in ("chance deal:K", "chance deal:J", "p1 bet", "p2 fold"):
        ask(session, f"play {said}")
    ask(session, "save_record a.jsonl")
    data = json.loads((folder / "a.jsonl").read_text())
    change(data)
    (folder / "b.jsonl").write_text(json.dumps(data) + "\n")
    before = session.position.moment()
    answer = ask(session, "load_record b.jsonl")
    assert session.position.moment() == before
    return answer


@pytest.mark.parametrize(
    ("key", "value", "wrong"),
    [
        ("format", "sgf", "expected format"),
        ("game", "chess", "unknown game 'chess'"),
        ("version", 9, "a record of kuhn/9: expected kuhn/1"),
        ("options", {"players": "3"}, "players=3"),
        ("options", 4, "options '4': expected an object"),
        ("options", {}, "options players: it is missing"),
        ("options", {"players": 2}, "options players '2': expected a text"),
        ("engine", "x", "engine 'x': expected an object"),
        ("engine", {"name": "x"}, "engine version: it is missing"),
        ("game", 5, "game '5': expected a text"),
        ("version", "1", "version '1': expected a number"),
        ("seats", ["p1"], "seats: expected p1, p2"),
        ("seats", ["p1", "p2", "p3"], "seats: expected p1, p2"),
        ("seat", "p1", "this is a view of|holds"),
        ("seat", "p9", "unknown seat 'p9'"),
        ("seed", -1, "seed '-1': expected a number"),
        ("deals", True, "deals 'True': expected a number"),
        ("deals", 10**18, "deals '10+': expected a number"),
        ("ticks", 2**63, "ticks '9.*': expected a number"),
        ("ticks", 10**30, "ticks '1e.*': expected a number"),
        ("first", "one", "first 'one': expected a number"),
        ("first", 0, "first '0': expected a number 1"),
        ("first", 10**18, "first '10+': expected a number 1"),
        ("deal", "kuhn/1:AA", "deal: text holds"),
        ("deal", None, "deal 'None': expected a text"),
        ("events", ["p1 bet"], "event 1, 'p1 bet': chance is to move, not p1"),
        ("events", ["chance deal:K", "nobody x"], "event 2, 'nobody x': no move 'x'"),
        ("events", 5, "events '5': expected a list of texts"),
        ("events", [5], "events 1 '5': expected a text"),
        ("result", [1, 0], r"result \[1, 0\]: the events lead to \[0.75, 0.25\]"),
        ("result", None, "result None"),
        ("clocks", None, "clocks 'None': expected an object"),
        ("clocks", {}, "clocks kind: it is missing"),
        ("clocks", clock(main=-5), "clocks main '-5': expected a number"),
        ("clocks", clock(left=3), "clocks left '3': expected an object"),
        ("clocks", clock(left={}), "clocks left p1: it is missing"),
        ("clocks", clock(left={"p1": {"left": 1, "periods": 0}}), "clocks left p2: it is missing"),
        ("clocks", clock(left={"p9": {}}), "clocks left 'p9': expected p1, p2"),
        ("clocks", clock(kind="none", left={"p1": {}}), "clocks left 'p1': expected no seat"),
        ("clocks", clock(left={"p1": 3}), "clocks left p1 '3': expected an object"),
        ("clocks", clock(left={"p1": {"left": "x"}}), "clocks left p1 left 'x': expected mill"),
        ("clocks", clock(left={"p1": {"left": 1}}), "clocks left p1 periods: it is missing"),
        (
            "clocks",
            {"kind": "hourglass", "main": 1, "extra": 1, "periods": 1, "left": {}},
            "hourgl",
        ),
    ],
)
def test_a_damaged_record_is_refused(key: str, value: object, wrong: str, tmp_path: Path) -> None:
    answer = damaged(lambda data: data.update({key: value}), tmp_path)
    assert answer.startswith("? bad_argument: record: ")
    assert re.search(wrong, answer)


@pytest.mark.parametrize(
    "key",
    [
        "engine", "game", "version", "options", "seat", "seats", "seed", "deals", "deal", "ticks",
        "first", "events", "clocks", "result",
    ],
)  # fmt: skip
def test_a_record_without_a_part_is_refused(key: str, tmp_path: Path) -> None:
    answer = damaged(lambda data: data.pop(key), tmp_path)
    assert answer == f"? bad_argument: record: {key}: it is missing"


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"extra": 1}, "unknown field 'extra': expected format, engine, game, version, options, "),
        ({"engine": {"name": "x", "version": "1", "by": "y"}}, "engine: unknown field 'by': "
         "expected name, version"),
        ({"options": {"players": "2", "extra": "1"}}, "extra"),
        ({"clocks": clock(extras=1)}, "clocks: unknown field 'extras': expected kind, main, "
         "extra, periods, left"),
        ({"clocks": clock(left={"p1": {"left": 1, "periods": 0, "used": 1}})},
         "clocks left p1: unknown field 'used': expected left, periods"),
    ],
)  # fmt: skip
def test_a_field_that_no_record_has_is_refused(
    change: dict[str, object], wrong: str, tmp_path: Path
) -> None:
    answer = damaged(lambda data: data.update(change), tmp_path)
    assert answer.startswith("? bad_argument: record: ")
    assert wrong in answer


def test_what_a_seat_knows_has_no_seed(tmp_path: Path) -> None:
    session = keeper(tmp_path)
    ask(session, "newgame kuhn seat=p1")
    ask(session, "save_record a.jsonl")
    data = json.loads((tmp_path / "a.jsonl").read_text())
    (tmp_path / "b.jsonl").write_text(json.dumps({**data, "seed": 3}) + "\n")
    answer = ask(session, "load_record b.jsonl")
    assert answer.startswith("? bad_argument: record: unknown field 'seed': expected format, ")
    assert ask(session, "load_record a.jsonl") == ""


def test_a_deal_is_of_its_seed_unless_it_was_set(tmp_path: Path) -> None:
    session = keeper(tmp_path)
    ask(session, "newgame village seed=3")
    other = ask(session, "state")
    ask(session, "newgame village seed=4")
    ask(session, "save_record a.jsonl")
    data = json.loads((tmp_path / "a.jsonl").read_text())
    (tmp_path / "b.jsonl").write_text(json.dumps({**data, "seed": 3}) + "\n")
    wrong = "deal: it is not the one of seed 3, and with 0 ticks none was set"
    assert ask(session, "load_record b.jsonl") == f"? bad_argument: record: {wrong}"
    ask(session, f"setstate {other}")
    ask(session, "save_record c.jsonl")
    assert ask(session, "load_record c.jsonl") == ""
    assert ask(session, "state") == other


def test_a_seat_reads_no_record_of_what_it_does_not_know(tmp_path: Path) -> None:
    full = keeper(tmp_path)
    for said in ("newgame kuhn seed=3", "referee chance", "save_record full"):
        assert not ask(full, said).startswith("?")
    data = json.loads((tmp_path / "full").read_text())
    (tmp_path / "broken").write_text(json.dumps({**data, "events": ["chance deal:A"]}) + "\n")
    for seat in ("p1", "p2"):
        for said in (f"newgame kuhn seat={seat}", f"save_record {seat}"):
            assert ask(full, said) == ""
    own = keeper(tmp_path)
    ask(own, "newgame kuhn seat=p1")
    ask(own, "play chance deal:K")
    for name in ("full", "broken", "p2"):
        answer = ask(own, f"load_record {name}")
        assert answer == "? hidden_information: record: it is none of what p1 knows"
        assert ask(own, "history") == "1 chance deal:K"
    assert ask(own, "load_record p1") == ""
    assert ask(own, "history") == ""
    ask(own, "newgame kuhn")
    assert ask(own, "load_record full") == ""


@pytest.mark.parametrize(
    "name",
    ["../a", "/etc/passwd", "..", ".", "", "sub/../../a", "a\0b", "a\0/b", "link", "out/a", "sub"],
)
def test_no_other_place_is_reached(name: str, tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    for folder in (inside, outside, inside / "sub"):
        folder.mkdir()
    (inside / "link").symlink_to(outside / "a")
    (inside / "out").symlink_to(outside)
    (outside / "a").write_text("kept\n")
    (tmp_path / "a").write_text("kept\n")
    files = RecordFiles(inside)
    for act in (lambda: files.append(name, "x"), lambda: files.lines(name)):
        with pytest.raises(BadArgument):
            act()
    assert (outside / "a").read_text() == (tmp_path / "a").read_text() == "kept\n"


def test_files_below_the_folder_are_its_own(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    files = RecordFiles(tmp_path)
    files.append("sub/a", "one")
    files.append("sub/../sub/a", "two")
    assert files.lines("sub/a") == ["one", "two"]
    assert (tmp_path / "sub" / "a").read_text() == "one\ntwo\n"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    session = keeper(tmp_path)
    (tmp_path / "empty").write_text("\n")
    (tmp_path / "bytes").write_bytes(b"\xff\n")
    (tmp_path / "words").write_text("hello\n")
    assert ask(session, "load_record none").startswith("? bad_argument: cannot read 'none'")
    assert ask(session, "load_record empty") == "? bad_argument: 'empty' holds no game"
    assert (
        ask(session, "load_record bytes") == "? bad_argument: cannot read 'bytes': it is not UTF-8"
    )
    assert ask(session, "load_record words") == "? bad_argument: record: it is not JSON"
    assert ask(session, "load_record words 2") == "? bad_argument: game 2: 'words' holds 1"
    assert ask(session, "load_record words 0").startswith("? bad_argument: N '0'")


@pytest.mark.parametrize("said", ["save_record", "load_record"])
@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("pipe", "no regular file|No such device"),
        ("sub", "no regular file|Is a directory"),
        ("a/b", "Not a directory"),
        ("n" * 300, "File name too long"),
        ("n" * 5000, "file .nnn|write .nnn|read .nnn"),
        ("n" * 300 + "/a", "File name too long"),
    ],
)
def test_only_regular_files_are_opened(said: str, name: str, wrong: str, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "a").write_text("kept\n")
    os.mkfifo(tmp_path / "pipe")
    session = keeper(tmp_path)
    ask(session, "newgame kuhn")
    answer = ask(session, f"{said} {name}")
    assert answer.startswith("? bad_argument: ")
    assert re.search(wrong, answer)
    assert str(tmp_path) not in answer


def test_a_hard_link_is_followed(tmp_path: Path) -> None:
    files = RecordFiles(tmp_path)
    files.append("a", "one")
    os.link(tmp_path / "a", tmp_path / "b")
    assert files.lines("b") == ["one"]


def test_a_pipe_with_another_end_is_no_file_either(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    end = os.open(tmp_path / "pipe", os.O_RDWR | os.O_NONBLOCK)
    try:
        with pytest.raises(BadArgument, match="no regular file"):
            RecordFiles(tmp_path).append("pipe", "x")
    finally:
        os.close(end)


@pytest.mark.parametrize("device", ["zero", "full", "null"])
def test_a_device_is_neither_read_nor_written(device: str) -> None:
    files = RecordFiles(Path("/dev"))
    with pytest.raises(BadArgument, match=r"no regular file|Permission"):
        files.lines(device)
    with pytest.raises(BadArgument, match=r"no regular file|Permission"):
        files.append(device, "x")


def test_a_file_has_at_most_so_many_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hinterland.protocol.record_files.MOST_BYTES", 8)
    files = RecordFiles(tmp_path)
    files.append("a", "x" * 7)
    with pytest.raises(BadArgument, match="cannot write 'a': it would be longer"):
        files.append("a", "")
    assert files.lines("a") == ["x" * 7]
    (tmp_path / "a").write_text("x" * 9)
    with pytest.raises(BadArgument, match="cannot read 'a': it is longer"):
        files.lines("a")


def test_a_full_disk_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = RecordFiles(tmp_path)
    files.append("a", "one")
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:2]))
    with pytest.raises(BadArgument, match="the disk is full"):
        files.append("a", "two")

    def full(descriptor: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(tmp_path))

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(BadArgument, match=r"cannot write 'a': No space left on device$"):
        files.append("a", "two")
    assert files.lines("a") == ["one"]


@pytest.mark.parametrize("last", ["whole", "torn"])
def test_a_last_line_without_its_end_stays_a_line_of_its_own(last: str, tmp_path: Path) -> None:
    files = RecordFiles(tmp_path)
    files.append("a", "one")
    path = tmp_path / "a"
    path.write_bytes(path.read_bytes() + last.encode())
    files.append("a", "two")
    assert files.lines("a") == ["one", last, "two"]


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadArgument, match="is no folder"):
        RecordFiles(tmp_path / "none")


def test_an_empty_name_is_not_the_current_folder() -> None:
    ended = subprocess.run(
        [*ENGINE.split(), "--records", ""], input=b"", capture_output=True, timeout=300.0
    )
    assert ended.returncode == 2
    assert ended.stderr == (
        b"hinterland: Invalid value for '--records': expected the name of a folder\n"
    )
