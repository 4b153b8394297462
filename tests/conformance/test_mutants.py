"""Every law has mutants that it must reject, and for the reason that they break it."""

from collections.abc import Mapping

import pytest

from hinterland.tests.conformance.laws.law_6 import LANES, run_lane, same_games
from hinterland.tests.conformance.mutants import OVERFLOWS
from hinterland.tests.conformance.trials import TRIALS
from hinterland.tests.processes import run_module


@pytest.fixture(scope="module")
def verdicts() -> Mapping[str, str | None]:
    """What the laws say to each trial, found in one uncompiled process."""
    found: Mapping[str, str | None] = run_module(
        "hinterland.tests.conformance.trials", environment=LANES["plain"]
    )
    return found


@pytest.mark.parametrize("name", TRIALS)
def test_mutant_is_rejected(name: str, verdicts: Mapping[str, str | None]) -> None:
    said = verdicts[name]
    assert said is not None, "the law has nothing to say"
    assert TRIALS[name].reason in said


def test_mutant_that_overflows_is_rejected() -> None:
    """Law 6 compares processes: this one compiles the mutant, the other does not."""
    found = run_lane("plain", [OVERFLOWS.name], search=False)["games"]
    with pytest.raises(AssertionError, match="differs in the lane"):
        same_games(OVERFLOWS, "plain", found)
