"""Moves and events as text tokens, and back."""

from collections.abc import Callable, Mapping
from typing import Final

from hinterland.engine.errors import BadArgument, BadNotation
from hinterland.engine.island import moves as m
from hinterland.engine.island.board import CORNER_NAMES, EDGE_NAMES
from hinterland.engine.island.cards import DEVELOPMENT, KINDS, RESOURCES
from hinterland.engine.island.fish_tokens import TOKENS, fish_text, parse_fish
from hinterland.engine.island.state import HARBORS
from hinterland.engine.jit import plain
from hinterland.engine.seats import MAX_SEATS, parse_seat, seat_name

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


def code(kind: int, body: int) -> int:
    return (kind << m.SHIFT) | body


def cards_text(counts: Mapping[int, int]) -> str:
    """`2lumber+ore`: counts by kind, in the order of the kinds."""
    parts = [f"{n if n > 1 else ''}{KINDS[kind]}" for kind, n in sorted(counts.items()) if n > 0]
    return "+".join(parts)


def parse_cards(text: str) -> dict[int, int]:
    """The inverse of `cards_text`; only that spelling is read."""
    counts: dict[int, int] = {}
    for part in text.split("+"):
        name = part.lstrip("0123456789")
        digits = part[: len(part) - len(name)]
        n = int(digits) if digits and len(digits) <= 2 else 1
        if name not in KINDS or n > 31:
            raise BadNotation(f"{text!r}: expected cards such as 2lumber+ore")
        counts[KINDS.index(name)] = n
    if cards_text(counts) != text:
        raise BadNotation(f"{text!r}: expected {cards_text(counts)!r}")
    return counts


def offer_text(offer: int) -> str:
    """`CARDS>CARDS` of an exchange coded as in OFFER."""
    balances = {kind: _balance(offer, kind) for kind in range(len(KINDS))}
    gives = {kind: n for kind, n in balances.items() if n > 0}
    wants = {kind: -n for kind, n in balances.items() if n < 0}
    return f"{cards_text(gives)}>{cards_text(wants)}"


def parse_offer(text: str) -> int:
    gives, _, wants = text.partition(">")
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
        m.PICK_MOVE: lambda: f"pick:{KINDS[body]}",
        m.FISH_MOVE: lambda: f"fish:{fish_text(body)}",
        m.BOOT_MOVE: lambda: f"boot:{seat_name(body)}",
        m.RETURN_MOVE: lambda: f"return:{TOKENS[body]}",
        m.TOKEN_MOVE: lambda: f"token:{TOKENS[body]}",
    }
    return texts[kind]() if kind in texts else None


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


def place_text(code: int, sides: tuple[str, ...]) -> str:
    """A hex, or with `sides` one of its corners or edges, by its code."""
    where, side = (code, "") if not sides else (code >> 3, sides[code & 7])
    return f"{'abcdefghi'[where >> 4]}{(where & 15) + 1}{side}"


def parse_place(text: str, sides: tuple[str, ...]) -> int:
    """The code of a place; `BadNotation` where no board has one of that name."""
    row, column, side = text[:1], text[1:2], text[2:]
    good = row in tuple("abcdefghi") and column in tuple("12345678")
    if not good or side not in (sides or ("",)):
        raise BadNotation(f"no place {text!r}: expected {' or '.join(_examples(sides))}")
    where = 16 * "abcdefghi".index(row) + int(column) - 1
    return 8 * where + sides.index(side) if sides else where


def _examples(sides: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"a1{side}" for side in sides[:2]) or ("a1", "c3")


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
        "deal": (m.DEAL_MOVE, _parse_seat),
        "rob": (m.ROB_MOVE, _parse_seat),
        "discard": (m.DISCARD_MOVE, _parse_kind),
        "steal": (m.STEAL_MOVE, _parse_kind),
        "draw": (m.DRAW, lambda text: _index((*DEVELOPMENT, "?"), text)),
        "dice": (m.DICE_MOVE, _parse_dice),
        "reveal": (m.REVEAL_MOVE, _parse_counts),
        "flip": (m.FLIP, _parse_flip),
        "points": (m.POINTS_MOVE, _parse_points),
        "levy": (m.LEVY_MOVE, _parse_levy),
        "pick": (m.PICK_MOVE, _parse_kind),
        "fish": (m.FISH_MOVE, parse_fish),
        "boot": (m.BOOT_MOVE, _parse_seat),
        "return": (m.RETURN_MOVE, lambda text: _index(TOKENS, text)),
        "token": (m.TOKEN_MOVE, lambda text: _index(TOKENS, text)),
    }
    if word in simple:
        kind, reader = simple[word]
        return kind, reader(rest)
    if word == "play":
        return _parse_play(rest)
    return None


def _index(names: tuple[str, ...], text: str) -> int:
    if text not in names:
        raise BadNotation(f"{text!r}: expected one of {' '.join(names)}")
    return names.index(text)


def _parse_kind(text: str) -> int:
    return _index((*KINDS, "?"), text)


def _parse_seat(text: str) -> int:
    try:
        return parse_seat(text, MAX_SEATS)
    except BadArgument as error:
        raise BadNotation(str(error)) from None


def _parse_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        raise BadNotation(f"{text!r}: expected a number")
    return int(text)


def _parse_bank(text: str) -> int:
    give, _, want = text.partition(">")
    return _index(KINDS, give) | _index(KINDS, want) << 8


def _parse_dice(text: str) -> int:
    red, _, rest = text.partition("+")
    yellow, _, face = rest.partition("+")
    faces = ("", "ship", "trade", "politics", "science")
    return _parse_number(red) | _parse_number(yellow) << 8 | _index(faces, face) << 16


def _parse_counts(text: str) -> int:
    return sum(n << (6 * kind) for kind, n in parse_cards(text).items())


def _parse_flip(text: str) -> int:
    harbor, _, sort = text.partition("=")
    number = _parse_number(harbor.removeprefix("h"))
    if number == 0:
        raise BadNotation(f"{text!r}: harbors are numbered from h1")
    return (number - 1) | _index(HARBORS, sort) << 8


def _parse_points(text: str) -> int:
    seat, _, points = text.partition("=")
    return _parse_seat(seat) | _parse_number(points) << 8


def _parse_levy(text: str) -> int:
    body = 0
    for part in text.split("+"):
        seat, _, n = part.partition("=")
        body |= (1 + min(_parse_number(n), 62)) << (6 * _parse_seat(seat))
    return body


def _parse_play(text: str) -> tuple[int, int] | None:
    card, _, rest = text.partition("=")
    if card == "monopoly":
        return m.PLAY_MONOPOLY, _index(KINDS[:RESOURCES], rest)
    if card != "plenty":
        return None
    kinds = [kind for kind, n in sorted(parse_cards(rest).items()) for _ in range(n)]
    if len(kinds) != 2:
        raise BadNotation(f"{text!r}: expected two cards")
    return m.PLAY_PLENTY, kinds[0] | kinds[1] << 8
