"""The island game's kernels against the oracle, move by move, in random games."""

from random import Random

import pytest

from hinterland.engine.errors import BadOption
from hinterland.engine.game import Game
from hinterland.engine.island import GAME
from hinterland.tests.oracle.island.agreement import Match, differences, flat

PRESETS = ("house", "official", "base")  # every preset that can be dealt
FISH = {"fish": "yes"}
SEA = {"seafarers": "yes"}
WITH_FISH_OR_SHIPS = (
    *(("base", FISH | SEA, players) for players in (2, 3, 4, 5, 6)),
    ("base", FISH, 4),
    ("base", SEA, 3),
    ("house", FISH, 3),
    ("house", SEA, 4),
    ("house", FISH | SEA, 5),
    ("official", FISH | SEA, 3),
    ("official", FISH | SEA | {"fish_in_special_build": "yes", "fish_pre_roll": "yes"}, 6),
)
PLAYERS = (2, 3, 4, 5, 6)
GAMES_EACH = 2
MIXES = 10
SLOW_GAMES_EACH = 6  # with the mixes about an hour of the oracle, which is plain Python
SLOW_MIXES = 60
TURNS = "60"  # of a game in the short suite

REQUIRED = {
    "phase", "turn", "turn_number", "dice", "bank", "longest_road", "harbormaster", "robber",
    "pirate", "chits", "harbors", "harbor_pool", "offers_made", "moves_made", "winners", "fish",
}  # fmt: skip
REQUIRED_OF_A_SEAT = {
    "hand", "pending", "fish", "roads", "ships", "islands", "settlements", "cities",
    "road_length", "harbor_points", "points",
}  # fmt: skip
BASE = {"largest_army", "development", "played"}
BASE_OF_A_SEAT = {"development", "bought", "army"}
KNIGHTS = {"barbarians", "attacked", "merchant", "metropolises", "decks", "crane", "fleet"}
KNIGHTS_OF_A_SEAT = {
    "sideways", "walls", "knights", "improvements", "progress", "victory_cards",
}  # fmt: skip


@pytest.fixture(scope="module")
def island() -> Game:
    return GAME


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_kernels_agree_with_the_oracle(island: Game, preset: str, players: int) -> None:
    for number in range(GAMES_EACH):
        options = {"preset": preset, "players": str(players), "max_turns": TURNS}
        play(island, options, f"{preset} {players} {number}")


@pytest.mark.parametrize(("preset", "added", "players"), WITH_FISH_OR_SHIPS)
def test_the_kernels_agree_with_fish_and_at_sea(
    island: Game, preset: str, added: dict[str, str], players: int
) -> None:
    options = {"preset": preset, "players": str(players), "max_turns": TURNS} | added
    play(island, options, f"{preset} {'-'.join(added)} {players}")


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_kernels_agree_with_fish_and_at_sea_at_length(
    island: Game, preset: str, players: int
) -> None:
    for number in range(SLOW_GAMES_EACH):
        options = {"preset": preset, "players": str(players)} | (FISH, SEA, FISH | SEA)[number % 3]
        play(island, options, f"{preset} {players} fish or ships {number}")


@pytest.mark.parametrize("number", range(MIXES))
def test_the_kernels_agree_on_mixed_options(island: Game, number: int) -> None:
    play(island, mixed_options(island, f"mix {number}") | {"max_turns": TURNS}, f"mix {number}")


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_kernels_agree_at_length(island: Game, preset: str, players: int) -> None:
    for number in range(GAMES_EACH, GAMES_EACH + SLOW_GAMES_EACH):
        options = {"preset": preset, "players": str(players)}
        if number % 4 == 0:  # nobody wins early: improvements, knights and cards to the end
            options["target"] = "30"
        play(island, options, f"{preset} {players} {number}")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(MIXES, MIXES + SLOW_MIXES))
def test_the_kernels_agree_on_mixed_options_at_length(island: Game, number: int) -> None:
    play(island, mixed_options(island, f"mix {number}"), f"mix {number}")


def play(game: Game, options: dict[str, str], name: str) -> None:
    match = Match(game, options, name)
    kernels, oracle = flat(match.to_json()), match.oracle.snapshot()
    knights = match.oracle.game.table.options.knights
    assert REQUIRED | (KNIGHTS if knights else BASE) <= kernels.keys() & oracle.keys()
    of_a_seat = REQUIRED_OF_A_SEAT | (KNIGHTS_OF_A_SEAT if knights else BASE_OF_A_SEAT)
    assert of_a_seat <= kernels["seats"][0].keys() & oracle["seats"][0].keys()
    match.play()


def mixed_options(game: Game, name: str) -> dict[str, str]:
    """A preset with some other options, drawn again where one is refused."""
    rng = Random(name)
    while True:
        options = {"preset": rng.choice(PRESETS)}
        options["players"] = str(rng.choice(PLAYERS))
        options["fish"] = rng.choice(("no", "yes"))
        options["seafarers"] = rng.choice(("no", "yes"))
        for option in rng.sample(game.options, rng.randint(2, 8)):
            if option.name not in options and option.name != "max_turns":
                options[option.name] = option.format(rng.choice(option.values()))
        try:
            game.option_values(options)
        except BadOption:
            continue
        return options


def test_a_difference_is_found_wherever_it_is() -> None:
    """The comparison itself: zeros may be left out in counts, and nothing else is forgiven."""
    one = {"bank": {"ore": 1, "wool": 0}, "seats": [{"hand": {}, "roads": ["a1n"]}], "turn": "p1"}
    same = {"bank": {"ore": 1}, "seats": [{"hand": {"ore": 0}, "roads": ["a1n"]}], "turn": "p1"}
    assert differences(one, same) == []
    assert differences(one, {**same, "turn": "p2"}) == ["/turn: p1, p2"]
    assert differences(one, {**same, "bank": {}})
    assert differences(one, {**same, "seats": [{"hand": {}, "roads": []}]})
    assert differences(one, {**same, "seats": []})
