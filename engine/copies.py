"""A package loaded once more under another name: the same sources over other tables.

Tables are constants of the kernels, so a game with data of the user's own is a copy of the game's
package, with a cache folder of its own.
"""

import builtins
import importlib
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final


def copy_of_package(
    package: str, suffix: str, given: Mapping[str, object], instead: Mapping[str, str]
) -> ModuleType:
    """The package `package_suffix`, loaded from the sources of `package`.

    `given`: globals that each of its modules has before it runs. `instead`: packages that are
    imported in the place of others, inside the copy. One copy is made for each name.
    """
    name = f"{package}_{suffix}"
    if name not in sys.modules:
        finder = _Finder(package, name, given, {package: name, **instead})
        sys.meta_path.insert(0, finder)
        try:
            importlib.import_module(name)
        finally:
            sys.meta_path.remove(finder)
    return sys.modules[name]


class _Finder(MetaPathFinder):
    """Finds the modules of the copy in the folder of the original."""

    def __init__(
        self, package: str, name: str, given: Mapping[str, object], instead: Mapping[str, str]
    ) -> None:
        origin = find_spec(package)
        if origin is None or origin.origin is None:
            raise ModuleNotFoundError(package)
        self._name: Final = name
        self._folder: Final = Path(origin.origin).parent
        self._given: Final = {**given, "__builtins__": _builtins(instead)}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname == self._name:
            file, inside = self._folder / "__init__.py", [str(self._folder)]
        elif fullname.startswith(f"{self._name}."):
            file, inside = self._folder / f"{fullname.removeprefix(f'{self._name}.')}.py", None
        else:
            return None
        loader = _Loader(fullname, str(file), self._given)
        return spec_from_file_location(
            fullname, file, loader=loader, submodule_search_locations=inside
        )


class _Loader(SourceFileLoader):
    """Runs a module with names that are given beforehand."""

    def __init__(self, fullname: str, path: str, given: Mapping[str, object]) -> None:
        super().__init__(fullname, path)
        self._given = given

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__.update(self._given)
        super().exec_module(module)


def _builtins(instead: Mapping[str, str]) -> dict[str, Any]:
    """The builtins with an `import` that takes the copies of packages."""

    def import_copy(name: str, *arguments: Any, **keywords: Any) -> Any:
        for original, copy in instead.items():
            if name == original or name.startswith(f"{original}."):
                name = copy + name.removeprefix(original)
                break
        return builtins.__import__(name, *arguments, **keywords)

    return {**vars(builtins), "__import__": import_copy}
