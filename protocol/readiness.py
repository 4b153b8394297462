"""What a search needs is there before its time begins, from the first decision on."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hinterland.engine.game import Game, Knowledge
    from hinterland.protocol.session import Session


def get_ready(session: "Session") -> None:
    """Have loaded, or compiled, what the searches of the game need.

    Done where a limit of time is set, by a decision of another deal: the game may have none yet.
    """
    position = session.position
    knowledge = _some_decision(position.game, position.options)
    session.outside.prepare(position.game, knowledge, session.setup.settings, ())


def _some_decision(game: "Game", options: tuple[int, ...]) -> "Knowledge":
    """What the first seat to move knows after some deal."""
    from hinterland.engine.rng import stream
    from hinterland.engine.seats import CHANCE
    from hinterland.engine.table import Table

    rng = stream("ready")
    table = Table.deal(game, options, rng)
    while table.mover == CHANCE:
        table.play(CHANCE, game.sample(table.state, rng))
    return table.knowledge(table.mover)
