"""The compile bill: the processor time that Numba took, here and in processes started by tests."""

import time
from typing import Final

from numba.core import event

MOST_SECONDS: Final = 300.0
"""What a whole run of the tests may spend on compiling, from empty caches."""


class CompileBill(event.Listener):
    """Sums the outermost compilations; `seconds` of processor time, `kernels` compiled."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.kernels = 0
        self._depth = 0
        self._start = 0.0

    def on_start(self, event: event.Event) -> None:
        if self._depth == 0:
            self._start = time.process_time()
        self._depth += 1

    def on_end(self, event: event.Event) -> None:
        self._depth -= 1
        self.kernels += 1
        if self._depth == 0:
            self.seconds += time.process_time() - self._start

    def add(self, seconds: float) -> None:
        """Count what another process reports."""
        self.seconds += seconds


BILL: Final = CompileBill()
event.register("numba:compile", BILL)
