"""Moves in English, and by named parts, for front-ends: from their tokens."""

from typing import Any, Final

_PLACES: Final = {"discard": "the discards", "reserve": "the reserve"}
_LOCKS: Final = {
    "free": "its padlock opened by the tinner",
    "own+": "its padlock opened by your own unlocker with more ducats",
}


def describe(token: str) -> dict[str, Any]:
    """The parts of a move by name (card, place, target, seat, ...), and `text`, a sentence."""
    kind, _, rest = token.partition(":")
    writer = _WRITERS.get(kind)
    return {"text": token} if writer is None else writer(rest)


def _take(rest: str) -> dict[str, Any]:
    place = _place(rest)
    if place is None:
        return {"card": rest, "text": f"take a {_name(rest)}"}
    what = "the card at" if rest.startswith("road") else "the top card of"
    return {"place": rest, "text": f"take {what} {place}"}


def _protect(rest: str) -> dict[str, Any]:
    return {"place": rest, "text": f"lay a ducat on the card at {_place(rest)}"}


def _pass(rest: str) -> dict[str, Any]:
    return {"text": "pass"}


def _exchange(rest: str) -> dict[str, Any]:
    card, _, place = rest.partition(">")
    return {
        "card": card,
        "place": place,
        "text": f"put {_name(card)} away onto {_place(place)} and take a common settler",
    }


def _play(rest: str) -> dict[str, Any]:
    card, given = _parameters(rest)
    text = f"discard the {_name(card)}"
    if "at" in given:
        text += f" for the ducats of your {_name(given['at'])}"
    return {"card": card, **given, "text": text + _lock(given)}


def _build(rest: str) -> dict[str, Any]:
    card, given = _parameters(rest)
    text = f"build {_name(card)}"
    parts: dict[str, Any] = {"card": card}
    if "of" in given:
        seat, _, settler = given.pop("of").partition(":")
        parts |= {"seat": seat, "target": settler}
        text += f" on the {_settler(settler)} of {seat}"
    if "side" in given:
        text += f", {given['side']} side up"
    if "under" in given:
        text += f", {_name(given['under'])} over the freed monk"
    if "monks" in given:
        monks = given["monks"]
        text += f" with {monks} monk{'s' if monks != '1' else ''} under it"
        given["monks"] = int(monks)
    if "on" in given:
        text += f", on your {_settler(given['on'])}"
    return {**parts, **given, "text": text + _lock(given)}


def _show(rest: str) -> dict[str, Any]:
    source, _, shown = rest.partition("=")
    card, _, suit = shown.partition("/")
    after = "none is left" if suit == "-" else f"the next back is {suit}"
    return {
        "place": source,
        "card": card,
        "suit": suit,
        "text": f"{_place(source)} shows {_name(card)}; {after}",
    }


def _shuffle(rest: str) -> dict[str, Any]:
    return {"text": "the discards are shuffled into the reserve"}


def _lock(given: dict[str, Any]) -> str:
    """How a padlock is opened, where that is written."""
    lock = given.get("unlock")
    if lock is None:
        return ""
    if lock in _LOCKS:
        return f", {_LOCKS[lock]}"
    more = " with more ducats" if lock.endswith("+") else ""
    return f", 2 ducats to the unlocker of {lock.rstrip('+')}{more}"


def _settler(text: str) -> str:
    """A settler with the number of cards on it: `wheeler1`, `monk1/wheeler`."""
    placed, _, role = text.partition("/")
    name, count = placed.rstrip("0123456789"), placed[len(placed.rstrip("0123456789")) :]
    named = f"{_name(name)} as {_name(role)}" if role else _name(name)
    if count in ("", "0"):
        return named
    return f"{named} under {count} card{'s' if count != '1' else ''}"


def _parameters(rest: str) -> tuple[str, dict[str, Any]]:
    card, *parts = rest.split(",")
    return card, dict(part.split("=", 1) for part in parts)


def _place(text: str) -> str | None:
    """A place in words; None for what is none."""
    if text in _PLACES:
        return _PLACES[text]
    for start in ("road", "stack"):
        if text.startswith(start) and text[len(start) :].isdigit():
            return f"{start} {text[len(start) :]}"
    return None


def _name(card: str) -> str:
    if card.startswith("?"):
        return f"{'an' if card[1:2] in 'aeiou' else 'a'} {card[1:]} card"
    return card.replace("_", " ")


_WRITERS: Final = {
    "build": _build,
    "exchange": _exchange,
    "pass": _pass,
    "play": _play,
    "protect": _protect,
    "show": _show,
    "shuffle": _shuffle,
    "take": _take,
}
