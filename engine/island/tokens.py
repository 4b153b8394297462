"""Moves and events as text tokens, and back."""

from collections.abc import Callable
from typing import Final

from hinterland.engine.errors import BadNotation
from hinterland.engine.island import moves as m
from hinterland.engine.island import progress_tokens
from hinterland.engine.island.board import CORNER_NAMES, EDGE_NAMES
from hinterland.engine.island.cards import DEVELOPMENT, KINDS, RESOURCES
from hinterland.engine.island.fish_tokens import TOKENS, fish_text, parse_fish
from hinterland.engine.island.state import HARBORS
from hinterland.engine.island.words import (
    cards_text,
    code,
    index,
    parse_cards,
    parse_counts,
    parse_kind,
    parse_number,
    parse_place,
    place_text,
    read_seat,
)
from hinterland.engine.jit import plain
from hinterland.engine.seats import MAX_SEATS, seat_name

_balance = plain(m.balance)

BARE: Final = {
    m.PASS: "pass",
    m.ROLL_MOVE: "roll",
    m.END: "end",
    m.WIN: "win",
    m.NONE: "none",
    m.ACCEPT: "accept",
    m.DECLINE: "decline",
    m.BUY_MOVE: "buy",
    m.PLAY_KNIGHT: "play:knight",
    m.PLAY_ROADS: "play:roads",
}
"""Moves that are one word."""


def offer_text(offer: int) -> str:
    """`CARDS>CARDS` of an exchange coded as in OFFER."""
    balances = {kind: _balance(offer, kind) for kind in range(len(KINDS))}
    gives = {kind: n for kind, n in balances.items() if n > 0}
    wants = {kind: -n for kind, n in balances.items() if n < 0}
    return f"{cards_text(gives)}>{cards_text(wants)}"


def parse_offer(text: str) -> int:
    gives, arrow, wants = text.partition(">")
    if not arrow:
        raise BadNotation(f"{text!r}: expected CARDS>CARDS, such as 2lumber>ore")
    if not (gives and wants):
        raise BadNotation(f"{text!r} is a gift: expected cards on both sides of >")
    given, wanted = parse_cards(gives), parse_cards(wants)
    if given.keys() & wanted.keys():
        raise BadNotation(f"{text!r}: a kind is on both sides")
    offer = m.NO_OFFER
    for kind, n in given.items():
        offer += n << (6 * kind)
    for kind, n in wanted.items():
        offer -= n << (6 * kind)
    return offer


def _fields(body: int, width: int, count: int) -> dict[int, int]:
    return {i: (body >> (width * i)) & ((1 << width) - 1) for i in range(count)}


def _card(names: tuple[str, ...], body: int) -> str:
    return names[body] if body < len(names) else "?"


def _dice(body: int) -> str:
    faces = ("", "+ship", "+trade", "+politics", "+science")
    return f"dice:{body & 255}+{body >> 8 & 255}{faces[body >> 16]}"


def _board_free(move: int) -> str | None:
    """The text of a move that names no place on the board; None for others."""
    kind, body = move >> m.SHIFT, move & ((1 << m.SHIFT) - 1)
    if kind in BARE:
        return BARE[kind]
    low, middle = body & 255, body >> 8 & 255
    texts: dict[int, Callable[[], str]] = {
        m.BANK: lambda: f"bank:{KINDS[low]}>{KINDS[middle]}",
        m.OFFER: lambda: f"offer:{offer_text(body)}",
        m.COUNTER: lambda: f"counter:{offer_text(body)}",
        m.DEAL_MOVE: lambda: f"deal:{seat_name(body)}",
        m.ROB_MOVE: lambda: f"rob:{seat_name(body)}",
        m.DISCARD_MOVE: lambda: f"discard:{_card(KINDS, body)}",
        m.PLAY_PLENTY: lambda: f"play:plenty={_two(low, middle)}",
        m.PLAY_MONOPOLY: lambda: f"play:monopoly={KINDS[body]}",
        m.DICE_MOVE: lambda: _dice(body),
        m.STEAL_MOVE: lambda: f"steal:{_card(KINDS, body)}",
        m.DRAW: lambda: f"draw:{_card(DEVELOPMENT, body)}",
        m.REVEAL_MOVE: lambda: f"reveal:{cards_text(_fields(body, 6, len(KINDS)))}",
        m.LEVY_MOVE: lambda: f"levy:{_levy(body)}",
        m.FLIP: lambda: f"flip:h{low + 1}={HARBORS[middle]}",
        m.POINTS_MOVE: lambda: f"points:{seat_name(low)}={middle}",
        m.FISH_MOVE: lambda: f"fish:{fish_text(body)}",
        m.BOOT_MOVE: lambda: f"boot:{seat_name(body)}",
        m.RETURN_MOVE: lambda: f"return:{TOKENS[body]}",
        m.TOKEN_MOVE: lambda: f"token:{TOKENS[body]}",
    }
    return texts[kind]() if kind in texts else progress_tokens.text_of(kind, body)


def _levy(body: int) -> str:
    shares = _fields(body, 6, MAX_SEATS).items()
    return "+".join(f"{seat_name(seat)}={share - 1}" for seat, share in shares if share > 0)


def _two(first: int, second: int) -> str:
    return cards_text({first: 2} if first == second else {first: 1, second: 1})


_PLACES: Final = {
    m.SETTLEMENT_MOVE: ("settlement", CORNER_NAMES),
    m.CITY_MOVE: ("city", CORNER_NAMES),
    m.ROAD: ("road", EDGE_NAMES),
    m.SHIP: ("ship", EDGE_NAMES),
    m.ROBBER_MOVE: ("robber", ()),
    m.PIRATE_MOVE: ("pirate", ()),
    m.LIFT_MOVE: ("lift", EDGE_NAMES),
}
"""Moves that are one place: their word, and the sides of a hex that they name."""

_SIZES: Final = (3, 4, 5, 6, 7, 8)


def format(move: int) -> str:
    """The token of a move or event; a number behind `?` for a code that is none."""
    try:
        return _format(int(move))
    except (KeyError, IndexError):
        return f"?{move}"


def _format(move: int) -> str:
    text = _board_free(move)
    if text is not None:
        return text
    kind, body = move >> m.SHIFT, move & ((1 << m.SHIFT) - 1)
    word, sides = _PLACES[kind]
    return f"{word}:{place_text(body, sides)}"


def parse(text: str) -> int:
    """The code of the move or event written as `text`; `BadNotation` otherwise."""
    for kind, word in BARE.items():
        if text == word:
            return code(kind, 0)
    word, colon, rest = text.partition(":")
    if not colon:
        raise BadNotation(f"no move {text!r}: see the moves in the README of the game")
    kind_and_body = _parse_place_move(word, rest) or _parse_named(word, rest)
    if kind_and_body is None or format(code(*kind_and_body)) != text:
        raise BadNotation(f"no move {text!r}")
    return code(*kind_and_body)


def _parse_place_move(word: str, rest: str) -> tuple[int, int] | None:
    for kind, (name, sides) in _PLACES.items():
        if word == name:
            return kind, parse_place(rest, sides)
    return None


def _parse_named(word: str, rest: str) -> tuple[int, int] | None:
    simple: dict[str, tuple[int, Callable[[str], int]]] = {
        "bank": (m.BANK, _parse_bank),
        "offer": (m.OFFER, parse_offer),
        "counter": (m.COUNTER, parse_offer),
        "deal": (m.DEAL_MOVE, read_seat),
        "rob": (m.ROB_MOVE, read_seat),
        "discard": (m.DISCARD_MOVE, parse_kind),
        "steal": (m.STEAL_MOVE, parse_kind),
        "draw": (m.DRAW, lambda text: index((*DEVELOPMENT, "?"), text)),
        "dice": (m.DICE_MOVE, _parse_dice),
        "reveal": (m.REVEAL_MOVE, parse_counts),
        "flip": (m.FLIP, _parse_flip),
        "points": (m.POINTS_MOVE, _parse_points),
        "levy": (m.LEVY_MOVE, _parse_levy),
        "fish": (m.FISH_MOVE, parse_fish),
        "boot": (m.BOOT_MOVE, read_seat),
        "return": (m.RETURN_MOVE, lambda text: index(TOKENS, text)),
        "token": (m.TOKEN_MOVE, lambda text: index(TOKENS, text)),
    }
    found = progress_tokens.parse_named(word, rest)
    if found is not None:
        return found
    if word in simple:
        kind, reader = simple[word]
        return kind, reader(rest)
    return _parse_play(rest) if word == "play" else None


def _parse_bank(text: str) -> int:
    give, _, want = text.partition(">")
    return index(KINDS, give) | index(KINDS, want) << 8


def _parse_dice(text: str) -> int:
    red, _, rest = text.partition("+")
    yellow, _, face = rest.partition("+")
    faces = ("", "ship", "trade", "politics", "science")
    return parse_number(red) | parse_number(yellow) << 8 | index(faces, face) << 16


def _parse_flip(text: str) -> int:
    harbor, _, sort = text.partition("=")
    number = parse_number(harbor.removeprefix("h"))
    if number == 0:
        raise BadNotation(f"{text!r}: harbors are numbered from h1")
    return (number - 1) | index(HARBORS, sort) << 8


def _parse_points(text: str) -> int:
    seat, _, points = text.partition("=")
    return read_seat(seat) | parse_number(points) << 8


def _parse_levy(text: str) -> int:
    body = 0
    for part in text.split("+"):
        seat, _, n = part.partition("=")
        body |= (1 + min(parse_number(n), 62)) << (6 * read_seat(seat))
    return body


def _parse_play(text: str) -> tuple[int, int] | None:
    card, _, rest = text.partition("=")
    if card == "monopoly":
        return m.PLAY_MONOPOLY, index(KINDS[:RESOURCES], rest)
    if card != "plenty":
        return None
    kinds = [kind for kind, n in sorted(parse_cards(rest).items()) for _ in range(n)]
    if len(kinds) != 2:
        raise BadNotation(f"{text!r}: expected two cards")
    return m.PLAY_PLENTY, kinds[0] | kinds[1] << 8
