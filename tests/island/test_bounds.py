"""The declared length follows from the options, and no turn comes near its bound."""

from hinterland.engine.island import GAME, MAX_LENGTH
from hinterland.engine.island.bounds import length_bound, turn_bound
from hinterland.engine.rng import draw_bounded, stream
from hinterland.engine.seats import CHANCE, OVER


def test_declared_length_is_that_of_the_longest_options() -> None:
    most = {option.name: option.maximum for option in GAME.options}
    names = ("players", "max_turns", "turn_moves", "trade_offers")
    assert GAME.max_length == MAX_LENGTH == length_bound(*(most[name] for name in names))
    assert turn_bound(6, 200, 10) - turn_bound(6, 199, 10) == 1
    assert length_bound(2, 1, 10, 0) < length_bound(2, 2, 10, 0)
    assert length_bound(4, 500, 200, 10) < length_bound(5, 500, 200, 10)


def test_random_turns_keep_their_bound() -> None:
    """Of turns with all that is long: fish, ships, special building, offers without end."""
    options = {
        "preset": "official", "players": "6", "fish": "yes", "seafarers": "yes", "max_turns": "40",
        "fish_pre_roll": "yes", "fish_in_special_build": "yes", "turn_moves": "10", "target": "30",
    }  # fmt: skip
    for seed in range(2):
        turns = turns_of(options, seed)
        assert len(turns) == 41  # the setup, and all turns
        assert max(turns) <= turn_bound(6, 10, 10)
        assert sum(turns) <= length_bound(6, 40, 10, 10)


def turns_of(options: dict[str, str], seed: int) -> list[int]:
    """How many moves each turn of a random game has."""
    rng = stream("turns", seed)
    state = GAME.deal(GAME.option_values(options), rng)
    turns = [0]
    while (mover := GAME.mover(state)) != OVER:
        if int(state[0]["turns"]) == len(turns):
            turns.append(0)
        turns[-1] += 1
        if mover == CHANCE:
            GAME.apply(state, GAME.sample(state, rng))
        else:
            moves = GAME.legal(state)
            GAME.apply(state, int(moves[draw_bounded(rng, len(moves))]))
    return turns
