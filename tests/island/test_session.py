"""Bad input at a table of island, through a session: refused by name, and nothing has changed."""

from typing import Any

import orjson
import pytest

from hinterland.engine.text import encode_state
from hinterland.protocol.session import Session
from hinterland.tests.island.positions import GAME, position
from hinterland.tests.protocol.support import ask, new_session

AT_RANDOM = {"chits": "random", "harbor_places": "random"}
NEWGAME = "newgame island preset=base chits=random harbor_places=random"


def refused(session: Session, line: str) -> str:
    """Why a line is refused; whatever the session knows is as it was."""
    before = session.position.moment()
    answer = ask(session, line)
    assert answer.startswith("? ")
    assert session.position.moment() == before
    return answer.removeprefix("? ")


def table() -> Session:
    """In p1's action phase: p1 holds three lumber and a wool, p2 an ore."""
    hands: list[dict[str, Any]] = [{"hand": {"lumber": 3, "wool": 1}}, {"hand": {"ore": 1}}]
    session = new_session()
    assert ask(session, NEWGAME) == ""
    state = encode_state(GAME, position(*hands, options=AT_RANDOM))
    assert ask(session, f"setstate {state}") == ""
    return session


def seat_of_p2() -> Session:
    session = new_session()
    assert ask(session, f"{NEWGAME} seat=p2") == ""
    assert ask(session, f"setview p2 {ask(table(), 'view p2')}") == ""
    return session


LAYOUTS = {
    "five forests": ("a1=pasture:10", "a1=forest:10", "5 hexes of forest: expected 4"),
    "a chit too many": (
        "a1=pasture:10",
        "a1=pasture:9",
        "3 chits of 9: expected 2",
    ),
    "a red beside a red": ("a1=pasture:10", "a1=pasture:6", "a1 and a2 beside it both have 6 or 8"),
    "a harbor without land": ("harbor:a1n-a1nw", "harbor:b2se-b2s", "coast"),
    "a harbor too few": ("harbor:a1n-a1nw=grain", "", "8 harbors, expected 9"),
}
ALSO = {"a red beside a red": ("c2=pasture:6", "c2=pasture:10")}
"""What else is changed, so that the chits are the right ones."""


def changed(text: str, about: str) -> str:
    """The JSON of a position with its layout changed."""
    data = orjson.loads(text)
    for old, new in (LAYOUTS[about][:2], ALSO.get(about, ("", ""))):
        assert old in data["layout"]
        data["layout"] = data["layout"].replace(old, new)
    return orjson.dumps(data).decode()


@pytest.mark.parametrize("about", LAYOUTS)
def test_an_impossible_layout_is_refused(about: str) -> None:
    full, seat = table(), seat_of_p2()
    state = refused(full, f"setstate {changed(ask(full, 'state json'), about)}")
    view = refused(seat, f"setview p2 {changed(ask(seat, 'view p2 json'), about)}")
    for answer in (state, view):
        assert answer.startswith("bad_argument: ")
        assert LAYOUTS[about][2] in answer


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("offer:lumber>lumber", "bad_argument: 'lumber>lumber': a kind is on both sides"),
        ("offer:lumber>", "bad_argument: 'lumber>' is a gift: expected cards on both"),
        ("offer:lumber", "bad_argument: 'lumber': expected CARDS>CARDS, such as 2lumber>ore"),
        ("offer:>lumber", "bad_argument: '>lumber' is a gift: expected cards on both"),
        ("offer:2wool>ore", "illegal_move: illegal move: offer:2wool>ore: the seat does not hold"),
        ("offer:paper>ore", "illegal_move: illegal move: offer:paper>ore: that kind of card"),
        ("bank:lumber>lumber", "illegal_move: illegal move: bank:lumber>lumber: a card is not"),
        ("bank:lumber>ore", "illegal_move: illegal move: bank:lumber>ore: the seat does not hold"),
    ],
)
def test_an_illegal_trade_is_refused(move: str, why: str) -> None:
    assert refused(table(), f"play p1 {move}").startswith(why)


def test_who_does_not_hold_the_cards_cannot_accept() -> None:
    session = table()
    for move in ("p1 offer:lumber>ore", "p2 decline"):
        assert ask(session, f"play {move}") == ""
    assert refused(session, "play p3 accept").endswith("accept: the seat does not hold the cards")


def test_an_answer_out_of_turn_is_refused() -> None:
    full, seat = table(), seat_of_p2()
    for session in (full, seat):
        assert refused(session, "play p2 accept") == "not_your_turn: p1 is to move, not p2"
        assert refused(session, "play p1 accept").endswith("that is not to be decided now")
        assert ask(session, "play p1 offer:lumber>ore") == ""
        assert refused(session, "play p3 decline") == "not_your_turn: p2 is to move, not p3"
        assert refused(session, "play p1 deal:p2") == "not_your_turn: p2 is to move, not p1"
        assert ask(session, "play p2 accept") == ""
        assert refused(session, "play p2 accept") == "not_your_turn: p3 is to move, not p2"
