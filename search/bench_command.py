"""`hinterland bench`: the speed of the search, as a table or as JSON."""

import dataclasses

import click
import orjson
from rich.console import Console
from rich.table import Table

from hinterland.engine.registry import GAMES, load
from hinterland.search.bench import Benchmark, Speeds, benchmark, mix_options


@click.command(name="bench")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, keyed by game.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help="Of each game; without any: the defaults, and the mixes that a game names.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.01, 60),
    default=0.3,
    show_default=True,
    help="CPU time of one run; each speed is the median of five.",
)
def command(
    games: tuple[str, ...], as_json: bool, options: tuple[str, ...], seconds: float
) -> None:
    """Measure GAMEs (all, if none is named): random play, search, starts, and a fingerprint."""
    names = games or tuple(GAMES)
    mix = " ".join(options)
    for name in names:
        mix_options(load(name), mix)  # what is wrong is said before anything is measured
    results = [
        benchmark(name, (mix,) if mix else (), seconds, report=_say_progress) for name in names
    ]
    if as_json:
        data = {result.game: dataclasses.asdict(result) for result in results}
        click.echo(orjson.dumps(data, option=orjson.OPT_INDENT_2))
    else:
        for result in results:
            _print_table(result)


def _say_progress(measured: str) -> None:
    click.echo(f"measuring {measured}", err=True)


def _print_table(result: Benchmark) -> None:
    """A column for each mix of options; what is the same for all stands in the first."""
    table = Table(result.game, *(mix or "defaults" for mix in result.speeds))
    for field in dataclasses.fields(Speeds):
        row = (_figure(getattr(speeds, field.name)) for speeds in result.speeds.values())
        table.add_row(field.name, *row)
    table.add_section()
    for field in dataclasses.fields(Benchmark):
        if field.name not in ("game", "speeds"):
            table.add_row(field.name, _figure(getattr(result, field.name)))
    Console().print(table)


def _figure(value: float | str) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"
