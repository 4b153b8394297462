"""A random game of the engine and the oracle side by side, compared before every move."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from hinterland.engine.game import Game, States
from hinterland.engine.rng import stream
from hinterland.engine.seats import PUBLIC, seat_name
from hinterland.tests.oracle.island.inspect_deal import faults
from hinterland.tests.oracle.island.layout import read_deal
from hinterland.tests.oracle.island.oracle import IslandOracle
from hinterland.tests.oracle.island.policy import choose

COUNTS = {
    "hand", "pending", "bank", "harbor_pool", "unseen", "improvements", "progress",
    "victory_cards", "development", "bought", "pool", "discards",
}  # fmt: skip
"""Dictionaries of numbers, in which a zero may be left out; so may the ones of a seat's fish."""

FISH_VALUES = {"1", "2", "3", "boot"}


@dataclass
class Match:
    """A game on both sides."""

    game: Game
    options: dict[str, str]
    name: str
    rng: Random = field(init=False)
    state: States = field(init=False)
    oracle: IslandOracle = field(init=False)
    start: dict[str, Any] = field(init=False)  # the state JSON of the deal
    history: list[str] = field(default_factory=list)
    seen: dict[str, None] = field(default_factory=dict)  # tokens that were legal at some time

    def __post_init__(self) -> None:
        self.rng = Random(self.name)
        values = self.game.option_values(self.options)
        self.state = self.game.deal(values, stream(self.name))
        self.start = self.to_json()
        options, deal = read_deal(self.start)
        wrong = list(faults(options, self.start["options"], deal))
        assert not wrong, f"{self.name} {self.options}: {wrong}"
        self.oracle = IslandOracle(options, deal)

    def to_json(self) -> dict[str, Any]:
        return self.game.notation.to_json(self.state[0], None)

    def play(self) -> None:
        """To the end; an AssertionError tells where they part."""
        while self.oracle.mover() != "over":
            self.compare()
            tokens = self.oracle.legal()
            self.try_others(tokens)
            token = choose(self.rng, tokens)
            if self.rng.random() < 0.1:
                token = self.wide_offer(token)
            self.step(token)
        self.compare()
        assert self.game.returns(self.state) == self.oracle.returns(), self.where()
        assert len(self.history) <= self.game.max_length, self.where()

    def step(self, token: str) -> None:
        move = self.game.notation.parse(token)
        assert self.game.notation.format(move) == token, self.where()
        assert self.game.fits(self.state, move) == 0, f"{self.where()}: kernels refuse {token}"
        for viewer in (*range(len(self.oracle.game.table.players)), PUBLIC):
            event = self.game.notation.format(self.game.redact(self.state, move, viewer))
            seen = self.oracle.seen(viewer, token)
            assert event == seen, f"{self.where()}: {token}: {viewer} sees {event}, oracle {seen}"
        self.oracle.play(self.oracle.mover(), token)
        self.game.apply(self.state, move)
        self.history.append(token)

    def compare(self) -> None:
        mover = seat_name(self.game.mover(self.state))
        assert mover == self.oracle.mover(), f"{self.where()}: {mover}, {self.oracle.mover()}"
        moves = [self.game.notation.format(int(move)) for move in self.game.legal(self.state)]
        kernels, oracle = set(moves), set(self.oracle.legal())
        assert len(kernels) == len(moves), f"{self.where()}: a move is listed twice"
        if mover != "over" and (mover != "chance" or moves):
            only = sorted(kernels - oracle), sorted(oracle - kernels)
            assert kernels == oracle, (
                f"{self.where()}: only kernels {only[0]}, only oracle {only[1]}"
            )
        if mover == "chance":
            self.compare_odds()
        different = differences(flat(self.to_json()), self.oracle.snapshot())
        assert not different, f"{self.where()}: (kernels, oracle) {different}"

    def compare_odds(self) -> None:
        odds = self.game.odds(self.state)
        if odds is not None:
            kernels = {self.game.notation.format(move): chance for move, chance in odds}
            assert kernels == pytest.approx(self.oracle.odds()), f"{self.where()}: {kernels}"

    def try_others(self, tokens: list[str]) -> None:
        """Moves that were legal at other times, and offers beyond the list."""
        others = self.rng.sample(sorted(self.seen), min(2, len(self.seen)))
        for token in [*others, self.wide_offer("offer:"), self.wide_offer("counter:")]:
            if token.endswith(":"):
                continue
            fits = self.game.fits(self.state, self.game.notation.parse(token)) == 0
            assert fits == self.oracle.allows(token), f"{self.where()}: {token}: kernels {fits}"
        for token in self.rng.sample(tokens, min(5, len(tokens))):
            self.seen[token] = None

    def wide_offer(self, token: str) -> str:
        """A larger offer (counter) in place of a listed one, where the oracle allows it."""
        word = token.partition(":")[0]
        if word not in ("offer", "counter"):
            return token
        kinds = ["lumber", "wool", "grain", "brick", "ore"]
        if self.oracle.game.table.options.knights:
            kinds += ["paper", "cloth", "coin"]
        picked = sorted(self.rng.sample(kinds, self.rng.randint(2, 4)), key=kinds.index)
        sides: tuple[list[str], list[str]] = ([], [])
        for kind in picked:
            count = self.rng.randint(1, 3)
            self.rng.choice(sides).append(f"{count if count > 1 else ''}{kind}")
        wide = f"{word}:{'+'.join(sides[0])}>{'+'.join(sides[1])}"
        return wide if all(sides) and self.oracle.allows(wide) else token

    def where(self) -> str:
        """Where the game stands, to be read in a failure."""
        recent = " ".join(self.history[-8:])
        return f"{self.name} {self.options}, {len(self.history)} moves, after {recent}"


def flat(state: dict[str, Any]) -> dict[str, Any]:
    """The state JSON with the layout taken apart as the oracle's snapshot has it."""
    words = [word.partition("=") for word in state["layout"].split()]
    places = {place: value for place, _, value in words}
    return {
        **state,
        "robber": places.get("robber"),
        "pirate": places.get("pirate"),
        "chits": {
            place: int(value.partition(":")[2]) for place, value in places.items() if ":" in value
        },
        "harbors": [value for place, value in places.items() if place.startswith("harbor:")],
    }


def differences(kernels: Any, oracle: Any, path: str = "") -> list[str]:
    """Where two snapshots differ; fields that only one of them has are passed over."""
    if isinstance(kernels, dict) and isinstance(oracle, dict):
        counts = path.rpartition("/")[2] in COUNTS or set(kernels) | set(oracle) <= FISH_VALUES
        if counts:
            kernels = {key: value for key, value in kernels.items() if value}
            oracle = {key: value for key, value in oracle.items() if value}
            return [] if kernels == oracle else [f"{path}: {kernels}, {oracle}"]
        keys = [key for key in oracle if key in kernels]
        return [
            line for key in keys for line in differences(kernels[key], oracle[key], f"{path}/{key}")
        ]
    if isinstance(kernels, list) and isinstance(oracle, list) and len(kernels) == len(oracle):
        return [
            line
            for number, pair in enumerate(zip(kernels, oracle, strict=True))
            for line in differences(*pair, f"{path}/{number}")
        ]
    return [] if kernels == oracle else [f"{path}: {kernels}, {oracle}"]
