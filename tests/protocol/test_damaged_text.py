"""Altered states and views whose checksum is right: refused, or a position that can be played."""

import base64
import re
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hinterland.engine.registry import GAMES, load
from hinterland.engine.rng import draw_bounded, stream
from hinterland.protocol.session import Session
from hinterland.tests.protocol.support import ask, new_session, short_game

FUZZ = settings(derandomize=True, deadline=None, max_examples=60)
ALTERATIONS = st.lists(
    st.tuples(st.integers(0, 10_000), st.sampled_from((0, 1, 2, 3, 127, 128, 254, 255))),
    max_size=3,
)


def altered(text: str, alterations: list[tuple[int, int]]) -> str:
    """The text with some bytes of its record replaced, and a checksum that agrees."""
    head, colon, payload = text.partition(":")
    coded = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))[:-4]
    body = bytearray(re.sub(rb"\0(.)", lambda run: bytes(ord(run[1])), coded, flags=re.DOTALL))
    for place, value in alterations:
        body[place % len(body)] = value
    coded = re.sub(rb"\0{1,255}", lambda run: bytes((0, len(run[0]))), bytes(body))
    checked = coded + zlib.crc32(f"{head}{colon}".encode() + body).to_bytes(4, "little")
    return f"{head}{colon}{base64.urlsafe_b64encode(checked).decode().rstrip('=')}"


def test_a_text_without_alterations_is_what_it_was() -> None:
    text = ask(after_moves("village", 20), "view p1")
    assert altered(text, []) == text


def after_moves(name: str, count: int) -> Session:
    """A game in full mode after so many random moves, or at its end."""
    session = new_session()
    ask(session, f"newgame {short_game(name)} seed={count}")
    play_on(session, name, count)
    return session


def play_on(session: Session, name: str, moves: int) -> None:
    rng = stream("damaged", name, moves)
    for _ in range(moves):
        mover = ask(session, "to_move")
        if mover == "over":
            return
        if mover == "chance":
            assert not ask(session, "genmove chance").startswith("?")
        else:
            legal = ask(session, "legal_moves").split(" ")
            chosen = legal[draw_bounded(rng, len(legal))]
            assert ask(session, f"play {mover} {chosen}") == ""


@pytest.mark.parametrize("name", GAMES)
@FUZZ
@given(moves=st.integers(0, 30), alterations=ALTERATIONS)
def test_a_damaged_state(name: str, moves: int, alterations: list[tuple[int, int]]) -> None:
    session = after_moves(name, moves)
    before = session.position.moment()
    answer = ask(session, f"setstate {altered(ask(session, 'state'), alterations)}")
    if answer:
        assert answer.startswith("? bad_argument: ")
        assert session.position.moment() == before
        return
    text = ask(session, "state")
    assert ask(session, f"setstate {ask(session, 'state json')}") == ""
    assert ask(session, "state") == text
    play_on(session, name, load(name).max_length + 1)
    assert ask(session, "final_score").startswith("p1=")


@pytest.mark.parametrize("name", GAMES)
@FUZZ
@given(moves=st.integers(0, 30), alterations=ALTERATIONS)
def test_a_damaged_view(name: str, moves: int, alterations: list[tuple[int, int]]) -> None:
    full, session = after_moves(name, moves), new_session()
    assert ask(session, f"newgame {short_game(name)} seat=p2") == ""
    before = session.position.moment()
    answer = ask(session, f"setview p2 {altered(ask(full, 'view p2'), alterations)}")
    if answer:
        assert answer.startswith("? bad_argument: ")
        assert session.position.moment() == before
        return
    assert not ask(session, "showboard").startswith("?")
    if ask(session, "to_move") == "p2":
        assert not ask(session, "genmove p2").startswith("?")
