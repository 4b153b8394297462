"""The kernels that this process has met, and the floats among their variables."""

import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from numba.core import types
from numba.core.registry import CPUDispatcher

FLOAT_DRAW = "draw_unit"
"""The one kernel of the engine that answers with a float; whoever calls it means to compare one."""

RULES = ("hinterland.engine.", "hinterland.tests.toys.")
"""Where the kernels of games are; evaluations and search count in floats."""

WEIGHING = tuple(f"hinterland.engine.island.{name}" for name in ("memory", "guesses", "recall"))
"""Where a seat weighs what it infers by likelihoods, which are floats."""


def loaded() -> list[ModuleType]:
    """The modules of the package that kernels may be in, bound copies among them."""
    return [module for name, module in sys.modules.items() if name.startswith("hinterland.")]


def kernels(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The kernels that the module itself defines."""
    for name, value in vars(module).items():
        if isinstance(value, CPUDispatcher) and value.py_func.__module__ == module.__name__:
            yield name, value


def full_name(kernel: Any) -> str:
    return f"{kernel.py_func.__module__}.{kernel.py_func.__name__}"


def floats_of_games() -> list[str]:
    """Float variables where none belong, in all kernels of games that this process compiled."""
    return sorted(
        line
        for module in loaded()
        if module.__name__.startswith(RULES) and module.__name__ not in WEIGHING
        for _, kernel in kernels(module)
        for line in misplaced_floats(kernel)
    )


def misplaced_floats(kernel: Any) -> Iterator[str]:
    """Floats of a kernel that neither takes nor answers any, as far as it was compiled here.

    Mixed signed and unsigned 64-bit integers become float64 without a word.
    """
    if FLOAT_DRAW in (kernel.__name__, *kernel.py_func.__code__.co_names):
        return
    for signature, compiled in kernel.overloads.items():
        if isinstance(compiled.type_annotation, str):
            continue  # loaded from the cache
        if is_float(compiled.signature.return_type):
            yield f"{full_name(kernel)} answers a float"
        if not any(isinstance(kind, types.Array) and is_float(kind.dtype) for kind in signature):
            for name, kind in compiled.type_annotation.typemap.items():
                if is_float(kind):
                    yield f"{full_name(kernel)}: {name} is {kind}"


def is_float(kind: Any) -> bool:
    return isinstance(kind, types.Float)
