"""A playthrough prints everything about a few random games, and so notices every change."""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path

from hinterland.engine.game import Game
from hinterland.engine.registry import GAMES, load
from hinterland.engine.rng import Stream, draw_bounded, stream
from hinterland.engine.seats import CHANCE, OVER, seat_name
from hinterland.engine.table import Table
from hinterland.engine.text import encode_knowledge, encode_state
from hinterland.tests.conformance.cases import MIXES

FOLDER = Path(__file__).parent
ENOUGH_MOVES = 30
"""Games are added to a playthrough until it has that many moves."""

FIRST_IN_FULL = 12
IN_FULL = 25
"""The first positions of a game are printed in full, and then every 25th; the others as digests."""

FIRST_OF_MIXES = 2
IN_FULL_OF_MIXES = 200
"""The same for a game that is played with chosen mixes of options: it is a large one."""

LONGEST_TEXT = 400
"""Longer texts of states and views are printed as digests."""


def variants(game: Game) -> Iterator[tuple[int, ...]]:
    """The default options, and every other value of each option by itself.

    Of an option that is a number only the least and the most.
    """
    defaults = game.option_values({})
    yield defaults
    for index, option in enumerate(game.options):
        number = index > 0 and not option.choices
        values = {option.minimum, option.maximum} if number else set(option.values())
        for value in sorted(values - {option.default}):
            yield (*defaults[:index], value, *defaults[index + 1 :])


def file_name(game: Game, options: tuple[int, ...]) -> str:
    """`GAME.txt`, with the options that differ from the default in the name."""
    return _named(
        game.name,
        {
            option.name: option.format(value)
            for option, value in zip(game.options, options, strict=True)
            if value != option.default
        },
    )


def _named(name: str, texts: Mapping[str, str]) -> str:
    return "-".join([name, *(f"{option}={text}" for option, text in texts.items())]) + ".txt"


def playthroughs() -> Iterator[tuple[str, Game, tuple[int, ...]]]:
    """File name, game and options of every playthrough that there must be.

    Of a game with chosen mixes of options, every other one, with what it names in the name.
    """
    for name in GAMES:
        game = load(name)
        if name in MIXES:
            for mix in MIXES[name][1::2]:
                yield _named(name, mix), game, game.option_values(mix)
            continue
        for options in variants(game):
            yield file_name(game, options), game, options


def playthrough(game: Game, options: tuple[int, ...]) -> str:
    """The text: random games with all there is to see of them."""
    texts = game.option_texts(options)
    lines = [f"game {game.name}/{game.version}"]
    lines += [f"option {name}={text}" for name, text in texts.items()]
    first, every = (
        (FIRST_OF_MIXES, IN_FULL_OF_MIXES) if game.name in MIXES else (FIRST_IN_FULL, IN_FULL)
    )
    moves, number = 0, 0
    while moves < ENOUGH_MOVES:
        number += 1
        rng = stream("golden", game.name, *texts.values(), number)
        lines += ["", f"==== game {number}"]
        table = Table.deal(game, options, rng)
        lines += _position(table)
        played = 0
        while table.mover != OVER:
            moves, played = moves + 1, played + 1
            in_full = played < first or played % every == 0
            lines += _move(table, rng, moves, in_full)
            position = list(_position(table))
            lines += position if in_full else [f"position {_digest(position)}"]
        lines.append(f"returns {' '.join(f'{share:.6g}' for share in game.returns(table.state))}")
    return "\n".join(lines) + "\n"


def _position(table: Table) -> Iterator[str]:
    game = table.game
    yield from _picture("state", game.notation.board(table.state[0]))
    yield f"  {_short(encode_state(game, table.state))}"
    for seat in range(table.players):
        knowledge = table.knowledge(seat)
        yield from _picture(f"view of {seat_name(seat)}", game.notation.board(knowledge.view[0]))
        yield f"  {_short(encode_knowledge(game, knowledge))}"


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else f"{len(text)} characters {_digest([text])}"


def _digest(lines: Iterable[str]) -> str:
    return blake2b("\n".join(lines).encode(), digest_size=8).hexdigest()


def _picture(title: str, board: str) -> Iterator[str]:
    yield f"{title}:"
    yield from (f"  {line}".rstrip() for line in board.splitlines())


def _move(table: Table, rng: Stream, number: int, in_full: bool) -> Iterator[str]:
    """Print the choice, make it at random, and print what every seat sees of it."""
    game, mover = table.game, table.mover
    token = game.notation.format
    yield f"-- move {number}: {seat_name(mover)}"
    if mover == CHANCE:
        outcomes = game.odds(table.state)
        listed = [f"outcome {code} {token(code)} {p:.6g}" for code, p in outcomes or []]
        yield from listed if in_full else [f"{len(listed)} outcomes {_digest(listed)}"]
        if outcomes is None:
            yield "outcomes are not listed"
        move = game.sample(table.state, rng)
    else:
        legal = [int(code) for code in game.legal(table.state)]
        listed = [f"legal {c} {token(c)} weight {game.weight(table.state, c)}" for c in legal]
        yield from listed if in_full else [f"{len(legal)} legal {_digest(listed)}"]
        move = legal[draw_bounded(rng, len(legal))]
    yield f"plays {token(move)}"
    for seat, event in enumerate(table.play(mover, move)):
        yield f"{seat_name(seat)} sees {event} {token(event)}"
