"""`hinterland check`: our engine passes, and every fault is found at its step."""

import re
import subprocess
import sys

import pytest

from hinterland.engine.registry import load
from hinterland.protocol.check import CODES, STEPS, Check, Step
from hinterland.tests.conformance.cases import short_options
from hinterland.tests.protocol.bad_bots import FAULTS, FINE
from hinterland.tests.protocol.support import ENGINE, checkout

PATIENCE = 300.0
BOT = f"{sys.executable} -m hinterland.tests.protocol.bad_bots"


def checked(command: str, limit: float = PATIENCE) -> list[Step]:
    return list(Check(command, load("kuhn"), limit).steps())


def test_our_engine_passes() -> None:
    steps = checked(ENGINE)
    assert [step.fault for step in steps] == [""] * len(STEPS)
    assert [step.number for step in steps] == list(range(1, len(STEPS) + 1))


def test_our_engine_passes_in_a_short_game_of_island() -> None:
    check = Check(ENGINE, load("island"), PATIENCE, options=short_options("island"))
    steps = list(check.steps())
    assert [step.fault for step in steps] == [""] * len(STEPS)


@pytest.mark.parametrize("name", FINE)
def test_a_bot_without_a_fault_passes(name: str) -> None:
    assert [step.fault for step in checked(f"{BOT} {name}")] == [""] * len(STEPS)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_at_its_step(fault: str) -> None:
    steps = checked(f"{BOT} {fault}", limit=3.0 if fault == "mute" else PATIENCE)
    assert steps[-1].fault
    assert all(not step.fault for step in steps[:-1])
    assert steps[-1].number == FAULTS[fault][1], steps[-1].fault


def test_a_code_of_its_own_is_named_and_so_are_those_of_the_protocol() -> None:
    steps = checked(f"{BOT} own_codes")
    assert steps[-1].fault == (
        "refused 'no_such_command' with the code 'oops': expected '? CODE: TEXT', "
        f"CODE being one of {', '.join(CODES)}"
    )


def test_the_codes_are_those_of_the_reference() -> None:
    reference = (checkout() / "protocol" / "README.md").read_text()
    (table,) = re.findall(r"## Refusals\n(.*?)\n## ", reference, re.DOTALL)
    assert tuple(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == CODES


def test_a_program_that_is_none_fails_at_the_start() -> None:
    (step,) = checked("no-such-program-here")
    assert (step.number, "cannot start" in step.fault) == (1, True)


def test_the_command_prints_the_steps_and_exits_with_the_verdict() -> None:
    def run(command: str, *options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "hinterland", "check", command, *options],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    good, bad, unknown = run(ENGINE), run("cat"), run("cat", "--option", "seats=3")
    for nothing in ("", " "):
        assert run(nothing).returncode == 2
        assert run(nothing).stderr == (
            "hinterland: no command to check: expected the command line that starts a bot\n"
        )
    assert good.returncode == 0
    assert good.stdout.split("\n")[-2] == f"all {len(STEPS)} steps passed"
    assert bad.returncode == 1
    assert bad.stdout.split("\n")[:2] == [
        f" 1 FAILED {STEPS[0][0]}",
        "   answered 'protocol_version' to protocol_version: expected '= 2'",
    ]
    assert unknown.returncode == 2
    assert unknown.stderr == "hinterland: kuhn has no option 'seats': it has players\n"
