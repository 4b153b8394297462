"""Python modules run as processes of their own, which report in JSON what they found."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from hinterland.tests.compile_bill import BILL

PACKAGE: Final = Path(__file__).resolve().parent.parent
"""The checkout, which is the package `hinterland`."""

TIMEOUT: Final = 600
_SETTINGS: Final = ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK")


def run_module(
    module: str, arguments: Sequence[str] = (), environment: Mapping[str, str] | None = None
) -> Any:
    """The JSON that `python -m module arguments...` prints; it must end well.

    Compiler settings of this process are not handed on; `environment` is added. A report's
    `compile_seconds` goes on the compile bill.
    """
    command = [sys.executable, "-P", "-m", module, *arguments]
    inherited = {name: value for name, value in os.environ.items() if name not in _SETTINGS}
    done = subprocess.run(
        command,
        env={**inherited, **(environment or {})},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(command)} failed:\n{done.stderr[-4000:]}"
    report = json.loads(done.stdout)
    BILL.add(report.get("compile_seconds", 0.0))
    return report
