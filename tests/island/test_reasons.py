"""Why a move is refused: the reason by name, one for each."""

from typing import Any, Final

import pytest

from hinterland.engine.errors import BadNotation
from hinterland.engine.game import States
from hinterland.engine.island import GAME, broken
from hinterland.tests.island.knights_positions import knight
from hinterland.tests.island.knights_positions import table as knights_table
from hinterland.tests.island.positions import broken as why
from hinterland.tests.island.positions import play, position
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


def test_no_cards_are_no_side_of_an_offer() -> None:
    with pytest.raises(BadNotation, match="'0lumber': expected cards such as 2lumber"):
        GAME.notation.parse("offer:0lumber>ore")


def test_each_reason_has_a_wording_of_its_own() -> None:
    named = {code for name, code in vars(broken).items() if name.isupper() and type(code) is int}
    named -= {broken.WRITTEN_CORNER, broken.WRITTEN_EDGE, broken.NO_PLACE, broken.BAD_OFFER}
    assert named == {code for code in broken.TEXTS if code < broken.WRITTEN_CORNER}
    assert len({broken.TEXTS[code] for code in named}) == len(named)
