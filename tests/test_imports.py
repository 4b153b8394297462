"""The shape of the project: imports point one way, packages are declared, games keep contracts."""

import ast
import inspect
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

from hinterland.engine import contract
from hinterland.engine.game import Game, Notation
from hinterland.engine.registry import GAMES, load
from hinterland.eval import contract as evaluation_contract
from hinterland.eval.registry import EVALUATIONS, load_evaluation
from hinterland.tests.conformance.cases import games
from hinterland.tests.processes import PACKAGE

LAYERS: Final = ("engine", "eval", "search", "protocol", "tournaments")
"""Each may import itself and those before it; `__main__` stands above them all."""

_MODULE_NAME: Final = re.compile(r"hinterland(\.\w+)+")


def test_imports_point_one_way() -> None:
    assert list(upward_imports(PACKAGE)) == []


def test_an_upward_import_is_found(tmp_path: Path) -> None:
    sources = {
        "engine/low.py": "def late():\n    from hinterland.search.tree import grow\n",
        "eval/lazy.py": "from importlib import import_module\nNAME = 'hinterland.protocol.bots'\n",
        "search/near.py": "import hinterland.tests.toys\nfrom hinterland import tournaments\n",
        "search/inner.py": "from ..protocol import bots\n",
        "protocol/right.py": "from hinterland.engine import game\nimport numpy\n",
    }
    for path, source in sources.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(source)
    assert set(upward_imports(tmp_path)) == {
        ("engine/low.py", "hinterland.search.tree"),
        ("eval/lazy.py", "hinterland.protocol.bots"),
        ("search/near.py", "hinterland.tests.toys"),
        ("search/near.py", "hinterland.tournaments"),
        ("search/inner.py", "hinterland.protocol"),
    }


def upward_imports(package: Path) -> Iterator[tuple[str, str]]:
    """(file, module) of each import of a layer above the file's, tests being above them all."""
    for height, layer in enumerate(LAYERS):
        allowed = LAYERS[: height + 1]
        for path in sorted((package / layer).rglob("*.py")):
            for module in imported_modules(path, package):
                if module.split(".")[1] not in (*allowed, "__version__"):
                    yield path.relative_to(package).as_posix(), module


def imported_modules(path: Path, package: Path) -> Iterator[str]:
    """The modules of `hinterland` that a file names, also in strings for importing on demand."""
    parents = ["hinterland", *path.relative_to(package).parent.parts]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = parents[: len(parents) + 1 - node.level] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            names = [module] if module != "hinterland" else _members(module, node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = [node.value]
        else:
            names = []
        yield from (name for name in names if _MODULE_NAME.fullmatch(name))


def _members(module: str, aliases: list[ast.alias]) -> list[str]:
    return [f"{module}.{alias.name}" for alias in aliases]


def test_every_package_is_declared() -> None:
    """Only declared packages reach the wheel."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text())
    declared = project["tool"]["setuptools"]["packages"]
    assert sorted(declared) == sorted(["hinterland", *packages(PACKAGE)])


def test_every_package_can_be_imported() -> None:
    assert [
        name for name in packages(PACKAGE) if not _folder(name).joinpath("__init__.py").exists()
    ] == []


def packages(package: Path) -> list[str]:
    """Every folder of the layers that holds Python files, as a package's name."""
    folders = {path.parent for layer in LAYERS for path in (package / layer).rglob("*.py")}
    return sorted(".".join(["hinterland", *f.relative_to(package).parts]) for f in folders)


def _folder(name: str) -> Path:
    return PACKAGE.joinpath(*name.split(".")[1:])


def test_a_new_sub_package_is_missed_if_undeclared(tmp_path: Path) -> None:
    (tmp_path / "engine" / "chess").mkdir(parents=True)
    (tmp_path / "engine" / "chess" / "rules.py").touch()
    assert packages(tmp_path) == ["hinterland.engine.chess"]


def test_every_folder_says_what_it_is() -> None:
    tops = [PACKAGE / top for top in (*LAYERS, "tests")]
    folders = {path.parent for top in tops for path in top.rglob("*.py")}
    silent = [
        str(folder.relative_to(PACKAGE))
        for folder in folders
        if not (folder / "README.md").is_file()
        or len((folder / "README.md").read_text().split()) <= 20
    ]
    assert len(folders) > len(tops)
    assert silent == []


@pytest.mark.parametrize("game", games(), ids=lambda game: str(game.name))
def test_games_keep_the_contract(game: Game) -> None:
    """Every kernel of the contract under its name, with its parameters under theirs."""
    for kernel in contract.KERNELS:
        assert parameters(getattr(game.rules, kernel.__name__)) == parameters(kernel)
    for name in ("parse", "format", "board", "to_json", "from_json", "faults"):
        expected = parameters(getattr(Notation, name))[1:]
        assert parameters(getattr(game.notation, name)) == expected
    assert all(code != 0 and text for code, text in game.notation.RULES_BROKEN.items())


@pytest.mark.parametrize("name", GAMES)
def test_games_go_by_their_registered_name(name: str) -> None:
    assert load(name).name == name


@pytest.mark.parametrize("name", EVALUATIONS)
def test_evaluations_keep_the_contract(name: str) -> None:
    assert name in GAMES
    evaluation: ModuleType = load_evaluation(load(name))
    fits = hasattr(evaluation, "FEATURES")
    for kernel in evaluation_contract.KERNELS + fits * evaluation_contract.FITTED:
        assert parameters(getattr(evaluation, kernel.__name__)) == parameters(kernel)
    if fits:
        assert evaluation.WEIGHTS.shape == (len(evaluation.FEATURES),)


def parameters(function: Any) -> list[str]:
    return list(inspect.signature(getattr(function, "py_func", function)).parameters)
