"""Moves in English, and by named parts, for front-ends: from their tokens.

The parts: `place` is a corner, edge or hex, `target` a seat, `card` a card (`?` and its back
where it is not seen), `want` a kind of card; `cards`, `gives` and `wants` are counts of cards.
"""

from collections.abc import Callable
from typing import Any, Final

from hinterland.engine.island import progress_wording
from hinterland.engine.island.phrases import a_card, counts_of, listed, some_cards
from hinterland.engine.island.progress import TRACKS
from hinterland.engine.island.words import parse_number

Parts = dict[str, Any]

_BARE: Final = {
    "accept": "accept the offer",
    "buy": "buy a development card",
    "decline": "decline the offer",
    "end": "end the turn",
    "none": "close no trade, give no commodity",
    "pass": "pass",
    "roll": "roll the dice",
    "win": "declare the win",
}

_AT_PLACES: Final = {
    "city": "build a city at {}",
    "lift": "take up the ship at {}",
    "pirate": "move the pirate to {}",
    "road": "build a road at {}",
    "robber": "move the robber to {}",
    "settlement": "build a settlement at {}",
    "ship": "build a ship at {}",
    **progress_wording.AT_PLACES,
}

_TO_SEATS: Final = {
    "boot": "hand the old boot to {}",
    "deal": "close the trade with {}",
    "rob": "steal from {}",
}

_OF_CARDS: Final = {
    "discard": "discard {}",
    "draw": "{} is drawn",
    "pick": "pick {} from the bank",
    "steal": "{} is stolen",
    **progress_wording.OF_CARDS,
}

_FACES: Final = {
    "": "",
    "ship": ", the barbarians come nearer",
    "trade": ", the trade gate",
    "politics": ", the politics gate",
    "science": ", the science gate",
}


def describe(token: str) -> Parts:
    """The parts of a move by name, and `text`, the move in English.

    `token` is that of a move, or of an event as a seat sees it.
    """
    kind, _, rest = token.partition(":")
    if not rest:
        return {"text": _BARE[kind]}
    if kind in _AT_PLACES:
        return {"place": rest, "text": _AT_PLACES[kind].format(rest)}
    if kind in _TO_SEATS:
        return {"target": rest, "text": _TO_SEATS[kind].format(rest)}
    if kind in _OF_CARDS:
        return {"card": rest, "text": _OF_CARDS[kind].format(a_card(rest))}
    return _WRITERS[kind](rest)


def _bank(rest: str) -> Parts:
    given, _, wanted = rest.partition(">")
    return {"card": given, "want": wanted, "text": f"trade {given} with the bank for 1 {wanted}"}


def _exchange(verb: str) -> Callable[[str], Parts]:
    def write(rest: str) -> Parts:
        gives, _, wants = rest.partition(">")
        text = f"{verb} {some_cards(gives)} for {some_cards(wants)}"
        return {"gives": counts_of(gives), "wants": counts_of(wants), "text": text}

    return write


def _play(rest: str) -> Parts:
    card, _, more = rest.partition("=")
    if card == "knight":
        return {"card": card, "text": "play a knight: move the robber"}
    if card == "roads":
        return {"card": card, "text": "play Road Building: two free roads"}
    if card == "plenty":
        text = f"play Year of Plenty: take {some_cards(more)}"
        return {"card": card, "cards": counts_of(more), "text": text}
    if card == "monopoly":
        return {"card": card, "want": more, "text": f"play Monopoly: take all {more}"}
    return progress_wording.play(card, more)


# Fish


def _fish(rest: str) -> Parts:
    ware, _, tokens = rest.partition(",")
    name, _, seat = ware.partition("=")
    values = [parse_number(value) for value in tokens.split("+")]
    what = {
        "robber": "take the robber off the board",
        "pirate": "take the pirate off the board",
        "rob": f"steal from {seat}",
        "road": "build a free road",
        "card": "draw a development card",
        **{track: f"draw a {track} card" for track in TRACKS},
    }
    text = what.get(name) or f"take {a_card(name)}"
    paid = f"{listed([str(value) for value in values])} fish"
    target = {"target": seat} if seat else {}
    return {"buys": name, **target, "tokens": values, "text": f"{text} for {paid}"}


def _return(rest: str) -> Parts:
    return {"value": rest, "text": f"swap {_token_name(rest)} for a blind draw"}


def _token(rest: str) -> Parts:
    return {"value": rest, "text": f"{_token_name(rest)} is drawn"}


def _token_name(value: str) -> str:
    names = {"boot": "the old boot", "?": "a fish token"}
    return names.get(value) or f"a token of {value} fish"


# Chance


def _dice(rest: str) -> Parts:
    red, yellow, *faces = rest.split("+")
    face = faces[0] if faces else ""
    total = int(red) + int(yellow)
    return {
        "red": int(red),
        "yellow": int(yellow),
        **({"face": face} if face else {}),
        "text": f"the dice show {total} (red {red}, yellow {yellow}){_FACES[face]}",
    }


def _reveal(rest: str) -> Parts:
    return {"cards": counts_of(rest), "text": f"{some_cards(rest)} were discarded"}


def _levy(rest: str) -> Parts:
    shares = {seat: int(n) for seat, _, n in (part.partition("=") for part in rest.split("+"))}
    given = listed([f"{n} by {seat}" for seat, n in shares.items()])
    return {"levied": shares, "text": f"cards are given: {given}"}


def _flip(rest: str) -> Parts:
    harbor, _, sort = rest.partition("=")
    rate = "3 for 1" if sort == "any" else f"2 {sort} for 1"
    return {"harbor": harbor, "type": sort, "text": f"harbor {harbor} turns up: {rate}"}


def _points(rest: str) -> Parts:
    seat, _, n = rest.partition("=")
    return {"target": seat, "points": int(n), "text": f"{seat} shows hidden victory points: {n}"}


_WRITERS: Final[dict[str, Callable[[str], Parts]]] = {
    "bank": _bank,
    "counter": _exchange("answer with an offer of"),
    "dice": _dice,
    "fish": _fish,
    "flip": _flip,
    "levy": _levy,
    "offer": _exchange("offer"),
    "play": _play,
    "points": _points,
    "return": _return,
    "reveal": _reveal,
    "token": _token,
    **progress_wording.WRITERS,
}
