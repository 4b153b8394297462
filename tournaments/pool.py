"""Worker processes of this machine: how they start, hang, die and end."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any, Final

from hinterland.protocol.descendants import kill_marked, marked, new_mark
from hinterland.tournaments.job import GameJob
from hinterland.tournaments.warming import warm_up
from hinterland.tournaments.watch import Ended, FatalCall, Watch, last_calls, stop_workers

_STDOUT, _STDERR = 1, 2

CLOSING: Final = 3.0
"""Seconds that a worker has to close its bots when it is told to end."""

_TOLD: Final = 128 + signal.SIGTERM
"""Exit status of a worker that was told to end."""

_NOT_ITS_OWN: Final = (None, _TOLD, -signal.SIGTERM, -signal.SIGKILL)
"""Exit codes of workers that live, or that somebody else has ended."""

_MOMENT: Final = 1.0
"""Seconds from the end of a worker's pipes to its exit code, at most."""


class ProcessPool(ProcessPoolExecutor):
    """Local worker processes, started fresh (never forked).

    Signals to our group, such as Ctrl-C, do not reach them: they are told when to end.

    All that they start carries the pool's mark. However a worker ends, the pool ends with it, and
    then whatever has the mark is killed.
    """

    def __init__(self, workers: int, first: GameJob) -> None:
        """`first`: a game that each worker warms up with before it plays."""
        self._words = TemporaryDirectory(prefix="hinterland-", ignore_cleanup_errors=True)
        context = multiprocessing.get_context("spawn")
        self._mark = new_mark()
        self._workers: set[BaseProcess] = set()
        super().__init__(workers, context, initializer=_begin_worker, initargs=(first, self._mark))

    def submit(self, /, *args: Any, **kwargs: Any) -> Future[Any]:
        # Workers start here, and they inherit the mask; their engines inherit it from them.
        with interrupts_held():
            future = super().submit(_in_worker, self._words.name, self._mark, *args, **kwargs)
        self._workers.update(multiprocessing.active_children())
        return future

    @property
    def begun(self) -> bool:
        """Whether any worker has begun to play."""
        return bool(last_calls(self._words.name))

    def stop(self) -> None:
        """Let no worker begin another game."""
        stop_workers(self._words.name)

    def fatal_calls(self, alone: bool) -> list[FatalCall]:
        """The calls of bots in which workers have ended, now that the pool is broken.

        `alone`: a single game was under way, so that a call under way is the one, however its
        worker ended. Else it is not where somebody else has ended the worker, as the pool does
        with all when one is lost, and the system where memory is short.
        """
        calls = {pid: call for pid, call in last_calls(self._words.name).items() if call}
        ends = {worker.pid: worker for worker in self._workers}
        return [
            call
            for pid, call in calls.items()
            if alone or call.cause == "timeout" or _exit_code(ends.get(pid)) not in _NOT_ITS_OWN
        ]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Without `wait` the workers are ended, soon after this returns; their games are lost."""
        workers = multiprocessing.active_children()
        super().shutdown(wait, cancel_futures=cancel_futures)
        self._words.cleanup()
        if wait:
            kill_marked(self._mark)
        else:
            threading.Thread(target=_end, args=(workers, self._mark)).start()


def _exit_code(worker: BaseProcess | None) -> int | None:
    """How a worker has ended; None where it goes on, or nobody knows it."""
    if worker is None:
        return None
    deadline = monotonic() + _MOMENT
    while worker.exitcode is None and monotonic() < deadline:
        sleep(0.005)
    return worker.exitcode


def _end(workers: Sequence[BaseProcess], mark: str) -> None:
    """End the workers, then what they have left."""
    _end_processes(workers)
    kill_marked(mark)


def _begin_worker(first: GameJob, mark: str) -> None:
    """In a new worker process: see that it ends with us, even if we are killed; then warm up.

    What is written to standard output here goes to standard error: the other one is ours.
    """
    os.setpgid(0, 0)
    os.dup2(_STDERR, _STDOUT)
    sys.stdout = sys.stderr
    os.environ.update(marked(os.environ, mark))
    threading.Thread(target=_end_with_parent, args=(mark,), daemon=True).start()
    warm_up(first)


def _end_with_parent(mark: str) -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)  # a game that is played closes its bots
        sleep(CLOSING)
        _leave(mark)


def _leave(mark: str) -> None:
    """End this worker process, and all that the workers have started: nobody else may be left."""
    kill_marked(mark)
    os._exit(_TOLD)


def _in_worker(folder: str, mark: str, call: Callable[..., Any], *args: Any) -> Any:
    """In a worker process: the call, under a watch. SIGTERM breaks it off and ends the process."""

    def terminate(number: int, frame: Any) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second one would break off the closing
        watch.keep()
        timer = threading.Timer(CLOSING, _leave, (mark,))  # a bot may swallow what is raised here
        timer.daemon = True
        timer.start()
        raise Ended

    try:
        with Watch(folder) as watch:
            signal.signal(signal.SIGTERM, terminate)
            return call(*args, watch)
    except Ended:
        _leave(mark)
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


def end_workers() -> None:
    """End all worker processes of this process; their games are lost."""
    _end_processes(multiprocessing.active_children())


def _end_processes(workers: Sequence[BaseProcess]) -> None:
    """Each has CLOSING seconds to close its bots; then it is killed."""
    deadline = monotonic() + CLOSING
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join(max(deadline - monotonic(), 0.0))
        worker.kill()
