"""`hinterland bench`: the speed of the search, as a table or as JSON."""

import dataclasses

import click
import orjson
from rich.console import Console
from rich.progress import track
from rich.table import Table

from hinterland.engine.registry import GAMES, load
from hinterland.search.bench import Benchmark, benchmark


@click.command(name="bench")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, keyed by game.")
@click.option(
    "--seconds",
    type=click.FloatRange(0.01, 60),
    default=0.3,
    show_default=True,
    help="CPU time of one run; each speed is the median of five.",
)
def command(games: tuple[str, ...], as_json: bool, seconds: float) -> None:
    """Measure GAMEs (all, if none is named): random play, search, starts, and a fingerprint."""
    progress = Console(stderr=True)
    names = games or tuple(GAMES)
    for name in names:
        load(name)  # what is no game is said before anything is measured
    results = [
        benchmark(name, seconds)
        for name in track(names, "measuring", console=progress, transient=True)
    ]
    if as_json:
        data = {result.game: dataclasses.asdict(result) for result in results}
        click.echo(orjson.dumps(data, option=orjson.OPT_INDENT_2))
    else:
        _print_table(results)


def _print_table(results: list[Benchmark]) -> None:
    table = Table("", *(result.game for result in results))
    for field in dataclasses.fields(Benchmark)[1:]:
        table.add_row(field.name, *(_figure(getattr(result, field.name)) for result in results))
    Console().print(table)


def _figure(value: float | str) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"
