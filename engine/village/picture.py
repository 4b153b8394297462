"""Village as plain text, from which a person can play."""

from hinterland.engine.jit import Record
from hinterland.engine.seats import seat_name

from .cards import BASICS, CARDS, CODE, NAMES
from .fields import (
    PHASES,
    SIDES,
    card_text,
    hand_counts,
    pair_cards,
    source_text,
    target_text,
    village,
)
from .state import HEIGHT, NONE, RESERVE, ROAD, SHOW, SHUFFLING, STACKS


def board(state: Record) -> str:
    """Round and phase, road, stacks, piles, then every seat."""
    lines = [_head(state), _road(state), _stacks(state), _rest(state)]
    for seat in range(int(state["players"])):
        lines.append(_seat(state, seat))
    return "\n".join(lines)


def _head(state: Record) -> str:
    phase = int(state["phase"])
    text = f"round {int(state['rounds'])}, {PHASES[phase]}, turn {seat_name(int(state['turn']))}"
    text += f", first {seat_name(int(state['first']))}, markets held {int(state['markets'])}"
    if phase in (SHOW, SHUFFLING):
        source, target = int(state["source"]), int(state["target"])
        text += f", {source_text(source)} to {target_text(target)}"
    if int(state["limit"]):
        text += f", built {int(state['used'])} of {int(state['limit'])}"
        text += f", exchanges {int(state['exchanges'])} of 3"
        text += ", tinner" if state["tinner"] else ""
    return text


def _road(state: Record) -> str:
    parts = []
    for slot in range(ROAD):
        card, ducats = int(state["road"][slot]), int(state["ducats"][slot])
        text = "-" if card == NONE else _named(NAMES[card])
        parts.append(f"{slot + 1} {text}" + (f" +{ducats}" if ducats else ""))
    return "road:    " + " | ".join(parts)


def _named(name: str) -> str:
    """A card with its suit."""
    return f"{name}({CARDS[CODE[name]].suit})"


def _top(state: Record, source: int) -> str:
    height = int(state["height"][source])
    if height == 0:
        return "empty"
    pile = state["reserve"] if source == RESERVE else state["stacks"][HEIGHT * source :]
    card = int(pile[height - 1])
    if card >= 0:
        return f"{_named(card_text(card))} of {height}"
    return f"{card_text(card)} of {height}"


def _stacks(state: Record) -> str:
    tops = " | ".join(f"{stack + 1} {_top(state, stack)}" for stack in range(STACKS))
    return f"stacks:  {tops}\nreserve: {_top(state, RESERVE)}"


def _rest(state: Record) -> str:
    piles = " ".join(f"{NAMES[card]} {int(state['piles'][i])}" for i, card in enumerate(BASICS))
    discards = " ".join(NAMES[card] for card in pair_cards(state["discards"])) or "none"
    return f"piles:   {piles}\ndiscards: {discards}"


def _seat(state: Record, seat: int) -> str:
    hand = hand_counts(state, seat)
    cards = " ".join(f"{name}x{n}" if n > 1 else name for name, n in hand.items()) or "none"
    settlers = " ".join(_settler(item) for item in village(state, seat))
    drafted = int(state["drafted"][seat])
    return (
        f"{seat_name(seat)}: {int(state['supply'][seat])} ducats, "
        f"food {int(state['food'][seat])}, builders {int(state['builder'][seat])}, "
        f"founders on the {SIDES[int(state['side'][seat])]} side"
        + (f", drafted {drafted}" if drafted else "")
        + f"\n    hand:    {cards}\n    village: {settlers}"
    )


def _settler(item: dict[str, object]) -> str:
    text = str(item["card"])
    if item["role"] != item["card"]:
        text += f"/{item['role']}"
    if item["on"]:
        text += f"[{item['on']} on it]"
    if item["ducats"]:
        text += f"+{item['ducats']}"
    return text + (f" x{item['count']}" if item["count"] != 1 else "")
