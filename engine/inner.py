"""Kernels that only other kernels call are kept as LLVM's bitcode, and never become machine code.

Numba links a kernel with all that it calls, optimises the whole and emits it, and so does every
caller once more, up to the entry. Only the entry runs. So below the entries the cheap part of
the optimisation is done alone, and nothing is emitted: a third or more of a game's compile time.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from llvmlite import binding
from numba.core import codegen
from numba.core import environment as environments

_INNER: Final = ContextVar("inner", default=False)
"""Whether the kernel that is being compiled is called by kernels only."""

_ENVIRONMENT: Final = "_ZN08NumbaEnv"
"""How the names of environments begin, in Numba's modules."""

_environments: Final[Any] = environments
_JITCodeLibrary: Final[Any] = codegen.JITCodeLibrary
_JITCPUCodegen: Final[Any] = codegen.JITCPUCodegen


class _Library(_JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """The code of one kernel and all that it calls."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._inner = _INNER.get()

    def _optimize_final_module(self) -> None:
        if not self._inner:
            super()._optimize_final_module()
            return
        passes, builder = self._codegen._module_pass_manager(
            loop_vectorize=False,
            slp_vectorize=False,
            opt=self._codegen._opt_level,
            cost="cheap",
        )
        passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        if not self._inner:
            super()._finalize_final_module()
            self._set_environments()
            return
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def _set_environments(self) -> None:
        """Those of the inner kernels, which were in no machine code when they were compiled."""
        for variable in self._final_module.global_variables:
            environment = None
            if variable.name.startswith(_ENVIRONMENT):
                environment = _environments.lookup_environment(variable.name)
            if environment is not None:
                self._codegen.set_env(variable.name, environment)

    def serialize_using_object_code(self) -> tuple[str, str, Any]:
        """What the cache keeps."""
        kept = (
            super().serialize_using_bitcode if self._inner else super().serialize_using_object_code
        )
        found: tuple[str, str, Any] = kept()
        return found

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[str, str, Any]) -> Any:
        name, kind, bitcode = state
        if kind != "bitcode":
            return super()._unserialize(codegen, state)
        library = codegen.create_library(name)
        library._inner = True
        library._final_module = binding.parse_bitcode(bitcode)
        library._finalize_final_module()
        return library


def _set_env(codegen: Any, name: str, environment: Any) -> None:
    """Tell the machine code of an environment; there is none for an inner kernel alone."""
    if codegen._engine.get_global_value_address(name):
        _numbas_set_env(codegen, name, environment)


_numbas_set_env: Final[Any] = _JITCPUCodegen.set_env
_JITCPUCodegen.set_env = _set_env
_JITCPUCodegen._library_class = _Library


def compile_as(kernel: Any, *, inner: bool) -> None:
    """Decide how a dispatcher of Numba compiles: as an inner kernel, or as one that Python calls.

    Callees are compiled inside the compilation of their caller, so each sets its own way.
    """
    compiler = kernel._compiler
    compiler._compile_core = _within(inner, compiler._compile_core)


def _within(inner: bool, compile_core: Callable[..., Any]) -> Callable[..., Any]:
    def compile_so(*arguments: Any) -> Any:
        with _set(inner):
            return compile_core(*arguments)

    return compile_so


@contextmanager
def _set(inner: bool) -> Iterator[None]:
    token = _INNER.set(inner)
    try:
        yield
    finally:
        _INNER.reset(token)
