"""Options: declared, read, set all or not at all; levels; what the engine says of itself."""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

import hinterland.search.memory as memory_module
from hinterland.protocol.commands.table import COMMANDS
from hinterland.protocol.deliberation import Deliberation
from hinterland.protocol.levels import LEVELS
from hinterland.protocol.options import OPTIONS
from hinterland.protocol.record_files import RecordFiles
from hinterland.protocol.session import Session
from hinterland.search.settings import SearchSettings
from hinterland.tests.protocol.support import ask, new_session

UCI = re.compile(
    r"option name \w+ type (check default (true|false)|spin default \d+ min \d+ max \d+"
    r"|combo default \w+( var \w+)+|string default \S+ min -?\d+ max \d+|button)"
)


def values(session: Session) -> dict[str, object]:
    said: dict[str, object] = json.loads(ask(session, "describe_engine"))["options"]
    return said


def test_options_are_declared_as_uci_declares_them() -> None:
    declared = ask(new_session(), "list_options").split("\n")
    assert all(UCI.fullmatch(line) for line in declared)
    assert [line.split(" ")[2] for line in declared] == list(OPTIONS)


def test_every_option_has_its_default_at_first() -> None:
    session = new_session()
    for line in ask(session, "list_options").split("\n"):
        name = line.split(" ")[2]
        if " default " in line:
            assert ask(session, f"get_option {name}") == line.split(" default ")[1].split(" ")[0]


@pytest.mark.parametrize("name", [name for name, it in OPTIONS.items() if it.kind != "button"])
def test_every_option_takes_its_bounds_and_nothing_beyond(name: str) -> None:
    session, option = new_session(), OPTIONS[name]
    ask(session, "set_option ms 50")
    good = {
        "spin": [str(option.minimum), str(option.maximum)],
        "check": ["true", "false"],
        "combo": list(option.choices),
        "string": [str(option.minimum), "0.25", str(option.maximum)],
    }[option.kind]
    for value in good:
        ask(session, "set_option iterations 9")
        assert ask(session, f"set_option {name} {value}") == ""
        if name != "level" or value != "0":
            shown = ask(session, f"get_option {name}")
            assert float(shown) == float(value) if option.kind == "string" else shown == value
    beyond = str(option.maximum + (0.5 if option.kind == "string" else 1))
    for value in (beyond, str(option.minimum - 1), "a word", ""):
        assert ask(session, f"set_option {name} {value}").startswith("? bad_argument: ")


def test_many_are_set_or_none() -> None:
    session = new_session()
    before = values(session)
    assert ask(session, 'set_option {"threads":3,"ponder":true,"seed":-1}').startswith("? bad_")
    assert values(session) == before
    said = 'set_option {"threads":3,"ponder":true,"exploration":0.25,"variant":"mo"}'
    assert ask(session, said) == ""
    changed = {"threads": 3, "ponder": True, "exploration": 0.25, "variant": "mo"}
    assert values(session) == {**before, **changed}
    assert ask(session, "set_option reset") == ""
    assert values(session) == before


GREEDY: Final = (
    "set_search memory_mib=1 threads=7",
    "set_option threads 7",
    'set_option {"threads":7,"ponder":true}',
)
"""Settings for which 1 MiB is too little at village, each thread of which has buffers."""


@pytest.mark.parametrize("said", GREEDY)
def test_memory_that_does_not_suit_the_game_is_refused_where_it_is_set(said: str) -> None:
    session = new_session()
    ask(session, "newgame village seed=1")
    ask(session, "set_search memory_mib=1")
    before, board = values(session), ask(session, "showboard")
    assert ask(session, said).startswith("? bad_argument: memory_mib=1: expected 2 or more for vil")
    assert values(session) == before
    assert ask(session, "showboard") == board


@pytest.mark.parametrize("said", GREEDY)
@pytest.mark.parametrize("begin", ["newgame village", "newgame village seat=p2", "load_record v"])
def test_a_game_that_the_memory_does_not_suit_is_refused(
    said: str, begin: str, tmp_path: Path
) -> None:
    """And the game before it goes on, with all that is kept of it."""
    session = new_session(records=RecordFiles(tmp_path))
    ask(session, "newgame village seed=1")
    assert ask(session, "save_record v") == ""
    ask(session, "newgame kuhn seed=5")
    for line in ("set_search memory_mib=1 reuse=yes", said, "referee chance"):
        assert not ask(session, line).startswith("?")
    ask(session, "genmove p1")
    kept, said_of_it = dict(session.grown), ask(session, "explain")
    assert ask(session, begin).startswith("? bad_argument: memory_mib=1: expected ")
    assert session.grown == kept != {}
    assert ask(session, "explain") == said_of_it
    assert ask(session, "to_move") == "p2"
    assert ask(session, "set_search memory_mib=64") == ""
    assert ask(session, begin) == ""


def test_memory_that_suits_weighted_at_first_does_so_to_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether there is anything to weigh yet or not, the least is the same."""
    monkeypatch.setattr(memory_module, "MIB", 1000)
    session = new_session(begin=lambda *question: Deliberation(*question, lambda: 0.0))
    ask(session, "newgame leduc seed=4")
    ask(session, "set_limit iterations=20")
    pool = "variant=weighted pool=32 model_iterations=16"
    refused = ask(session, f"set_search {pool} memory_mib=1")
    assert refused.startswith("? bad_argument: memory_mib=1: expected ")
    least = int(refused.split()[4])
    assert ask(session, f"set_search {pool} memory_mib={least - 1}").startswith("? bad_argument")
    assert ask(session, f"set_search {pool} memory_mib={least}") == ""
    searched = 0
    while (mover := ask(session, "to_move")) != "over":
        searched += mover != "chance"
        assert not ask(session, f"genmove {mover}").startswith("?")
    assert searched > 1


def test_of_settings_those_are_listed_that_may_be_given() -> None:
    """Each of them is known, with whatever value; none is listed that is set elsewhere."""
    session = new_session()
    refused = ask(session, "set_search colour=red")
    start = "? bad_argument: search has no setting 'colour': it has "
    assert refused.startswith(start)
    listed = refused.removeprefix(start).split(", ")
    assert "threads" in listed
    for name in OPTIONS:
        answer = ask(session, f"set_search {name}=?")
        assert answer.startswith(f"? bad_argument: {name}=?: ") == (name in listed)


def test_what_an_engine_says_of_itself_sets_another_alike() -> None:
    """Also at a level, whose settings are among the values."""
    session, other = new_session(), new_session()
    ask(session, 'set_option {"level":4,"seed":3,"ponder":true}')
    assert ask(other, f"set_option {json.dumps(values(session))}") == ""
    assert other.setup == session.setup
    assert values(other)["level"] == 4


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ('{"level":3,"seed":9}', ("3", "50", "9")),
        ('{"iterations":50,"level":3}', ("3", "50", "1")),
        ('{"level":0,"iterations":77}', ("0", "77", "1")),
        ('{"iterations":77,"level":0}', ("0", "77", "1")),
        ('{"level":3,"reset":""}', ("3", "50", "1")),
        ('{"iterations":77,"seed":2,"reset":""}', ("0", "77", "2")),
        ('{"iterations":77,"reset":true}', ("0", "77", "1")),
    ],
)
def test_the_order_of_many_is_nothing(given: str, found: tuple[str, ...]) -> None:
    session = new_session()
    ask(session, "set_option variant pimc")
    assert ask(session, f"set_option {given}") == ""
    names = ("level", "iterations", "seed")
    assert tuple(ask(session, f"get_option {name}") for name in names) == found


@pytest.mark.parametrize(
    ("first", "name", "value"),
    [
        ('"level":3,"iterations":77', "iterations=77", "iterations=50"),
        ('"iterations":77,"level":3', "iterations=77", "iterations=50"),
        ('"level":3,"variant":"mo"', "variant=mo", "variant=so"),
        ('"exploration":1,"level":3', "exploration=1", "exploration=auto"),
        ('"ms":40,"level":3', "ms=40", "ms=0"),
    ],
)
def test_what_contradicts_a_level_is_refused_by_name(first: str, name: str, value: str) -> None:
    session = new_session()
    before = session.setup
    answer = ask(session, f"set_option {{{first}}}")
    assert answer == f"? bad_argument: {name} and level=3: that level has {value}"
    assert session.setup == before


def test_options_and_commands_set_the_same() -> None:
    session = new_session()
    for said, name, value in (
        ("set_limit ms=70", "ms", "70"),
        ("set_limit ms=70", "iterations", "0"),
        ("search_seed 12", "seed", "12"),
        ("set_search threads=2", "threads", "2"),
        ("ponder on", "ponder", "true"),
        ("level 4", "level", "4"),
        ("level 4", "iterations", str(LEVELS[3][0])),
        ("level 4", "temperature", str(LEVELS[3][1])),
    ):
        assert ask(session, said) == ""
        assert ask(session, f"get_option {name}") == value


def test_a_level_is_a_default_search_of_its_length() -> None:
    session = new_session()
    ask(session, 'set_option {"variant":"pimc","seed":5,"threads":2,"memory_mib":64}')
    ask(session, "level 2")
    assert session.setup.settings == SearchSettings(
        iterations=LEVELS[1][0], temperature=LEVELS[1][1], seed=5, threads=2, memory_mib=64
    )
    assert ask(session, "level") == "2"
    ask(session, "set_option seed 6")
    assert ask(session, "level") == "2"
    ask(session, "set_search variant=mo")
    assert ask(session, "level") == "0"
    assert len(LEVELS) == 10
    for lower, higher in pairwise(LEVELS):
        assert higher[0] >= lower[0], "a higher level searches as long"
        assert higher[1] <= lower[1], "and draws no more freely"
        assert higher != lower


@pytest.mark.parametrize("said", ["level 0", "set_option level 0"])
def test_level_0_keeps_the_search_and_is_no_level(said: str) -> None:
    session = new_session()
    ask(session, "level 2")
    assert ask(session, said) == ""
    assert (ask(session, "level"), ask(session, "get_option iterations")) == (
        "0",
        str(LEVELS[1][0]),
    )


def test_a_session_can_name_no_file_of_weights() -> None:
    session = new_session()
    for said in ("set_option weights w.json", "set_search weights=w.json", "get_option weights"):
        assert ask(session, said).startswith("? bad_argument: ")
    assert "weights" not in ask(session, "list_options")


def test_the_engine_says_what_it_can_do() -> None:
    session = new_session()
    can = json.loads(ask(session, "capabilities"))
    assert can["games"]["tree"]["options"]["tree"]["choices"]
    assert can["games"]["kuhn"]["players"] == [2, 2]
    assert can["modes"] == ["full", "seat"]
    assert can["records"] is False
    for kind in can["clocks"]:
        said = ask(session, f"time_settings {kind}")
        assert said == "" if kind == "none" else said.startswith("? syntax: ")
    for command in ("analyze", "observe", "ponder", "referee", "save_record", "set_option"):
        assert COMMANDS[command].listed


def test_bench_is_of_the_game_on_the_table() -> None:
    session = new_session()
    ask(session, "newgame leduc")
    assert ask(session, "bench") == "playouts_per_s=3 fingerprint=leduc"
