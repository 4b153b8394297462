"""What a seat believes of cards that move unseen with Cities & Knights: known answers."""

from collections.abc import Mapping
from typing import Any

import pytest

from hinterland.engine.game import Knowledge, States
from hinterland.engine.island import GAME
from hinterland.engine.island.progress import COPIES, PROGRESS, TRACK_OF, TRACKS
from hinterland.engine.island.progress_tokens import progress_counts
from hinterland.engine.rng import stream
from hinterland.engine.seats import PUBLIC
from hinterland.tests.island.knights_positions import rolling, table
from hinterland.tests.island.positions import observe, play
from hinterland.tests.island.test_beliefs import cards, misfit, watching

AHEAD = {"victory_cards": {"defender": 1}}
SEEDS = (1, 2, 3)


def holding(card: str, **more: Any) -> dict[str, Any]:
    return {"progress": {card: 1}, **more}


def believed(knowledge: Knowledge, read: Any, expected: Mapping[Any, float]) -> bool:
    """Whether worlds have the expected distribution, and not an even one over more."""
    return not any(misfit(knowledge, read, expected, seed) for seed in SEEDS)


def progress(world: States, number: int) -> tuple[str, ...]:
    """The progress cards of seat `number`, 1 for p1."""
    return tuple(progress_counts(int(world[0]["progress"][number - 1])))


def test_wedding_gifts_are_any_cards_of_the_giver() -> None:
    """p2 gives two of two wool and one ore."""
    state = table(holding("wedding"), {"hand": {"wool": 2, "ore": 1}, **AHEAD})
    knowledge = watching(state)
    observe(knowledge, "play:wedding", "give:?", "give:?")
    expected = {(("wool", 2),): 1 / 3, (("wool", 1), ("ore", 1)): 2 / 3}
    assert believed(knowledge, lambda world: tuple(cards(world, 1).items()), expected)


def test_receiver_of_a_gift_learns_of_the_rest() -> None:
    """p2 stole a card of p3 {coin, ore}, and then gives p1 the only other card it had: a wool."""
    state = table(
        holding("wedding"), {"hand": {"wool": 1}, **AHEAD}, {"hand": {"coin": 1, "ore": 1}},
        turn="p2", actor="p2", phase="robber", dice=[3, 4, "ship"],
    )  # fmt: skip
    view = state.copy()
    view["viewer"] = 0
    knowledge = Knowledge(view, GAME.new_memories())
    observe(knowledge, "robber:c1", "steal:?", "end", "roll", "dice:1+1+ship", "end")
    observe(knowledge, "roll", "dice:1+1+ship", "end", "roll", "dice:1+1+ship")
    observe(knowledge, "play:wedding", "give:coin")
    world = GAME.determinise(knowledge, stream("gift"))
    assert cards(world, 3) == {"ore": 1}
    assert cards(world, 2) == {"wool": 1}


def test_commercial_harbor_swaps_any_resource_for_any_commodity() -> None:
    """p1 has two lumber and an ore to give, p2 a coin and two paper."""
    state = table(
        holding("commercial_harbor", hand={"lumber": 2, "ore": 1}),
        {"hand": {"coin": 1, "paper": 2, "wool": 1}},
    )
    knowledge = watching(state)
    observe(knowledge, "play:commercial_harbor", "swap:p2=?", "give:?")

    def under_way(world: States) -> tuple[int, int]:
        return int(world[0]["swapped"]), int(world[0]["returned"])

    expected = {(0, 7): 2 / 9, (0, 5): 4 / 9, (4, 7): 1 / 9, (4, 5): 2 / 9}
    assert believed(knowledge, under_way, expected)
    observe(knowledge, "cross:?")

    def swapped(world: States) -> tuple[int, int]:
        mine = cards(world, 1)
        return 0 if mine["lumber"] == 1 else 4, 7 if "coin" in mine else 5

    assert believed(knowledge, swapped, expected)


def test_who_has_no_commodity_stole_a_resource() -> None:
    """p2 took one of p1's coin and ore; asked for a commodity it has none."""
    state = table(
        {"hand": {"coin": 1, "ore": 1}},
        {},
        holding("commercial_harbor", hand={"wool": 1}),
        turn="p2",
        actor="p2",
        phase="robber",
        dice=[3, 4, "ship"],
    )
    knowledge = watching(state)
    observe(knowledge, "robber:a1", "steal:?", "end", "roll", "dice:1+1+ship")
    observe(knowledge, "play:commercial_harbor", "swap:p2=?", "none")
    assert believed(knowledge, lambda world: tuple(cards(world, 2)), {("ore",): 1.0})


@pytest.mark.parametrize(("given", "stolen"), [(0, "coin"), (1, "ore")])
def test_monopoly_tells_what_was_stolen(given: int, stolen: str) -> None:
    """p2 took one of p1's coin and ore, and gives p3 as many ore as it has."""
    state = table(
        {"hand": {"coin": 1, "ore": 1}},
        {},
        holding("resource_monopoly"),
        turn="p2",
        actor="p2",
        phase="robber",
        dice=[3, 4, "ship"],
    )
    knowledge = watching(state)
    observe(knowledge, "robber:a1", "steal:?", "end", "roll", "dice:1+1+ship")
    levy = f"levy:p1={1 - given}+p2={given}+p4=0"
    observe(knowledge, "play:resource_monopoly=ore", levy)
    left = ("coin",) if stolen == "coin" else ()
    assert believed(knowledge, lambda world: tuple(cards(world, 2)), {left: 1.0})


def test_master_merchant_takes_any_two_cards() -> None:
    state = table(holding("master_merchant"), {"hand": {"wool": 2, "ore": 1}, **AHEAD})
    knowledge = watching(state)
    observe(knowledge, "play:master_merchant=p2", "show:?", "take:?", "take:?")
    expected = {(("wool", 2),): 1 / 3, (("wool", 1), ("ore", 1)): 2 / 3}
    assert believed(knowledge, lambda world: tuple(cards(world, 1).items()), expected)


def test_hidden_progress_card_is_any_of_its_back_but_the_victory_card() -> None:
    """Of trade all 18; of politics the Constitution would lie open."""
    state = table(holding("wedding"), holding("merchant"))
    knowledge = GAME.mask(state, 3)
    trade = {
        (card,): int(COPIES[i]) / 18
        for i, card in enumerate(PROGRESS)
        if TRACKS[TRACK_OF[i]] == "trade"
    }
    assert believed(knowledge, lambda world: progress(world, 2), trade)
    politics = {
        (card,): int(COPIES[i]) / 17
        for i, card in enumerate(PROGRESS)
        if TRACKS[TRACK_OF[i]] == "politics" and card != "constitution"
    }
    assert believed(knowledge, lambda world: progress(world, 1), politics)


def drawing(knower: str | None) -> States:
    """p1 draws a Spy at the gate, put under an empty deck in the sight of `knower`."""
    held = {
        name: int(COPIES[i]) - (name == "spy")
        for i, name in enumerate(PROGRESS)
        if TRACKS[TRACK_OF[i]] == "politics" and name != "constitution"
    }
    state = rolling(
        {"improvements": {"politics": 1}},
        {"victory_cards": {"constitution": 1}},
        {"progress": held},
        {"progress": _others(), "victory_cards": {"printer": 1}},
        decks={"trade": [], "science": [], "politics": ["spy"]},
        known_to={"politics": [knower]},
    )
    play(state, "roll", "dice:1+1+politics")
    return state


def _others() -> dict[str, int]:
    """All cards of the other two decks that can be held."""
    return {
        name: int(COPIES[i])
        for i, name in enumerate(PROGRESS)
        if TRACKS[TRACK_OF[i]] != "politics" and name != "printer"
    }


@pytest.mark.parametrize(
    ("knower", "audience"), [("all", {0, 1, 2, 3, PUBLIC}), ("p2", {0, 1}), (None, {0})]
)
def test_card_drawn_again_is_seen_by_who_knew_it(knower: str | None, audience: set[int]) -> None:
    """A played card by all, one dropped over the limit by who dropped it; a new one by nobody."""
    state = drawing(knower)
    move = GAME.notation.parse("draw:spy")
    assert GAME.legal(state).tolist() == [move]
    viewers = (0, 1, 2, 3, PUBLIC)
    assert {v for v in viewers if GAME.redact(state, move, v) == move} == audience
    assert all(
        GAME.notation.format(GAME.redact(state, move, v)) in ("draw:spy", "draw:?politics")
        for v in viewers
    )


def test_spied_hand_is_known_to_the_spy_until_a_card_is_dropped_unseen() -> None:
    state = table(holding("spy"), {"progress": {"warlord": 1, "wedding": 1, "crane": 1}})
    knowledge = GAME.mask(state, 0)
    observe(knowledge, "play:spy=p2", "show:crane+warlord+wedding", "pass")
    expected = {("crane", "warlord", "wedding"): 1.0}
    assert believed(knowledge, lambda world: progress(world, 2), expected)
    other = GAME.mask(state, 3)
    observe(other, "play:spy=p2", "show:?", "pass")
    assert int(other.view[0]["progress_hidden"][1].sum()) == 3
