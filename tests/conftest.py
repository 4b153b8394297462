"""For all tests: the compile bill at the end, and one deterministic profile of hypothesis.

Tests may run in several processes (`make test`); the one that hands them out warms the kernel
cache first and adds up what the others compiled.
"""

from typing import Any, Final

import pytest
from hypothesis import settings

from hinterland.tests.compile_bill import BILL, MOST_SECONDS

settings.register_profile("proof", derandomize=True, deadline=None, database=None)
settings.load_profile("proof")


SPENT: Final = "compiled"
"""What a worker hands over at its end: seconds and kernels of its compile bill."""


def pytest_sessionstart(session: pytest.Session) -> None:
    if session.config.getoption("numprocesses", None) and not _is_worker(session.config):
        from hinterland.tests.warm import warm_all  # it loads every game

        warm_all()


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A worker has ended: its compile bill is added; one that died has none."""
    seconds, kernels = getattr(node, "workeroutput", {}).get(SPENT, (0.0, 0))
    BILL.add(seconds)
    BILL.kernels += kernels


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A run whose compile bill is too high fails, even when every test passed."""
    if _is_worker(session.config):
        session.config.workeroutput[SPENT] = (BILL.seconds, BILL.kernels)
        return
    if BILL.seconds > MOST_SECONDS and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for reason in sorted(set(map(_reason, terminalreporter.getreports("skipped")))):
        terminalreporter.write_line(f"not checked: {reason}")
    terminalreporter.write_line(
        f"compile bill: {BILL.seconds:.1f} s of processor time for {BILL.kernels} kernels "
        f"(at most {MOST_SECONDS:.0f} s)"
    )


def _reason(report: pytest.TestReport) -> str:
    """Why a test was skipped: a program of others is missing (`protocol/others.py`)."""
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longreprtext
    return reason.removeprefix("Skipped: ")
