"""Programs of others with which the protocol is checked. They are installed by `.ci/run`, but for
`atheris`, which `make test-slow` installs.

Elsewhere a test for which one is missing is skipped and the run says so by its name; where CI
is set, that is a failure.
"""

import os
import shutil
import subprocess
from importlib.util import find_spec
from typing import Final

import pytest

_GNUGO_PLACES: Final = os.pathsep.join((os.environ.get("PATH", ""), "/usr/games"))


def gnugo() -> str:
    """The command of GNU Go, a controller's favourite engine."""
    path = shutil.which("gnugo", path=_GNUGO_PLACES)
    _need("gnugo", path is not None)
    assert path is not None
    return path


def node() -> str:
    """The command of Node.js."""
    path = shutil.which("node")
    _need("node", path is not None)
    assert path is not None
    return path


def sabaki() -> str:
    """The command of Node.js, which finds `@sabaki/gtp` (by NODE_PATH, if need be)."""
    command = node()
    found = subprocess.run(
        [command, "-e", "require.resolve('@sabaki/gtp')"], capture_output=True, timeout=60
    )
    _need("@sabaki/gtp", found.returncode == 0)
    return command


def python_module(name: str, module: str) -> None:
    """A Python package and the module by which it is found."""
    _need(name, find_spec(module) is not None)


def _need(name: str, found: bool) -> None:
    if found:
        return
    if os.environ.get("CI"):
        pytest.fail(f"{name} is not installed: expected here")
    pytest.skip(f"{name} is not installed (.ci/run and make test-slow install what they use)")
