"""One game under the referee: what bots are told, what their faults cost, and what is ours."""

import signal
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from hinterland.engine.errors import BadArgument, IllegalMove
from hinterland.engine.registry import load
from hinterland.engine.seats import CHANCE, OVER, parse_mover
from hinterland.engine.table import Table
from hinterland.protocol.bots import parse_bot
from hinterland.protocol.errors import AnswerTimeout, BadAnswer, EngineDied, Refused
from hinterland.tests.tournaments.scripted import (
    RANDOM,
    Scripted,
    Thirsty,
    Witness,
    fail,
    history_of,
    kuhn,
    leave,
    raising,
    same_games,
)
from hinterland.tournaments.job import play_game, void_record
from hinterland.tournaments.plan import first_round
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.replay import deal_table, replay, replayed_returns
from hinterland.tournaments.settings import Settings
from hinterland.tournaments.statistics import summarise


def play(settings: Settings) -> list[GameRecord]:
    return [play_game(job) for job in first_round(settings)]


def chance_moves(game: GameRecord) -> list[str]:
    return [move for move in game.moves if move.startswith("chance deal")]


# Streams


def test_the_same_seed_plays_the_same_games() -> None:
    first = play(kuhn(RANDOM, groups=20))
    assert same_games(play(kuhn(RANDOM, groups=20))) == same_games(first)
    assert same_games(play(kuhn(RANDOM, groups=20, seed=8))) != same_games(first)


def test_all_rotations_of_a_group_have_the_same_chance_moves() -> None:
    games = play(kuhn(RANDOM, groups=20))
    deals = {game.group: chance_moves(game) for game in games}
    assert all(chance_moves(game) == deals[game.group] for game in games)
    assert len({tuple(deal) for deal in deals.values()}) == 6, "not all deals of Kuhn poker"


def test_a_thirsty_bot_shifts_neither_chance_nor_the_other_bot() -> None:
    """Extra draws change the bot's own play, and nobody else's luck."""
    modest, thirsty = (play(kuhn(Thirsty("t", extra), groups=40)) for extra in (0, 3))
    assert [chance_moves(game) for game in modest] == [chance_moves(game) for game in thirsty]
    openings = [
        (before.seats[0], before.moves[2] == after.moves[2])
        for before, after in zip(modest, thirsty, strict=True)
    ]
    assert all(same for opener, same in openings if opener == 1), "the other bot was shifted"
    assert not all(same for opener, same in openings if opener == 0)


# What a bot is told


def test_bots_see_their_own_seat_and_nothing_else() -> None:
    game = load("kuhn")
    first, second = Witness("a"), Witness("b")
    job = next(first_round(kuhn(first, second)))
    record = play_game(job)
    table = deal_table(game, job.options, job.deal_seed)
    expected = [[(seat, (2,), table.knowledge(seat).tobytes())] for seat in range(2)]
    for line in record.moves:
        mover, _, token = line.partition(" ")
        number = parse_mover(mover, 2)
        for seat, event in enumerate(table.play(number, game.notation.parse(token))):
            expected[seat].append((number, event))
    for seat, witness in enumerate((first, second)):
        assert witness.log == [*expected[seat], "closed"]
    hidden = game.notation.parse("deal:?")
    assert first.log[2] == (CHANCE, hidden), "p1 saw the card of p2"
    assert second.log[1] == (CHANCE, hidden), "p2 saw the card of p1"


def test_what_a_bot_does_to_its_own_view_stays_there() -> None:
    plain, spoiled = (play(kuhn(Witness("w", scribble=scribble))) for scribble in (False, True))
    assert same_games(plain) == same_games(spoiled)


def test_every_game_plays_again_to_its_returns() -> None:
    for game in play(kuhn(RANDOM, Scripted("s", "choose", 999), groups=30)):
        assert replayed_returns(game) == game.returns
        assert len(game.returns) == 2


def test_a_record_of_another_version_is_not_replayed() -> None:
    game = play(kuhn(RANDOM))[0]
    other = GameRecord.from_json({**game.to_json(), "version": game.version + 1})
    with pytest.raises(BadArgument, match="version"):
        replay(other)


def test_a_record_cut_short_has_no_returns() -> None:
    game = play(kuhn(RANDOM))[0]
    short = GameRecord.from_json({**game.to_json(), "moves": game.moves[:-1]})
    assert replay(short).mover != OVER
    assert replayed_returns(short) == ()


# Faults of bots

RAISED = [
    ("make", fail_here := raising(ValueError("no such file")), "raised", 0),
    ("start", fail_here, "raised", 0),
    ("observe", fail_here, "raised", 1),
    ("choose", fail_here, "raised", 2),
    ("choose", raising(AnswerTimeout("no answer in 1 s")), "timeout", 2),
    ("choose", raising(EngineDied("exit status 3")), "died", 2),
    ("choose", raising(BadAnswer("no move 'x'")), "garbage", 2),
    ("choose", raising(Refused("illegal_move", "not this")), "refused", 2),
    ("choose", raising(RecursionError()), "raised", 2),
    ("choose", raising(MemoryError()), "raised", 2),
]
ANSWERED = [
    (3, "illegal"),  # a fold before there is a bet
    (0, "illegal"),
    (-7, "illegal"),
    (999, "illegal"),
    (2**63, "illegal"),
    (-(2**70), "illegal"),
    (None, "illegal"),
    ("bet", "illegal"),
    (1.0, "illegal"),
]


def faulty_first_seat(bot: Scripted) -> GameRecord:
    """A game with the bot on p1, so that the moment of its first decision is known."""
    return play_game(next(first_round(kuhn(bot))))


@pytest.mark.parametrize(("when", "act", "cause", "move"), RAISED)
def test_raising_costs_the_seat(when: str, act: Callable[[], None], cause: str, move: int) -> None:
    game = faulty_first_seat(Scripted("bad", when, act))
    assert [(f.seat, f.entrant, f.cause, f.move) for f in game.faults] == [(0, 0, cause, move)]
    assert_played_on(game)


@pytest.mark.parametrize(("answer", "cause"), ANSWERED)
def test_an_answer_that_is_no_legal_move_costs_the_seat(answer: object, cause: str) -> None:
    game = faulty_first_seat(Scripted("bad", "choose", answer))
    assert [(f.seat, f.entrant, f.cause, f.move) for f in game.faults] == [(0, 0, cause, 2)]
    assert_played_on(game)


def assert_played_on(game: GameRecord) -> None:
    """The game went to its end, p1 played by the referee and p2 by its bot."""
    assert not game.void
    assert sum(game.returns) == 1.0
    assert game.decisions[0] == 0
    assert game.decisions[1] >= 1
    assert replayed_returns(game) == game.returns


def test_a_bot_that_leaves_the_process_costs_only_the_seat() -> None:
    game = faulty_first_seat(Scripted("bad", "choose", partial(leave, 3)))
    assert game.faults[0].cause == "raised"
    assert game.faults[0].text.startswith("SystemExit: 3")


def test_an_interrupt_that_no_keyboard_can_send_is_the_bots() -> None:
    """A worker blocks it; where it may have come from the keyboard, it is no fault of a bot."""
    bad = Scripted("bad", "choose", raising(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        faulty_first_seat(bad)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        game = faulty_first_seat(bad)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    assert [fault.cause for fault in game.faults] == ["raised"]
    assert not game.void


def test_a_fault_says_what_and_where() -> None:
    game = faulty_first_seat(Scripted("bad", "choose", partial(fail, "two\nlines")))
    assert game.faults[0].text.startswith("ValueError: two lines (")
    assert "scripted.py:" in game.faults[0].text
    game = faulty_first_seat(Scripted("bad", "choose", raising(ValueError("x" * 5000))))
    assert len(game.faults[0].text) <= 500


def test_an_illegal_move_is_named_with_its_rule() -> None:
    text = faulty_first_seat(Scripted("bad", "choose", 3)).faults[0].text
    assert text == "fold: check or bet before a bet, fold or call after it"


def test_failing_to_close_is_a_fault_that_costs_nothing() -> None:
    games = play(kuhn(Scripted("bad", "close", raising(OSError("gone"))), groups=1))
    for game in games:
        assert [(fault.entrant, fault.move) for fault in game.faults] == [(0, len(game.moves))]
        assert 0 not in game.decisions


def test_after_a_forfeit_the_bot_is_closed_and_asked_no_more() -> None:
    calls: list[str] = []

    class Counted(Scripted):
        def make(self, seed: int):  # type: ignore[no-untyped-def]
            bot = super().make(seed)
            for name in ("observe", "choose", "close"):
                setattr(bot, name, self.counted(name, getattr(bot, name)))
            return bot

        def counted(self, name: str, call: Callable[..., object]) -> Callable[..., object]:
            def wrapped(*args: object) -> object:
                calls.append(name)
                return call(*args)

            return wrapped

    faulty_first_seat(Counted("bad", "choose", 999))
    assert calls == ["observe", "observe", "choose", "close"]


def test_both_bots_may_fail() -> None:
    game = play_game(
        next(first_round(kuhn(Scripted("a", "choose", 999), Scripted("b", "start", fail))))
    )
    assert sorted((fault.seat, fault.cause) for fault in game.faults) == [
        (0, "illegal"),
        (1, "raised"),
    ]
    assert game.decisions == (0, 0)
    assert replayed_returns(game) == game.returns


def test_forfeited_seats_play_at_random() -> None:
    """Over many games the substitute uses every action of Kuhn poker."""
    bad = Scripted("bad", "make", raising(ValueError()))
    games = play(kuhn(bad, bad, groups=60))
    actions = {move.split()[1] for game in games for move in game.moves}
    assert {"check", "bet", "fold", "call"} <= actions
    assert same_games(play(kuhn(bad, bad, groups=60))) == same_games(games)


# Faults of ours


def test_an_error_of_the_referee_makes_the_game_void(monkeypatch: pytest.MonkeyPatch) -> None:
    witness = Witness("w")
    whole = play(kuhn(witness))
    played = Table.play
    budget = [3]

    def broken_play(self: Table, mover: int, move: int) -> list[int]:
        budget[0] -= 1
        if budget[0] < 0:
            raise IllegalMove("the referee has lost its mind")
        return played(self, mover, move)

    monkeypatch.setattr(Table, "play", broken_play)
    witness.log.clear()
    void = play_game(next(first_round(kuhn(witness))))
    assert void.void.strip().endswith("IllegalMove: the referee has lost its mind")
    assert void.moves == whole[0].moves[:3]
    assert void.returns == ()
    assert void.faults == ()
    assert witness.log[-1] == "closed"
    summary = summarise(kuhn(witness), history_of([void, *whole[1:]]))
    assert (summary.void, summary.left_out, summary.games) == (1, 1, len(whole) - 2)


def test_a_game_without_end_is_void(monkeypatch: pytest.MonkeyPatch) -> None:
    short = replace(load("kuhn"), max_length=2)
    monkeypatch.setattr("hinterland.tournaments.job.load", lambda name: short)
    game = play_game(next(first_round(kuhn(RANDOM))))
    assert "no end after 2 moves" in game.void


def test_records_survive_json() -> None:
    games = [
        *play(kuhn(Scripted("bad", "choose", 999))),
        void_record(next(first_round(kuhn(RANDOM))), "x"),
    ]
    assert [GameRecord.from_json(game.to_json()) for game in games] == games


@pytest.mark.parametrize("change", [{"extra": 1}, {"faults": [{"seat": 0}]}, {"moves": None}])
def test_a_damaged_record_is_refused(change: dict[str, object]) -> None:
    data = {**play(kuhn(RANDOM))[0].to_json(), **change}
    with pytest.raises(BadArgument):
        GameRecord.from_json(data)


# The cheating twin


def calls_and_folds(bot: str, cards: str) -> tuple[int, int]:
    """How often the first bot called, and folded, after a bet with its card and the other's."""
    calls = folds = 0
    for game in play(kuhn(parse_bot(bot), groups=150)):
        seat = game.seats.index(0)
        dealt = [move.split(":")[1] for move in chance_moves(game)]
        if dealt[seat] + dealt[1 - seat] == cards:
            calls += f"p{seat + 1} call" in game.moves
            folds += f"p{seat + 1} fold" in game.moves
    return calls, folds


def test_a_cheating_search_sees_the_card_of_the_other() -> None:
    """With the queen it calls the jack's bet and folds to the king's; an honest one cannot know."""
    cheat, honest = "cheat:iterations=200", "search:iterations=200"
    assert calls_and_folds(cheat, "QJ")[1] == 0 < calls_and_folds(cheat, "QJ")[0]
    assert calls_and_folds(cheat, "QK")[0] == 0 < calls_and_folds(cheat, "QK")[1]
    same = [calls_and_folds(honest, cards) for cards in ("QJ", "QK")]
    assert all(calls > 0 for calls, _ in same)
