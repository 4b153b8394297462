"""Natural logarithms of visit counts from an own table, the same bits on every machine."""

from typing import Any, Final

import numpy as np

from hinterland.engine.jit import jit

TABLE_SIZE: Final = 4096
LN2: Final = 0.6931471805599453


def _table() -> Any:
    """ln(n) for n < TABLE_SIZE, from ln(n) = ln(n-1) + 2 artanh(1 / (2n-1)) by its series.

    Only additions, multiplications and divisions: libraries differ in the last bit of log.
    """
    table = np.zeros(TABLE_SIZE, np.float64)
    total = 0.0
    for n in range(2, TABLE_SIZE):
        x = 1.0 / (2 * n - 1)
        power, term = x, 0.0
        for k in range(1, 60, 2):
            term += power / k
            power *= x * x
        total += 2.0 * term
        table[n] = total
    return table


LOGARITHMS: Final = _table()


@jit
def natural_log(n: int) -> float:
    """ln(n) for n >= 1; exact below TABLE_SIZE, within 0.0005 above."""
    shifts = 0
    while n >= TABLE_SIZE:
        n >>= 1
        shifts += 1
    return LOGARITHMS[n] + shifts * LN2
