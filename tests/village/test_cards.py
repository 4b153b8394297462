"""The card file: what is refused, and a set of the user's own."""

import csv
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from hinterland.engine.errors import BadState
from hinterland.engine.rng import stream
from hinterland.engine.text import decode_state, encode_state, state_json
from hinterland.engine.village import cards, state
from hinterland.engine.village.custom import game_with

from .laying import VILLAGE, options

Rows = list[dict[str, str]]


def edited(folder: Path, edit: Callable[[Rows], object]) -> Path:
    """A copy of the card file with its rows edited."""
    with cards.CARDS_FILE.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    edit(rows)
    path = folder / "own.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, cards.COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return path


def change(card: str, **fields: object) -> Callable[[Rows], object]:
    def edit(rows: Rows) -> None:
        row = next(row for row in rows if row["id"] == card)
        row.update({name: str(value) for name, value in fields.items()})

    return edit


def add_blanks(count: int) -> Callable[[Rows], object]:
    """As many more cards, without anything on them, after the 54 there are."""

    def edit(rows: Rows) -> None:
        wattler = next(row for row in rows if row["id"] == "wattler")
        for letter in "abcdefghijklmnop"[: count + 1]:
            rows.append(wattler | {"id": f"blank_{letter}", "starting_road": "0"})

    return edit


def add_suits(rows: Rows) -> None:
    for row, letter in zip(rows, "abcdefghij", strict=False):
        row["suit"] = f"suit{letter}"


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (change("weaver", predecessor="spider"), r"line 37 \(weaver\): unknown predecessor"),
        (change("weaver", unlocker="nobody"), r"line 37 \(weaver\): unknown unlocker"),
        (change("weaver", unlocker="wheeler"), r"line 37 \(weaver\): unlocker 'wheeler' must"),
        (change("grocer", silver_per="luck"), r"line 48 \(grocer\): unknown symbol"),
        (change("priest", silver_per="suit_symbol:silk"), r"line 50 \(priest\): unknown symbol"),
        (change("grocer", silver_count=0), r"line 48 \(grocer\): silver"),
        (change("shepherd", predecessor="tailor"), r"line 35 \(shepherd\): its pred.*cycle"),
        (change("weaver", copies=3), r"line 37 \(weaver\): copies=3, expected 1..2"),
        (change("weaver", ducats="many"), r"line 37: ducats='many'"),
        (change("weaver", kind="clerk"), r"line 37 \(weaver\): kind"),
        (change("cooper", predecessor="cooper"), r"line 9 \(cooper\): its pred.*cycle"),
        (change("hunter", starting_road=0), r"the starting road has not six cards"),
        (change("tailor", predecessor="cooper"), r"line 38 \(tailor\): nothing goes on 'cooper'"),
        (change("monk", id="nun"), r"\(nun\): no special_stay has rules"),
        (change("wattler", kind="basic", starting_road=0, copies=10), r"\(wattler\): 4 cards of"),
        (change("monk", kind="solitary"), r"line 52 \(monk\): kind 'solitary': the monk is a sp"),
        (change("smuggler", kind="solitary"), r"\(smuggler\): kind 'solitary': the smuggler is"),
        (change("miner", copies=30), r"line 24 \(miner\): copies=30, expected 10"),
        (change("haymaker", copies=1), r"line 15 \(haymaker\): copies=1, expected 10"),
        (change("founders", copies=2), r"line 2 \(founders\): copies=2, expected 5"),
        (change("weaver", ducats="\u0663"), r"line 37: ducats='\u0663', expected 0..30"),
        (change("weaver", ducats="9" * 5000), r"line 37: ducats='9{40}', expected 0..30"),
        (change("weaver", silver_count=2), r"line 37 \(weaver\): silver, silver_per and silver_c"),
        (change("weaver", name="We\0aver"), r"line 37: 'We\\x00aver', expected printable"),
        (change("weaver", id="_weaver"), r"line 37 \(_weaver\): an id is"),
        (change("weaver", id="w" * 41), r"line 37 \(w{41}\): an id is"),
        (change("weaver", id="w\u00e9aver"), r"line 37 \(w\u00e9aver\): an id is"),
        (change("weaver", suit="m" * 41), r"line 37 \(weaver\): suit 'm{40}': expected at most"),
        (lambda rows: rows.__delitem__(slice(None)), r"line 1: expected cards on the lines"),
        (add_blanks(10), r"line 66 \(blank_k\): more than 64 cards"),
        (add_suits, r"line \d+ \(\w+\): more than 9 suits"),
        (lambda rows: rows.append(rows[3]), r"line 56 \(swineherd\): this id stands twice"),
        (lambda rows: rows.__delitem__(slice(40, 46)), r"line \d+ \(\w+\)"),
    ],
)  # fmt: skip
def test_faults_are_named_with_their_line(
    tmp_path: Path, edit: Callable[[Rows], object], message: str
) -> None:
    with pytest.raises(cards.BadCards, match=message):
        cards.read_cards(edited(tmp_path, edit))


def test_lines_are_counted_in_the_file(tmp_path: Path) -> None:
    path = edited(tmp_path, change("weaver", ducats="many"))
    lines = path.read_text(encoding="utf-8").split("\n")
    path.write_text("\n".join([lines[0], "", *lines[1:]]), encoding="utf-8")
    with pytest.raises(cards.BadCards, match="line 38: ducats='many'"):
        cards.read_cards(path)
    path.write_text("\n".join([*lines[:9], 'cooper,"Cooper', *lines[9:]]), encoding="utf-8")
    with pytest.raises(cards.BadCards, match=r"line \d+: "):
        cards.read_cards(path)


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    path = edited(tmp_path, change("weaver", ducats=4))
    plain = cards.read_cards(path)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert cards.read_cards(path) == plain


def test_other_files_are_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("a,b\n1,2\n")
    with pytest.raises(cards.BadCards, match="line 1: expected the columns"):
        cards.read_cards(other)
    with pytest.raises(cards.BadCards, match="cannot read"):
        cards.read_cards(tmp_path / "missing.csv")


def add_candle_maker(rows: Rows) -> None:
    """One more card, so that every table and the state differ."""
    change("wheeler", ducats=4)(rows)
    row = dict(next(row for row in rows if row["id"] == "wattler"))
    rows.append(row | {"id": "candle_maker", "name": "Candle Maker", "starting_road": "0",
                       "min_players": "4", "copies": "1"})  # fmt: skip
    deck = next(row for row in rows if row["id"] == "cobbler")
    deck["copies"] = "1"


def test_a_set_of_the_users_own(tmp_path: Path) -> None:
    game = game_with(edited(tmp_path, add_candle_maker))
    assert game.name.startswith("village-")
    assert game.rules is not VILLAGE.rules
    assert game.salt != VILLAGE.salt
    assert game_with(tmp_path / "own.csv") is game
    assert state.CELLS == 73
    assert len(game.state_dtype["cells"].shape) == 2
    assert game.state_dtype["cells"].shape[1] == 74
    with pytest.raises(BadState, match="expected village-"):
        decode_state(game, options(2), encode_state(VILLAGE, VILLAGE.deal(options(2), stream(1))))
    named = orjson.dumps(state_json(VILLAGE, VILLAGE.deal(options(2), stream(1)))).decode()
    with pytest.raises(BadState, match="game is 'village': expected one of village-"):
        decode_state(game, options(2), named)


PLAY = """
import sys
from pathlib import Path
from hinterland.engine.rng import draw_bounded, stream
from hinterland.engine.seats import CHANCE, OVER
from hinterland.engine.table import Table
from hinterland.engine.village.custom import game_with

game = game_with(Path(sys.argv[1]))
rng = stream("own set")
table = Table.deal(game, game.option_values({"players": "4"}), rng)
while table.mover != OVER:
    moves = [game.sample(table.state, rng)] if table.mover == CHANCE else game.legal(table.state)
    table.play(table.mover, int(moves[draw_bounded(rng, len(moves))]))
    assert game.notation.faults(table.state[0]) == []
seats = game.notation.to_json(table.state[0], None)["seats"]
print(game.name, sum(game.returns(table.state)))
"""


def test_a_game_with_a_set_of_the_users_own(tmp_path: Path) -> None:
    path = edited(tmp_path, add_candle_maker)
    ran = subprocess.run(
        [sys.executable, "-c", PLAY, str(path)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    name, total = ran.stdout.split()
    assert name.startswith("village-")
    assert float(total) == pytest.approx(1.0)


def run_hinterland(*arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hinterland", *arguments],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        input=lines,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_set_that_is_only_looked_at_leaves_nothing_behind(tmp_path: Path) -> None:
    path, cache = edited(tmp_path, add_candle_maker), tmp_path / "cache"
    look = f"from hinterland.engine.registry import load; print(load('village:cards={path}').name)"
    environment = {**os.environ, "HINTERLAND_CACHE_DIR": str(cache)}
    environment.pop("NUMBA_DISABLE_JIT", None)
    ran = subprocess.run(
        [sys.executable, "-c", look],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.stdout.startswith("village-"), ran.stderr
    assert not cache.exists()


def test_an_engine_with_a_set_of_the_users_own(tmp_path: Path) -> None:
    path = edited(tmp_path, add_candle_maker)
    ordinary = encode_state(VILLAGE, VILLAGE.deal(options(2), stream(1)))
    lines = (
        "newgame village players=2 seed=1",
        "state",
        "set_limit iterations=2",
        "genmove p2",
        "genmove p1",
        f"setstate {ordinary}",
        f"newgame village:cards={path}",
        "newgame kuhn",
    )
    ran = run_hinterland("engine", f"village:cards={path}", lines="\n".join(lines))
    assert ran.returncode == 0, ran.stderr
    answers = ran.stdout.split("\n\n")
    assert answers[1].startswith("= village-")
    assert sum(answer.startswith("= take:") for answer in answers[3:5]) == 1
    assert answers[5].startswith("? bad_argument: ")
    assert "expected village-" in answers[5]
    assert answers[6].startswith("? bad_argument: unknown game 'village:cards=")
    assert answers[7] == "="


def test_an_engine_answers_to_both_names_of_an_own_set(tmp_path: Path) -> None:
    path = edited(tmp_path, add_candle_maker)
    name = game_with(path).name
    lines = (f"newgame {name}", "state", "newgame village", "state", "newgame village-0123456789")
    ran = run_hinterland("engine", f"village:cards={path}", lines="\n".join(lines))
    own, first, plain, second, other = ran.stdout.split("\n\n")[:5]
    assert (own, plain) == ("=", "=")
    assert first.startswith(f"= {name}/")
    assert second.startswith(f"= {name}/")
    assert other.startswith("? bad_argument: unknown game 'village-0123456789'")


def test_a_match_with_a_set_of_the_users_own(tmp_path: Path) -> None:
    path, out = edited(tmp_path, add_candle_maker), tmp_path / "out"
    bots = ("--bot", "random", "--bot", "search:iterations=1,leaf=evaluation")
    ran = run_hinterland(
        "match", f"village:cards={path}", *bots, "--groups", "1", "--output", str(out)
    )
    assert ran.returncode == 0, ran.stderr
    header, *games = map(orjson.loads, (out / "journal.jsonl").read_bytes().splitlines())
    assert header["settings"]["rules"].startswith("village-")
    assert {game["game"] for game in games} == {f"village:cards={path}"}, "so it is found again"


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        ("village:cards=missing.csv", "hinterland: cannot read missing.csv"),
        ("village:deck=own.csv", "expected village, or a file as in village:cards=FILE"),
        ("village:cards=", "expected village, or a file as in village:cards=FILE"),
        ("kuhn:cards=own.csv", "expected kuhn, or a file as in village:cards=FILE"),
        ("vilage:cards=own.csv", "unknown game 'vilage'"),
    ],
)
def test_wrong_files_are_refused_in_one_line(reference: str, message: str) -> None:
    for command in (("engine",), ("match",), ("bench",)):
        ran = run_hinterland(*command, reference)
        assert ran.returncode == 2
        assert ran.stdout == ""
        assert ran.stderr.count("\n") == 1
        assert message in ran.stderr
