"""What is said while kernels are compiled: how many, and for how long, every few seconds."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hinterland.protocol.compiling import EVERY, CompileProgress


def said(times: list[float], events: str) -> list[str]:
    """What is said when compilations begin `(` and end `)` at these times."""
    clock, lines = iter(times), []
    progress = CompileProgress("kuhn", clock.__next__, lines.append)
    for sign in events:
        if sign == "(":
            progress.on_start(None)
        else:
            progress.on_end(None)
    return lines


def test_nothing_is_said_of_what_is_soon_done() -> None:
    assert said([0.0, 1.0, 2.0, EVERY - 0.1], "((()))") == []


def test_kernels_are_counted_while_their_caller_is_compiled() -> None:
    assert said([0.0, 6.0, 7.0, 12.0], "((()))") == [
        "compiling kuhn: 1 kernels in 6 s",
        "compiling kuhn: 3 kernels in 12 s",
    ]


def test_the_time_between_compilations_does_not_count() -> None:
    assert said([0.0, 3.0, 100.0, 101.0, 200.0, 202.0], "()()()") == [
        "compiling kuhn: 3 kernels in 6 s"
    ]


COMPILED_BY_LINE = """
import sys
from time import perf_counter
from numba.core import event
from hinterland.protocol.engine_command import Kernels, new_session
from hinterland.tests.protocol.support import ask

class Counter(event.Listener):
    count = 0
    def on_start(self, event):
        self.count += 1
    def on_end(self, event):
        pass

counter = Counter()
event.register("numba:compile", counter)
session = new_session(Kernels(perf_counter))
for line in sys.argv[1:]:
    before = counter.count
    answer = ask(session, line)
    assert answer[:1] != "?", answer
    print(counter.count - before)
"""


@pytest.mark.parametrize(
    ("limit", "compiles"), [("set_limit ms=5", 2), ("set_limit iterations=5", 3)]
)
def test_no_kernel_is_compiled_in_the_time_of_a_move(
    tmp_path: Path, limit: str, compiles: int
) -> None:
    """With an empty cache: a limit of time has compiled all that searching and playing need.

    Without one, a search that plays nothing has.
    """
    lines = ["newgame kuhn seat=p1", 'setview p1 {"cards":["K","?"]}']
    lines += [limit, "reg_genmove p1", "genmove p1"]
    command = [sys.executable, "-c", COMPILED_BY_LINE, *lines]
    environment = {**os.environ, "HINTERLAND_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=300, check=True
    )
    counts = [int(line) for line in done.stdout.split()]
    assert [place for place, count in enumerate(counts) if count > 0 and place > 1] == [compiles]
