"""The one place where Python becomes machine code: the `jit` decorator and `specialise`.

Numba's on-disk cache notices neither an edited callee in another file nor a changed table or
data file. So the cache folder's name is a hash of every source and data file that kernels are
made of, of the versions, and of the settings that change the code; whatever differs gets a
folder of its own, and a stale kernel can never be loaded.
"""

import hashlib
import importlib.util
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeAlias, TypeVar, overload

import llvmlite
import numba
import numpy as np
from numba.core import config as numba_config
from numba.core import types as numba_types

from hinterland.engine.inner import compile_as
from hinterland.engine.kernel_cache import KernelCache

Record: TypeAlias = Any
"""One element of a structured array, inside a kernel: fields are read and set as attributes."""

Function = TypeVar("Function", bound=Callable[..., Any])

int64: Final[Any] = np.int64
"""Widens a small or unsigned integer inside a kernel: cast on load, before arithmetic."""

config: Final[Any] = numba_config
_numba_types: Final[Any] = numba_types

KERNEL_FOLDERS: Final = ("engine", "eval", "search")
SALT: Final = "KERNEL_SALT"
"""Global of a module whose kernels depend on more than this package: it names the rest."""

_INTERNAL: Final = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_PACKAGE: Final = Path(__file__).resolve().parent.parent

if config.DISABLE_JIT:
    # Uncompiled 64-bit arithmetic wraps as the compiled does; NumPy would warn of it each time.
    np.seterr(over="ignore")


def jit_enabled() -> bool:
    """Whether kernels are compiled in this process (`NUMBA_DISABLE_JIT` is not set)."""
    return not config.DISABLE_JIT


def record_array(count: int, dtype: np.dtype[Any]) -> Any:
    """A zeroed structured array that kernels take: uncompiled, fields need `np.recarray`."""
    array = np.zeros(count, dtype)
    return array if jit_enabled() else array.view(np.recarray)


def in_record(array: Any) -> Any:
    """The array as the field `field` of one record, with which it shares memory.

    An entry that takes it so hands on what a search's own records hand on, and a kernel that both
    call is compiled once: Numba tells an array that stands alone from one in a record.
    """
    record = array.view(_record_of(array.dtype, array.shape))
    return record if jit_enabled() else record.view(np.recarray)


@cache
def _record_of(dtype: np.dtype[Any], shape: tuple[int, ...]) -> np.dtype[Any]:
    return np.dtype([("field", dtype, shape)])


@overload
def jit(function: Function) -> Function: ...


@overload
def jit(*, entry: bool) -> Callable[[Function], Function]: ...


def jit(function: Any = None, *, entry: bool = False) -> Any:
    """Compile a kernel on its first call, and keep it in the cache folder of its sources.

    A kernel is called by other kernels only (from Python it would crash: see `plain`). With
    `entry` it is called from Python: it takes arrays and numbers, never a record, and releases
    the interpreter lock. Kernels do not allocate: the compiler refuses it (`_nrt=False`).
    """
    if function is None:
        return partial(_compiled, entry=entry)
    return _compiled(function, entry=entry)


def _compiled(function: Function, *, entry: bool) -> Function:
    if not jit_enabled():
        return function
    wrappers = {"nogil": True} if entry else _INTERNAL
    njit: Any = numba.njit
    compiled: Any = njit(error_model="numpy", _nrt=False, **wrappers)(function)
    compiled._cache = KernelCache(function, cache_folder(function.__globals__.get(SALT, "")))
    compile_as(compiled, inner=not entry)
    compiled.get_call_template = partial(_without_literals, compiled.get_call_template)
    return compiled


def _without_literals(template: Any, arguments: Any, keywords: Any) -> Any:
    """Compile a kernel once for all integers: Numba makes a copy for each constant passed."""
    arguments = [_numba_types.unliteral(argument) for argument in arguments]
    keywords = {name: _numba_types.unliteral(kind) for name, kind in keywords.items()}
    return template(arguments, keywords)


def plain(kernel: Function) -> Function:
    """The uncompiled function of a kernel that calls no other, for use from Python."""
    function: Function = getattr(kernel, "py_func", kernel)
    return function


def specialise(template: str, name: str, bindings: Mapping[str, object]) -> ModuleType:
    """Load a fresh copy of the module `template` whose globals in `bindings` are replaced.

    The copy is called `<template>__<name>`, so its kernels have cache files of their own. This
    is how search is written once for every game: the template refers to the kernels of a game
    by a module name, which stands for `engine.contract` until it is bound here. `name` and the
    sources it stands for must determine the bindings; a `KERNEL_SALT` binding tells the rest.
    Each copy has a cache folder of its own: Numba tells kernels apart by file, line and argument
    types, so that two games' copies of a kernel would be taken for one another.
    """
    full_name = f"{template}__{name}"
    origin = importlib.util.find_spec(template)
    if origin is None or origin.origin is None:
        raise ModuleNotFoundError(template)
    spec = importlib.util.spec_from_file_location(full_name, origin.origin)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(template)
    module = importlib.util.module_from_spec(spec)
    module.__dict__[SALT] = f"{full_name} {bindings.get(SALT, '')}"
    sys.modules[full_name] = module
    spec.loader.exec_module(module)
    module.__dict__.update(bindings)
    return module


def cache_folder(salt: str = "") -> Path:
    """Where the kernels of the present sources, versions and settings are kept."""
    digest = hashlib.sha256(f"{_sources_digest()}{salt}".encode()).hexdigest()
    return cache_root() / digest[:20]


def cache_root() -> Path:
    """The folder of all cache folders: `HINTERLAND_CACHE_DIR`, or the user's cache folder."""
    named = os.environ.get("HINTERLAND_CACHE_DIR")
    if named:
        return Path(named)
    user = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hinterland"
    return user if _writable(user) else Path(tempfile.gettempdir()) / "hinterland-cache"


@cache
def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


@cache
def _sources_digest() -> str:
    digest = hashlib.sha256()
    for part in _settings():
        digest.update(f"{part}\n".encode())
    for path in kernel_sources(_PACKAGE):
        digest.update(path.relative_to(_PACKAGE).as_posix().encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _settings() -> Iterator[str]:
    """What changes the compiled code besides the sources; Numba's index knows the processor."""
    yield from (platform.python_version(), np.__version__, numba.__version__)
    yield str(llvmlite.__version__)
    yield from (f"{key}={os.environ[key]}" for key in sorted(os.environ) if _is_setting(key))


def _is_setting(key: str) -> bool:
    return key.startswith("NUMBA_") and key not in ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS")


def kernel_sources(package: Path) -> Iterator[Path]:
    """Every file below the kernel folders of `package` that code or tables come from, sorted."""
    for folder in KERNEL_FOLDERS:
        for path in sorted((package / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".md":
                yield path
