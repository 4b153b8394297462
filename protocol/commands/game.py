"""Commands that start a game and carry it on."""

from dataclasses import replace
from typing import Final

from hinterland.engine.seats import parse_mover, parse_seat, seat_name
from hinterland.protocol.arguments import parse_integer, parse_json_flag, parse_pairs
from hinterland.protocol.errors import HiddenInformation, Unsupported
from hinterland.protocol.session import MAX_SEED, Command, Session

MOST_UNDONE: Final = 10**6


def newgame(session: Session, words: list[str]) -> str:
    # Imported here: with it comes the compiler, which takes most of a start.
    from hinterland.protocol.full_position import FullPosition
    from hinterland.protocol.seat_position import SeatPosition

    game = session.outside.load(words[0])
    given = parse_pairs(words[1:])
    seat, seed = given.pop("seat", None), given.pop("seed", None)
    options = game.option_values(given)
    if seat is not None:
        if seed is not None:
            raise HiddenInformation("seed: in seat mode the deal is not known")
        session.position = SeatPosition(game, options, parse_seat(seat, options[0]))
    else:
        chosen = (
            session.outside.entropy() if seed is None else parse_integer("seed", seed, MAX_SEED)
        )
        session.position = FullPosition(game, options, chosen)
    _begin_game(session)
    return ""


def clear_board(session: Session, words: list[str]) -> str:
    session.position = session.position.fresh()
    _begin_game(session)
    return ""


def boardsize(session: Session, words: list[str]) -> str:
    raise Unsupported("boardsize: the table of a game is chosen by newgame GAME key=value ...")


def komi(session: Session, words: list[str]) -> str:
    raise Unsupported("komi: these games have none")


def play(session: Session, words: list[str]) -> str:
    position = session.position
    mover = parse_mover(words[0], position.players)
    position.play(mover, position.game.notation.parse(words[1]))
    return ""


def undo(session: Session, words: list[str]) -> str:
    count = parse_integer("N", words[0], MOST_UNDONE, minimum=1) if words else 1
    session.position.undo(count)
    return ""


def redo(session: Session, words: list[str]) -> str:
    session.position.redo()
    return ""


def to_move(session: Session, words: list[str]) -> str:
    return seat_name(session.position.mover)


def legal_moves(session: Session, words: list[str]) -> str:
    from hinterland.protocol.wording import described

    position = session.position
    named = words[:1] if words[:1] != ["json"] else []
    as_json = parse_json_flag(words[len(named) :])
    mover = parse_mover(named[0], position.players) if named else position.mover
    moves = position.legal_moves(mover)
    if as_json:
        return described(position.game, moves)
    return " ".join(position.game.notation.format(move) for move in moves)


def final_score(session: Session, words: list[str]) -> str:
    shares = enumerate(session.position.returns())
    return " ".join(f"{seat_name(seat)}={share:.6g}" for seat, share in shares)


def _begin_game(session: Session) -> None:
    """What does not outlive a game: the times used, and the last search."""
    setup = session.setup
    session.setup = replace(setup, clocks=setup.clocks.wound(), last=None)
    session.pondered = None
    session.grown.clear()


COMMANDS: Final = (
    Command(newgame, "newgame GAME [key=value ...]"),
    Command(clear_board, "clear_board"),
    Command(boardsize, "boardsize [N ...]", listed=False),
    Command(komi, "komi [N ...]", listed=False),
    Command(play, "play SEAT MOVE"),
    Command(undo, "undo [N]"),
    Command(redo, "redo"),
    Command(to_move, "to_move"),
    Command(legal_moves, "legal_moves [SEAT] [json]"),
    Command(final_score, "final_score"),
)
