"""The exact posterior of hidden cards of one suit, by enumeration of labelled deals and choices.

A history is a list of tokens of the hands' owners: `exchange:?wood>stack1`, `build:CARD`,
`show:stack1=CARD/..` of the seat that draws. The viewer is p1. Written from the rules alone; it
knows nothing of the engine's memory.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any

Place = str
"""A hand (`p2`) or a place in a stack counted from the bottom (`stack1.3`)."""
Where = tuple[tuple[Place, tuple[str, ...]], ...]
"""Every place with the sorted names of its cards."""


@dataclass(frozen=True)
class Scene:
    """Hands with known names and unknown counts; unseen names; heights of the stacks."""

    known: Mapping[Place, Sequence[str]]
    unknown: Mapping[Place, int]
    unseen: Sequence[str]
    heights: Mapping[str, int]


World = dict[Place, tuple[int, ...]]
"""Labels of the cards at each place."""


def posterior(scene: Scene, history: Sequence[tuple[str, str]]) -> dict[Where, Fraction]:
    """`history`: (seat, token). Probabilities of where the names are afterwards."""
    names = list(scene.unseen)
    for cards in scene.known.values():
        names.extend(cards)
    worlds = [(world, Fraction(1)) for world in _deals(scene)]
    heights = Counter(scene.heights)
    for seat, token in history:
        worlds = list(_step(worlds, seat, token, names, heights))
    total: dict[Where, Fraction] = defaultdict(Fraction)
    for world, weight in worlds:
        total[_where(world, names)] += weight
    mass = sum(total.values())
    return {where: weight / mass for where, weight in total.items()}


def _deals(scene: Scene) -> Iterator[World]:
    slots = [place for place, count in scene.unknown.items() for _ in range(count)]
    label = len(scene.unseen)
    known: World = {}
    for place, cards in scene.known.items():
        known[place] = tuple(range(label, label + len(cards)))
        label += len(cards)
    for chosen in permutations(range(len(scene.unseen)), len(slots)):
        world = dict(known)
        for place, card in zip(slots, chosen, strict=True):
            world[place] = (*world.get(place, ()), card)
        yield world


def _step(
    worlds: list[tuple[World, Fraction]],
    seat: str,
    token: str,
    names: list[str],
    heights: Counter[str],
) -> Iterator[tuple[World, Fraction]]:
    verb, _, rest = token.partition(":")
    if verb == "exchange":
        stack = rest.partition(">")[2]
        heights[stack] += 1
        for world, weight in worlds:
            for card in world[seat]:
                share = weight / len(world[seat])
                yield _moved(world, card, seat, f"{stack}.{heights[stack]}"), share
        return
    place, name, target = seat, rest, "table"
    if verb == "show":
        target = seat if seat != "p1" else "table"
        stack, _, shown = rest.partition("=")
        place, name = f"{stack}.{heights[stack]}", shown.partition("/")[0]
        heights[stack] -= 1
    for world, weight in worlds:
        held = [card for card in world.get(place, ()) if names[card] == name]
        if held:
            yield _moved(world, held[0], place, target), weight


def _moved(world: World, card: int, source: Place, target: Place) -> World:
    left = tuple(other for other in world[source] if other != card)
    return {**world, source: left, target: (*world.get(target, ()), card)}


def _where(world: World, names: list[str]) -> Where:
    found = {p: tuple(sorted(names[c] for c in held)) for p, held in world.items()}
    return tuple(sorted((p, held) for p, held in found.items() if held and p != "table"))


def believed(data: Mapping[str, Any], suit: str, unseen: Mapping[str, int]) -> dict[Where, float]:
    """The distribution that a view's JSON states: its hypotheses, the rest uniform.

    `unseen`: the view's unseen cards of the suit.
    """
    places: dict[Place, list[str]] = {}
    open_places: Counter[Place] = Counter()
    for seat in data["seats"]:
        if seat["seat"] == data["viewer"]:
            continue
        names = [n for n, count in seat["hand"].items() if n in unseen for _ in range(count)]
        places[seat["seat"]] = names
        open_places[seat["seat"]] += seat["hand"].get(f"?{suit}", 0)
    for number, pile in enumerate(data["stacks"], start=1):
        for height, card in enumerate(pile, start=1):
            place = f"stack{number}.{height}"
            if card == f"?{suit}":
                open_places[place] += 1
            elif card in unseen:
                places[place] = [card]
    tracked = data["inferred"]["tracked"].get(suit, [])
    found = [item for item in data["inferred"]["hypotheses"] if item["suit"] == suit]
    total: dict[Where, float] = defaultdict(float)
    for item in found or [{"weight": 1.0, "places": []}]:
        texts = [f"{name}@{at}" for name, at in zip(tracked, item["places"], strict=True) if at]
        hypothesis = {
            "weight": item["weight"],
            "cards": [text for text in texts if not text.startswith("half:")],
            "halved": [text.removeprefix("half:") for text in texts if text.startswith("half:")],
        }
        for where, share in _filled(hypothesis, places, open_places, unseen):
            total[where] += hypothesis["weight"] * share
    mass = sum(total.values())
    return {where: weight / mass for where, weight in total.items()}


def _filled(
    hypothesis: Mapping[str, Any],
    places: Mapping[Place, list[str]],
    open_places: Counter[Place],
    unseen: Mapping[str, int],
) -> Iterator[tuple[Where, float]]:
    world = {place: list(names) for place, names in places.items()}
    left, pool = Counter(open_places), Counter(unseen)
    for text in hypothesis["cards"]:
        name, _, place = text.partition("@")
        world.setdefault(place, []).append(name)
        left[place] -= 1
        pool[name] -= 1
    assert min([*left.values(), *pool.values()], default=0) >= 0
    slots = list(left.elements())
    fills = list(permutations(list(pool.elements()), len(slots)))
    for fill in fills:
        share = 1.0 / len(fills)
        filled = {place: list(names) for place, names in world.items()}
        for place, name in zip(slots, fill, strict=True):
            filled.setdefault(place, []).append(name)
            share *= 0.5 if f"{name}@{place}" in hypothesis["halved"] else 1.0
        yield (
            tuple(sorted((p, tuple(sorted(names))) for p, names in filled.items() if names)),
            share,
        )
