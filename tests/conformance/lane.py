"""Games played at random as digests, to be compared between processes that compile otherwise.

    python -m hinterland.tests.conformance.lane [--no-search] GAME...

prints `{"compile_seconds": s, "games": {GAME: {"play": digest, "search": digest}}, "compiled": n,
"floats": [...]}`: the kernels that were compiled here, and the floats among their variables.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Final

from hinterland.engine.game import Game, is_seat
from hinterland.engine.rng import stream
from hinterland.engine.seats import CHANCE, OVER
from hinterland.search.search import think
from hinterland.search.settings import VARIANTS, SearchSettings
from hinterland.tests.compile_bill import BILL
from hinterland.tests.conformance.cases import games, option_vectors, short_options, spread
from hinterland.tests.conformance.mutants import OVERFLOWS
from hinterland.tests.conformance.positions import Position, possible_moves, random_game
from hinterland.tests.engine.kernels import floats_of_games

GAMES_PLAYED: Final = 2
VECTORS: Final = 4
"""Option vectors of a game that are played."""

LOOKS: Final = 40
SETTINGS: Final = [SearchSettings(variant=name, iterations=20, seed=3) for name in VARIANTS]


def digests(game: Game, search: bool) -> dict[str, str]:
    """What a game's random games come to; with `search`, a short search at some decisions too."""
    found = {"play": _digest(_played(game))}
    if search:
        found["search"] = _digest(thoughts(game))
    return found


def _played(game: Game) -> Iterator[str]:
    for options in spread(option_vectors(game), VECTORS):
        for seed in range(GAMES_PLAYED):
            record = list(random_game(game, options, seed))
            for position in record:
                yield position.state.tobytes().hex()
            for position in spread(record, LOOKS):
                yield from all_answers(position)


def all_answers(position: Position) -> Iterator[str]:
    """What every kernel of the game says at a position."""
    game, moves = position.game, possible_moves(position)
    for move in moves:
        fitting = [
            game.fits(knowledge.view, event)
            for knowledge, event in zip(position.known, position.seen(move), strict=True)
        ]
        yield f"{move} {game.notation.format(move)} {position.seen(move)} {fitting}"
    if position.mover == CHANCE:
        yield str(game.odds(position.state))
    elif position.mover == OVER:
        yield str(game.returns(position.state))
    else:
        yield str([game.weight(position.state, move) for move in moves])
    for viewer, knowledge in zip(position.viewers, position.known, strict=True):
        yield knowledge.tobytes().hex()
        yield game.mask(position.state, viewer).tobytes().hex()
        rng = stream("lane", len(position.moves), viewer)
        yield from (game.determinise(knowledge, rng).tobytes().hex() for _ in range(3))


def thoughts(game: Game) -> Iterator[str]:
    """What a short search of every variant finds at some decisions of a random game."""
    options = game.option_values(short_options(game.name))
    decisions = [at for at in random_game(game, options, 0) if is_seat(at.mover)]
    for position in spread(decisions, 4):
        for settings in SETTINGS:
            result = think(game, position.known[position.mover], settings)
            yield str(replace(result, seconds=0.0))


def _digest(lines: Iterator[str]) -> str:
    digest = blake2b(digest_size=16)
    for line in lines:
        digest.update(f"{line}\n".encode())
    return digest.hexdigest()


def main(arguments: Sequence[str]) -> None:
    search = "--no-search" not in arguments
    known = {game.name: game for game in (*games(), OVERFLOWS)}
    names = [name for name in arguments if name != "--no-search"]
    report = {name: digests(known[name], search) for name in names}
    found = {"games": report, "compiled": BILL.kernels, "floats": floats_of_games()}
    print(json.dumps({"compile_seconds": BILL.seconds, **found}))


if __name__ == "__main__":
    main(sys.argv[1:])
