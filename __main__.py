"""The command line: `hinterland COMMAND`. Commands are loaded when they are asked for."""

import os
import sys
from importlib import import_module
from typing import Final

import click

from hinterland import __version__
from hinterland.engine.errors import HinterlandError
from hinterland.protocol.messages import keep_stderr_harmless
from hinterland.protocol.printable import printable
from hinterland.tournaments.signals import ending_on_signals

COMMANDS: Final = {
    "engine": "hinterland.protocol.engine_command",
    "play": "hinterland.protocol.play_command",
    "check": "hinterland.protocol.check_command",
    "match": "hinterland.tournaments.match_command",
    "tournament": "hinterland.tournaments.tournament_command",
    "fit": "hinterland.eval.fit_command",
    "tune": "hinterland.tournaments.tune_command",
    "ablate": "hinterland.tournaments.ablate_command",
    "bench": "hinterland.search.bench_command",
}

_PLAYING: Final = ("match", "tournament", "tune", "ablate")
"""Commands that end with an exit status of their own after any signal that stops them."""

_NAMES: Final = ", ".join(COMMANDS)
_SYSTEM_FAILED: Final = 1
_BAD_INPUT: Final = 2
_INTERRUPTED: Final = 130


class LazyGroup(click.Group):
    """A group whose commands live in modules of their own, imported on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args:
            raise click.UsageError(f"no command given: expected {_NAMES}")
        return super().parse_args(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            raise click.UsageError(f"no command {cmd_name!r}: expected {_NAMES}")
        if cmd_name in _PLAYING:
            ctx.with_resource(ending_on_signals())  # now: what is imported next takes a while
        command: click.Command = import_module(COMMANDS[cmd_name]).command
        return command


@click.group(cls=LazyGroup)
@click.version_option(__version__, prog_name="hinterland")
def commands() -> None:
    """A headless AI opponent for board games with hidden information."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command; bad input is one line on standard error and exit code 2.

    So is what the system refuses, such as output to a full disk, with exit code 1.
    A message that cannot be written is dropped.
    """
    keep_stderr_harmless()
    try:
        result = commands.main(arguments, prog_name="hinterland", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.Abort:
        print("hinterland: interrupted", file=sys.stderr)
        return _INTERRUPTED
    except (click.ClickException, HinterlandError) as error:
        print(f"hinterland: {_one_line(error)}", file=sys.stderr)
        return error.exit_code if isinstance(error, click.ClickException) else _BAD_INPUT
    except OSError as error:
        print(f"hinterland: {_one_line(error)}", file=sys.stderr)
        _forget_output()
        return _SYSTEM_FAILED
    return result if isinstance(result, int) else 0


def _forget_output() -> None:
    """What could not be written is not tried again when the process ends."""
    if sys.stdout is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _one_line(error: click.ClickException | HinterlandError | OSError) -> str:
    text = error.format_message() if isinstance(error, click.ClickException) else str(error)
    return printable(" ".join(text.split()))


if __name__ == "__main__":
    sys.exit(main())
