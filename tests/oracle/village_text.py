"""Moves as tokens, written from the grammar in the game's README."""

from hinterland.tests.oracle.village_moves import (
    Apprentice,
    Build,
    Exchange,
    Move,
    Pass,
    Payment,
    Place,
    Protect,
    Show,
    Shuffle,
    Smuggler,
    TakeCommon,
    TakeRoad,
    TakeStack,
    Tinner,
)
from hinterland.tests.oracle.village_table import Table


def token(move: Move, table: Table) -> str:
    """The one text of a legal move; `table` tells which unlockers must be told apart."""
    match move:
        case Pass():
            return "pass"
        case TakeRoad(slot):
            return f"take:road{slot}"
        case TakeStack(stack):
            return f"take:stack{stack}"
        case Protect(slot):
            return f"protect:road{slot}"
        case TakeCommon(card):
            return f"take:{card}"
        case Exchange(card, stack):
            return f"exchange:{card}>{f'stack{stack}' if stack else 'discard'}"
        case Build(card, monks, place, payment):
            return f"build:{card}{_monks(monks)}{_on(place)}{_unlock(card, payment, table)}"
        case Tinner():
            return "play:tinner"
        case Smuggler(settler, payment):
            return f"play:smuggler,at={settler}{_unlock('smuggler', payment, table)}"
        case Apprentice():
            return _apprentice(move, table)
        case Show(pile, card, next_suit):
            return f"show:{f'stack{pile}' if pile else 'reserve'}={card}/{next_suit or '-'}"
        case Shuffle():
            return "shuffle:?"


def _apprentice(move: Apprentice, table: Table) -> str:
    card, role, on = move.target
    target = f"{move.owner}:{card}{on}" + (f"/{role}" if card == "monk" else "")
    side = f",side={move.side}" if move.side else ""
    under = f",under={move.hand_card}" if move.hand_card else ""
    unlock = _unlock(move.hand_card or card, move.payment, table)
    return f"build:apprentice,of={target}{side}{under}{_monks(move.monks)}{_on(move.place)}{unlock}"


def _monks(monks: int) -> str:
    return f",monks={monks}" if monks else ""


def _on(place: Place | None) -> str:
    """Left out: free, or the predecessor's own card with nothing on it."""
    if place is None or (place[0] == place[1] and place[2] == 0):
        return ""
    return f",on={place[0]}{place[2]}"


def _unlock(card: str, payment: Payment, table: Table) -> str:
    """A plus marks the one with more ducats of two unlockers in one village."""
    if payment.how in ("", "bank"):
        return ""
    if payment.how == "tinner":
        return ",unlock=free"
    owner = next(player for player in table.players if player.name == payment.owner)
    fewest = min(unlocker.ducats for unlocker in owner.unlockers(table.cards[card]))
    plus = "+" if payment.ducats > fewest else ""
    if payment.how == "own":
        return ",unlock=own+" if plus else ""
    return f",unlock={payment.owner}{plus}"
