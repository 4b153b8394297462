"""Fitting: it finds what is there, finds nothing where nothing is, and looks at nothing hidden."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import orjson
import pytest

from hinterland.__main__ import main
from hinterland.engine.errors import BadArgument
from hinterland.engine.game import Game, States
from hinterland.engine.jit import in_record
from hinterland.engine.registry import load
from hinterland.engine.rng import draw_bounded, stream
from hinterland.engine.seats import CHANCE, OVER
from hinterland.engine.table import Table
from hinterland.eval import fit_command
from hinterland.eval.explaining import weighted_terms
from hinterland.eval.fitting import (
    PULL,
    Rows,
    best_weights,
    feature_table,
    fittable,
    fitted,
    gain_interval,
    losses,
    model_shares,
    read_positions,
)
from hinterland.eval.greedy import one_ply_values
from hinterland.eval.shares import shares_of
from hinterland.eval.weights import weights_text
from hinterland.protocol.bots import parse_bot
from hinterland.tests.processes import PACKAGE
from hinterland.tournaments.file import read_file
from hinterland.tournaments.formats import Fixed
from hinterland.tournaments.job import play_game
from hinterland.tournaments.plan import first_round
from hinterland.tournaments.positions import Arrays, split_positions
from hinterland.tournaments.settings import Settings

VILLAGE = load("village")
FEATURES = fittable(VILLAGE).FEATURES
MIXES: Final = (
    ("village", {}),
    ("island", {"preset": "base"}),
    ("island", {"preset": "house", "fish": "yes", "seafarers": "yes"}),
)
OPTIONS = VILLAGE.option_values({"players": "3"})


# The model, on rows that are made up

TRUE = np.array([1.5, -0.5, 0.8])


def made_up(rows: int, seed: int, weights: np.ndarray[Any, Any] = TRUE) -> Rows:
    """Positions of three seats whose winners are drawn by the model of some weights."""
    rng = np.random.default_rng(seed)
    features = rng.normal(0, 4, (rows, 3, 3))
    softness = rng.uniform(4, 20, rows)
    blank = Rows(features, softness, np.zeros((rows, 3)), np.arange(rows) // 8, shares_of)
    chances = model_shares(blank, weights)
    winners = [rng.choice(3, p=chance) for chance in chances]
    return replace(blank, outcome=np.eye(3)[winners])


def test_the_fit_finds_the_weights_that_are_true() -> None:
    found = best_weights(made_up(20_000, 1), np.ones(3))
    assert found == pytest.approx(TRUE, abs=0.12)
    held_out = made_up(4000, 2)
    assert losses(held_out, found).mean() < losses(held_out, np.ones(3)).mean() - 0.1


def test_what_the_data_say_nothing_of_stays_as_it_was() -> None:
    rows = made_up(2000, 3)
    rows.features[:, :, 2] = 7.0  # alike for all seats
    found = best_weights(rows, np.array([1.0, 1.0, 0.25]))
    assert found[2] == pytest.approx(0.25, abs=1e-3)
    assert PULL < 1e-3


def test_outcomes_of_other_games_teach_nothing() -> None:
    """A leak of outcomes into positions would show as a gain on deals that were held out."""
    train, held_out = made_up(4000, 4), made_up(2000, 5)
    rng = np.random.default_rng(6)
    train = replace(train, outcome=rng.permutation(train.outcome))
    held_out = replace(held_out, outcome=rng.permutation(held_out.outcome))
    found = best_weights(train, np.zeros(3))
    gains = losses(held_out, np.zeros(3)) - losses(held_out, found)
    assert gain_interval(gains, held_out.group)[0] < 0.0
    assert gains.mean() < 0.002
    true = losses(made_up(2000, 5), np.zeros(3)) - losses(made_up(2000, 5), TRUE)
    assert gain_interval(true, held_out.group)[0] > 0.1


def test_the_interval_is_over_deals() -> None:
    """Rows of a deal that are all alike count as one."""
    gains = np.random.default_rng(7).normal(0.1, 1.0, 100)
    low, high = gain_interval(gains, np.arange(100))
    many = gain_interval(np.repeat(gains, 50), np.repeat(np.arange(100), 50))
    assert many == pytest.approx((low, high))
    assert 0.3 < high - low < 0.5


# The features of village


@cache
def games() -> tuple[Any, ...]:
    bots = (parse_bot("random"), parse_bot("greedy:worlds=1"))
    tables = Fixed(6, ((0, 1, 1),))
    settings = Settings("village", OPTIONS, bots, tables, 7, rotations=1, positions=True)
    return tuple(play_game(job) for job in first_round(settings))


@cache
def positions() -> dict[str, Arrays]:
    splits = split_positions(games(), 7)
    assert all(len(arrays["view"]) > 50 for arrays in splits.values())
    return splits


@pytest.mark.parametrize(("name", "options"), MIXES)
def test_the_model_is_the_evaluation(name: str, options: Mapping[str, str]) -> None:
    """What is fitted is what plays: the same shares from the features and from the kernel.

    An offer on the table of island counts for the hands that it may lead to.
    """
    game = load(name)
    evaluation = fittable(game)
    plays = game.specialise("hinterland.tests.eval.evaluated", evaluation=evaluation)
    compared = np.zeros(len(evaluation.FEATURES), np.int64)
    for state in states_of_a_game(game, options, 3):
        if name == "island" and state[0]["offer"] != 0:
            continue
        out = np.zeros(3)
        plays.evaluated(state, in_record(out))
        features, softness = np.zeros((1, 3, len(evaluation.FEATURES))), np.zeros(1)
        plays.features_of(state, features, softness)
        no_group = np.zeros(1, np.int64)
        rows = Rows(features, softness, np.zeros((1, 3)), no_group, evaluation.shares_of)
        assert model_shares(rows, evaluation.WEIGHTS)[0] == pytest.approx(out, abs=1e-12)
        compared += features[0].any(axis=0)
    assert (compared > 100).sum() > 7


def states_of_a_game(game: Game, options: Mapping[str, str], seed: int) -> Iterator[States]:
    """All states of a random game of three, or the first 2,000."""
    values = game.option_values({**options, "players": "3"})
    table, rng = Table.deal(game, values, stream("eval", seed)), stream("moves", seed)
    for _ in range(2000):
        if table.mover == OVER:
            break
        yield table.state.copy()
        play_one(table, rng)


@pytest.mark.parametrize(("name", "options"), MIXES)
def test_the_terms_add_up_to_the_evaluation(name: str, options: Mapping[str, str]) -> None:
    """In a world that is drawn for them, as the mover may think it is."""
    game = load(name)
    evaluation = fittable(game)
    plays = game.specialise("hinterland.tests.eval.evaluated", evaluation=evaluation)
    compared = 0
    for number, state in enumerate(states_of_a_game(game, options, 4)):
        if number % 7 != 0 or game.mover(state) < 0 or (name == "island" and state[0]["offer"]):
            continue
        knowledge = game.mask(state, game.mover(state))
        terms = weighted_terms(game, knowledge, worlds=1)
        world = game.determinise(knowledge, stream("explain"))
        out, features, softness = (
            np.zeros(3),
            np.zeros((1, 3, len(evaluation.FEATURES))),
            np.zeros(1),
        )
        plays.evaluated(world, in_record(out))
        plays.features_of(world, features, softness)
        worth = np.sum(list(terms.values()), axis=0)
        assert evaluation.shares_of(worth[None], softness)[0] == pytest.approx(out, abs=1e-12)
        compared += 1
    assert compared > 10
    assert set(terms) == {feature.partition(":")[0] for feature in evaluation.FEATURES}


def test_terms_are_means_over_worlds() -> None:
    """No world alone says what a hidden hand is worth; the same is said each time."""
    table, _, seat = two_truths(1)
    knowledge = table.knowledge(seat)
    found = [weighted_terms(VILLAGE, knowledge, worlds)["hand ready"] for worlds in (1, 300, 400)]
    assert weighted_terms(VILLAGE, knowledge) == weighted_terms(VILLAGE, knowledge)
    assert found[0][seat] == found[1][seat] == found[2][seat]
    others = [sum(values) - values[seat] for values in found]
    assert others[1] == pytest.approx(others[2], rel=0.05)
    assert others[0] != pytest.approx(others[2], rel=0.05)


def test_a_game_without_features_has_no_terms() -> None:
    kuhn = load("kuhn")
    table = Table.deal(kuhn, kuhn.option_values({}), stream("kuhn"))
    assert weighted_terms(kuhn, table.knowledge(0)) == {}


def play_one(table: Table, rng: Any) -> None:
    if table.mover == CHANCE:
        table.play(CHANCE, table.game.sample(table.state, rng))
    else:
        moves = table.game.legal(table.state)
        table.play(table.mover, int(moves[draw_bounded(rng, len(moves))]))


def two_truths(seed: int) -> tuple[Table, Table, int]:
    """Two tables that differ only in what the seat to move does not know, and that seat.

    The other one's truth is a world of the first one's seat, and both are played from the deal.
    """
    table, rng = Table.deal(VILLAGE, OPTIONS, stream("truth", seed)), stream("until", seed)
    while table.mover == CHANCE:
        play_one(table, rng)
    seat = table.mover
    other = Table(VILLAGE, VILLAGE.determinise(table.knowledge(seat), stream("other", seed)))
    return Table(VILLAGE, table.state), other, seat


def truth_features(state: States) -> np.ndarray[Any, Any]:
    kernels = VILLAGE.specialise("hinterland.tests.eval.evaluated", evaluation=fittable(VILLAGE))
    features = np.zeros((1, 3, len(FEATURES)))
    kernels.features_of(state, features, np.zeros(1))
    return features[0]


def row_features(table: Table, seat: int) -> np.ndarray[Any, Any]:
    knowledge = table.knowledge(seat)
    arrays = {
        "view": np.asarray(knowledge.view),
        "memory": np.asarray(knowledge.memory),
        "group": np.zeros(1, np.int64),
        "outcome": np.zeros((1, 3)),
    }
    return feature_table(VILLAGE, arrays, "train").features[0]


@pytest.mark.parametrize("number", range(len(FEATURES)), ids=FEATURES)
def test_no_feature_of_a_position_depends_on_what_its_seat_does_not_know(number: int) -> None:
    for seed in range(12):
        first, second, seat = two_truths(seed)
        assert first.state.tobytes() != second.state.tobytes()
        found = row_features(first, seat)[:, number], row_features(second, seat)[:, number]
        assert found[0].tolist() == found[1].tolist()


def test_features_of_the_truth_would_depend_on_it() -> None:
    """The test above can fail: hands are hidden, and some features are about hands.

    How many special cards a hand has is seen on their backs.
    """
    differ = np.zeros(len(FEATURES), bool)
    for seed in range(12):
        first, second, _ = two_truths(seed)
        differ |= (truth_features(first.state) != truth_features(second.state)).any(axis=0)
    found = [name for name, it in zip(FEATURES, differ, strict=True) if it]
    assert found == ["hand ready", "hand later", "hand distant"]


def test_rows_of_a_deal_are_in_one_split_only() -> None:
    groups = [set(arrays["group"].tolist()) for arrays in positions().values()]
    assert not groups[0] & groups[1]


def test_the_fit_of_positions_is_repeated_exactly() -> None:
    found = fitted(VILLAGE, positions())
    assert found == fitted(VILLAGE, positions())
    assert found.rows == {name: len(arrays["view"]) for name, arrays in positions().items()}
    assert found.fair_loss == pytest.approx(np.log(3))
    assert found.gain == pytest.approx(found.loss_before - found.loss_after)
    assert found.interval[0] <= found.gain <= found.interval[1]


# The command


@pytest.mark.parametrize("name", ["village", "island"])
def test_the_examples_keep_positions_of_equal_bots(name: str) -> None:
    settings = read_file(PACKAGE / "examples" / "fitting" / f"{name}.toml").settings
    assert settings.game == name
    assert settings.positions
    assert len({replace(bot, label="") for bot in settings.entrants}) == 1


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, arrays in positions().items():
        np.savez_compressed(tmp_path / f"{name}.npz", **arrays)
    return tmp_path


def test_from_positions_to_a_bot(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "weights.json"
    assert main(["fit", "village", str(folder), "--output", str(path)]) == 0
    said = capsys.readouterr().out
    assert "loss on deals held out: fair shares 1.0986, weights so far " in said
    written = orjson.loads(path.read_bytes())
    assert list(written["weights"]) == list(FEATURES) == written["about"]["features"]
    assert list(written["weights"].values()) == written["about"]["after"]
    parse_bot(f"greedy:weights={path}").suits(VILLAGE)
    assert main(["fit", "village", str(folder), "--output", str(path)]) == 2
    assert f"hinterland: {path} exists: name another with --output" in capsys.readouterr().err


@pytest.mark.parametrize(("few", "warned"), [(fit_command.FEW_DEALS, True), (1, False)])
def test_few_deals_held_out_are_warned_of(
    few: int,
    warned: bool,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fit_command, "FEW_DEALS", few)
    assert main(["fit", "village", str(folder), "--output", str(folder / "weights.json")]) == 0
    said = capsys.readouterr().out
    assert 1 <= int(said.splitlines()[0].split()[-3]) < 10
    assert (f"fewer than {few} deals held out" in said) == warned


def test_a_bot_plays_with_the_weights_of_its_file(tmp_path: Path) -> None:
    """Weights turned round like the worst moves best."""
    path = tmp_path / "weights.json"
    turned_round = (-fittable(VILLAGE).WEIGHTS).tolist()
    path.write_bytes(weights_text("village", FEATURES, turned_round, {}))
    table = Table.deal(VILLAGE, OPTIONS, stream("greedy"))
    knowledge = table.knowledge(table.mover)
    _, plain = one_ply_values(VILLAGE, knowledge, 8, stream("worlds"))
    _, turned = one_ply_values(VILLAGE, knowledge, 8, stream("worlds"), path)
    assert np.corrcoef(plain, turned)[0, 1] < -0.9


def test_games_without_weights_are_refused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fit", "kuhn", str(folder)]) == 2
    assert "the evaluation of kuhn has no weights that can be fitted" in capsys.readouterr().err


def changed(arrays: Arrays, **changes: Any) -> Arrays:
    return {**arrays, **changes}


def bad_view(arrays: Arrays) -> Any:
    view = arrays["view"].copy()
    view["road"][3] = 127
    return view


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda a: changed(a, view=np.zeros(3)), "view is not of village, version"),
        (lambda a: changed(a, group=a["group"][:5]), r"group has shape \(5,\): expected"),
        (lambda a: changed(a, outcome=a["outcome"][:, 0]), "outcome has shape"),
        (lambda a: changed(a, outcome=a["outcome"] * 2), "the shares of a row must add up to 1"),
        (lambda a: changed(a, outcome=a["outcome"][:, :2]), "row 0: 3 players and 2 outcomes"),
        (lambda a: changed(a, view=bad_view(a)), "row 3: "),
        (lambda a: {n: values[:0] for n, values in a.items()}, "no positions: play more deals"),
        (lambda a: {"view": a["view"]}, "not positions: "),
    ],
)
def test_bad_positions_are_named(folder: Path, change: Any, said: str) -> None:
    np.savez_compressed(folder / "held-out.npz", **change(positions()["held-out"]))
    with pytest.raises(BadArgument, match=said):
        read_positions(VILLAGE, folder)


def test_no_fault_of_positions_hides_another(folder: Path) -> None:
    arrays = positions()
    (folder / "train.npz").write_bytes(b"")
    bad = changed(arrays["held-out"], view=bad_view(arrays["held-out"]))
    bad["outcome"] = bad["outcome"] * 2
    np.savez_compressed(folder / "held-out.npz", **bad)
    with pytest.raises(BadArgument) as caught:
        read_positions(VILLAGE, folder)
    places = [fault.removeprefix(f"{folder}/") for fault in str(caught.value).split("; ")]
    assert [place.partition(":")[0] for place in places if ".npz" in place] == [
        "train.npz", "held-out.npz", "held-out.npz",
    ]  # fmt: skip
    assert "the shares of a row" in str(caught.value)


@pytest.mark.parametrize(
    ("damage", "said"), [(b"", "not positions|damaged"), (b"PK", "damaged|not")]
)
def test_damaged_positions_are_named(folder: Path, damage: bytes, said: str) -> None:
    path = folder / "train.npz"
    path.write_bytes(damage + path.read_bytes()[300:4000] if damage else b"")
    with pytest.raises(BadArgument, match=said):
        read_positions(VILLAGE, folder)
    path.unlink()
    with pytest.raises(BadArgument, match=r"cannot read .*train.npz: No such file"):
        read_positions(VILLAGE, folder)
