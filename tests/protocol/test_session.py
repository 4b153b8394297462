"""Scripted sessions: say this, expect that, and nothing else."""

from collections.abc import Sequence

import pytest

from hinterland import __version__
from hinterland.engine.game import Game, Knowledge
from hinterland.engine.registry import load
from hinterland.protocol.commands.table import COMMANDS
from hinterland.protocol.session import Session
from hinterland.search.settings import SearchSettings
from hinterland.search.trace import Step
from hinterland.tests.protocol.support import (
    ENTROPY,
    Found,
    ask,
    converse,
    first_legal,
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
    assert ask(session, "list_commands").split("\n") == list(COMMANDS)
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
        = {"viewer":"all","cards":["K","Q"],"actions":[],"shown":false}

        > view p1 json
        = {"viewer":"p1","cards":["K","?"],"actions":[],"shown":false}

        > view p2 json
        = {"viewer":"p2","cards":["?","Q"],"actions":[],"shown":false}

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
        = {"viewer":"p2","cards":["?","K"],"actions":[],"shown":false}

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
        ? illegal_move: deal:Q: this viewer does not see which card is dealt

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


BAD_LINES = {
    "foo": "unknown_command",
    "PLAY p1 bet": "unknown_command",
    "7": "syntax",
    "n\udcffme": "syntax",
    "name x": "syntax",
    "known_command": "syntax",
    "newgame": "syntax",
    "play": "syntax",
    "play p1": "syntax",
    "play p1 bet now": "syntax",
    "genmove": "syntax",
    "legal_moves p1 p2": "syntax",
    "state xml": "syntax",
    "view": "syntax",
    "view p1 xml": "syntax",
    "view p1 json json": "syntax",
    "setstate": "syntax",
    "set_limit": "syntax",
    "search_seed": "syntax",
    "undo 3": "syntax",
    "newgame chess": "bad_argument",
    "newgame kuhn 2": "bad_argument",
    "newgame kuhn players=": "bad_argument",
    "newgame kuhn =2": "bad_argument",
    "newgame kuhn players=3": "bad_argument",
    "newgame kuhn players=two": "bad_argument",
    "newgame kuhn players=2 players=2": "bad_argument",
    "newgame kuhn colour=red": "bad_argument",
    "newgame kuhn seat=p3": "bad_argument",
    "newgame kuhn seat=chance": "bad_argument",
    "newgame kuhn seat=p1 seat=p1": "bad_argument",
    "newgame kuhn seed=-1": "bad_argument",
    "newgame kuhn seed=1.5": "bad_argument",
    "newgame kuhn seed=9223372036854775808": "bad_argument",
    "newgame kuhn seed=1 seed=2": "bad_argument",
    "newgame kuhn seed=1 seat=p1": "hidden_information",
    "play p3 bet": "bad_argument",
    "play over bet": "bad_argument",
    "play p1 raise": "bad_argument",
    "play p1 BET": "bad_argument",
    "play p1 call": "illegal_move",
    "play p1 deal:K": "illegal_move",
    "play p2 bet": "not_your_turn",
    "play chance deal:J": "not_your_turn",
    "genmove p9": "bad_argument",
    "genmove p2": "not_your_turn",
    "genmove chance": "not_your_turn",
    "reg_genmove p2": "not_your_turn",
    "legal_moves p2": "not_your_turn",
    "legal_moves all": "bad_argument",
    "view chance": "bad_argument",
    "view p3": "bad_argument",
    "setview p1 kuhn/1:AA": "unsupported",
    "final_score": "unsupported",
    "setstate leduc/1:AAAA": "bad_argument",
    "setstate kuhn/2:_AIBAwAAAAAwZoXW": "bad_argument",
    "setstate kuhn/1:": "bad_argument",
    "setstate kuhn/1:****": "bad_argument",
    "setstate kuhn/1:_AIBAwAAAAAwZoXX": "bad_argument",
    "setstate kuhn/1:_AIBAwAAAAAwZoXWAAAA": "bad_argument",
    "setstate \u00e9": "bad_argument",
    "setstate {": "bad_argument",
    "setstate {}x": "bad_argument",
    'setstate {"viewer":"p1"}': "bad_argument",
    'setstate {"cards":["K","K"]}': "bad_argument",
    'setstate {"cards":["?","K"]}': "bad_argument",
    'setstate {"cards":7}': "bad_argument",
    'setstate {"actions":["bet","bet","bet","bet","bet"]}': "bad_argument",
    'setstate {"colour":1}': "bad_argument",
    "setstate " + "[" * 100_000: "bad_argument",
    "setstate {" + '"a":{' * 50_000: "bad_argument",
    "set_limit ms": "bad_argument",
    "set_limit ms=0": "bad_argument",
    "set_limit ms=1e3": "bad_argument",
    "set_limit nodes=5": "bad_argument",
    "set_limit ms=5 ms=6": "bad_argument",
    "search_seed -1": "bad_argument",
    "search_seed 9223372036854775808": "bad_argument",
    "search_seed \u0663": "bad_argument",
    "set_search ms=5": "bad_argument",
    "set_search seed=5": "bad_argument",
    "set_search variant=best": "bad_argument",
    "set_search colour=red": "bad_argument",
    "set_search threads": "bad_argument",
}


@pytest.mark.parametrize("line", BAD_LINES, ids=lambda line: ascii(line)[:40])
def test_bad_input_is_refused_by_its_code_and_changes_nothing(line: str) -> None:
    session = new_session()
    for said in ("newgame kuhn seed=1", "play chance deal:K", "play chance deal:Q"):
        assert ask(session, said) == ""
    before = (session.position.moment(), session.settings)
    answer = ask(session, line)
    assert answer.startswith((f"? {BAD_LINES[line]}: ", "?7 syntax: "))
    assert "\n" not in answer
    assert (session.position.moment(), session.settings) == before
    assert ask(session, "undo") == ""
    assert ask(session, "legal_moves") == "deal:J deal:Q"


@pytest.mark.parametrize(
    "line",
    [
        "clear_board", "play p1 bet", "genmove p1", "reg_genmove p1", "to_move", "legal_moves",
        "undo", "showboard", "state", "setstate x", "view p1", "setview p1 x", "final_score",
    ],
)  # fmt: skip
def test_what_needs_a_game_says_so(line: str) -> None:
    assert ask(new_session(), line).startswith("? no_game: ")


def test_a_refused_newgame_leaves_the_old_game() -> None:
    session = new_session()
    ask(session, "newgame kuhn seed=1")
    ask(session, "play chance deal:Q")
    before = ask(session, "state")
    assert ask(session, "newgame kuhn players=9").startswith("? bad_argument: players=9")
    assert ask(session, "state") == before
    assert ask(session, "undo") == ""


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
    assert ask(session, "view p2 json").startswith('{"viewer":"p2","cards":["-","-"]')


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


class Recorder:
    """A search that keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[bytes, SearchSettings]] = []

    def __call__(
        self, game: Game, knowledge: Knowledge, settings: SearchSettings, steps: Sequence[Step]
    ) -> Found:
        self.asked.append((knowledge.tobytes(), settings))
        return first_legal(game, knowledge, settings, steps)


def _at_first_decision(think: Recorder, deal: str = "KJ") -> Session:
    session = new_session(think)
    ask(session, "newgame kuhn seed=1")
    for card in deal:
        ask(session, f"play chance deal:{card}")
    return session


def test_search_is_given_what_the_seat_knows_and_no_more() -> None:
    think = Recorder()
    for deal in ("KJ", "KQ"):
        ask(_at_first_decision(think, deal), "genmove p1")
    seat = new_session(think)
    for said in ("newgame kuhn seat=p1", "play chance deal:K", "play chance deal:?", "genmove p1"):
        ask(seat, said)
    assert len(think.asked) == 3
    assert think.asked[0] == think.asked[1] == think.asked[2]


def test_limits_and_settings_reach_the_search() -> None:
    think = Recorder()
    session = _at_first_decision(think)

    def limits(said: str) -> tuple[int | None, int | None]:
        assert ask(session, said) == ""
        ask(session, "reg_genmove p1")
        settings = think.asked[-1][1]
        return settings.iterations, settings.ms

    ask(session, "reg_genmove p1")
    assert (think.asked[-1][1].iterations, think.asked[-1][1].ms) == (1000, None)
    assert limits("set_limit iterations=5 ms=9") == (5, 9)
    assert limits("set_limit ms=7") == (None, 7)
    assert limits("set_search variant=pimc threads=2") == (None, 7)
    assert limits("set_limit iterations=3") == (3, None)
    assert think.asked[-1][1].variant == "pimc"
    assert think.asked[-1][1].threads == 2


def test_every_decision_has_a_search_seed_that_depends_on_nothing_else() -> None:
    think = Recorder()
    session = _at_first_decision(think)

    def seed(said: str) -> int:
        ask(session, said)
        ask(session, f"reg_genmove {ask(session, 'to_move')}")
        return think.asked[-1][1].seed

    first = seed("search_seed 3")
    assert seed("name") == first
    assert seed("search_seed 4") != first
    assert seed("search_seed 3") == first
    second = seed("play p1 check")
    assert second != first
    assert seed("undo") == first


def test_a_fault_of_ours_is_answered_and_changes_nothing() -> None:
    reported: list[Exception] = []

    def broken(
        game: Game, knowledge: Knowledge, settings: SearchSettings, steps: Sequence[Step]
    ) -> Found:
        knowledge.view["actions"] = 3
        raise KeyError("lost\n\nthe thread")

    session = Session(
        COMMANDS, load=load, think=broken, entropy=lambda: ENTROPY, report=reported.append
    )
    ask(session, "newgame kuhn seed=1")
    for _ in range(2):
        ask(session, "genmove chance")
    before = session.position.moment()
    assert session.handle_line("4 genmove p1")[0] == (
        "?4 internal: KeyError: 'lost\\n\\nthe thread'\n\n"
    )
    assert session.position.moment() == before
    assert ask(session, "legal_moves") == "check bet"
    assert [type(error) for error in reported] == [KeyError]


def test_a_fault_in_the_middle_of_a_change_is_taken_back() -> None:
    session = Session(
        COMMANDS, load=load, think=first_legal, entropy=lambda: ENTROPY, report=lambda error: None
    )
    ask(session, "newgame kuhn seed=1")
    position = session.position
    before = position.moment()

    def half_played(mover: int, event: int) -> None:
        type(position)._advance(position, mover, event)
        raise RuntimeError("half way")

    position._advance = half_played  # type: ignore[method-assign]
    assert ask(session, "play chance deal:K") == "? internal: RuntimeError: half way"
    assert session.position.moment() == before
