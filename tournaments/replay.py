"""The deal of a game from its seed, and a recorded game played again."""

from collections.abc import Iterator

from hinterland.engine.errors import BadArgument
from hinterland.engine.game import Game
from hinterland.engine.registry import load
from hinterland.engine.rng import stream
from hinterland.engine.seats import OVER, parse_mover
from hinterland.engine.table import Table
from hinterland.tournaments.record import GameRecord


def deal_table(game: Game, options: tuple[int, ...], deal_seed: int) -> Table:
    """The table after the deal that belongs to `deal_seed`.

    The protocol's `newgame` with this seed deals the same.
    """
    return Table.deal(game, options, stream("deal", deal_seed, 0))


def positions(record: GameRecord) -> Iterator[Table]:
    """The table after the deal and after each move of the record; always the same object.

    Each move is checked against the rules. `BadArgument`: the record is of another version of
    the game. Errors of `Table.play`: a move that the rules do not allow.
    """
    game = load(record.game)
    if record.version != game.version:
        raise BadArgument(f"{game.name} version {record.version}: this is version {game.version}")
    table = deal_table(game, game.option_values(record.options), record.deal_seed)
    yield table
    for line in record.moves:
        mover, _, token = line.partition(" ")
        table.play(parse_mover(mover, table.players), game.notation.parse(token))
        yield table


def replay(record: GameRecord) -> Table:
    """The table after all moves of the record; errors as `positions`."""
    for table in positions(record):
        last = table
    return last


def replayed_returns(record: GameRecord) -> tuple[float, ...]:
    """The returns of the game played again; none if it breaks off before its end."""
    table = replay(record)
    return tuple(table.game.returns(table.state)) if table.mover == OVER else ()
