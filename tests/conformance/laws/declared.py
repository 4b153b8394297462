"""What a game declares must hold before any law can: the form of its state, and its options."""

import numpy as np

from hinterland.engine.game import Game
from hinterland.tests.conformance.cases import Options


def states_are_plain_records(game: Game, options: Options) -> None:
    """Words of 8 bytes in all, little-endian numbers, with names that uncompiled code can read.

    A state counts in integers; a memory may keep weights.
    """
    for dtype, kinds in ((game.state_dtype, "iu"), (game.memory_dtype, "iuf")):
        assert dtype.itemsize % 8 == 0, f"{game.name}: {dtype.itemsize} bytes"
        assert dtype.names, f"{game.name}: {dtype} has no fields"
        for name in dtype.names:
            field = dtype[name]
            assert field.base.kind in kinds, f"{game.name}: {name} is {field.base}"
            assert field.base.byteorder in "<|=", f"{game.name}: {name} is not little-endian"
            taken = hasattr(np.recarray, name) or hasattr(np.record, name)
            assert not taken, f"{game.name}: records have a method {name!r} already"
        packed = sum(dtype[name].itemsize for name in dtype.names)
        assert packed == dtype.itemsize, f"{game.name}: bytes between fields would not compare"
    for name in ("viewer", "players"):
        assert name in (game.state_dtype.names or ()), f"{game.name}: a state has no {name}"


def options_are_written_and_read(game: Game, options: Options) -> None:
    """The players come first; an option vector reads back from its texts."""
    assert game.options[0].name == "players", f"{game.name}: first option {game.options[0].name}"
    texts = game.option_texts(options)
    assert game.option_values(texts) == options, f"{game.name}: {options} is written {texts}"


CHECKS = (states_are_plain_records, options_are_written_and_read)
