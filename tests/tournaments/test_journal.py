"""The journal: nothing counts that is not on the disk, and nothing on the disk is lost."""

import os
import re
from datetime import UTC, datetime
from pathlib import Path

import orjson
import pytest

from hinterland.engine.errors import BadArgument
from hinterland.tests.tournaments.scripted import RANDOM, Scripted, kuhn
from hinterland.tournaments.job import play_game
from hinterland.tournaments.journal import Header, Journal, new_journal, read_journal
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.replay import replayed_returns
from hinterland.tournaments.schedule import schedule

NOON = datetime(2024, 5, 6, 12, 30, 15, tzinfo=UTC)
SETTINGS = kuhn(Scripted("bad", "choose", 999), RANDOM)
HEADER = Header.of(SETTINGS, NOON)


@pytest.fixture(scope="module")
def games() -> list[GameRecord]:
    return [play_game(job) for job in schedule(SETTINGS)]


@pytest.fixture
def path(tmp_path: Path, games: list[GameRecord]) -> Path:
    written = tmp_path / "folder" / "journal.jsonl"
    with Journal(written, HEADER) as journal:
        journal.append(games[:3])
        journal.append(games[3:])
    return written


def test_what_is_written_is_read(path: Path, games: list[GameRecord]) -> None:
    assert read_journal(path) == (HEADER, games)


def test_every_journalled_game_replays_to_its_returns(path: Path) -> None:
    _, games = read_journal(path)
    assert len(games) == SETTINGS.games
    for game in games:
        assert replayed_returns(game) == game.returns != ()


def test_the_header_says_what_was_played_and_by_what(path: Path) -> None:
    header = orjson.loads(path.read_bytes().splitlines()[0])
    assert header.pop("software").keys() == {"hinterland", "python", "numpy", "numba"}
    assert header == {
        "format": 1,
        "game": "kuhn",
        "version": 1,
        "options": {"players": "2"},
        "bots": ["bad", "random"],
        "groups": 4,
        "seed": 7,
        "started": "2024-05-06T12:30:15+00:00",
    }


def test_a_line_a_game(path: Path, games: list[GameRecord]) -> None:
    lines = path.read_bytes().splitlines()
    assert [orjson.loads(line) for line in lines[1:]] == [
        orjson.loads(orjson.dumps(game.to_json())) for game in games
    ]


def test_a_last_line_torn_anywhere_is_left_out(path: Path, games: list[GameRecord]) -> None:
    whole = path.read_bytes()
    start = whole.rindex(b"\n", 0, -1) + 1
    for end in range(start, len(whole)):
        path.write_bytes(whole[:end])
        assert read_journal(path) == (HEADER, games[:-1])


def test_a_last_line_of_zeros_is_left_out(path: Path, games: list[GameRecord]) -> None:
    """Some file systems leave those after a power cut."""
    path.write_bytes(path.read_bytes() + b"\0" * 100)
    assert read_journal(path) == (HEADER, games)


def test_a_damaged_line_before_the_last_is_refused(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], lines[2][:40] + b"\n", *lines[3:]]))
    with pytest.raises(BadArgument, match="line 3 is damaged"):
        read_journal(path)


@pytest.mark.parametrize("text", [b"", b"{", b'{"format":99}\n', b"[]\n", b'{"format":1}\n'])
def test_a_file_without_a_header_is_refused(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(text)
    with pytest.raises(BadArgument):
        read_journal(path)


def test_append_returns_after_the_disk_has_it(
    path: Path, games: list[GameRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(os.fstat(descriptor).st_size))
    other = path.with_name("other.jsonl")
    with Journal(other, HEADER) as journal:
        headed = other.stat().st_size
        assert headed in synced
        for count in (1, 5):
            del synced[:]
            journal.append(games[:count])
            assert synced == [other.stat().st_size], "one sync for all, of all that was written"


def test_an_existing_file_is_refused_and_left_alone(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(BadArgument, match="exists"):
        new_journal(path, HEADER, NOON)
    assert path.read_bytes() == before


def test_a_place_that_cannot_be_written_is_refused(path: Path) -> None:
    with pytest.raises(BadArgument, match="cannot write the journal"):
        new_journal(path / "below" / "a-file", HEADER, NOON)


def test_the_default_name_has_the_game_and_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(3):
        new_journal(None, HEADER, NOON).close()
    names = sorted(path.name for path in (tmp_path / "journals").iterdir())
    assert names == [f"kuhn-20240506T123015Z{suffix}.jsonl" for suffix in ("-2", "-3", "")]
    assert all(re.fullmatch(r"[\w.-]+", name) for name in names)
