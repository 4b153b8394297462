"""Why a move is refused: the reason by name, one for each."""

from typing import Any, Final

import pytest

from hinterland.engine.errors import BadNotation
from hinterland.engine.game import States
from hinterland.engine.island import GAME, broken
from hinterland.tests.island.knights_positions import guard, knight, rolling
from hinterland.tests.island.knights_positions import table as knights_table
from hinterland.tests.island.positions import RING, play, position
from hinterland.tests.island.positions import broken as why
from hinterland.tests.island.test_rules import deck

RICH: Final = {"lumber": 3, "wool": 3, "grain": 4, "brick": 3, "ore": 4}


def base() -> States:
    about = {"hand": RICH, "development": {"knight": 1}, "bought": {"knight": 1}}
    state = position(about, {"hand": {"ore": 1}}, **deck(knight=1))
    play(state, "offer:lumber>ore", "decline", "decline", "decline")
    return state


def knights() -> States:
    resting = knight("a1nw", active=False, ready=False)
    return knights_table({"hand": RICH, "knights": [resting]}, attacked=False)


def sea() -> States:
    return position({"hand": RICH}, options={"seafarers": "yes"})


def fish() -> States:
    return position({"fish": {"1": 2, "3": 1}}, options={"fish": "yes"})


def rich() -> States:
    """p1 holds cards of all kinds that name something, before p2, which has little."""
    cards = ("inventor", "engineer", "medicine", "intrigue", "diplomat", "merchant", "spy")
    more = ("master_merchant", "deserter", "resource_monopoly", "trade_monopoly", "alchemist")
    held = dict.fromkeys((*cards, *more, "bishop", "irrigation"), 1)
    return knights_table({"progress": held, "cities": ["a1n"]}, {"hand": {"ore": 1}}, {})


def poor() -> States:
    """No other seat has a card."""
    return knights_table({"progress": {"resource_monopoly": 1, "trade_monopoly": 1, "bishop": 1}})


def locked() -> States:
    return knights_table({"progress": {"bishop": 1}}, attacked=False)


def placed() -> States:
    """The merchant of p1 is on a1, a road of p1 lies between others, a knight of p3 at d1sw."""
    ring = {"roads": list(RING[:3]), "settlements": ["c3s"]}
    held = {"progress": {"merchant": 1, "diplomat": 1, "intrigue": 1}}
    merchant = {"seat": "p1", "hex": "a1"}
    return knights_table(
        ring | held, {}, {"knights": [guard("d1sw")], "roads": []}, merchant=merchant
    )


def picking() -> States:
    """The Aqueduct gives p1 a card; the bank has no ore."""
    full = {"hand": {"ore": 19}, "improvements": {"science": 3}}
    return knights_table({"improvements": {"science": 3}}, full, phase="aqueduct")


def swapping() -> States:
    return knights_table(
        {"hand": {"ore": 1}}, {"hand": {"coin": 1}}, phase="swap", queue=["p2"], victim=None
    )


def answering() -> States:
    return knights_table(
        {"hand": {"ore": 1}}, {"hand": {"coin": 1, "ore": 1}}, phase="swap_answer", actor="p2",
        victim="p2", swapped="ore",
    )  # fmt: skip


def early() -> States:
    return rolling({"progress": {"alchemist": 1, "smith": 1}})


REASONS: Final[list[tuple[Any, str, int]]] = [
    (base, "settlement:a1n", broken.TAKEN),
    (base, "settlement:a1nw", broken.TOO_NEAR),
    (base, "settlement:c3s", broken.NOT_JOINED),
    (base, "city:c3s", broken.NO_SETTLEMENT),
    (base, "road:a1nw", broken.TAKEN),
    (base, "road:c3e", broken.NOT_JOINED),
    (base, "road:i8ne", broken.NO_SUCH_PLACE),
    (base, "ship:a1w", broken.NO_SEA_GAME),
    (base, "wall:a1n", broken.NO_KNIGHTS_GAME),
    (base, "improve:trade", broken.NO_KNIGHTS_GAME),
    (base, "fish:ore,1+3", broken.NO_FISH_GAME),
    (base, "boot:p2", broken.NO_FISH_GAME),
    (base, "robber:c3", broken.NOT_NOW),
    (base, "offer:lumber>ore", broken.OFFERED),
    (base, "offer:4lumber>ore", broken.TOO_FEW),
    (base, "offer:paper>ore", broken.NO_SUCH_KIND),
    (base, "bank:ore>ore", broken.LIKE_FOR_LIKE),
    (base, "bank:ore>paper", broken.NO_SUCH_KIND),
    (base, "play:knight", broken.BOUGHT_NOW),
    (base, "play:monopoly=ore", broken.NO_CARD),
    (knights, "buy", broken.NO_DEVELOPMENT_GAME),
    (knights, "chase:a1nw", broken.NOT_READY),
    (knights, "chase:a1n", broken.NO_KNIGHT),
    (knights, "move:a1nw>a1sw", broken.NOT_READY),
    (knights, "knight:a1n", broken.TAKEN),
    (knights, "knight:c3s", broken.NOT_JOINED),
    (knights, "wall:a1n", broken.NO_CITY),
    (knights, "improve:trade", broken.NO_CITIES),
    (knights, "deck:trade", broken.NOT_NOW),
    (knights, "desert:a1nw", broken.NOT_NOW),
    (knights, "drop:spy", broken.NOT_NOW),
    (knights, "swap:p2=ore", broken.NOT_NOW),
    (knights, "retreat:a1n", broken.NOT_NOW),
    (sea, "ship:c5se", broken.TAKEN),
    (sea, "road:c6sw", broken.NO_LAND),
    (sea, "lift:c5e", broken.NO_SHIP),
    (base, "offer:lumber>20wool", broken.BEYOND_SUPPLY),
    (base, "offer:20lumber>wool", broken.BEYOND_SUPPLY),
    (rich, "play:inventor=c1+a1", broken.BAD_ORDER),
    (rich, "play:inventor=a1+a1", broken.BAD_ORDER),
    (rich, "play:inventor=a1+c2", broken.FIXED_CHIT),
    (rich, "play:inventor=a1+b4", broken.FIXED_CHIT),
    (rich, "play:inventor=a1+d3", broken.SAME_CHIT),
    (rich, "play:engineer=c3s", broken.NO_CITY),
    (rich, "play:medicine=c3s", broken.NO_SETTLEMENT),
    (rich, "play:medicine=e3s", broken.TOO_FEW),
    (rich, "play:intrigue=c3s", broken.NO_ENEMY),
    (rich, "play:diplomat=c3e", broken.NO_ROUTE),
    (rich, "play:merchant=b4", broken.BARREN),
    (rich, "play:merchant=c3", broken.NO_BUILDING),
    (rich, "play:spy=p2", broken.NO_PROGRESS_HELD),
    (rich, "play:spy=p1", broken.NO_SUCH_SEAT),
    (rich, "play:deserter=p2", broken.KNIGHTLESS),
    (rich, "play:master_merchant=p3", broken.NO_SPOILS),
    (rich, "play:master_merchant=p2", broken.NOT_AHEAD),
    (rich, "play:resource_monopoly=coin", broken.ONLY_RESOURCE),
    (rich, "play:trade_monopoly=ore", broken.ONLY_COMMODITY),
    (rich, "play:alchemist=1+2", broken.BEFORE_ROLL),
    (poor, "play:resource_monopoly=ore", broken.NO_CARDS_ELSEWHERE),
    (poor, "play:trade_monopoly=coin", broken.NO_CARDS_ELSEWHERE),
    (early, "play:alchemist=0+4", broken.BAD_DICE),
    (early, "play:alchemist=7+4", broken.BAD_DICE),
    (early, "play:smith", broken.ONLY_ALCHEMIST),
    (knights, "play:bishop", broken.NO_CARD),
    (locked, "play:bishop", broken.NO_ATTACK),
    (placed, "play:merchant=a1", broken.MERCHANT_THERE),
    (placed, "play:diplomat=c3e", broken.NOT_OPEN),
    (placed, "play:intrigue=d1sw", broken.NO_ROAD_THERE),
    (picking, "pick:paper", broken.ONLY_RESOURCE),
    (picking, "pick:ore", broken.BANK_SHORT),
    (swapping, "swap:p2=coin", broken.ONLY_RESOURCE),
    (answering, "give:ore", broken.ONLY_COMMODITY),
    (fish, "fish:ore,1+1+3", broken.BAD_PAYMENT),
    (fish, "fish:ore,2+2", broken.NO_FISH),
    (fish, "boot:p2", broken.NO_BOOT),
]


@pytest.mark.parametrize(("table", "move", "code"), REASONS, ids=[row[1] for row in REASONS])
def test_a_refused_move_comes_with_its_own_reason(table: Any, move: str, code: int) -> None:
    assert why(table(), move) == broken.TEXTS[code]


def test_a_place_written_otherwise_is_named_as_the_board_writes_it() -> None:
    """The corner b1ne is a1s, and the edge b1ne is a1sw."""
    assert why(base(), "settlement:b1ne") == "that corner is written a1s"
    assert why(base(), "road:b1ne") == "that edge is written a1sw"
    assert why(knights(), "move:a1nw>b1n") == "that corner is written a1sw"
    assert why(knights(), "play:intrigue=b1ne") == "that corner is written a1s"


@pytest.mark.parametrize(
    ("move", "named"),
    [
        ("offer:0lumber>ore", "'0lumber': expected cards such as 2lumber"),
        ("offer:02lumber>ore", "'02lumber': expected cards such as 2lumber"),
        ("offer:ore>999wool", "'999wool': at most 31 cards of a kind can be written"),
        ("offer:ore>32wool", "'32wool': at most 31 cards"),
        ("play:alchemist=100+1", "'100': expected a number, at most 99"),
        ("play:alchemist=01+1", "'01': expected a number"),
        ("play:alchemist=1+٣", "'٣': expected a number"),
    ],
)
def test_numbers_of_a_move_are_plain_and_in_range(move: str, named: str) -> None:
    with pytest.raises(BadNotation, match=named):
        GAME.notation.parse(move)


def test_each_reason_has_a_wording_of_its_own() -> None:
    named = {code for name, code in vars(broken).items() if name.isupper() and type(code) is int}
    named -= {broken.WRITTEN_CORNER, broken.WRITTEN_EDGE, broken.NO_PLACE, broken.BAD_OFFER}
    assert named == {code for code in broken.TEXTS if code < broken.WRITTEN_CORNER}
    assert len({broken.TEXTS[code] for code in named}) == len(named)
