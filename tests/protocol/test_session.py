"""Scripted sessions: say this, expect that, and nothing else."""

from dataclasses import replace

from hinterland import __version__
from hinterland.engine.registry import load
from hinterland.engine.rng import stream
from hinterland.engine.text import encode_knowledge, encode_state
from hinterland.protocol.commands.table import COMMANDS
from hinterland.protocol.session import Session
from hinterland.tests.protocol.support import (
    ENTROPY,
    ask,
    converse,
    new_session,
)


def test_administrative_commands() -> None:
    session = new_session()
    converse(
        session,
        f"""
        > 1 protocol_version
        =1 2

        > name
        = Hinterland

        > version
        = {__version__}

        > known_command genmove
        = true

        > known_command boardsize
        = false

        > nonsense
        ? unknown_command: unknown command 'nonsense'
        """,
    )
    assert ask(session, "list_commands").split("\n") == [
        name for name, command in COMMANDS.items() if command.listed
    ]
    assert session.handle_line("9 quit\n") == ("=9\n\n", True)


def test_every_command_is_known_by_the_first_word_of_its_usage() -> None:
    assert all(command.usage.split()[0] == name for name, command in COMMANDS.items())
    assert all(command.run.__name__ == name for name, command in COMMANDS.items())


def test_a_blank_line_is_not_answered() -> None:
    session = new_session()
    assert session.handle_line("  # nothing\n") == (None, False)


def test_a_game_in_full_mode() -> None:
    converse(
        new_session(),
        """
        > newgame kuhn
        =

        > to_move
        = chance

        > legal_moves
        = deal:J deal:Q deal:K

        > play chance deal:K
        =

        > play chance deal:Q
        =

        > to_move
        = p1

        > legal_moves p1
        = check bet

        > showboard
        = p1: card K, did nothing yet
        p2: card Q, did nothing yet

        > state json
        = {"game":"kuhn","viewer":"all","cards":["K","Q"],"actions":[],"shown":false}

        > view p1 json
        = {"game":"kuhn","viewer":"p1","cards":["K","?"],"actions":[],"shown":false}

        > view p2 json
        = {"game":"kuhn","viewer":"p2","cards":["?","Q"],"actions":[],"shown":false}

        > reg_genmove p1
        = check

        > genmove p1
        = check

        > play p2 bet
        =

        > final_score
        ? unsupported: cannot score: the game is not over

        > play p1 call
        =

        > reg_genmove chance
        = show:K/Q

        > genmove chance
        = show:K/Q

        > to_move
        = over

        > final_score
        = p1=1 p2=0

        > legal_moves
        ? game_over: the game is over

        > genmove p1
        ? game_over: the game is over

        > play p1 check
        ? game_over: the game is over
        """,
    )


def test_a_game_in_seat_mode() -> None:
    converse(
        new_session(),
        """
        > newgame kuhn seat=p2
        =

        > to_move
        = chance

        > play chance deal:?
        =

        > play chance deal:K
        =

        > view p2 json
        = {"game":"kuhn","viewer":"p2","cards":["?","K"],"actions":[],"shown":false}

        > showboard
        = p1: card ?, did nothing yet
        p2: card K, did nothing yet

        > play p1 bet
        =

        > legal_moves
        = fold call

        > reg_genmove p2
        = fold

        > genmove p2
        = fold

        > to_move
        = over

        > final_score
        = p1=0.75 p2=0.25

        > undo
        =

        > play p2 call
        =

        > play chance show:J/K
        =

        > final_score
        = p1=0 p2=1
        """,
    )


def test_seat_mode_refuses_what_is_hidden() -> None:
    converse(
        new_session(),
        """
        > newgame kuhn seat=p1 seed=3
        ? hidden_information: seed: in seat mode the deal is not known

        > newgame kuhn seat=p1
        =

        > legal_moves
        ? hidden_information: chance: only what p1 knows is known here

        > genmove chance
        ? hidden_information: chance: its events must be played as they are seen

        > play chance deal:J
        =

        > play chance deal:Q
        ? illegal_move: illegal move: deal:Q: this viewer does not see which card is dealt

        > play chance deal:?
        =

        > state
        ? hidden_information: p1 does not know the whole state

        > state json
        ? hidden_information: p1 does not know the whole state

        > setstate kuhn/1:_AIBAwAAAAAwZoXW
        ? hidden_information: p1 does not know the whole state

        > view p2
        ? hidden_information: p2: only what p1 knows is known here

        > setview p2 kuhn/1:AA
        ? hidden_information: p2: only what p1 knows is known here

        > genmove p2
        ? hidden_information: p2: only what p1 knows is known here

        > reg_genmove p2
        ? hidden_information: p2: only what p1 knows is known here

        > legal_moves p2
        ? hidden_information: p2: only what p1 knows is known here

        > play p1 check
        =

        > legal_moves
        ? hidden_information: p2: only what p1 knows is known here

        > legal_moves p1
        ? not_your_turn: p2 is to move, not p1

        > genmove p1
        ? not_your_turn: p2 is to move, not p1
        """,
    )


def test_a_game_can_be_replayed_from_its_seed() -> None:
    def deals(said: str) -> list[str]:
        session = new_session()
        ask(session, said)
        cards = []
        for _ in range(12):
            cards.append(ask(session, "genmove chance") + ask(session, "genmove chance"))
            ask(session, "clear_board")
        return cards

    assert deals("newgame kuhn seed=5") == deals("newgame kuhn seed=5")
    assert deals("newgame kuhn seed=5") != deals("newgame kuhn seed=6")
    assert deals("newgame kuhn") == deals(f"newgame kuhn seed={ENTROPY}")
    assert len(set(deals("newgame kuhn seed=5"))) > 1


def test_chance_repeats_itself_after_undo_and_not_after_setstate() -> None:
    session = new_session()
    ask(session, "newgame kuhn seed=5")
    start = ask(session, "state")
    first = ask(session, "reg_genmove chance")
    assert ask(session, "genmove chance") == first
    ask(session, "undo")
    assert ask(session, "genmove chance") == first
    drawn = set()
    for _ in range(20):
        ask(session, f"setstate {start}")
        drawn.add(ask(session, "genmove chance"))
    assert drawn == {"deal:J", "deal:Q", "deal:K"}


def test_clear_board_in_seat_mode_keeps_the_seat() -> None:
    session = new_session()
    ask(session, "newgame kuhn seat=p2")
    ask(session, "play chance deal:?")
    assert ask(session, "clear_board") == ""
    assert ask(session, "view p2 json").startswith('{"game":"kuhn","viewer":"p2","cards":["-","-"]')


def test_states_and_views_go_round() -> None:
    session = new_session()
    ask(session, "newgame kuhn seed=1")
    for said in ("play chance deal:K", "play chance deal:J", "play p1 bet"):
        ask(session, said)
    state, json, view = (ask(session, said) for said in ("state", "state json", "view p2"))
    for text in (state, json):
        ask(session, "newgame kuhn seed=2")
        assert ask(session, f"setstate {text}") == ""
        assert ask(session, "state") == state
        assert ask(session, "view p2") == view
        assert ask(session, "undo").startswith("? cannot_undo: ")
    ask(session, "newgame kuhn seat=p2")
    assert ask(session, f"setview p2 {view}") == ""
    assert ask(session, "view p2") == view
    assert ask(session, "legal_moves") == "fold call"
    assert ask(session, "undo").startswith("? cannot_undo: ")


def test_a_view_may_be_written_by_hand() -> None:
    session = new_session()
    ask(session, "newgame kuhn seat=p2")
    assert ask(session, 'setview p2 {"cards": ["?", "J"],  "actions": ["bet"]}') == ""
    assert ask(session, "to_move") == "p2"
    assert ask(session, 'setview p2 {"cards":["K","?"]}').startswith("? bad_argument: ")
    assert ask(session, 'setview p1 {"cards":["K","?"]}').startswith("? hidden_information: ")
    assert ask(session, "to_move") == "p2"


def test_a_game_that_is_dealt_hidden_waits_for_a_first_view() -> None:
    session = new_session(find=lambda name: replace(load(name), enumerable=False))
    first = at_first_decision("KJ")
    view, size = ask(first, "view p1"), len(first.position.knowledge(0).tobytes())
    converse(
        session,
        f"""
        > newgame kuhn seat=p1
        =

        > to_move
        ? no_game: waiting for setview p1 TEXT

        > view p1
        ? no_game: waiting for setview p1 TEXT

        > genmove p1
        ? no_game: waiting for setview p1 TEXT

        > play chance deal:K
        ? no_game: waiting for setview p1 TEXT

        > undo
        ? cannot_undo: cannot undo: nothing was played since the position was set

        > state
        ? hidden_information: p1 does not know the whole state

        > setview p1 kuhn/1:AA
        ? bad_argument: text holds 0 bytes: expected {size}

        > setview p1 {view}
        =

        > legal_moves
        = check bet

        > clear_board
        =

        > legal_moves
        ? no_game: waiting for setview p1 TEXT
        """,
    )


def at_first_decision(deal: str) -> Session:
    session = new_session()
    ask(session, "newgame kuhn seed=1")
    for card in deal:
        ask(session, f"play chance deal:{card}")
    return session


def test_a_position_of_another_number_of_players_is_refused() -> None:
    game = load("kuhn")
    state = game.deal((2,), stream("deal"))
    known = game.mask(state, 0)
    state[0]["players"] = known.view[0]["players"] = 3
    session = new_session()
    ask(session, "newgame kuhn")
    assert ask(session, f"setstate {encode_state(game, state)}").startswith("? bad_argument: ")
    ask(session, "newgame kuhn seat=p1")
    view = encode_knowledge(game, known)
    assert ask(session, f"setview p1 {view}").startswith("? bad_argument: ")
