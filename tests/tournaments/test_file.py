"""Tournament files: what is read, and how every fault is named."""

from pathlib import Path

import pytest

from hinterland.engine.errors import BadArgument
from hinterland.tournaments.engines import EngineSpec
from hinterland.tournaments.fields import BadFile
from hinterland.tournaments.file import TournamentFile, read_file
from hinterland.tournaments.formats import Fixed, Sprt
from hinterland.tournaments.settings import differences

HEAD = """
game = "kuhn"
[format]
kind = "round-robin"
[[bots]]
bot = "random"
"""
GOOD = f'{HEAD}[[bots]]\nname = "other"\nbot = "random"\n'


def read(folder: Path, text: str) -> TournamentFile:
    path = folder / "cup.toml"
    path.write_text(text)
    return read_file(path)


def faults(folder: Path, text: str) -> list[str]:
    """The faults, without the path before each of them."""
    with pytest.raises(BadFile) as caught:
        read(folder, text)
    prefix = f"{folder / 'cup.toml'}: "
    assert all(fault.startswith(prefix) for fault in caught.value.faults)
    return [fault.removeprefix(prefix) for fault in caught.value.faults]


def test_defaults(tmp_path: Path) -> None:
    file = read(tmp_path, GOOD)
    assert file.output == "results/cup"
    assert file.workers == 0
    settings = file.settings
    assert (settings.game, settings.options, settings.seed) == ("kuhn", (2,), 1)
    assert settings.labels == ["random", "other"]
    assert settings.format.groups == 20
    assert settings.limits.game is None
    assert settings.faults.action("illegal") == "random"


def test_everything_that_can_be_said(tmp_path: Path) -> None:
    text = """
game = "leduc"
players = 2
seed = 5
rotations = 1
workers = 3
output = "there"
positions = true
[options]
[format]
kind = "fixed"
tables = [["a", "b"], ["b", "b"]]
groups = 7
[limits]
answer = 1
move = 2.5
game = 60
increment = 0.5
[faults]
default = "end"
timeout = "replay"
retries = 4
bench = 0
[[bots]]
name = "a"
bot = "search:iterations=20"
[[bots]]
name = "b"
command = "sh -c 'engine'"
environment = { A = "1" }
directory = "."
memory_mib = 64
setup = ["level 3"]
"""
    file = read(tmp_path, text)
    settings = file.settings
    assert settings.format == Fixed(7, ((0, 1), (1, 1)))
    assert (settings.seed, settings.rotations, settings.positions) == (5, 1, True)
    assert (file.workers, file.output) == (3, "there")
    limits = settings.limits
    assert (limits.answer, limits.move, limits.game, limits.increment) == (1, 2.5, 60, 0.5)
    rules = settings.faults
    assert (rules.action("timeout"), rules.action("died")) == ("replay", "end")
    assert (rules.retries, rules.bench) == (4, 0)
    assert settings.entrants[1] == EngineSpec(
        "b", "sh -c 'engine'", (("A", "1"),), str(tmp_path), 64 << 20, ("level 3",)
    )


@pytest.mark.parametrize("bounds", ["elo = [-10, 30]", "share = [0.4856, 0.5431]"])
def test_bounds_of_an_sprt_are_points_or_shares(tmp_path: Path, bounds: str) -> None:
    form = read(tmp_path, GOOD.replace('"round-robin"', f'"sprt"\n{bounds}')).settings.format
    assert isinstance(form, Sprt)
    assert form.bounds.low == pytest.approx(0.4856, abs=1e-4)
    assert form.bounds.high == pytest.approx(0.5431, abs=1e-4)


BAD = [
    ("", ["game: missing: expected a text", "bots: missing: expected [[bots]] tables",
          "format: missing: expected a table"]),
    (GOOD.replace('kind = "round-robin"', ""),
     ["format.kind: missing: expected one of round-robin, gauntlet, swiss, ladder, sprt"]),
    (GOOD.replace("kuhn", "chess"), ["game: unknown game 'chess': expected one of"]),
    (f"seed = -1\n{GOOD}", ["seed: found -1: expected a whole number 0.."]),
    (f"seed = true\n{GOOD}", ["seed: found True: expected a whole number 0.."]),
    (f"sede = 1\n{GOOD}", ["sede: unknown key: expected one of game, players, options, bots,"]),
    (f"players = 3\n{GOOD}", ["players: found 3: expected a whole number 2"]),
    (f"{GOOD}\n[options]\ndeck = 4", ["options.deck: unknown key: expected none"]),
    (f"{GOOD}\n[options]\nplayers = 2", ["options.players: expected players at the top"]),
    (GOOD.replace("other", "random"), ["bots[2].name: 'random' is that of bots[1] too"]),
    (GOOD.replace('bot = "random"', 'bot = "clever"'),
     ["bots[1].bot: unknown bot 'clever'", "bots[2].bot: unknown bot 'clever'"]),
    (f'{GOOD}command = "sh"', ["bots[2].bot: found both: expected either bot or command"]),
    (f'{GOOD}[[bots]]\nname = "x"', ["bots[3].bot: found neither: expected either bot or command"]),
    (f"{GOOD}memory_mib = 5", ["bots[2].memory_mib: expected a command, to which it belongs"]),
    (f'{HEAD}[[bots]]\nname = "x"\nbot = "search:variant=weighted,pool=1000000,memory_mib=1"',
     ["bots[2].bot: memory_mib=1: expected "]),
    (f'{HEAD}[[bots]]\ncommand = "/no/such"', ["bots[2].command: bot 'cmd:/no/such': there is no"]),
    (f'{HEAD}[[bots]]\ncommand = "sh"\ndirectory = "gone"',
     ["bots[2].directory: there is no folder"]),
    (f'{HEAD}[[bots]]\ncommand = "sh"\nenvironment = {{A = 1}}',
     ["bots[2].environment.A: found 1: expected a text"]),
    (HEAD, ["format: 1 bot: expected at least 2"]),
    (GOOD.replace("round-robin", "knock-out"), ["format.kind: found 'knock-out': expected one of"]),
    (GOOD.replace('"round-robin"', '"gauntlet"'), ["format.challenger: missing: expected a text"]),
    (GOOD.replace('"round-robin"', '"gauntlet"\nchallenger = "x"'),
     ["format.challenger: there is no bot 'x': expected one of random, other"]),
    (GOOD.replace('"round-robin"', '"swiss"\nrounds = 0'), ["format.rounds: found 0"]),
    (GOOD.replace('"round-robin"', '"fixed"\ntables = []'), ["format.tables: found []"]),
    (GOOD.replace('"round-robin"', '"fixed"\ntables = [["random"]]'),
     ["format.tables[1]: 1 bot for 2 players"]),
    (GOOD.replace('"round-robin"', '"sprt"'), ["format.elo: expected either elo = [low, high] or"]),
    (GOOD.replace('"round-robin"', '"sprt"\nelo = [5, 0]'), ["format.elo: found [5, 0]: expected"]),
    (GOOD.replace("other", "two\\nlines"), ["bots[2].name: found 'two\\nlines': expected char"]),
    (f"{GOOD}\n[limits]\nmove = 0", ["limits.move: found 0: expected a number 0.001.."]),
    (f"{GOOD}\n[limits]\nincrement = 1", ["limits.increment: expected game, to which it is added"]),
    (f'{GOOD}\n[faults]\ntimeout = "shrug"',
     ["faults.timeout: found 'shrug': expected one of random, end, replay"]),
    (f"{GOOD}\n[faults]\nretrys = 1",
     ["faults.retrys: unknown key: expected one of default, illegal"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), BAD)
def test_every_fault_is_named_with_its_key(tmp_path: Path, text: str, expected: list[str]) -> None:
    found = faults(tmp_path, text)
    assert len(found) == len(expected)
    for fault, start in zip(sorted(found), sorted(expected), strict=True):
        assert fault.startswith(start)


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    text = 'game = "chess"\nseed = "x"\n[format]\nkind = "swiss"\n[limits]\nmoves = 3\n'
    keys = {fault.split(":")[0] for fault in faults(tmp_path, text)}
    assert keys == {"game", "seed", "format.rounds", "limits.moves", "bots"}


WHOLE = """
gam = 1
game = "village"
players = 7
seed = -4
rotations = 9
workers = "many"
positions = "yes"
output = ""
[options]
tie_cards = "most"
monk_cost = true
foo = "1"
[format]
kind = "sprt"
groups = 0
elo = [100, 0]
share = [2, 3]
alpha = 2
tables = 3
[limits]
move = -1
increment = 1
nope = 2
[faults]
default = "explode"
retries = -1
timout = "end"
[[bots]]
name = "a"
bot = "search:iterations=-5,foo=2,depth=1"
[[bots]]
name = "a"
command = ""
memory_mib = -3
directory = "/no/such"
environment = { "A=B" = "1", C = 1, D = "" }
setup = "level 3"
[[bots]]
name = "b"
bot = "grady"
command = "/no/such/program"
[[bots]]
[[bots]]
name = " "
bot = "random"
setup = ["level 3"]
memory_mib = 3
color = "red"
"""
WHOLE_KEYS = [
    "bots[1].bot", "bots[1].bot",
    "bots[2].command", "bots[2].directory", "bots[2].environment.A=B", "bots[2].environment.C",
    "bots[2].memory_mib", "bots[2].name", "bots[2].setup",
    "bots[3].bot", "bots[3].bot", "bots[3].command",
    "bots[4].bot",
    "bots[5].color", "bots[5].memory_mib", "bots[5].name", "bots[5].setup",
    "faults.default", "faults.retries", "faults.timout",
    "format.alpha", "format.elo", "format.elo", "format.groups", "format.share", "format.tables",
    "gam", "limits.increment", "limits.move", "limits.nope",
    "options.foo", "options.monk_cost", "options.tie_cards", "output", "players", "positions",
    "rotations", "seed", "workers",
]  # fmt: skip


def test_no_fault_hides_another(tmp_path: Path) -> None:
    found = faults(tmp_path, WHOLE)
    assert sorted(fault.split(":")[0] for fault in found) == WHOLE_KEYS
    for fault in found:
        _, _, choices = fault.partition("expected one of ")
        names = choices.split(", ")
        assert len(set(names)) == len(names), "said twice"
        assert not choices.startswith(";"), "nothing is expected"


def test_bots_that_are_no_tables_hide_no_others(tmp_path: Path) -> None:
    text = 'game = "kuhn"\nbots = [3, { bot = "grady" }]\n[format]\nkind = "swiss"\nrounds = 0\n'
    assert {fault.split(":")[0] for fault in faults(tmp_path, text)} == {
        "bots[1]", "bots[2].bot", "format.rounds",
    }  # fmt: skip


def test_the_format_is_held_against_bots_and_players_that_are_known(tmp_path: Path) -> None:
    text = GOOD.replace("kuhn", 'leduc"\nplayers = 2\nsede = "').replace('"random"', '"grady"')
    tables = text.replace('"round-robin"', '"fixed"\ntables = [["a"], ["other", "grady", "a"]]')
    found = faults(tmp_path, tables)
    assert "format.tables[1]: there is no bot 'a': expected one of grady, other" in found
    assert "format.tables[1]: 1 bot for 2 players" in found
    assert "format.tables[2]: 3 bots for 2 players" in found
    sprt = f'{text}[[bots]]\nbot = "random"\n'.replace('"round-robin"', '"sprt"\nalpha = 3')
    assert "format: 3 bots: expected 2" in faults(tmp_path, sprt)


def test_a_table_that_is_none_hides_no_others(tmp_path: Path) -> None:
    tables = '[["random"], ["random", "zed"], "b", [], [1, 2]]'
    text = GOOD.replace('"round-robin"', f'"fixed"\ntables = {tables}')
    assert [fault.partition(": there")[0] for fault in faults(tmp_path, text)] == [
        "format.tables[2]", "format.tables[3]: found 'b': expected a list of bots",
        "format.tables[5]", "format.tables[5]",
        "format.tables[1]: 1 bot for 2 players", "format.tables[4]: 0 bots for 2 players",
    ]  # fmt: skip


def test_what_follows_from_another_fault_is_not_told(tmp_path: Path) -> None:
    bot = 'bot = "search:exploration=x,iterations=1,iterations=2"\nmemory_mib = 5\n'
    text = f'game = "kuhn"\nrotations = 3\nformat = "x"\n[[bots]]\n{bot}directory = "/no/such"\n'
    assert sorted(faults(tmp_path, text)) == [
        "bots[1].bot: exploration=x: expected 0..100, or auto",
        "bots[1].bot: iterations is given twice",
        "bots[1].directory: expected a command, to which it belongs",
        "bots[1].memory_mib: expected a command, to which it belongs",
        "format: found 'x': expected a table",
        "rotations: found 3: expected a whole number 0..2",
    ]


def test_a_relative_program_is_looked_for_in_its_directory(tmp_path: Path) -> None:
    folder = tmp_path / "there"
    folder.mkdir()
    (folder / "mine").write_text("#!/bin/sh\n")
    (folder / "mine").chmod(0o755)
    near = f'{HEAD}[[bots]]\ncommand = "./mine"\ndirectory = "there"\n'
    assert read(tmp_path, near).settings.labels == ["random", "./mine"]
    named = f'{HEAD}[[bots]]\ncommand = "mine"\nenvironment = {{ PATH = "{folder}" }}\n'
    assert read(tmp_path, named).settings.labels == ["random", "mine"]
    for text in (near.replace('"there"', '"."'), named.replace("PATH", "PATHS")):
        assert "there is no program" in faults(tmp_path, text)[0]


def test_what_is_no_toml_or_no_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadArgument, match=r"not TOML: .* line 1"):
        read(tmp_path, "game = kuhn")
    with pytest.raises(BadArgument, match="cannot read"):
        read_file(tmp_path / "gone.toml")


def test_settings_differ_by_name(tmp_path: Path) -> None:
    one, other = (read(tmp_path, text).settings for text in (GOOD, f"seed = 2\n{GOOD}"))
    assert differences(one.to_json(), one.to_json()) == []
    assert differences(one.to_json(), other.to_json()) == ["seed: 1 then, 2 now"]


def test_what_follows_from_another_difference_is_not_told(tmp_path: Path) -> None:
    """A bot without a name has that of its settings; another kind of bot has other settings."""
    before, now, other = (
        read(tmp_path, f"{HEAD}[[bots]]\n{text}\n").settings.to_json()
        for text in (
            'name = "a"\nbot = "greedy:worlds=1"',
            'name = "a"\nbot = "search:iterations=9"',
            'bot = "greedy:worlds=1"',
        )
    )
    assert differences(before, now) == ["bots.a.kind: 'GreedySpec' then, 'SearchSpec' now"]
    assert differences(before, {**before, "bots.a.worlds": 2}) == ["bots.a.worlds: 1 then, 2 now"]
    assert differences(before, other) == [
        "bots: ['random', 'a'] then, ['random', 'greedy:worlds=1'] now"
    ]
