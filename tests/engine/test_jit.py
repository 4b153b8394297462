"""The cache of compiled kernels: always hit by the next process, never stale."""

import shutil
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from numba.core.errors import NumbaError

from hinterland.engine.contract import KERNELS
from hinterland.engine.game import Game
from hinterland.engine.jit import jit
from hinterland.engine.seats import CHANCE
from hinterland.tests.conformance.cases import games, short_options
from hinterland.tests.conformance.positions import random_game
from hinterland.tests.engine.kernels import misplaced_floats
from hinterland.tests.engine.kernels_report import report
from hinterland.tests.processes import PACKAGE, run_module

KERNEL_SALT: Final = sha256(Path(__file__).read_bytes()).hexdigest()
REPORT: Final = "hinterland.tests.engine.kernels_report"

PROBE = """
import json
from pathlib import Path
from hinterland import __file__ as package
from hinterland.engine.registry import load
from hinterland.engine.rng import stream
from hinterland.engine.table_reader import answer

game, rng = load("kuhn"), stream("probe")
state = game.deal(game.option_values({}), rng)
kernels = [game.entries.sample_at, answer]
found = {
    "package": str(Path(package).parent),
    "drawn": [game.sample(state, rng) for _ in range(40)],
    "read": answer(1),
    "hits": sum(sum(kernel.stats.cache_hits.values()) for kernel in kernels),
    "misses": sum(sum(kernel.stats.cache_misses.values()) for kernel in kernels),
}
print(json.dumps(found))
"""
"""Calls an entry kernel whose callee is in `engine/rng.py`, and one whose table is a file."""

FOLDER = """
import json
from hinterland.engine.jit import cache_folder

print(json.dumps({"folder": str(cache_folder())}))
"""

TABLE_READER = """
from pathlib import Path
import numpy as np
from hinterland.engine.jit import jit

TABLE = np.loadtxt(Path(__file__).with_name("table.csv"), np.int64)


@jit
def read(place: int) -> int:
    return TABLE[place]


@jit(entry=True)
def answer(place: int) -> int:
    return read(place)
"""


class Copy:
    """A copy of the kernel sources, importable as `hinterland` by processes of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = folder / "hinterland"
        for part in ("engine", "eval", "search"):
            shutil.copytree(
                PACKAGE / part, self.package / part, ignore=shutil.ignore_patterns("__pycache__")
            )
        shutil.copy(PACKAGE / "__init__.py", self.package)
        (folder / "probe.py").write_text(PROBE)
        (self.package / "engine" / "table_reader.py").write_text(TABLE_READER)
        (self.package / "engine" / "table.csv").write_text("10\n20\n30\n")

    def probe(self, **environment: str) -> Mapping[str, Any]:
        """What `probe.py` finds in this copy."""
        found: Mapping[str, Any] = run_module(
            "probe",
            environment={
                "PYTHONPATH": str(self.folder),
                "PYTHONDONTWRITEBYTECODE": "1",
                "HINTERLAND_CACHE_DIR": str(self.folder / "cache"),
                **environment,
            },
        )
        assert found["package"] == str(self.package)
        return found

    def edit(self, path: str, old: str, new: str) -> None:
        """Replace the one occurrence of `old` in a file of the package."""
        file = self.package / path
        text = file.read_text()
        assert text.count(old) == 1
        file.write_text(text.replace(old, new))


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


RNG_EDIT = ("engine/rng.py", "0x94D049BB133111EB", "0x94D049BB133111ED")
TABLE_EDIT = ("engine/table.csv", "20", "21")


def has_chance(game: Game) -> bool:
    options = game.option_values(short_options(game.name))
    return any(position.mover == CHANCE for position in random_game(game, options, 0))


def test_a_second_process_hits_the_cache_for_every_kernel_of_every_game() -> None:
    """The first process is this one: it calls every entry of every game, and of its search."""
    first = report()
    second = run_module(REPORT)
    assert second["compiled"] == []
    assert set(second["entries"]) == set(first["entries"])
    assert [name for name, hits in second["entries"].items() if hits == 0] == []
    for game in games():
        for kernel in KERNELS:
            if kernel.__name__ in ("odds", "sample") and not has_chance(game):
                continue
            entry = {"remember": "advance"}.get(kernel.__name__, f"{kernel.__name__}_at")
            assert f"hinterland.engine.entries__{game.name}.{entry}" in second["entries"]
        assert f"hinterland.search.slices__{game.name}.search_slice" in second["entries"]


def test_copies_of_a_template_have_cache_files_of_their_own() -> None:
    files = report()["files"]
    assert len(files) > len(games()) * len(KERNELS)
    assert len(set(files)) == len(files)


def test_a_float_that_creeps_in_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HINTERLAND_CACHE_DIR", str(tmp_path))

    @jit(entry=True)
    def mixes(words: Any) -> int:
        return np.int64(min(words[0], np.int64(41)))

    @jit(entry=True)
    def keeps(words: Any) -> int:
        return np.int64(min(words[0], np.uint64(41)))

    words = np.array([50], np.uint64)
    assert (mixes(words), keeps(words)) == (41, 41)
    assert any("float64" in line for line in misplaced_floats(mixes))
    assert list(misplaced_floats(keeps)) == []


def test_an_edited_callee_changes_its_callers_result(copy: Copy) -> None:
    before, again = copy.probe(), copy.probe()
    assert again["drawn"] == before["drawn"]
    assert (before["hits"], again["misses"]) == (0, 0)
    copy.edit(*RNG_EDIT)
    edited = copy.probe()
    assert edited["drawn"] != before["drawn"]
    copy.edit(RNG_EDIT[0], RNG_EDIT[2], RNG_EDIT[1])
    restored = copy.probe()
    assert restored["drawn"] == before["drawn"]
    assert restored["misses"] == 0


def test_an_edited_data_file_changes_the_result(copy: Copy) -> None:
    assert copy.probe()["read"] == 20
    copy.edit(*TABLE_EDIT)
    assert copy.probe()["read"] == 21


def test_without_the_hash_of_the_sources_the_results_would_be_stale(copy: Copy) -> None:
    """The two tests above can fail: Numba by itself notices neither edit."""
    copy.edit("engine/jit.py", "for path in kernel_sources(_PACKAGE):", "for path in ():")
    before = copy.probe()
    copy.edit(*RNG_EDIT)
    copy.edit(*TABLE_EDIT)
    after = copy.probe()
    assert (after["drawn"], after["read"]) == (before["drawn"], before["read"])


def test_settings_of_the_compiler_have_a_folder_of_their_own(tmp_path: Path) -> None:
    folders = [
        folder_of(tmp_path, **environment)
        for environment in ({}, {"NUMBA_BOUNDSCHECK": "1"}, {"NUMBA_OPT": "2"})
    ]
    assert len(set(folders)) == 3
    assert {folder.parent for folder in folders} == {tmp_path / "cache"}
    assert folder_of(tmp_path, NUMBA_NUM_THREADS="1") == folders[0]


def folder_of(scratch: Path, **environment: str) -> Path:
    """The cache folder of a process with that environment."""
    (scratch / "folder.py").write_text(FOLDER)
    named = {"HINTERLAND_CACHE_DIR": str(scratch / "cache"), "PYTHONPATH": str(scratch)}
    return Path(run_module("folder", environment={**named, **environment})["folder"])


@jit(entry=True)
def allocates(count: int) -> float:
    return np.ones(count).sum()


def test_kernels_may_not_allocate() -> None:
    with pytest.raises(NumbaError):
        allocates(3)
