"""Plays our search against bots of `catanatron`, at its table."""

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import import_module
from itertools import chain, count
from time import perf_counter
from typing import Final

import click
import numpy as np
from catanatron.game import TURNS_LIMIT, Game
from catanatron.models.player import Color, Player
from deals import deal
from seat import IslandPlayer, tick

from hinterland.search.settings import SearchSettings
from hinterland.tournaments.bootstrap import bootstrap

_EXPERIMENTAL: Final = "catanatron_experimental.machine_learning.players"
OPPONENTS: Final = {
    "random": "catanatron.models.player:RandomPlayer",
    "weighted": "catanatron.players.weighted_random:WeightedRandomPlayer",
    "victory": "catanatron.players.search:VictoryPointPlayer",
    "value": f"{_EXPERIMENTAL}.value:ValueFunctionPlayer",
    "alphabeta": f"{_EXPERIMENTAL}.minimax:AlphaBetaPlayer",
}

_ASIDE: Final = 1_000_000
"""Between the seeds of a match and those of the deals in which time is measured."""

Clock = dict[Color, list[float]]


@dataclass
class Tally:
    """What was measured. `groups`: for every deal, the share of wins of our seat."""

    players: int = 4
    groups: list[float] = field(default_factory=list)
    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    games: int = 0
    wins: int = 0
    unfinished: int = 0
    iterations: int = 0
    repairs: list[str] = field(default_factory=list)
    unsearched: list[str] = field(default_factory=list)


def opponent_class(name: str) -> Callable[[Color], Player]:
    """The class of a bot, by a name of OPPONENTS or as MODULE:CLASS."""
    module, _, kind = OPPONENTS.get(name, name).partition(":")
    try:
        found: Callable[[Color], Player] = getattr(import_module(module), kind)
    except (ImportError, AttributeError, ValueError) as error:
        known = ", ".join(OPPONENTS)
        raise click.BadParameter(
            f"{name}: {error} (expected {known} or MODULE:CLASS; value and alphabeta are not on "
            "PyPI: see the README)"
        ) from None
    return found


def play(table: Game, ours: Sequence[IslandPlayer]) -> Clock:
    """Play a table to its end; the seconds of every decision, by colour."""
    clock: Clock = {color: [] for color in table.state.colors}
    while table.winning_color() is None and table.state.num_turns < TURNS_LIMIT:
        tick(table, ours, clock)
    return clock


def mean_ms(kind: Callable[[Color], Player], seed: int, players: int, games: int) -> float:
    """The mean time in ms of a decision of a bot among its like."""
    spent: list[float] = []
    for deal_seed in range(seed, seed + games):
        table = deal([kind(color) for color in list(Color)[:players]], deal_seed)
        spent += chain.from_iterable(play(table, ()).values())
    return 1000 * sum(spent) / len(spent)


def equal_ms(kind: Callable[[Color], Player], seed: int, players: int) -> int:
    """The limit in ms of a search, with which a decision of ours takes as long as one of theirs.

    What a decision of ours takes beyond the limit (translation, checks) counts as ours. Measured
    in deals that are not among those of the match.
    """
    aside = seed + _ASIDE
    theirs = mean_ms(kind, aside, players, games=5)
    limit, tally = max(1, round(theirs)), Tally(players)
    play_group(kind, SearchSettings(iterations=None, ms=limit, seed=seed), aside, tally)
    beyond = 1000 * sum(tally.ours) / len(tally.ours) - limit
    ms = max(1, round(theirs - beyond))
    click.echo(f"theirs takes {theirs:.2f} ms; ours gets {ms} ms, and takes {beyond:.2f} ms more")
    return ms


def play_group(
    kind: Callable[[Color], Player], settings: SearchSettings, seed: int, tally: Tally
) -> None:
    """One deal, with our player at every seat in turn."""
    won = 0
    colors = list(Color)[: tally.players]
    for seat in range(tally.players):
        ours = IslandPlayer(colors[seat], settings)
        players = [ours if c is ours.color else kind(c) for c in colors]
        table = deal(players, seed)
        ours.sit(table)
        clock = play(table, [ours])
        winner = table.winning_color()
        won += winner is ours.color
        tally.unfinished += winner is None
        tally.ours += clock.pop(ours.color)
        tally.theirs += chain.from_iterable(clock.values())
        tally.iterations += ours.iterations
        tally.repairs += ours.repairs
        tally.unsearched += ours.unsearched
    tally.games += tally.players
    tally.wins += won
    tally.groups.append(won / tally.players)


def report(tally: Tally, seed: int) -> str:
    """The result in lines."""
    shares = np.array(tally.groups, np.float64)[:, None]
    found = bootstrap(shares, np.random.default_rng(seed))[0]
    return "\n".join(
        [
            f"games {tally.games} in {len(tally.groups)} deals, {tally.unfinished} unfinished",
            f"won {tally.wins}: {found.value:.1%}, 95 % interval {found.low:.1%} to "
            f"{found.high:.1%} (fair share {1 / tally.players:.1%})",
            f"a decision with a choice: ours {1000 * np.mean(tally.ours):.2f} ms "
            f"({tally.iterations / len(tally.ours):.0f} iterations), "
            f"theirs {1000 * np.mean(tally.theirs):.2f} ms",
            f"of {len(tally.ours)} decisions of ours, {len(tally.repairs)} from a view set anew, "
            f"{len(tally.unsearched)} not searched",
        ]
    )


@click.command()
@click.option("--opponent", default="victory", help=f"{', '.join(OPPONENTS)} or MODULE:CLASS.")
@click.option("--players", type=click.IntRange(2, 4), default=4)
@click.option("--games", type=click.IntRange(1), default=40, help="Whole deals are played.")
@click.option("--minutes", type=click.FloatRange(0, min_open=True), help="Begin no deal after.")
@click.option("--seed", type=click.IntRange(1), default=1)
@click.option("--iterations", type=click.IntRange(1), help="Of every search.")
@click.option("--ms", type=click.IntRange(1), help="Of every search.")
def main(
    opponent: str,
    players: int,
    games: int,
    minutes: float | None,
    seed: int,
    iterations: int | None,
    ms: int | None,
) -> None:
    """One search against bots of catanatron; each deal with ours at every seat.

    With neither --iterations nor --ms, our decisions take as long as the opponent's on the mean.
    """
    kind = opponent_class(opponent)
    warm_up()
    if iterations is None and ms is None:
        ms = equal_ms(kind, seed, players)
    settings = SearchSettings(iterations=iterations, ms=ms, seed=seed)
    tally, begun = Tally(players), perf_counter()
    for deal_seed in count(seed):
        late = minutes is not None and perf_counter() - begun > 60 * minutes
        if late or tally.games >= games:
            break
        play_group(kind, settings, deal_seed, tally)
        click.echo(f"deal {deal_seed}: {tally.wins} of {tally.games} won", err=True)
    click.echo(f"{datetime.now(UTC):%Y-%m-%d} {' '.join(sys.argv)}")
    click.echo(report(tally, seed))
    for reason in sorted({*tally.repairs, *tally.unsearched}):
        click.echo(f"  {tally.repairs.count(reason)} + {tally.unsearched.count(reason)}: {reason}")


def warm_up() -> None:
    """Compile what a game needs, outside all measured time."""
    state = random.getstate()
    ours = IslandPlayer(Color.RED, SearchSettings(iterations=10))
    rest = [opponent_class("random")(color) for color in Color if color is not ours.color]
    table = deal([ours, *rest], 1)
    ours.sit(table)
    play(table, [ours])
    random.setstate(state)


if __name__ == "__main__":
    main()
