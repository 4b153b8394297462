"""What is shown while games are played, and the rough ratings in it."""

import re
from io import StringIO

import pytest
from rich.console import Console

from hinterland.protocol.bots import RandomSpec
from hinterland.tests.tournaments.scripted import kuhn
from hinterland.tests.tournaments.test_statistics import game
from hinterland.tournaments.display import Display
from hinterland.tournaments.history import History, Result
from hinterland.tournaments.ladder import Ladder
from hinterland.tournaments.record import Fault

SETTINGS = kuhn(RandomSpec("a"), RandomSpec("b"), groups=50)


def won_by_b(group: int, faults: tuple[Fault, ...] = ()) -> Result:
    return game(group, (0, 1), (0.0, 1.0), faults=faults)


def shown(console: Console, display: Display) -> str:
    with console.capture() as capture:
        console.print(display.table())
    return capture.get()


def test_the_ladder_follows_the_games() -> None:
    ladder = Ladder(3)
    for group in range(30):
        ladder.add(game(group, (0, 1, 2), (0.0, 1.0, 0.0)))
        ladder.add(game(group, (0, 2, 1), (0.0, 0.5, 0.5)))
    assert [rung.entrant for rung in ladder.rungs()] == [1, 2, 0]
    assert ladder.ratings[1].sigma < Ladder(3).ratings[1].sigma


def test_void_games_move_nobody() -> None:
    ladder = Ladder(2)
    ladder.add(game(0, (0, 1), (), void="ours"))
    assert ladder.ratings[0].mu == ladder.ratings[1].mu == Ladder(2).ratings[0].mu


def test_copies_of_a_bot_move_together() -> None:
    """Two copies that win and lose to each other stay where they are."""
    ladder = Ladder(2)
    start = ladder.ratings[0].mu
    ladder.add(game(0, (0, 0), (1.0, 0.0)))
    assert ladder.ratings[0].mu == pytest.approx(start)


def test_the_table_has_the_best_first_and_counts_faults() -> None:
    console = Console(file=StringIO(), force_terminal=True, width=100, no_color=True)
    fault = Fault(0, 0, 3, "raised", "")
    history = History(bench=2, results=[won_by_b(0)])
    display = Display(SETTINGS, history, console)
    for group in (1, 2):
        result = won_by_b(group, (fault,))
        history.add(result)
        display.add([result])
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown(console, display))
    rows = [re.split(r" {2,}", line.strip()) for line in plain.splitlines()]
    assert rows[0] == ["bot", "ladder", "win share", "seats", "faults"]
    assert rows[1][0] == "b"
    assert rows[1][2:] == ["1.000", "3", "0"]
    assert rows[2][0] == "a"
    assert rows[2][2:] == ["0.000", "3", "2 benched"]


def test_a_line_is_written_now_and_then_where_there_is_no_terminal() -> None:
    out, now = StringIO(), [0.0]
    history = History(results=[won_by_b(0)])
    fault = Fault(0, 0, 3, "raised", "")
    with Display(SETTINGS, history, Console(file=out), lambda: now[0]) as display:
        for second in range(1, 70):
            now[0] = float(second)
            results = [won_by_b(second, (fault,))] if second % 10 == 0 else []
            for result in results:
                history.add(result)
            display.add(results)
    assert out.getvalue().splitlines() == [
        "4 of 100 games, 0.1 a second, 16 minutes left at most, 3 faults, 0 void",
        "7 of 100 games, 0.1 a second, 16 minutes left at most, 6 faults, 0 void",
    ]


def test_a_short_tournament_writes_nothing_where_there_is_no_terminal() -> None:
    out = StringIO()
    with Display(SETTINGS, History(), Console(file=out)) as display:
        display.add([won_by_b(0)])
    assert out.getvalue() == ""


def test_a_terminal_shows_progress() -> None:
    out = StringIO()
    console = Console(file=out, force_terminal=True, width=100)
    history = History(results=[won_by_b(0)])
    with Display(SETTINGS, history, console):
        pass
    assert "1/100" in out.getvalue()
