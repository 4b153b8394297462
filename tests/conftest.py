"""For all tests: the compile bill at the end, and one deterministic profile of hypothesis."""

import pytest
from hypothesis import settings

from hinterland.tests.compile_bill import BILL, MOST_SECONDS

settings.register_profile("proof", derandomize=True, deadline=None, database=None)
settings.load_profile("proof")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A run whose compile bill is too high fails, even when every test passed."""
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
