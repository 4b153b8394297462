"""The cache of one compiled kernel, which is not there before the kernel is first called.

Numba makes the folder of a kernel's cache, and tries whether it can be written to, when the
kernel is defined: hundreds of times for a game, and also for one that is never played.
"""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from numba.core import config as numba_config
from numba.core.caching import FunctionCache

_config: Final[Any] = numba_config
_FunctionCache: Final[Any] = FunctionCache


class KernelCache:
    """What Numba asks of a cache, for the kernel of `function`, in a folder."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._function = function
        self._folder = str(folder)

    @cached_property
    def numbas(self) -> Any:
        """Numba's own cache of the kernel."""
        previous = _config.CACHE_DIR
        _config.CACHE_DIR = self._folder
        try:
            return _FunctionCache(self._function)
        finally:
            _config.CACHE_DIR = previous

    @property
    def cache_path(self) -> str:
        """Where the kernel is kept."""
        return self._folder

    def load_overload(self, *arguments: Any) -> Any:
        """The compiled kernel for a signature, or None."""
        return self.numbas.load_overload(*arguments)

    def save_overload(self, *arguments: Any) -> None:
        """Keep the compiled kernel for a signature."""
        self.numbas.save_overload(*arguments)
