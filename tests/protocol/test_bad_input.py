"""Every kind of bad input: refused by its code, and nothing is changed."""

from collections.abc import Sequence

import pytest

from hinterland.engine.game import Game, Knowledge
from hinterland.search.settings import SearchSettings
from hinterland.search.trace import Step
from hinterland.tests.protocol.support import Found, ask, new_session

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
    "undo 1 2": "syntax",
    "undo 0": "bad_argument",
    "undo 4": "cannot_undo",
    "redo": "cannot_undo",
    "redo 2": "syntax",
    "boardsize 19": "unsupported",
    "komi": "unsupported",
    "observe 3 p1": "syntax",
    "observe 0 p1 bet": "bad_argument",
    "observe x p1 bet": "bad_argument",
    "observe 2 p1 bet": "desync",
    "observe 4 p1 bet": "desync",
    "observe 3 p1 call": "illegal_move",
    "observe 3 p2 bet": "not_your_turn",
    "history p3": "bad_argument",
    "history chance": "bad_argument",
    "history p1 p2": "syntax",
    "referee p1": "syntax",
    "referee chance": "not_your_turn",
    "referee p1 call": "illegal_move",
    "referee p2 bet": "not_your_turn",
    "legal_moves p1 xml": "syntax",
    "legal_moves json p1": "syntax",
    "legal_moves json json": "syntax",
    "showboard p3": "bad_argument",
    "time_settings": "syntax",
    "time_settings sudden 5": "syntax",
    "time_settings absolute": "syntax",
    "time_settings absolute 5 5": "syntax",
    "time_settings absolute -5": "bad_argument",
    "time_settings fischer 5 x": "bad_argument",
    "time_settings byoyomi 1 2 1000000001": "bad_argument",
    "time_left": "syntax",
    "time_left p1": "unsupported",
    "time_left p7 5": "bad_argument",
    "get_option": "syntax",
    "get_option colour": "bad_argument",
    "get_option reset": "bad_argument",
    "set_option": "syntax",
    "set_option threads": "bad_argument",
    "set_option threads 0": "bad_argument",
    "set_option threads two": "bad_argument",
    "set_option colour red": "bad_argument",
    "set_option []": "bad_argument",
    "set_option exploration much": "bad_argument",
    "set_option exploration 1_0": "bad_argument",
    "set_option exploration ２": "bad_argument",
    "set_option exploration +5": "bad_argument",
    "set_option exploration inf": "bad_argument",
    'set_option {"temperature": "1_0"}': "bad_argument",
    "set_search temperature=1_0": "bad_argument",
    "set_option ponder on": "bad_argument",
    "set_option reset now": "bad_argument",
    "set_option level 11": "bad_argument",
    "set_option iterations 0": "bad_argument",
    "set_option {": "bad_argument",
    'set_option {"threads":2,"variant":"best"}': "bad_argument",
    'set_option {"threads":2,"iterations":0}': "bad_argument",
    'set_option {"threads":[2]}': "bad_argument",
    'set_option {"threads":2.5}': "bad_argument",
    "level -1": "bad_argument",
    "level 11": "bad_argument",
    "level strong": "bad_argument",
    "save_record": "syntax",
    "save_record a.jsonl": "unsupported",
    "load_record a.jsonl": "unsupported",
    "search chance": "bad_argument",
    "search p2": "not_your_turn",
    "explain": "unsupported",
    "stop now": "syntax",
    "ponder": "syntax",
    "ponder maybe": "bad_argument",
    "analyze": "syntax",
    "analyze p2": "not_your_turn",
    "analyze p1 interval": "syntax",
    "analyze p1 interval x": "bad_argument",
    "analyze p1 fast": "syntax",
    "analyze p1 moves": "syntax",
    "analyze p1 moves call": "illegal_move",
    "analyze p1 interval 5 moves bet raise": "bad_argument",
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
    "setstate kuhn/2:_AL_AAVM6JNC": "bad_argument",
    "setstate kuhn/1:": "bad_argument",
    "setstate kuhn/1:****": "bad_argument",
    "setstate kuhn/1:_AL_AAVM6JND": "bad_argument",
    "setstate kuhn/1:_AL_AAVM6JNCAAAA": "bad_argument",
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
    "set_limit none ms=5": "bad_argument",
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
    before = (session.position.moment(), session.setup)
    answer = ask(session, line)
    assert answer.startswith((f"? {BAD_LINES[line]}: ", "?7 syntax: "))
    assert "\n" not in answer
    assert (session.position.moment(), session.setup) == before
    assert ask(session, "undo") == ""
    assert ask(session, "legal_moves") == "deal:J deal:Q"


@pytest.mark.parametrize("mode", ["newgame kuhn seed=1", "newgame kuhn seat=p1"])
@pytest.mark.parametrize(
    "line",
    [
        "search chance", "analyze chance", "view chance", "history chance", "time_left chance",
        "showboard chance", "setview chance x", "newgame kuhn seat=chance",
    ],
)  # fmt: skip
def test_chance_is_named_as_no_seat(mode: str, line: str) -> None:
    session = new_session()
    assert ask(session, mode) == ""
    assert ask(session, line) == "? bad_argument: chance is no seat here: expected p1..p2"


@pytest.mark.parametrize(
    "line",
    [
        "clear_board", "play p1 bet", "observe 1 p1 bet", "referee p1 bet", "history", "redo",
        "search p1", "analyze p1", "bench", "genmove p1", "reg_genmove p1", "to_move",
        "legal_moves", "undo", "showboard", "state", "setstate x", "view p1", "setview p1 x",
        "final_score",
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


def test_a_fault_of_ours_is_answered_and_changes_nothing() -> None:
    reported: list[Exception] = []

    def broken(
        game: Game, knowledge: Knowledge, settings: SearchSettings, steps: Sequence[Step]
    ) -> Found:
        knowledge.view["viewer"] = 1
        raise KeyError("lost\n\nthe thread")

    session = new_session(broken, report=reported.append)
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
    session = new_session(report=lambda error: None)
    ask(session, "newgame kuhn seed=1")
    position = session.position
    before = position.moment()

    def half_played(mover: int, event: int) -> None:
        type(position)._advance(position, mover, event)
        raise RuntimeError("half way")

    position._advance = half_played  # type: ignore[method-assign]
    assert ask(session, "play chance deal:K") == "? internal: RuntimeError: half way"
    assert session.position.moment() == before
