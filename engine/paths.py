"""Paths that are given on command lines."""

import os
from pathlib import Path
from typing import Any

import click


class NamedPath(click.Path):
    """The path of a file or folder. The empty one, which would stand for `.`, is none."""

    def __init__(self, kind: str) -> None:
        """`kind`: what is named, as messages call it."""
        super().__init__(path_type=Path)
        self.kind = kind

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        if value == "":
            self.fail(f"expected the name of a {self.kind}", param, ctx)
        return super().convert(value, param, ctx)


FILE = NamedPath("file")
FOLDER = NamedPath("folder")
