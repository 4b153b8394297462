"""The notation of a toy whose moves are in a table and whose fields are shown as they are."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from hinterland.engine.errors import BadNotation
from hinterland.engine.jit import Record


class TableNotation:
    """A toy adds `RULES_BROKEN`, `faults`, and these two."""

    texts: Mapping[int, str]
    """The token of every move."""

    fields: tuple[str, ...]
    """The fields of a state that JSON has."""

    def parse(self, text: str) -> int:
        for move, token in self.texts.items():
            if token == text:
                return move
        raise BadNotation(f"no move {text!r}")

    def format(self, move: int) -> str:
        return self.texts.get(move, f"#{move}")

    def board(self, state: Record) -> str:
        return " ".join(f"{name}={state[name]}" for name in self.fields)

    def to_json(self, state: Record, memory: Record | None) -> dict[str, Any]:
        return {name: np.asarray(state[name]).tolist() for name in self.fields}

    def from_json(self, data: Mapping[str, Any], state: Record, memory: Record) -> None:
        for name, value in data.items():
            state[name] = value
