"""Hand-laid tables for the tests of the oracle."""

import random
from collections import Counter
from collections.abc import Iterable

from hinterland.tests.oracle.village import CARDS_FILE, Script, VillageOracle
from hinterland.tests.oracle.village_build import BuildOptions, BuildPhase
from hinterland.tests.oracle.village_cards import Card, load_cards
from hinterland.tests.oracle.village_deal import fresh_deal
from hinterland.tests.oracle.village_table import Player, Settler, Table
from hinterland.tests.oracle.village_text import token

CARDS = load_cards(CARDS_FILE)


def game(players: int, seed: int = 1, **options: str) -> VillageOracle:
    """A game after the deal; p1 is the first player."""
    deal = fresh_deal(CARDS, players, random.Random(seed), options)
    return VillageOracle(deal | {"first": "p1"})


def table(players: int = 2, hand: Iterable[str] = ()) -> Table:
    """A table after the deal; p1 has just the cards of `hand`, the others hold nothing."""
    laid = game(players).table
    for player in laid.players:
        player.hand = []
    laid.players[0].hand = cards(*hand)
    return laid


def cards(*names: str) -> list[Card]:
    return [CARDS[name] for name in names]


def lay(
    player: Player, name: str, on: Settler | None = None, role: str = "", ducats: int = 0
) -> Settler:
    """Put a card into a village, on another settler or free."""
    settler = Settler(CARDS[name], CARDS[role or name], below=on, ducats=ducats)
    if on is not None:
        on.above.append(settler)
    player.village.append(settler)
    return settler


def lay_chain(player: Player, *names: str) -> list[Settler]:
    """Put cards into a village, each on the one before."""
    chain: list[Settler] = []
    for name in names:
        chain.append(lay(player, name, on=chain[-1] if chain else None))
    return chain


def phase_of(laid: Table, monk_cost: int = 1, monk_target: bool = True) -> BuildPhase:
    """The build phase of p1."""
    return BuildPhase(laid, laid.players[0], BuildOptions(monk_cost, monk_target))


def tokens(phase: BuildPhase, start: str = "") -> set[str]:
    found = {token(move, phase.table) for move in phase.moves()}
    return {text for text in found if text.startswith(start)}


def play(phase: BuildPhase, *texts: str) -> None:
    for text in texts:
        moves = {token(move, phase.table): move for move in phase.moves()}
        phase.perform(moves[text])


def places(player: Player) -> Counter[tuple[str, str, int]]:
    """The village but for uncovered founders."""
    found = Counter(settler.place for settler in player.village)
    found.pop(("founders", "founders", 0), None)
    return found


def play_draft(oracle: VillageOracle, move: str) -> None:
    """Play a seat's move and the shows that follow."""
    oracle.play(oracle.mover(), move)
    while oracle.mover() == "chance":
        (show,) = oracle.legal()
        oracle.play("chance", show)


def nothing() -> Script:
    """A part of the game without decisions: playing it is the end."""
    yield from ()
