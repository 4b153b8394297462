"""Kernels that only other kernels call get the cheap part of LLVM's optimisation alone.

Numba optimises a kernel together with all that it calls, so what lies deep is optimised again in
every caller up to the entry. Only the entry runs: there everything is inlined and optimised in
full, and below it the full passes would be work thrown away (a fifth of the compile time).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from numba.core import codegen

_CHEAPLY: Final = ContextVar("cheaply", default=False)
"""Whether the kernel that is being compiled is called by kernels only."""

_JITCodeLibrary: Final[Any] = codegen.JITCodeLibrary
_JITCPUCodegen: Final[Any] = codegen.JITCPUCodegen


class _Library(_JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """Machine code of one kernel and all that it calls."""

    def _optimize_final_module(self) -> None:
        if not _CHEAPLY.get():
            super()._optimize_final_module()
            return
        passes, builder = self._codegen._module_pass_manager(
            loop_vectorize=False,
            slp_vectorize=False,
            opt=self._codegen._opt_level,
            cost="cheap",
        )
        passes.run(self._final_module, builder)


_JITCPUCodegen._library_class = _Library


def optimise(kernel: Any, *, cheaply: bool) -> None:
    """Decide how a dispatcher of Numba is optimised when it comes to be compiled.

    Callees are compiled inside the compilation of their caller, so each sets its own way.
    """
    compiler = kernel._compiler
    compiler._compile_core = _within(cheaply, compiler._compile_core)


def _within(cheaply: bool, compile_core: Callable[..., Any]) -> Callable[..., Any]:
    def compile_so(*arguments: Any) -> Any:
        with _set(cheaply):
            return compile_core(*arguments)

    return compile_so


@contextmanager
def _set(cheaply: bool) -> Iterator[None]:
    token = _CHEAPLY.set(cheaply)
    try:
        yield
    finally:
        _CHEAPLY.reset(token)
