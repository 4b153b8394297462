"""Tokens of Cities & Knights: improvements, knights, progress cards and what they ask."""

from collections.abc import Callable
from typing import Final

from hinterland.engine.errors import BadNotation
from hinterland.engine.island import moves as m
from hinterland.engine.island import playable
from hinterland.engine.island.board import CORNER_NAMES, EDGE_NAMES
from hinterland.engine.island.cards import KINDS
from hinterland.engine.island.progress import (
    CARDS,
    LANES,
    PROGRESS,
    SHIFTS,
    TRACKS,
    is_victory_card,
)
from hinterland.engine.island.words import (
    cards_text,
    index,
    parse_counts,
    parse_kind,
    parse_number,
    parse_place,
    place_text,
    read_seat,
)
from hinterland.engine.jit import plain
from hinterland.engine.seats import seat_name

LEVELS: Final = ("basic", "strong", "mighty")

_CORNER_WORDS: Final = {
    m.METROPOLIS_MOVE: "metropolis",
    m.WALL: "wall",
    m.RECRUIT: "knight",
    m.ACTIVATE: "activate",
    m.PROMOTE: "promote",
    m.CHASE: "chase",
    m.RETREAT_MOVE: "retreat",
    m.PILLAGE_MOVE: "pillage",
    m.BREACH_MOVE: "breach",
    m.DESERT: "desert",
}
_KIND_WORDS: Final = {m.PICK: "pick", m.GIVE_MOVE: "give"}
_TRACK_WORDS: Final = {m.IMPROVE: "improve", m.DECK: "deck"}
_CARD_WORDS: Final = {m.DROP_MOVE: "drop", m.TAKE_PROGRESS_MOVE: "take", m.DRAW_PROGRESS: "draw"}
_BACKS: Final = tuple(f"?{track}" for track in TRACKS)
_NAMED_LANES: Final = tuple(zip(PROGRESS, SHIFTS.tolist(), LANES.tolist(), strict=True))
"""Per progress card its name, its place among the cards held, and a lane full of it."""
_is_victory = plain(is_victory_card)


def progress_counts(cards: int) -> dict[str, int]:
    """Counts of progress cards by name, zeros left out."""
    counts = ((name, cards >> shift & lane) for name, shift, lane in _NAMED_LANES)
    return {name: n for name, n in counts if n}


def progress_cards(counts: dict[str, int]) -> int:
    """The inverse of `progress_counts`."""
    cards = 0
    for name, n in counts.items():
        card = index(PROGRESS, name)
        if not 0 <= n <= int(LANES[card]):
            raise BadNotation(f"{n} {name}: no seat can hold as many")
        cards |= n << int(SHIFTS[card])
    return cards


def text_of(kind: int, body: int) -> str | None:
    """The token of a move of Cities & Knights; None for others, KeyError for a code of none."""
    low, middle = body & 255, body >> 8 & 255
    if kind in _CORNER_WORDS:
        return f"{_CORNER_WORDS[kind]}:{place_text(body, CORNER_NAMES)}"
    if kind in _TRACK_WORDS:
        return f"{_TRACK_WORDS[kind]}:{TRACKS[body]}"
    if kind in _KIND_WORDS or kind == m.TAKE:
        return f"{_KIND_WORDS.get(kind, 'take')}:{_kind_text(body)}"
    if kind in _CARD_WORDS:
        return f"{_CARD_WORDS[kind]}:{_card_text(body)}"
    texts: dict[int, Callable[[], str]] = {
        m.MOVE_KNIGHT: lambda: (
            f"move:{place_text(body >> 16, CORNER_NAMES)}>{place_text(body & 0xFFFF, CORNER_NAMES)}"
        ),
        m.SWAP_MOVE: lambda: f"swap:{seat_name(body >> 8)}={_kind_text(low)}",
        m.PLACE_MOVE: lambda: f"place:{place_text(body >> 8, CORNER_NAMES)}={LEVELS[low - 1]}",
        m.SHOW_HAND_MOVE: lambda: f"show:{_hand_text(body)}",
        m.SHOW_PROGRESS_MOVE: lambda: f"show:{_progress_text(body)}",
        m.CROSS_MOVE: lambda: (
            "cross:?" if low == m.UNKNOWN_CARD else f"cross:{KINDS[low]}>{KINDS[middle]}"
        ),
        m.PLAY: lambda: _play_text(body >> m.CARD_SHIFT, body & ((1 << m.CARD_SHIFT) - 1)),
    }
    return texts[kind]() if kind in texts else None


def _kind_text(body: int) -> str:
    return (*KINDS, "?")[body]


def _card_text(body: int) -> str:
    return PROGRESS[body] if body < CARDS else _BACKS[body - m.UNKNOWN_BACK]


def _hand_text(body: int) -> str:
    counts = {kind: body >> (6 * kind) & 63 for kind in range(len(KINDS))}
    return cards_text(counts) or "?"


def _progress_text(cards: int) -> str:
    return "+".join(name for name, n in progress_counts(cards).items() for _ in range(n))


def _play_text(card: int, need: int) -> str:
    sort = int(playable.NEEDS[card])
    texts: dict[int, Callable[[], str]] = {
        playable.NOTHING: lambda: "",
        playable.A_CORNER: lambda: place_text(need, CORNER_NAMES),
        playable.AN_EDGE: lambda: place_text(need, EDGE_NAMES),
        playable.A_HEX: lambda: place_text(need, ()),
        playable.TWO_HEXES: lambda: f"{place_text(need >> 16, ())}+{place_text(need & 0xFFFF, ())}",
        playable.A_SEAT: lambda: seat_name(need),
        playable.A_KIND: lambda: KINDS[need],
        playable.DICE_NEED: lambda: f"{need & 255}+{need >> 8}",
    }
    text = texts[sort]()
    return f"play:{PROGRESS[card]}={text}" if text else f"play:{PROGRESS[card]}"


def parse_named(word: str, rest: str) -> tuple[int, int] | None:
    """Kind and body of a token of Cities & Knights; None where it is none of them."""
    for words, reader in (
        (_CORNER_WORDS, lambda text: parse_place(text, CORNER_NAMES)),
        (_TRACK_WORDS, lambda text: index(TRACKS, text)),
        (_KIND_WORDS, parse_kind),
    ):
        for kind, name in words.items():
            if word == name:
                return kind, reader(rest)
    if word == "play":
        return _parse_play(rest)
    if word in _CARD_WORDS.values() and (rest in PROGRESS or rest in _BACKS):
        kind = next(kind for kind, name in _CARD_WORDS.items() if name == word)
        return kind, _parse_card(rest)
    readers: dict[str, Callable[[str], tuple[int, int]]] = {
        "take": lambda text: (m.TAKE, parse_kind(text)),
        "drop": lambda text: (m.DROP_MOVE, _parse_card(text)),
        "move": _parse_move,
        "swap": _parse_swap,
        "place": _parse_placing,
        "show": _parse_show,
        "cross": _parse_cross,
    }
    return readers[word](rest) if word in readers else None


def _parse_card(text: str) -> int:
    if text in _BACKS:
        return m.UNKNOWN_BACK + _BACKS.index(text)
    return index(PROGRESS, text)


def _parse_move(text: str) -> tuple[int, int]:
    start, _, goal = text.partition(">")
    body = parse_place(start, CORNER_NAMES) << 16 | parse_place(goal, CORNER_NAMES)
    return m.MOVE_KNIGHT, body


def _parse_swap(text: str) -> tuple[int, int]:
    seat, _, kind = text.partition("=")
    return m.SWAP_MOVE, read_seat(seat) << 8 | parse_kind(kind)


def _parse_placing(text: str) -> tuple[int, int]:
    corner, _, level = text.partition("=")
    return m.PLACE_MOVE, parse_place(corner, CORNER_NAMES) << 8 | index(LEVELS, level) + 1


def _parse_show(text: str) -> tuple[int, int]:
    if text == "?":
        return m.SHOW_HAND_MOVE, m.NOT_SHOWN
    names = text.split("+")
    if names[0] not in PROGRESS:
        return m.SHOW_HAND_MOVE, parse_counts(text)
    return m.SHOW_PROGRESS_MOVE, progress_cards({name: names.count(name) for name in names})


def _parse_cross(text: str) -> tuple[int, int]:
    if text == "?":
        return m.CROSS_MOVE, m.UNKNOWN_CARD | m.UNKNOWN_CARD << 8
    resource, _, commodity = text.partition(">")
    return m.CROSS_MOVE, index(KINDS, resource) | index(KINDS, commodity) << 8


def _parse_play(text: str) -> tuple[int, int] | None:
    name, _, rest = text.partition("=")
    if name not in PROGRESS or _is_victory(PROGRESS.index(name)):
        return None
    card = PROGRESS.index(name)
    readers: dict[int, Callable[[str], int]] = {
        playable.NOTHING: lambda _: 0,
        playable.A_CORNER: lambda text: parse_place(text, CORNER_NAMES),
        playable.AN_EDGE: lambda text: parse_place(text, EDGE_NAMES),
        playable.A_HEX: lambda text: parse_place(text, ()),
        playable.TWO_HEXES: _parse_hexes,
        playable.A_SEAT: read_seat,
        playable.A_KIND: lambda text: index(KINDS, text),
        playable.DICE_NEED: _parse_pair,
    }
    return m.PLAY, card << m.CARD_SHIFT | readers[int(playable.NEEDS[card])](rest)


def _parse_hexes(text: str) -> int:
    one, _, other = text.partition("+")
    return parse_place(one, ()) << 16 | parse_place(other, ())


def _parse_pair(text: str) -> int:
    red, _, yellow = text.partition("+")
    return parse_number(red) | parse_number(yellow) << 8
