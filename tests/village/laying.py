"""Positions of village laid out for tests: what is not named goes to the discards."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from hinterland.engine.game import Game, Knowledge
from hinterland.engine.rng import stream
from hinterland.engine.text import decode_knowledge, decode_state
from hinterland.engine.village import GAME, cards, soundness

VILLAGE: Game = GAME


def options(players: int, **given: str) -> tuple[int, ...]:
    """The options of a game, by name."""
    return VILLAGE.option_values({"players": str(players), **given})


def copies(players: int) -> Counter[str]:
    """Every card of the deck and the starting road with that many players."""
    return Counter(
        {
            card.id: card.numbers["copies"]
            for card in cards.CARDS
            if card.in_deck and card.numbers["min_players"] <= players
        }
    )


def position(players: int, given: Mapping[str, Any], unseen: Mapping[str, int]) -> dict[str, Any]:
    """The JSON of a position: `given` fields, empty ones otherwise, the rest in the discards.

    `unseen`: cards that lie somewhere without a name (of a view).
    """
    seats = given.get("seats", {})
    given = {name: value for name, value in given.items() if name != "limit"}
    data: dict[str, Any] = {
        "round": 5,
        "first": "p1",
        "road": [None] * 6,
        "stacks": [[] for _ in range(6)],
        "reserve": [],
        "phase": "build",
        "stage": "build",
        **given,
    }
    data["seats"] = [
        {"seat": f"p{i}", "supply": 8, "hand": {}, "village": [{"card": "founders"}]}
        | dict(seats.get(f"p{i}", {}))
        for i in range(1, players + 1)
    ]
    left = copies(players)
    left.subtract(named_cards(data))
    left.subtract(unseen)
    assert min(left.values()) >= 0, f"too many copies: {-left}"
    left.subtract(data.get("reshuffled") or {})
    data["discards"] = {card: count for card, count in left.items() if count}
    taken = Counter[str]()
    for seat in data["seats"]:
        for settler in seat["village"]:
            taken[settler["card"]] += settler.get("count", 1)
    basics = ("lumberjack", "haymaker", "miner")
    data["piles"] = given.get("piles") or {name: 10 - taken[name] for name in basics}
    return data


def named_cards(data: Mapping[str, Any]) -> Counter[str]:
    """The deck cards with a name in road, stacks, reserve, hands and villages."""
    found: Counter[str] = Counter()
    found.update(item["card"] for item in data["road"] if item)
    for pile in (*data["stacks"], () if data.get("reshuffled") else data["reserve"]):
        found.update(pile)
    for seat in data["seats"]:
        found.update(seat["hand"])
        for settler in seat["village"]:
            found[settler["card"]] += settler.get("count", 1)
    known = copies(5)
    return Counter({card: n for card, n in found.items() if card in known})


@contextmanager
def without_history() -> Iterator[None]:
    """Scenes are read as positions to which no game need have come."""
    with patch.object(VILLAGE.notation, "faults", soundness.position_faults):
        yield


def lay(players: int, given: Mapping[str, Any], **chosen: str) -> Any:
    """A state in which everything is known: an array of shape (1,)."""
    text = json.dumps(position(players, given, {}))
    with without_history():
        state = decode_state(VILLAGE, options(players, **chosen), text)
    _widen(state, given)
    return state


def _widen(state: Any, given: Mapping[str, Any]) -> None:
    """Scenes build more than the builders that lie there would allow."""
    if given.get("phase", "build") in ("build", "common"):
        state["limit"] = given.get("limit", 5)


def lay_view(
    players: int, viewer: int, given: Mapping[str, Any], unseen: Mapping[str, int]
) -> Knowledge:
    """What a seat knows at the start of a scene; `?suit` and `?` are allowed in piles and hands."""
    text = json.dumps(position(players, given, unseen))
    with without_history():
        knowledge = decode_knowledge(VILLAGE, options(players), viewer, text)
    _widen(knowledge.view, given)
    return knowledge


def play(state: Any, *tokens: str) -> Any:
    """Play moves on a state, each checked; chance is drawn where a token is `*`."""
    for token in tokens:
        mover = VILLAGE.mover(state)
        move = VILLAGE.sample(state, stream("play")) if token == "*" else notation().parse(token)
        VILLAGE.check_event(state, mover, move)
        VILLAGE.apply(state, move)
    return state


def observe(knowledge: Knowledge, tokens: Sequence[str]) -> Knowledge:
    """Roll a copy of what a seat knows on by events, each checked."""
    knowledge = knowledge.copy()
    for token in tokens:
        event = notation().parse(token)
        VILLAGE.check_event(knowledge.view, VILLAGE.mover(knowledge.view), event)
        VILLAGE.observe(knowledge, event)
    return knowledge


def notation() -> Any:
    return VILLAGE.notation


def legal(state: Any, prefix: str = "") -> list[str]:
    """The tokens of the legal moves that begin with `prefix`."""
    texts = [notation().format(int(move)) for move in VILLAGE.legal(state)]
    return [text for text in texts if text.startswith(prefix)]


def as_json(state: Any) -> dict[str, Any]:
    data: dict[str, Any] = notation().to_json(state[0], None)
    return data


def refused(state: Any, token: str) -> str:
    """The rule that a move breaks; empty if it may be played."""
    return str(notation().RULES_BROKEN.get(VILLAGE.fits(state, notation().parse(token)), ""))
