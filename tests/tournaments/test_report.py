"""The report, looked at in a browser, and the exports."""

import csv
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np
import orjson
import pytest

from hinterland.__main__ import main
from hinterland.tests.tournaments.test_statistics import game
from hinterland.tournaments.file import read_document
from hinterland.tournaments.record import Fault
from hinterland.tournaments.replay import positions
from hinterland.tournaments.report.page import report_page
from hinterland.tournaments.report.plots import rating_plot
from hinterland.tournaments.report.selection import margin, select_games
from hinterland.tournaments.source import Source, find_game, read_source
from hinterland.tournaments.statistics import Summary, summarise
from hinterland.tournaments.tournament import Hands, play, start_tournament

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
HERE: Final = Hands(1, lambda first: ThreadPoolExecutor(1), lambda: None)
NOON: Final = datetime(2024, 5, 6, 12, tzinfo=UTC)


def played(folder: Path, document: dict[str, object]) -> Source:
    """A tournament played in this thread."""
    tournament = start_tournament(read_document(document, str(folder)), folder, NOON)
    with tournament.journal:
        assert play(tournament, HERE) == 0
    return read_source(folder)


@pytest.fixture(scope="module")
def kuhn_source(tmp_path_factory: pytest.TempPathFactory) -> Source:
    """An SPRT of a search against random play, with a bot's label that HTML would choke on."""
    document: dict[str, object] = {
        "game": "kuhn",
        "format": {"kind": "sprt", "groups": 40, "share": [0.5, 0.6]},
        "bots": [
            {"name": '<new> & "best"', "bot": "search:iterations=30"},
            {"name": "old", "bot": "random"},
        ],
    }
    return played(tmp_path_factory.mktemp("kuhn"), document)


@pytest.fixture(scope="module")
def village_source(tmp_path_factory: pytest.TempPathFactory) -> Source:
    document: dict[str, object] = {
        "game": "village",
        "players": 3,
        "rotations": 1,
        "format": {"kind": "round-robin", "groups": 1},
        "bots": [{"name": name, "bot": "random"} for name in "abc"],
    }
    return played(tmp_path_factory.mktemp("village"), document)


def summary_of(source: Source) -> Summary:
    return summarise(source.settings, source.history)


def browsed(path: Path, address: str, tmp_path: Path, seconds: int = 5) -> str:
    """The page as it stands in a browser after its scripts have run for so long."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert browser is not None, "no browser: apt-get install chromium"
    done = subprocess.run(
        [
            browser, "--headless", "--no-sandbox", "--disable-gpu",
            f"--virtual-time-budget={1000 * seconds}",
            f"--user-data-dir={tmp_path / 'browser'}", "--dump-dom", f"file://{path}#{address}",
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )  # fmt: skip
    return done.stdout


def board_of(page: str) -> str:
    found = re.search(r'<div id="board">(.*?)</div>', page, re.DOTALL)
    assert found is not None
    return found[1]


# The page


def test_the_report_is_one_file_with_everything(kuhn_source: Source) -> None:
    folder = kuhn_source.journal.parent
    assert main(["tournament", "report", str(folder)]) == 0
    page = (folder / "report.html").read_text()
    assert "http" not in page.replace("http://www.w3.org", "").replace(
        "http://purl.org", ""
    ).replace("http://creativecommons.org", "").replace("https://matplotlib.org", "")
    assert "<new>" not in page
    assert "&lt;new&gt; &amp; &quot;best&quot;" in page
    for name in ("standings", "pairs", "time", "faults", "settings", "notes"):
        assert f'id="{name}"' in page
    assert page[: page.index('id="replay"')].count("<svg") == 3
    assert "SPRT" in page


def test_the_numbers_of_the_page_are_those_of_the_summary(kuhn_source: Source) -> None:
    page = (kuhn_source.journal.parent / "report.html").read_text()
    for standing in summary_of(kuhn_source).standings:
        share = standing.win_share
        assert f"<td>{share.value:.3f}</td><td>{share.low:.3f} .. {share.high:.3f}</td>" in page
        assert f"<td>{standing.rating.value:+.0f}</td>" in page


@pytest.mark.filterwarnings("error")
def test_any_name_can_be_shown(kuhn_source: Source) -> None:
    """Mathematics for matplotlib, letters that its font has not, and a very long one."""
    names = [r"$\frac{1$", "\u65e5\u672c", "x" * 3000]
    one = summary_of(kuhn_source).standings[0]
    plot = rating_plot([replace(one, label=name) for name in names])
    assert f">{names[0]}<" in plot
    assert f">{names[1]}<" in plot
    assert f">{'x' * 40}<" in plot


def test_the_page_calls_the_format_as_files_do(kuhn_source: Source) -> None:
    page = report_page(kuhn_source, summary_of(kuhn_source), 0)
    kind = kuhn_source.header.document["format"]["kind"]
    assert f"<h1>kuhn: {kind}</h1>" in page
    assert f"<tr><th>format.kind</th><td>{kind}</td></tr>" in page


def test_the_report_is_the_same_twice(kuhn_source: Source) -> None:
    folder = kuhn_source.journal.parent
    first = (folder / "report.html").read_text()
    assert main(["tournament", "report", str(folder)]) == 0
    assert (folder / "report.html").read_text() == first


def test_a_game_is_stepped_through_as_text(kuhn_source: Source, tmp_path: Path) -> None:
    """What p2 saw after the third move, and the whole truth."""
    folder = kuhn_source.journal.parent
    record = find_game(kuhn_source, "0.0")
    assert main(["tournament", "replay", str(folder), "0.0"]) == 0
    path = folder / "game-0.0.html"
    tables = [table.states.copy() for table in positions(record)]
    board = next(positions(record)).game.notation.board
    for view, index in (("p2", 2), ("all", 0)):
        page = browsed(path, f"game=0&move=3&view={view}", tmp_path)
        assert board_of(page) == f"<pre>{board(tables[3][index])}</pre>"
        assert f"3 of {len(record.moves)}" in page
        listed = page[page.index('<ol id="moves">') : page.index("</ol>")]
        assert listed.count("<li") == len(record.moves)
        assert f'<li class="now">{record.moves[2]}</li>' in page


def test_village_is_drawn(village_source: Source, tmp_path: Path) -> None:
    """Every card that the position shows is in the picture, and hidden ones only as backs."""
    folder = village_source.journal.parent
    assert main(["tournament", "report", str(folder)]) == 0
    record = find_game(village_source, "0.0")
    move = len(record.moves) // 2
    table = next(islice(positions(record), move, None))
    truth = table.game.notation.to_json(table.state[0], None)
    seen = table.game.notation.to_json(table.states[1], None)
    for view, position in (("all", truth), ("p1", seen)):
        page = browsed(folder / "report.html", f"game=0&move={move}&view={view}", tmp_path)
        picture = board_of(page)
        assert picture.startswith("<svg")
        settlers = sum(len(seat["village"]) for seat in position["seats"])
        hands = sum(len(seat["hand"]) for seat in position["seats"])
        assert picture.count('class="card settler"') == settlers
        assert picture.count('class="card hand"') == hands
        assert picture.count('class="card road') == 6
        for seat in position["seats"]:
            assert f"{seat['seat']} " in picture
            assert f"{seat['supply']} ducats" in picture
        hidden = [card for seat in position["seats"] for card in seat["hand"] if card[0] == "?"]
        assert (view == "all") == (not hidden)


DRAGGING: Final = """<script>
let inputs = 0;
const dragging = setInterval(() => {
  const slider = document.getElementById("slider");
  if (inputs < 230) {
    slider.value = inputs++ % 40 + 1;
    slider.dispatchEvent(new Event("input"));
    return;
  }
  clearInterval(dragging);
  const view = document.getElementById("view");
  view.value = "p2";
  view.dispatchEvent(new Event("change"));
  setTimeout(() => { document.title = location.hash; }, 1000);
}, 25);
</script>"""


def test_the_slider_can_be_dragged_for_long(village_source: Source, tmp_path: Path) -> None:
    """More steps than a browser lets a page write to its address; what is shown is then there."""
    folder = village_source.journal.parent
    assert main(["tournament", "replay", str(folder), "0.0"]) == 0
    page = (folder / "game-0.0.html").read_text()
    path = tmp_path / "dragged.html"
    path.write_text(page.replace("</body>", f"{DRAGGING}</body>"))
    dragged = browsed(path, "move=7", tmp_path, seconds=20)
    reached = 229 % 40 + 1
    length = len(find_game(village_source, "0.0").moves)
    assert f'<span id="counter">{reached} of {length}</span>' in dragged
    there = browsed(folder / "game-0.0.html", f"game=0&move={reached}&view=p2", tmp_path)
    assert board_of(dragged) == board_of(there)
    assert board_of(dragged).startswith("<svg")
    assert f"<title>#game=0&amp;move={reached}&amp;view=p2</title>" in dragged


FOLLOWING: Final = """<script>
addEventListener("load", async () => {
  const wait = () => new Promise((done) => setTimeout(done, 1000));
  document.getElementById("next").click();
  location.hash = "game=0&move=5&view=p2";
  await wait();
  document.getElementById("next").click();
  await wait();
  document.title = location.hash;
  location.hash = "game=0&move=3&view=p1";
  await wait();
  history.back();
});
</script>"""


def test_the_address_is_followed_also_back(kuhn_source: Source, tmp_path: Path) -> None:
    """A link, a step from there, another link, and back; a step that was just made gives way."""
    folder = kuhn_source.journal.parent
    assert main(["tournament", "replay", str(folder), "0.0"]) == 0
    page = (folder / "game-0.0.html").read_text()
    path = tmp_path / "followed.html"
    path.write_text(page.replace("</body>", f"{FOLLOWING}</body>"))
    followed = browsed(path, "move=1", tmp_path, seconds=10)
    length = len(find_game(kuhn_source, "0.0").moves)
    reached = min(6, length)
    assert f'<span id="counter">{reached} of {length}</span>' in followed
    there = browsed(folder / "game-0.0.html", f"game=0&move={reached}&view=p2", tmp_path)
    assert board_of(followed) == board_of(there)
    assert f"<title>#game=0&amp;move={reached}&amp;view=p2</title>" in followed


def test_the_end_of_a_village_game_is_drawn(village_source: Source, tmp_path: Path) -> None:
    record = find_game(village_source, "0.0")
    folder = village_source.journal.parent
    page = browsed(folder / "report.html", f"move={len(record.moves)}", tmp_path)
    assert ", over, " in board_of(page)
    assert f"{len(record.moves)} of {len(record.moves)}" in page


def test_an_unknown_game_is_refused(
    kuhn_source: Source, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tournament", "replay", str(kuhn_source.journal.parent), "9999.0"]) == 2
    assert "no game '9999.0': expected GROUP.ROTATION" in capsys.readouterr().err


# Which games


def test_faults_come_first_then_the_closest_then_some_at_random() -> None:
    fault = Fault(0, 0, 0, "raised", "")
    results = [
        game(group, (0, 1), (0.5 + group / 1000, 0.5 - group / 1000)) for group in range(400)
    ]
    results[300] = game(300, (0, 1), (1.0, 0.0), faults=(fault,))
    results[310] = game(310, (0, 1), (), void="ours")
    chosen = select_games(results, 100)
    assert chosen[:2] == [300, 310]
    assert chosen[2:51] == list(range(49)), "the closest"
    assert len(set(chosen)) == 100
    assert min(chosen[51:]) >= 49
    assert select_games(results, 100) == chosen
    assert select_games(results, 1) == [300]
    assert len(select_games(results, 1000)) == 400
    assert margin(results[3]) == pytest.approx(0.6)


# Exports


def test_exports(kuhn_source: Source) -> None:
    folder = kuhn_source.journal.parent
    assert main(["tournament", "export", str(folder)]) == 0
    summary, results = summary_of(kuhn_source), kuhn_source.history.results
    with (folder / "standings.csv").open() as file:
        standings = list(csv.DictReader(file))
    assert [float(row["win_share"]) for row in standings] == [
        standing.win_share.value for standing in summary.standings
    ]
    with (folder / "games.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * len(results)
    mine = [float(row["win_share"]) for row in rows if row["bot"] == "old"]
    assert np.mean(mine) == pytest.approx(
        np.mean([r.returns[r.seats.index(1)] for r in results]), abs=1e-12
    )
    data = orjson.loads((folder / "tournament.json").read_bytes())
    assert data["summary"]["games"] == summary.games
    assert data["header"]["settings"]["format.kind"] == "Sprt"


def test_the_database_answers_queries(kuhn_source: Source) -> None:
    """Twice: the second one takes the place of the first."""
    folder = kuhn_source.journal.parent
    for _ in range(2):
        assert main(["tournament", "export", str(folder), "--form", "sqlite"]) == 0
    summary = summary_of(kuhn_source)
    connection = sqlite3.connect(folder / "games.sqlite")
    query = "SELECT avg(win_share), sum(seats.moves), sum(iterations) FROM seats WHERE bot = ?"
    for entrant, standing in enumerate(summary.standings):
        share, moves, iterations = connection.execute(query, (entrant,)).fetchone()
        assert share == pytest.approx(standing.win_share.value)
        assert moves == standing.pace.moves
        assert iterations == (30 * moves if entrant == 0 else None)
    (games,) = connection.execute("SELECT count(*) FROM games WHERE counts").fetchone()
    connection.close()
    assert games == summary.games
    assert [path.name for path in folder.glob("games.sqlite*")] == ["games.sqlite"]


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("report", ["report.html"]),
        ("replay 0.0", ["game-0.0.html"]),
        ("export --form csv", ["standings.csv", "games.csv"]),
        ("export --form json", ["tournament.json"]),
        ("export --form sqlite", ["games.sqlite"]),
        ("export --form positions", ["positions/train.npz"]),
    ],
)
def test_a_full_disk_spoils_no_file(
    kuhn_source: Source,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    names: list[str],
) -> None:
    """No file may grow beyond 100 bytes, and one that is there stays as it was."""
    folder = kuhn_source.journal.parent
    verb, *more = command.split()
    line = ["tournament", verb, str(folder), *more]
    assert main(line) == 0
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert {folder / name for name in names} <= before.keys()
    monkeypatch.setattr(sys, "stdout", None)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        status = main(line)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert status == 1
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
