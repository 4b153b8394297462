"""Every registered game, with each of its options, has a golden playthrough and still plays it."""

from functools import cache

import pytest

from hinterland.engine.game import Game, Option
from hinterland.engine.registry import GAMES, load
from hinterland.tests.conformance.cases import MIXES
from hinterland.tests.golden.playthrough import (
    ENOUGH_MOVES,
    FOLDER,
    file_name,
    playthrough,
    playthroughs,
    variants,
)

WANTED = [pytest.param(*case, id=case[0]) for case in playthroughs()]
REWRITE = "python -m hinterland.tests.golden.rewrite"

played = cache(playthrough)


@pytest.mark.parametrize(("name", "game", "options"), WANTED)
def test_game_plays_as_its_golden_file_says(
    name: str, game: Game, options: tuple[int, ...]
) -> None:
    path = FOLDER / name
    assert path.exists(), f"{name} is missing: {REWRITE} makes it"
    expected = path.read_text(encoding="utf-8")
    assert played(game, options) == expected, f"after a change that is meant: {REWRITE}"


def test_there_are_no_other_golden_files() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {name for name, _, _ in playthroughs()}


@pytest.mark.parametrize("name", [name for name in GAMES if name not in MIXES])
def test_every_value_of_an_option_has_a_file(name: str) -> None:
    game = load(name)
    names = {file_name(game, options) for options in variants(game)}
    for option in game.options:
        for choice in option.choices:
            suffix = "" if option.parse(choice) == option.default else f"-{option.name}={choice}"
            assert f"{name}{suffix}.txt" in names


def test_a_number_is_taken_at_both_ends_and_players_at_every_count() -> None:
    kuhn = load("kuhn")
    players = Option("players", 2, "", minimum=2, maximum=4)
    number = Option("points", 5, "", minimum=1, maximum=9)
    game = Game(
        "some", 1, kuhn.rules, kuhn.notation, kuhn.state_dtype, kuhn.memory_dtype,
        (players, number), max_moves=1, max_length=1,
    )  # fmt: skip
    assert [file_name(game, options) for options in variants(game)] == [
        "some.txt",
        "some-players=3.txt",
        "some-players=4.txt",
        "some-points=1.txt",
        "some-points=9.txt",
    ]


def test_playthroughs_show_enough_and_end_their_games() -> None:
    for _, game, options in playthroughs():
        text = played(game, options)
        assert text.count("-- move ") >= ENOUGH_MOVES
        assert text.count("returns ") == text.count("==== game ")
