"""The command line: `hinterland COMMAND`. Commands are loaded when they are asked for."""

from importlib import import_module
from typing import Final

import click

from hinterland import __version__

COMMANDS: Final = {
    "engine": "hinterland.protocol.engine_command",
    "match": "hinterland.tournaments.match_command",
    "bench": "hinterland.search.bench_command",
}


class LazyGroup(click.Group):
    """A group whose commands live in modules of their own, imported on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name]).command
        return command


@click.group(cls=LazyGroup)
@click.version_option(__version__, prog_name="hinterland")
def main() -> None:
    """A headless AI opponent for board games with hidden information."""


if __name__ == "__main__":
    main()
