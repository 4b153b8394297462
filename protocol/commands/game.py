"""Commands that start a game and carry it on."""

from typing import Final

from hinterland.engine.seats import parse_mover, parse_seat, seat_name
from hinterland.protocol.arguments import parse_integer, parse_pairs
from hinterland.protocol.errors import HiddenInformation
from hinterland.protocol.session import MAX_SEED, Command, Session


def newgame(session: Session, words: list[str]) -> str:
    # Imported here: with it comes the compiler, which takes most of a start.
    from hinterland.protocol.position import FullPosition, SeatPosition

    game = session.load(words[0])
    given = parse_pairs(words[1:])
    seat, seed = given.pop("seat", None), given.pop("seed", None)
    options = game.option_values(given)
    if seat is not None:
        if seed is not None:
            raise HiddenInformation("seed: in seat mode the deal is not known")
        session.position = SeatPosition(game, options, parse_seat(seat, options[0]))
    else:
        chosen = session.entropy() if seed is None else parse_integer("seed", seed, MAX_SEED)
        session.position = FullPosition(game, options, chosen)
    return ""


def clear_board(session: Session, words: list[str]) -> str:
    session.position = session.position.fresh()
    return ""


def play(session: Session, words: list[str]) -> str:
    position = session.position
    mover = parse_mover(words[0], position.players)
    position.play(mover, position.game.notation.parse(words[1]))
    return ""


def undo(session: Session, words: list[str]) -> str:
    session.position.undo()
    return ""


def to_move(session: Session, words: list[str]) -> str:
    return seat_name(session.position.mover)


def legal_moves(session: Session, words: list[str]) -> str:
    position = session.position
    mover = parse_mover(words[0], position.players) if words else position.mover
    moves = position.legal_moves(mover)
    return " ".join(position.game.notation.format(move) for move in moves)


def final_score(session: Session, words: list[str]) -> str:
    shares = enumerate(session.position.returns())
    return " ".join(f"{seat_name(seat)}={share:.6g}" for seat, share in shares)


COMMANDS: Final = (
    Command(newgame, "newgame GAME [key=value ...]"),
    Command(clear_board, "clear_board"),
    Command(play, "play SEAT MOVE"),
    Command(undo, "undo"),
    Command(to_move, "to_move"),
    Command(legal_moves, "legal_moves [SEAT]"),
    Command(final_score, "final_score"),
)
