"""Numbered events: observed in order, told again, refereed, taken back and brought back."""

import json

import pytest

from hinterland.engine.registry import GAMES, load
from hinterland.engine.rng import draw_bounded, stream
from hinterland.protocol.session import Session
from hinterland.tests.protocol.support import ask, converse, new_session, short_game


def test_events_are_numbered_from_the_deal() -> None:
    converse(
        new_session(),
        """
        > newgame kuhn seat=p1
        =

        > history
        =

        > observe 2 chance deal:K
        ? desync: event 2 is a gap: expected 1

        > observe 1 chance deal:K
        =

        > play chance deal:?
        =

        > genmove p1
        = check

        > observe 3 p1 check
        ? desync: event 3 is a repeat: expected 4

        > history
        = 1 chance deal:K
        2 chance deal:?
        3 p1 check

        > history p2
        ? hidden_information: p2: only what p1 knows is known here

        > undo 2
        =

        > observe 2 chance deal:Q
        ? illegal_move: illegal move: deal:Q: this viewer does not see which card is dealt

        > observe 2 chance deal:?
        =

        > history p1
        = 1 chance deal:K
        2 chance deal:?
        """,
    )


def test_a_set_position_takes_its_numbers_from_the_first_observation() -> None:
    converse(
        new_session(),
        """
        > newgame kuhn seat=p2
        =

        > setview p2 {"cards": ["?", "J"]}
        =

        > play p1 check
        =

        > history
        = 1 p1 check

        > observe 1 p2 bet
        ? desync: event 1: 1 events were played before it

        > observe 17 p2 bet
        =

        > history
        = 16 p1 check
        17 p2 bet

        > observe 17 p1 call
        ? desync: event 17 is a repeat: expected 18

        > undo 2
        =

        > observe 9 p1 bet
        ? desync: event 9 is a repeat: expected 16

        > play p1 bet
        =

        > history
        = 16 p1 bet

        > undo
        =

        > redo
        =

        > history
        = 16 p1 bet

        > setview p2 {"cards": ["?", "J"]}
        =

        > history
        =

        > observe 40 p1 bet
        =
        """,
    )


def test_redo_brings_back_what_undo_took() -> None:
    session = new_session()
    ask(session, "newgame kuhn seed=1")
    for said in ("play chance deal:K", "play chance deal:J", "play p1 check", "play p2 bet"):
        ask(session, said)
    states = [ask(session, "state")]
    for _ in range(4):
        ask(session, "undo")
        states.append(ask(session, "state"))
    for state in states[-2::-1]:
        assert ask(session, "redo") == ""
        assert ask(session, "state") == state
    assert ask(session, "redo").startswith("? cannot_undo: ")
    ask(session, "undo 3")
    assert ask(session, "state") == states[3]
    assert ask(session, "undo 2").startswith("? cannot_undo: cannot undo: 1 event was played")
    assert ask(session, "redo") == ""
    assert ask(session, "play p1 bet") == ""
    assert ask(session, "redo").startswith("? cannot_undo: ")


def test_a_refused_move_leaves_what_can_be_redone() -> None:
    session = new_session()
    ask(session, "newgame kuhn seed=1")
    ask(session, "play chance deal:K")
    ask(session, "undo")
    assert ask(session, "play chance deal:?").startswith("? illegal_move: ")
    assert ask(session, "redo") == ""


@pytest.mark.parametrize("name", GAMES)
def test_refereed_seats_need_no_other_word(name: str) -> None:
    """Engines that hear only the referee's lines know at the end what the table knows."""
    full, rng = new_session(), stream("refereed", name)
    ask(full, f"newgame {short_game(name)} seed=4")
    seats = [f"p{seat + 1}" for seat in range(full.position.players)]
    followers = {seat: new_session() for seat in seats}
    for seat, follower in followers.items():
        ask(follower, f"newgame {short_game(name)} seat={seat}")
        if not load(name).enumerable:
            ask(follower, f"setview {seat} {ask(full, f'view {seat}')}")
    while (mover := ask(full, "to_move")) != "over":
        said = "referee chance" if mover == "chance" else f"referee {mover} {chosen(full, rng)}"
        for line in ask(full, said).split("\n"):
            seat, event = line.split(" ", 1)
            assert ask(followers[seat], f"observe {event}") == ""
        assert ask(full, "to_move") != "chance"
    for seat, follower in followers.items():
        for question in (f"view {seat}", f"history {seat}", "final_score", "to_move"):
            assert ask(follower, question) == ask(full, question)


def chosen(session: Session, rng: object) -> str:
    """A random move, from the description of the legal ones."""
    moves = json.loads(ask(session, f"legal_moves {ask(session, 'to_move')} json"))
    assert json.loads(ask(session, "legal_moves json")) == moves
    assert [move["move"] for move in moves] == ask(session, "legal_moves").split(" ")
    assert all(move["kind"] and move["text"] for move in moves)
    return str(moves[draw_bounded(rng, len(moves))]["move"])


def test_only_the_whole_table_can_be_refereed() -> None:
    session = new_session()
    ask(session, "newgame kuhn seat=p1")
    assert ask(session, "referee chance deal:K").startswith("? hidden_information: ")


def test_each_seat_has_its_own_board() -> None:
    session = new_session()
    ask(session, "newgame kuhn seed=1")
    for card in "KJ":
        ask(session, f"play chance deal:{card}")
    assert "card J" in ask(session, "showboard")
    assert "card J" not in ask(session, "showboard p1")
    assert "card K" in ask(session, "showboard p1")
    ask(session, "newgame kuhn seat=p1")
    assert ask(session, "showboard p2").startswith("? hidden_information: ")
