"""Seat mode: whatever needs or shows more than the seat knows is refused, and by that name."""

import pytest

from hinterland.protocol.commands.table import COMMANDS
from hinterland.protocol.session import Session
from hinterland.tests.protocol.support import ask, new_session

HIDDEN = (
    "newgame kuhn seat=p1 seed=3", "state", "state json", "setstate kuhn/1:AA", "view p2",
    "view p2 json", "setview p2 kuhn/1:AA", "showboard p2", "history p2", "referee p1 bet",
    "referee chance", "genmove p2", "genmove chance", "reg_genmove p2", "reg_genmove chance",
    "search p2", "analyze p2", "legal_moves p2", "legal_moves p2 json",
)  # fmt: skip


def seated(card: str, *said: str) -> Session:
    session = new_session()
    for line in ("newgame kuhn seat=p1", f"play chance deal:{card}", "play chance deal:?", *said):
        assert ask(session, line) == ""
    return session


@pytest.mark.parametrize("said", [(), ("play p1 check",)], ids=["own turn", "another's turn"])
@pytest.mark.parametrize("line", HIDDEN)
def test_what_is_hidden_is_refused(line: str, said: tuple[str, ...]) -> None:
    session = seated("K", *said)
    before = (session.position.moment(), session.setup)
    assert ask(session, line).startswith("? hidden_information: ")
    assert (session.position.moment(), session.setup) == before


def test_chance_is_hidden_from_who_waits_for_it() -> None:
    session = new_session()
    ask(session, "newgame kuhn seat=p1")
    for line in ("legal_moves", "legal_moves chance", "legal_moves chance json", "genmove chance"):
        assert ask(session, line).startswith("? hidden_information: ")


def test_nothing_that_is_said_depends_on_what_is_hidden() -> None:
    """Two tables that look alike to a seat, each told to a session: all answers agree."""
    seats = []
    for hidden in ("J", "Q"):
        full, seat = new_session(), new_session()
        ask(full, "newgame kuhn seed=1")
        ask(seat, "newgame kuhn seat=p1")
        for said in ("chance deal:K", f"chance deal:{hidden}", "p1 check", "p2 bet"):
            ask(full, f"play {said}")
        for event in ask(full, "history p1").split("\n"):
            assert ask(seat, f"observe {event}") == ""
        lines = [f"{name} p1" for name in ("view", "showboard", "history", "search", "genmove")]
        lines += ["explain", "legal_moves", "to_move", "describe_engine", "state"]
        seats.append([ask(seat, line) for line in lines])
    assert seats[0] == seats[1]


def test_every_command_is_thought_of() -> None:
    """A new command must be put here: among those that may hide something, or that cannot."""
    free = {
        "protocol_version", "name", "version", "known_command", "list_commands", "quit",
        "clear_board", "boardsize", "komi", "play", "undo", "redo", "to_move", "final_score",
        "observe", "time_settings", "time_left", "list_options", "get_option", "set_option",
        "level", "describe_engine", "capabilities", "bench", "save_record", "load_record", "stop",
        "ponder", "explain", "set_limit", "search_seed", "set_search",
    }  # fmt: skip
    hiding = {line.split(" ")[0] for line in HIDDEN}
    assert free.isdisjoint(hiding)
    assert free | hiding == set(COMMANDS)
