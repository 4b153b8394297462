"""The journal: nothing counts that is not on the disk, and nothing on the disk is lost."""

import os
from datetime import UTC, datetime
from pathlib import Path

import orjson
import pytest

from hinterland.engine.errors import BadArgument
from hinterland.tests.tournaments.scripted import RANDOM, Scripted, kuhn
from hinterland.tournaments.job import play_game
from hinterland.tournaments.journal import (
    Header,
    Journal,
    read_game_at,
    read_games,
    read_journal,
)
from hinterland.tournaments.plan import first_round
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.replay import replayed_returns

NOON = datetime(2024, 5, 6, 12, 30, 15, tzinfo=UTC)
SETTINGS = kuhn(Scripted("bad", "choose", 999), RANDOM)
HEADER = Header.of(SETTINGS, {"game": "kuhn"}, "/here", NOON)


@pytest.fixture(scope="module")
def games() -> list[GameRecord]:
    return [play_game(job) for job in first_round(SETTINGS)]


@pytest.fixture
def path(tmp_path: Path, games: list[GameRecord]) -> Path:
    written = tmp_path / "folder" / "journal.jsonl"
    with Journal.create(written, HEADER) as journal:
        journal.append(games[:3])
        journal.append(games[3:])
        journal.sync()
    return written


def test_what_is_written_is_read(path: Path, games: list[GameRecord]) -> None:
    assert read_journal(path) == (HEADER, games)


def test_games_are_found_by_their_offsets(path: Path, games: list[GameRecord]) -> None:
    found = [read_game_at(path, offset) for offset, _ in read_games(path)]
    assert found == games


def test_every_journalled_game_replays_to_its_returns(path: Path) -> None:
    _, games = read_journal(path)
    assert len(games) == 8
    for game in games:
        assert replayed_returns(game) == game.returns != ()


def test_the_header_says_what_was_played_and_by_what(path: Path) -> None:
    header = orjson.loads(path.read_bytes().splitlines()[0])
    assert header.pop("software").keys() == {"hinterland", "python", "numpy", "numba"}
    settings = header.pop("settings")
    assert settings["bots"] == ["bad", "random"]
    assert settings["format.tables"] == [[0, 1]]
    assert settings["options.players"] == "2"
    assert header == {
        "format": 2,
        "game": "kuhn",
        "version": 1,
        "document": {"game": "kuhn"},
        "folder": "/here",
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


@pytest.mark.parametrize("tail", [b"", b'{"torn', b"\0" * 50, b"nonsense\n"])
def test_a_reopened_journal_goes_on_after_its_last_sound_line(
    path: Path, games: list[GameRecord], tail: bytes
) -> None:
    sound = path.read_bytes()
    path.write_bytes(sound + tail)
    with Journal.reopen(path) as journal:
        assert path.read_bytes() == sound
        journal.append(games[:2])
        journal.sync()
    assert read_journal(path) == (HEADER, [*games, *games[:2]])


def test_a_damaged_line_before_the_last_is_refused(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    damaged = b"".join([*lines[:2], lines[2][:40] + b"\n", *lines[3:]])
    path.write_bytes(damaged)
    with pytest.raises(BadArgument, match="line 3 is damaged"):
        read_journal(path)
    with pytest.raises(BadArgument, match="line 3 is damaged"):
        Journal.reopen(path)
    assert path.read_bytes() == damaged


@pytest.mark.parametrize("text", [b"", b"{", b'{"format":99}\n', b"[]\n", b'{"format":2}\n'])
def test_a_file_without_a_header_is_refused(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(text)
    with pytest.raises(BadArgument):
        read_journal(path)


def test_sync_returns_after_the_disk_has_it(
    path: Path, games: list[GameRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(os.fstat(descriptor).st_size))
    other = path.with_name("other.jsonl")
    with Journal.create(other, HEADER) as journal:
        assert other.stat().st_size in synced
        for count in (1, 5):
            del synced[:]
            journal.append(games[:count])
            journal.append(games[:1])
            journal.sync()
            assert synced == [other.stat().st_size], "one sync for all, of all that was written"
    assert len(read_journal(other)[1]) == 8


def test_an_existing_file_is_refused_and_left_alone(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        Journal.create(path, HEADER)
    assert path.read_bytes() == before


def test_two_writers_are_one_too_many(path: Path) -> None:
    with Journal.reopen(path), pytest.raises(BadArgument, match="being written to"):
        Journal.reopen(path)
    Journal.reopen(path).close()
