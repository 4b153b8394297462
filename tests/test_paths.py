"""Paths on the command line: an empty one is no name, and never the current folder."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from hinterland.__main__ import COMMANDS, commands, main
from hinterland.engine.paths import NamedPath


def leaves(
    group: click.Group, words: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with its words, those of groups within groups too."""
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from leaves(command, (*words, name))
        else:
            yield (*words, name), command


PATHS = [
    (words, command, parameter)
    for words, command in leaves(commands, ())
    for parameter in command.params
    if isinstance(parameter.type, click.Path | click.File)
]


def test_paths_of_every_command_are_known() -> None:
    assert {words[0] for words, _, _ in PATHS} >= set(COMMANDS) - {"play", "check", "bench"}
    assert all(type(parameter.type) is NamedPath for _, _, parameter in PATHS)


@pytest.mark.parametrize(
    ("words", "command", "parameter"),
    PATHS,
    ids=["-".join((*words, parameter.name or "")) for words, _, parameter in PATHS],
)
def test_an_empty_path_is_refused(
    words: tuple[str, ...],
    command: click.Command,
    parameter: click.Parameter,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    line = list(words)
    for other in command.params:
        if other is parameter:
            line += [parameter.opts[-1], ""] if isinstance(parameter, click.Option) else [""]
        elif isinstance(other, click.Argument) and other.required:
            line.append("kuhn" if other.name in ("name", "game") else "there")
    assert main(line) == 2
    error = capsys.readouterr().err
    assert "expected the name of a f" in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
