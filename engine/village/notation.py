"""Village for people: moves as tokens, pictures, JSON. The grammar is in the README."""

from collections.abc import Mapping
from typing import Any, Final

from hinterland.engine.errors import BadNotation
from hinterland.engine.jit import Record

from . import broken, fields, picture, reading, soundness, wording
from .cards import APPRENTICE, BASICS, CODE, NAMES, PREDECESSOR, SUITS
from .codes import (
    BACK,
    BUILD_END,
    BUILD_FLAG,
    CARD_UNIT,
    EXCHANGE,
    EXCHANGE_END,
    LOCK_FREE,
    LOCK_RICHER,
    LOCK_SEAT,
    LOCK_SEAT_RICHER,
    MONK_UNIT,
    PASS,
    PLAY,
    PLAY_END,
    PROTECT,
    SHOW,
    SHOW_END,
    SHUFFLE,
    SHUFFLE_END,
    SHUFFLED,
    SIDE_UNIT,
    TAKE_COMMON,
    TAKE_ROAD,
    TAKE_STACK,
    TARGET_UNIT,
    TO_DISCARDS,
    UNDER_UNIT,
)  # fmt: skip
from .state import DUCAT_SIDE, FOOD_SIDE, RESERVE, ROAD, SEATS, STACKS

RULES_BROKEN: Mapping[int, str] = broken.TEXTS

_PLACE_UNIT = 1 << 4
_SIDES = {"ducats": 1 + DUCAT_SIDE, "food": 1 + FOOD_SIDE}
_SIDE_NAMES = {value: name for name, value in _SIDES.items()}
_SIMPLE: Final = {
    "pass": PASS,
    "shuffle:?": SHUFFLED,
    **{f"take:road{slot + 1}": TAKE_ROAD + slot for slot in range(ROAD)},
    **{f"take:stack{stack + 1}": TAKE_STACK + stack for stack in range(STACKS)},
    **{f"take:{NAMES[card]}": TAKE_COMMON + i for i, card in enumerate(BASICS)},
    **{f"protect:road{slot + 1}": PROTECT + slot for slot in range(ROAD)},
}
_SIMPLE_TEXTS = {code: text for text, code in _SIMPLE.items()}
_LOCKS: Final = {
    "": 0,
    "own+": LOCK_RICHER,
    "free": LOCK_FREE,
    **{f"p{seat + 1}": LOCK_SEAT + seat for seat in range(SEATS)},
    **{f"p{seat + 1}+": LOCK_SEAT_RICHER + seat for seat in range(SEATS)},
}
_LOCK_TEXTS = {code: text for text, code in _LOCKS.items()}
_TARGETS = {**{f"stack{i + 1}": i for i in range(STACKS)}, "discard": TO_DISCARDS}
_TARGET_TEXTS = {code: text for text, code in _TARGETS.items()}
_SOURCES = {**{f"stack{i + 1}": i for i in range(STACKS)}, "reserve": RESERVE}
_SOURCE_TEXTS = {code: text for text, code in _SOURCES.items()}
_BUILD_KEYS = ("of", "side", "under", "monks", "on", "unlock")


# Format


def format(move: int) -> str:
    move = int(move)
    if move in _SIMPLE_TEXTS:
        return _SIMPLE_TEXTS[move]
    if EXCHANGE <= move < EXCHANGE_END:
        card, target = (move - EXCHANGE) >> 3, (move - EXCHANGE) & 7
        text = _name(card) if card < BACK else f"?{_suit(card - BACK)}"
        return f"exchange:{text}>{_TARGET_TEXTS.get(target, '?')}"
    if SHOW <= move < SHOW_END:
        source, card, after = (move - SHOW) >> 10, ((move - SHOW) >> 4) & 63, (move - SHOW) & 15
        suit = _suit(after - 1) if after else "-"
        return f"show:{_SOURCE_TEXTS.get(source, '?')}={_name(card)}/{suit}"
    if SHUFFLE <= move < SHUFFLE_END:
        return f"shuffle:{move - SHUFFLE}"
    if PLAY <= move < PLAY_END:
        return _format_play(move)
    if BUILD_FLAG <= move < BUILD_END:
        return _format_build(move)
    return f"?{move}"


def _name(card: int) -> str:
    return NAMES[card] if card < len(NAMES) else "?"


def _suit(suit: int) -> str:
    return SUITS[suit] if suit < len(SUITS) else "?"


def _format_play(move: int) -> str:
    card, at, lock = (move - PLAY) >> 10, ((move - PLAY) >> 4) & 63, move & 15
    text = f"play:{_name(card)}"
    if _name(card) != "tinner":
        text += f",at={_name(at)}"
    return text + _lock_text(lock)


def _lock_text(lock: int) -> str:
    return f",unlock={_LOCK_TEXTS.get(lock, '?')}" if lock else ""


def _format_build(move: int) -> str:
    card, side, under = (move >> 30) & 63, (move >> 16) & 3, (move >> 9) & 127
    monks, place, lock = (move >> 7) & 3, (move >> 4) & 7, move & 15
    text = f"build:{_name(card)}"
    target = _target_of(move)
    if card == APPRENTICE:
        seat, monk, role, on = target
        settler = f"monk{on}/{_name(role)}" if monk else f"{_name(role)}{on}"
        text += f",of=p{seat + 1}:{settler}"
        text += f",side={_SIDE_NAMES.get(side, '?')}" if side else ""
        text += f",under={_name(under - 1)}" if under else ""
    text += f",monks={monks}" if monks else ""
    text += f",on={_place_text(_lowest(move), place)}" if place else ""
    return text + _lock_text(lock)


def _target_of(move: int) -> tuple[int, int, int, int]:
    """Seat, whether a monk, role, and cards on the target of an apprentice."""
    return (move >> 27) & 7, (move >> 26) & 1, (move >> 20) & 63, (move >> 18) & 3


def _lowest(move: int) -> int:
    """The card under which the lowest of the cards of a build goes; -1 if there is none."""
    card, under, monks = (move >> 30) & 63, (move >> 9) & 127, (move >> 7) & 3
    if card == APPRENTICE:
        card = under - 1 if under else _target_of(move)[2]
    for _ in range(monks + 1):
        card = int(PREDECESSOR[card]) if 0 <= card < len(NAMES) else -1
    return card


def _place_text(link: int, place: int) -> str:
    half = _name(link) + "1" if link >= 0 else "?"
    return {1: half, 2: "monk1", 3: "apprentice1"}.get(place, "?")


# Parse


def parse(text: str) -> int:
    if text in _SIMPLE:
        return _SIMPLE[text]
    verb, _, rest = text.partition(":")
    reader = _READERS.get(verb)
    if reader is None or len(text) > 200:
        raise BadNotation(f"no move {text[:40]!r}: expected {' '.join(_READERS)} or pass")
    try:
        move = reader(rest)
    except (KeyError, ValueError):
        raise BadNotation(f"cannot read {text[:80]!r}: see the grammar of village") from None
    if format(move) != text:
        raise BadNotation(f"{text[:80]!r}: this move is written {format(move)!r}")
    return move


def _parse_exchange(rest: str) -> int:
    text, _, target = rest.partition(">")
    card = BACK + SUITS.index(text[1:]) if text.startswith("?") else CODE[text]
    return EXCHANGE + 8 * card + _TARGETS[target]


def _parse_show(rest: str) -> int:
    source, _, shown = rest.partition("=")
    card, _, suit = shown.partition("/")
    after = 0 if suit == "-" else 1 + SUITS.index(suit)
    return SHOW + 1024 * _SOURCES[source] + 16 * CODE[card] + after


def _parse_shuffle(rest: str) -> int:
    if not (rest.isascii() and rest.isdigit() and len(rest) < 14 and int(rest) < 1 << 40):
        raise ValueError(rest)
    return SHUFFLE + int(rest)


def _parse_play(rest: str) -> int:
    card, given = _parameters(rest, ("at", "unlock"))
    at = CODE[given["at"]] if "at" in given else 0
    return PLAY + 1024 * CODE[card] + 16 * at + _LOCKS[given.get("unlock", "")]


def _parse_build(rest: str) -> int:
    card, given = _parameters(rest, _BUILD_KEYS)
    move = BUILD_FLAG + CODE[card] * CARD_UNIT + _LOCKS[given.get("unlock", "")]
    if "of" in given:
        move += _parse_target(given["of"]) * TARGET_UNIT
    if "side" in given:
        move += _SIDES[given["side"]] * SIDE_UNIT
    if "under" in given:
        move += (1 + CODE[given["under"]]) * UNDER_UNIT
    if "monks" in given:
        move += int(given["monks"]) % 4 * MONK_UNIT
    return move + _parse_place(given.get("on", "")) * _PLACE_UNIT


def _parse_place(text: str) -> int:
    if not text:
        return 0
    return {"monk1": 2, "apprentice1": 3}.get(text, 1)


def _parse_target(text: str) -> int:
    seat_text, _, settler = text.partition(":")
    settler, monk, role_text = settler.partition("/")
    name, on = settler[:-1], int(settler[-1])
    if monk and name != "monk":
        raise ValueError(text)
    seat = [f"p{seat + 1}" for seat in range(SEATS)].index(seat_text)
    return ((seat * 2 + bool(monk)) * 64 + CODE[role_text if monk else name]) * 4 + on % 4


def _parameters(rest: str, keys: tuple[str, ...]) -> tuple[str, dict[str, str]]:
    """A card and its parameters; the order is checked by writing the move again."""
    card, *parts = rest.split(",")
    given = {}
    for part in parts:
        key, _, value = part.partition("=")
        if key not in keys or key in given or not value:
            raise ValueError(part)
        given[key] = value
    return card, given


def _unreadable(rest: str) -> int:
    """All moves of this verb are in `_SIMPLE`."""
    raise ValueError(rest)


_READERS: Final = {
    "build": _parse_build,
    "exchange": _parse_exchange,
    "play": _parse_play,
    "protect": _unreadable,
    "show": _parse_show,
    "shuffle": _parse_shuffle,
    "take": _unreadable,
}


def describe(move: int) -> dict[str, Any]:
    """The parts of a move by name, and `text`: the move in English."""
    return wording.describe(format(move))


def board(state: Record) -> str:
    return picture.board(state)


def to_json(state: Record, memory: Record | None) -> dict[str, Any]:
    return fields.to_json(state, memory)


def from_json(data: Mapping[str, Any], state: Record, memory: Record) -> None:
    reading.from_json(data, state, memory)


def faults(state: Record) -> list[str]:
    return soundness.faults(state)
