"""Village with a card file of the user's own: the same sources over other tables.

The tables are constants of the kernels. So the whole package is loaded once more under a name of
its own, its kernels in a cache folder of their own; states of one set are no states of another.
"""

import hashlib
import importlib
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from hinterland.engine.game import Game
from hinterland.engine.jit import SALT

from .cards import read_cards

_FOLDER: Final = Path(__file__).parent
_DIGITS: Final = 10


def game_with_cards(path: Path) -> Game:
    """The game with the cards of a file; `BadCards` names the line that is wrong.

    Its name is `village-` and a digest of the file: state texts begin with it.
    """
    read_cards(path)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:_DIGITS]
    package = f"{__package__}_{digest}"
    if package not in sys.modules:
        finder = _Finder(package, path.resolve(), digest)
        sys.meta_path.insert(0, finder)
        try:
            importlib.import_module(package)
        finally:
            sys.meta_path.remove(finder)
    game: Game = sys.modules[package].GAME
    return game


class _Finder(MetaPathFinder):
    """Finds the modules of the copied package in the folder of this one."""

    def __init__(self, package: str, path: Path, digest: str) -> None:
        self.package = package
        self.given = {"CARDS_FILE": path, "GAME_NAME": f"village-{digest}", SALT: digest}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname == self.package:
            file, inside = _FOLDER / "__init__.py", [str(_FOLDER)]
        elif fullname.startswith(f"{self.package}."):
            file, inside = _FOLDER / f"{fullname.removeprefix(f'{self.package}.')}.py", None
        else:
            return None
        loader = _Loader(fullname, str(file), self.given)
        return spec_from_file_location(
            fullname, file, loader=loader, submodule_search_locations=inside
        )


class _Loader(SourceFileLoader):
    """Runs a module with names that are given beforehand."""

    def __init__(self, fullname: str, path: str, given: dict[str, object]) -> None:
        super().__init__(fullname, path)
        self._given = given

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__.update(self._given)
        super().exec_module(module)
