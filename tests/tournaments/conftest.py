"""What several tests of tournaments set up."""

import signal
from collections.abc import Iterator

import pytest

from hinterland.tests.tournaments.processes import STOPPING


@pytest.fixture
def signals_heeded() -> Iterator[None]:
    """No signal is ignored, as one is where the tests themselves run under `nohup`.

    Programs that are started inherit what is ignored, and not what is handled.
    """
    before = [(number, signal.getsignal(number)) for number, _ in STOPPING]
    for number, _ in STOPPING:
        signal.signal(number, signal.default_int_handler)
    yield
    for number, handler in before:
        signal.signal(number, handler)
