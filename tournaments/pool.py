"""Worker processes of this machine: how they start, hang and end."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any, Final

from hinterland.tournaments.job import GameJob
from hinterland.tournaments.warming import warm_up
from hinterland.tournaments.watch import Hang, Watch, read_hangs

CLOSING: Final = 3.0
"""Seconds that a worker has to close its bots when it is told to end."""


class ProcessPool(ProcessPoolExecutor):
    """Local worker processes, started fresh (never forked), that Ctrl-C does not reach."""

    def __init__(self, workers: int, first: GameJob) -> None:
        """`first`: a game that each worker warms up with before it plays."""
        self._words = TemporaryDirectory(prefix="hinterland-", ignore_cleanup_errors=True)
        context = multiprocessing.get_context("spawn")
        super().__init__(workers, context, initializer=_begin_worker, initargs=(first,))

    def submit(self, /, *args: Any, **kwargs: Any) -> Future[Any]:
        # Workers start here, and they inherit the mask; their engines inherit it from them.
        with interrupts_held():
            return super().submit(_in_worker, self._words.name, *args, **kwargs)

    def hangs(self) -> list[Hang]:
        """The bots whose hanging has ended a worker."""
        return read_hangs(self._words.name)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        super().shutdown(wait, cancel_futures=cancel_futures)
        self._words.cleanup()


def _begin_worker(first: GameJob) -> None:
    """In a new worker process: see that it ends with us, even if we are killed; then warm up."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    warm_up(first)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)  # a game that is played closes its bots
        sleep(CLOSING)
        os._exit(1)


class _Terminated(BaseException):
    """Unwinds a game, so that its bots are closed, and is no bot's fault."""


def _in_worker(folder: str, call: Callable[..., Any], *args: Any) -> Any:
    """In a worker process: the call, under a watch. SIGTERM breaks it off and ends the process."""

    def terminate(number: int, frame: Any) -> None:
        timer = threading.Timer(CLOSING, os._exit, (1,))  # a bot may swallow what is raised here
        timer.daemon = True
        timer.start()
        raise _Terminated

    signal.signal(signal.SIGTERM, terminate)
    try:
        with Watch(folder) as watch:
            return call(*args, watch)
    except _Terminated:
        os._exit(1)
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Inside, an interrupt waits; processes started inside never get one."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_workers(grace: float = CLOSING) -> None:
    """End all worker processes of this process; their games are lost.

    Each has `grace` seconds to close its bots; then it is killed.
    """
    workers = multiprocessing.active_children()
    deadline = monotonic() + grace
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join(max(deadline - monotonic(), 0.0))
        worker.kill()
