"""Law 3. Nothing leaks: what a seat is told and thinks does not depend on what it cannot see."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hinterland.engine.game import Game, States, is_seat
from hinterland.engine.rng import stream
from hinterland.engine.seats import CHANCE, seat_name
from hinterland.engine.table import Table
from hinterland.engine.text import encode_knowledge
from hinterland.search.result import SearchResult
from hinterland.search.search import think
from hinterland.search.settings import VARIANTS, SearchSettings
from hinterland.search.trace import Step, Trace
from hinterland.tests.conformance.beliefs import families
from hinterland.tests.conformance.cases import LOOKS, Options, spread
from hinterland.tests.conformance.positions import Position, looks

SETTINGS = [SearchSettings(variant=variant, iterations=24, seed=11) for variant in VARIANTS]

RECALLED = 4
"""Decisions of others that a seat recalls, for the variant that weighs worlds by them."""

TWINS = 4
"""Other truths tried at each decision."""


@dataclass(frozen=True)
class Answers:
    """All that a seat gets to see at its decision, and what comes of it."""

    text: str
    board: str
    legal: tuple[int, ...]
    thoughts: tuple[SearchResult, ...]


def replaced_truths_change_nothing(game: Game, options: Options) -> None:
    """A table at any other world of a seat answers that seat the same in everything.

    The seat keeps what it saw; then again for seats that sit down at that very position.
    """
    decisions = _decisions(game, options)
    for position, others in decisions:
        seat = position.mover
        seated = _told(Table(game, position.state), seat)
        for other in others:
            told = _told(Table(game, other), seat)
            assert told == seated, _notices(position, other, f"when it sits down: {told}")
    for position, others in decisions:
        seat = position.mover
        rolled = _answers(position.table(), seat)
        for other in others:
            found = _answers(_with_truth(position, other), seat)
            assert found == rolled, _notices(position, other, f": {found}, not {rolled}")
            for move in rolled.legal:
                same = _after(position, position.state, move) == _after(position, other, move)
                assert same, _notices(position, other, f"after its move {move}")


def _notices(position: Position, truth: States, how: str) -> str:
    return f"{position}: {seat_name(position.mover)} notices the truth {truth[0]} {how}"


def poison_changes_nothing(game: Game, options: Options) -> None:
    """With the whole truth overwritten, a seat is told the same and thinks the same."""
    for position, _ in _decisions(game, options):
        table = position.table()
        before = _answers(table, position.mover)
        table.states[:1].view("u1")[:] = 0x6D
        after = _answers(table, position.mover)
        assert after == before, f"{position}: {seat_name(position.mover)} tastes the poison"


def dice_change_nothing(game: Game, options: Options) -> None:
    """Looking ahead in the referee's random stream changes neither the truth nor any answer."""
    for position in looks(game, options):
        table = position.table()
        before = table.snapshot()
        rng = stream("referee")
        if table.mover == CHANCE:
            for _ in range(3):
                game.sample(table.state, rng)
        for viewer in position.viewers:
            told = _told(table, viewer)
            game.determinise(table.knowledge(viewer), rng)
            assert _told(table, viewer) == told, f"{position}: {seat_name(viewer)} is told more"
        assert table.snapshot() == before, f"{position}: looking changed the table"


def histories_that_look_alike_are_alike(game: Game, options: Options) -> None:
    """Enumerable games: tables played through two such histories answer the seat the same."""
    if not game.enumerable:
        return
    decisions = [
        (index, twins)
        for (index, _), twins in families(game, options).items()
        if index == twins[0].mover and len(twins) > 1
    ]
    for seat, twins in spread(decisions, LOOKS):
        first = _replayed(twins[0], options, seat)
        for twin in spread(twins[1:], TWINS):
            other = _replayed(twin, options, seat)
            assert other == first, f"{twins[0]} and {twin}: {seat_name(seat)} can tell them apart"


def _decisions(game: Game, options: Options) -> list[tuple[Position, list[States]]]:
    """Decisions of seats, each with other truths that its seat holds possible."""
    found = []
    for number, position in enumerate(looks(game, options)):
        if is_seat(position.mover):
            knowledge = position.known[position.mover]
            rngs = [stream("other truth", number, twin) for twin in range(TWINS)]
            found.append((position, [game.determinise(knowledge, rng) for rng in rngs]))
    return found


def _told(table: Table, viewer: int) -> tuple[str, str]:
    knowledge = table.knowledge(viewer)
    board = table.game.notation.board(knowledge.view[0])
    return encode_knowledge(table.game, knowledge), board


def _answers(table: Table, seat: int, steps: Sequence[Step] = ()) -> Answers:
    text, board = _told(table, seat)
    knowledge = table.knowledge(seat)
    legal = tuple(int(move) for move in table.game.legal(knowledge.view))
    thoughts = [think(table.game, knowledge, settings, steps=steps) for settings in SETTINGS]
    return Answers(text, board, legal, tuple(replace(found, seconds=0.0) for found in thoughts))


def _after(position: Position, truth: States, move: int) -> tuple[int, bytes]:
    """The event and the knowledge of the mover after its move, if that were the truth."""
    table, seat = _with_truth(position, truth), position.mover
    event = table.play(seat, move)[seat]
    return event, table.knowledge(seat).tobytes()


def _with_truth(position: Position, truth: States) -> Table:
    """A table at `truth` whose mover knows what it learnt on the way to `position`."""
    table, seat = Table(position.game, truth), position.mover
    table.states[1 + seat] = position.known[seat].view[0]
    table.memories[seat] = position.known[seat].memory[0]
    return table


def _replayed(position: Position, options: Options, seat: int) -> Answers:
    """The seat's answers at a table played through the moves, with what it recalls of them."""
    game = position.game
    table = Table.deal(game, options, stream("deal"))
    trace = Trace(game, table.knowledge(seat), RECALLED)
    for move in position.moves:
        mover = table.mover
        trace.observe(mover, table.play(mover, move)[seat])
    return _answers(table, seat, trace.steps)


CHECKS = (
    replaced_truths_change_nothing,
    poison_changes_nothing,
    dice_change_nothing,
    histories_that_look_alike_are_alike,
)
