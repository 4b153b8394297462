"""The village game's kernels against the oracle, move by move, in random games."""

import json
import random
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from hinterland.engine.game import Game, States
from hinterland.engine.rng import stream
from hinterland.engine.seats import PUBLIC, seat_name
from hinterland.engine.text import decode_state
from hinterland.engine.village import GAME
from hinterland.tests.oracle.village import CARDS_FILE, VillageOracle
from hinterland.tests.oracle.village_cards import load_cards
from hinterland.tests.oracle.village_deal import DEFAULT_OPTIONS, deck, rigged
from hinterland.tests.oracle.village_policies import POLICIES, Policy
from hinterland.tests.oracle.village_scenes import crowd
from hinterland.tests.village.laying import without_history

PLAYERS = (2, 3, 4, 5)
OPTIONS = {
    "market_trigger": ("both", "stack"),
    "monk_cost": ("1", "0"),
    "monk_target": ("yes", "no"),
    "tie_cards": ("all", "uncovered"),
}
GAMES_EACH = 10  # 200 games over all numbers of players and policies
SLOW_GAMES_EACH = 100  # 2,000 games


@pytest.fixture(scope="module")
def village() -> Game:
    return GAME


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("players", PLAYERS)
def test_the_kernels_agree_with_the_oracle(village: Game, players: int, policy: str) -> None:
    for number in range(GAMES_EACH):
        play_match(village, players, policy, number)


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("players", PLAYERS)
def test_the_kernels_agree_with_the_oracle_at_length(
    village: Game, players: int, policy: str
) -> None:
    for number in range(GAMES_EACH, GAMES_EACH + SLOW_GAMES_EACH):
        play_match(village, players, policy, number)


def play_match(game: Game, players: int, policy: str, number: int) -> None:
    """One random game: of four two start with a plain deal, one with a rigged, one crowded."""
    name = f"{players} players, {policy}, game {number}"
    rng = random.Random(name)
    options = {"players": str(players)} | random_options(rng, number)
    values = game.option_values(options)
    state = game.deal(values, stream(name, "deal"))
    deal = game.notation.to_json(state[0], None)
    check_deal(deal, options)
    oracle = VillageOracle(rigged(deal, rng) if number % 4 == 2 else deal)
    if number % 4 == 3:
        crowd(oracle, rng)
    if number % 4 >= 2:
        with without_history():
            state = decode_state(game, values, json.dumps(oracle.snapshot()))
    Match(game, state, oracle, name, POLICIES[policy], rng).play()


@dataclass
class Match:
    """A game on both sides, which are compared before every move and at the end."""

    game: Game
    state: States
    oracle: VillageOracle
    name: str
    policy: Policy
    rng: random.Random
    history: list[str] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)  # every token that was legal so far

    def to_json(self) -> dict[str, Any]:
        return self.game.notation.to_json(self.state[0], None)

    def play(self) -> None:
        while self.oracle.mover() != "over":
            self.compare()
            token = self.choose()
            self.compare_events(token)
            self.step(token)
        self.compare()
        assert self.game.returns(self.state) == pytest.approx(self.oracle.returns()), self.where()
        assert len(self.history) <= self.game.max_length

    def choose(self) -> str:
        """The policy's move; a shuffle is drawn by the game."""
        if self.oracle.shuffle_due():
            seed = stream(self.name, len(self.history))
            return self.game.notation.format(self.game.sample(self.state, seed))
        return self.policy(self.rng, self.oracle)

    def step(self, token: str) -> None:
        move = self.game.notation.parse(token)
        assert self.game.notation.format(move) == token
        assert self.game.fits(self.state, move) == 0, f"{self.where()}: {token} refused"
        self.game.apply(self.state, move)
        order = self.to_json()["reserve"] if token.startswith("shuffle:") else ()
        self.oracle.play(self.oracle.mover(), token, order)
        self.history.append(token)

    def compare(self) -> None:
        assert seat_name(self.game.mover(self.state)) == self.oracle.mover(), self.where()
        moves = self.game.legal(self.state)
        assert np.all(moves[1:] > moves[:-1]), f"{self.where()}: not ascending"
        tokens = {self.game.notation.format(int(move)) for move in moves}
        expected = set(self.oracle.legal())
        assert len(tokens) == len(moves), f"{self.where()}: two moves with the same text"
        assert tokens == expected, (
            f"{self.where()}: only the kernels: {sorted(tokens - expected)}; "
            f"only the oracle: {sorted(expected - tokens)}"
        )
        self.compare_states(self.to_json(), self.oracle.snapshot())
        self.compare_refusals(expected)

    def compare_states(self, kernels: dict[str, Any], oracle: dict[str, Any]) -> None:
        assert kernels.keys() == oracle.keys(), self.where()
        differ = {
            field: (kernels[field], oracle[field])
            for field in oracle
            if kernels[field] != oracle[field]
        }
        assert not differ, f"{self.where()}: (kernels, oracle) differ: {differ}"

    def compare_refusals(self, legal: set[str]) -> None:
        """Moves that were legal at other times of the game are refused now."""
        for token in self.rng.sample(sorted(self.seen), min(4, len(self.seen))):
            refused = self.game.fits(self.state, self.game.notation.parse(token)) != 0
            assert refused == (token not in legal), f"{self.where()}: {token} refused: {refused}"
        self.seen.update(legal)

    def compare_events(self, token: str) -> None:
        move = self.game.notation.parse(token)
        for viewer in (*range(len(self.oracle.table.players)), PUBLIC):
            event = self.game.notation.format(self.game.redact(self.state, move, viewer))
            assert event == self.oracle.seen(seat_name(viewer), token), self.where()

    def where(self) -> str:
        return f"{self.name}, after {' '.join(self.history[-6:])} ({len(self.history)} moves)"


def random_options(rng: random.Random, number: int) -> dict[str, str]:
    """Every second game has the defaults."""
    if number % 2 == 0:
        return dict(DEFAULT_OPTIONS)
    return {name: rng.choice(values) for name, values in OPTIONS.items()}


def check_deal(deal: dict[str, Any], given: dict[str, str]) -> None:
    """Setup: everything that a deal fixes, whatever its shuffles."""
    cards = load_cards(CARDS_FILE)
    players = int(given["players"])
    assert {"players": str(deal["players"]), **deal["options"]} == given
    assert [len(stack) for stack in deal["stacks"]] == [2 * players] * 6
    hands = [names(seat["hand"]) for seat in deal["seats"]]
    assert [len(hand) for hand in hands] == [5] * players
    dealt = [name for pile in (*deal["stacks"], *hands, deal["reserve"]) for name in pile]
    assert sorted(dealt) == sorted(card.id for card in deck(cards, players))
    road = [slot["card"] for slot in deal["road"]]
    assert sorted(road) == sorted(card.id for card in cards.values() if card.starting_road)
    assert deal["first"] in {f"p{number + 1}" for number in range(players)}


def names(counts: dict[str, int]) -> list[str]:
    return [name for name, count in counts.items() for _ in range(count)]
