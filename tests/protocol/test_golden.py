"""The golden transcripts are what sessions say today, and none is missing."""

import pytest

from hinterland.engine.registry import GAMES
from hinterland.tests.protocol.golden import FOLDER, HAND_WRITTEN, game_transcript, retold

REWRITE = "python -m hinterland.tests.protocol.golden"


def golden(name: str) -> str:
    path = FOLDER / f"{name}.txt"
    assert path.exists(), f"write it with {REWRITE}"
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_told_as_it_was(name: str) -> None:
    assert game_transcript(name) == golden(name), f"if it ought to differ: {REWRITE}"


@pytest.mark.parametrize("name", HAND_WRITTEN)
def test_a_hand_written_transcript_gets_the_same_answers(name: str) -> None:
    assert retold(FOLDER / f"{name}.txt") == golden(name), f"if it ought to differ: {REWRITE}"


def test_there_is_a_transcript_for_every_game_and_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {*GAMES, *HAND_WRITTEN}
