"""Whole games at random: moves, views, beliefs and conservation, at every position."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from hinterland.engine.game import Game, States
from hinterland.engine.island import GAME
from hinterland.engine.island.state import PHASES
from hinterland.engine.rng import Stream, draw_bounded, stream
from hinterland.engine.seats import CHANCE, OVER
from hinterland.engine.table import Table

HOUSE = {
    "second_piece": "city",
    "hidden_harbors": "yes",
    "harbor_places": "random",
    "harbor_points": "harbormaster",
    "build_past_buildings": "yes",
    "declare_to_win": "yes",
    "chits": "random",
    "discard_down_to": "half-down",
    "target": "5",
}
"""The rules of the house that concern the base game, and a target that random play reaches."""

MIXES = [
    *({"players": str(players), "max_turns": "40"} for players in range(2, 7)),
    *({"players": str(players), "max_turns": "60", **HOUSE} for players in (3, 5)),
    {"players": "4", "max_turns": "30", "trade_offers": "0", "turn_moves": "10"},
    *({"players": str(players), "max_turns": "50", "preset": "house"} for players in (3, 5)),
    {"players": "2", "max_turns": "60", "preset": "house", "target": "30"},
    *({"players": str(players), "max_turns": "50", "preset": "official"} for players in (4, 6)),
    {"players": "2", "max_turns": "200", "trade_offers": "0", "fish": "yes", "target": "30"},
    {"players": "4", "max_turns": "60", "seafarers": "yes", "hidden_harbors": "yes"},
    {
        "players": "6",
        "max_turns": "40",
        "fish": "yes",
        "seafarers": "yes",
        "fish_pre_roll": "yes",
        "fish_in_special_build": "yes",
    },
    {
        "preset": "official",
        "players": "5",
        "max_turns": "40",
        "fish": "yes",
        "seafarers": "yes",
        "fish_in_special_build": "yes",
    },
]


def random_game(options: dict[str, str]) -> Iterator[tuple[Table, int, int]]:
    """The table before each move of a random game, the mover and the move."""
    rng = stream("island games", *options.values())
    table = Table.deal(GAME, GAME.option_values({"preset": "base"} | options), rng)
    while (mover := table.mover) != OVER:
        moves = GAME.legal(table.state)
        assert len(moves) > 0
        assert (np.diff(moves) > 0).all()
        move = GAME.sample(table.state, rng) if mover == CHANCE else some_move(moves, rng)
        yield table, mover, move
        table.play(mover, move)


def some_move(moves: Any, rng: Stream) -> int:
    """One of the moves: first the sort, the end of the turn one time in four, then the move.

    So all sorts of moves are played, rare as they may be among the legal ones.
    """
    sorts: dict[str, list[int]] = {}
    for move in moves:
        word, _, rest = GAME.notation.format(int(move)).partition(":")
        sort = rest.partition("=")[0] if word == "play" else word
        sorts.setdefault(sort, []).append(int(move))
    names = sorted(sorts)
    if "end" in names and len(names) > 1 and draw_bounded(rng, 4) > 0:
        names.remove("end")
    chosen = sorts[names[draw_bounded(rng, len(names))]]
    return chosen[draw_bounded(rng, len(chosen))]


@pytest.mark.parametrize("options", MIXES, ids=lambda mix: "-".join(mix.values()))
def test_random_games_are_sound(options: dict[str, str]) -> None:
    """Legal moves fit, every view believes its event, and hypotheses never lose the truth."""
    for number, (table, mover, move) in enumerate(random_game(options)):
        assert GAME.fits(table.state, move) == 0
        assert GAME.notation.parse(GAME.notation.format(move)) == move
        for seat in range(table.players):
            view = table.states[1 + seat : 2 + seat]
            assert GAME.mover(view) == mover
            assert GAME.fits(view, GAME.redact(table.state, move, seat)) == 0
            assert mover != seat or (GAME.legal(view) == GAME.legal(table.state)).all()
            assert truth_is_believed(table, seat)
        if number % 16 == 0 or is_rare(table.state):
            assert [GAME.notation.faults(state) for state in table.states] == [[]] * (
                1 + table.players
            )
            worlds_show_the_same(table, number)
    assert sum(GAME.returns(table.state)) == pytest.approx(1.0)


def is_rare(state: States) -> bool:
    """Whether the phase is one of those after the common ones."""
    return int(state[0]["phase"]) > PHASES.index("over")


def truth_is_believed(table: Table, seat: int) -> bool:
    """Whether a hypothesis of the seat has the true hands, unless it may have been dropped."""
    view, memory = table.states[1 + seat], table.memories[seat]
    count = int(memory["count"])
    if not view["hidden"].any() or memory["resampled"]:
        return True
    others = [other for other in range(table.players) if other != seat]
    hands = memory["hands"][:count][:, others] + view["ledger"][others]
    return bool((hands == table.state[0]["hand"][others]).all(axis=1).any())


def worlds_show_the_same(table: Table, number: int) -> None:
    """A world of each seat is sound, and shows the seat what the truth does."""
    game: Game = GAME
    for seat in range(table.players):
        world: Any = game.determinise(table.knowledge(seat), stream("world", number, seat))
        assert game.notation.faults(world[0]) == []
        shown = game.mask(table.state, seat).tobytes()
        assert game.mask(world, seat).tobytes() == shown
        assert game.mask(table.states[1 + seat : 2 + seat], seat).tobytes() == shown


def test_pictures_and_json_of_a_played_position() -> None:
    for number, (table, _, _) in enumerate(random_game(MIXES[2])):
        if number == 60:
            picture = GAME.notation.board(table.state[0])
            assert "phase" in picture
            assert "p4:" in picture
            data = GAME.notation.to_json(table.state[0], None)
            assert len(data["seats"]) == 4
            return
    raise AssertionError("the game was over too soon")
