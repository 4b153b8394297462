"""What one seat sees of a table of `catanatron` without a memory, as a view of island."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from catanatron.game import Game
from catanatron.models.enums import CITY, ROAD, SETTLEMENT, ActionPrompt, ActionType
from catanatron.state_functions import player_num_dev_cards, player_num_resource_cards
from places import KINDS, Places
from wording import CARDS

from hinterland.engine.island.board import GRAPHS, SMALL
from hinterland.engine.island.cards import DEVELOPMENT
from hinterland.engine.island.cards import KINDS as OUR_KINDS
from hinterland.engine.island.derived import set_words
from hinterland.engine.island.named import lanes
from hinterland.engine.island.state import CITY as CITY_PIECE
from hinterland.engine.island.state import PHASES
from hinterland.engine.island.state import SETTLEMENT as SETTLEMENT_PIECE
from hinterland.engine.jit import Record
from hinterland.engine.seats import seat_name

_DECK: Final = {"knight": 14, "point": 5, "roads": 2, "plenty": 2, "monopoly": 2}
_LATE: Final = 400
"""From this turn on rounds are no longer counted: island ends after 500, `catanatron` 1,000."""
_PLAYED: Final = ("KNIGHT", "ROAD_BUILDING", "YEAR_OF_PLENTY", "MONOPOLY")


def _turn_number(advances: int, players: int) -> int:
    """The turn after the setup, in which the table's turn also went there and back again."""
    turn = advances - 2 * (players - 1) + 1
    rounds = max(-(-(turn - _LATE) // players), 0)
    return turn - rounds * players


def table_view(table: Game, seat: int, places: Places) -> dict[str, Any]:
    """The view of `seat` after the setup, at a decision of its own; hands of others unknown."""
    state = table.state
    shown = state.player_state
    seats = [_seat(table, q, q == seat, places) for q in range(len(state.colors))]
    seats[seat]["bought"] = _bought(table, seat)
    played = {
        CARDS[card]: sum(shown[f"P{q}_PLAYED_{card}"] for q in range(len(seats)))
        for card in _PLAYED
    }
    unseen = {
        card: n - seats[seat]["development"].get(card, 0) - played.get(card, 0)
        for card, n in _DECK.items()
    }
    rolls = [action.value for action in state.actions if action.action_type == ActionType.ROLL]
    rolled = shown[f"P{state.current_turn_index}_HAS_ROLLED"]
    return {
        "layout": places.layout(state.board.robber_coordinate),
        **_phase(table, bool(rolled)),
        "turn": seat_name(state.current_turn_index),
        "actor": seat_name(state.current_player_index),
        "turn_number": _turn_number(state.num_turns, len(seats)),
        "dice": [*rolls[-1], None] if rolled else None,
        "bank": dict(zip(_theirs(), state.resource_freqdeck, strict=True)),
        "longest_road": _holder(table, "HAS_ROAD"),
        "largest_army": _holder(table, "HAS_ARMY"),
        "development": {"left": len(state.development_listdeck), "unseen": unseen},
        "played": bool(shown[f"P{seat}_HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN"]),
        "free_roads": state.free_roads_available if state.is_road_building else 0,
        "seats": seats,
    }


def disagreement(view: Record, seen: Mapping[str, Any]) -> list[str]:
    """Names of what a view followed by events has otherwise than `table_view` has it."""
    seats, own = seen["seats"], int(view["viewer"])
    graph = GRAPHS[SMALL]
    pieces = np.zeros_like(view["corner"])
    for seat, data in enumerate(seats):
        for name, piece in (("settlements", SETTLEMENT_PIECE), ("cities", CITY_PIECE)):
            for corner in data[name]:
                pieces[graph.corner_names.index(corner)] = piece << 3 | seat + 1
    roads = [set_words([graph.edge_names.index(e) for e in data["roads"]]) for data in seats]
    robber = seen["layout"].partition("robber=")[2].split()[0]
    same = {
        "turn": seat_name(int(view["turn"])) == seen["turn"],
        "actor": seat_name(int(view["actor"])) == seen["actor"],
        "phase": PHASES[view["phase"]] == seen["phase"],
        "played": bool(view["played"]) == seen["played"],
        "longest_road": _holder_name(view["longest_road"]) == seen["longest_road"],
        "largest_army": _holder_name(view["largest_army"]) == seen["largest_army"],
        "robber": graph.hex_names[view["robber"]] == robber,
        "bank": lanes(view["bank"], OUR_KINDS) == _dense(seen["bank"]),
        "pieces": bool((view["corner"] == pieces).all()),
        "roads": bool((view["roads"][: len(seats)] == np.array(roads)).all()),
        "hand": all(
            _same(view["hand"][q], view["hidden"][q], OUR_KINDS, data["hand"], q == own)
            for q, data in enumerate(seats)
        ),
        "development": all(
            _same(
                view["development"][q],
                view["development_hidden"][q],
                DEVELOPMENT,
                data["development"],
                q == own,
            )
            for q, data in enumerate(seats)
        ),
    }
    return [name for name, agreed in same.items() if not agreed]


def _same(
    known: Any, hidden: Any, names: tuple[str, ...], seen: Mapping[str, int], own: bool
) -> bool:
    """Whether cards are the same: those of the own seat by kind, those of another by number."""
    cards = lanes(known, names)
    if own:
        return cards == _dense(seen)
    return sum(cards.values()) + int(hidden) == sum(seen.values())


def _holder_name(seat: Any) -> str | None:
    return seat_name(int(seat)) if seat >= 0 else None


def _dense(cards: Mapping[str, int]) -> dict[str, int]:
    return {name: n for name, n in cards.items() if n}


def _theirs() -> list[str]:
    return [KINDS[name] for name in ("WOOD", "BRICK", "SHEEP", "WHEAT", "ORE")]


def _phase(table: Game, rolled: bool) -> dict[str, str]:
    base = "action" if rolled else "roll"
    if table.state.current_prompt == ActionPrompt.MOVE_ROBBER:
        return {"phase": "robber", "resume": base}
    return {"phase": "free_road" if table.state.is_road_building else base, "resume": "action"}


def _holder(table: Game, what: str) -> str | None:
    held = [q for q in range(len(table.state.colors)) if table.state.player_state[f"P{q}_{what}"]]
    return seat_name(held[0]) if held else None


def _seat(table: Game, seat: int, own: bool, places: Places) -> dict[str, Any]:
    state, color = table.state, table.state.colors[seat]
    shown, built = state.player_state, state.buildings_by_color[color]
    if own:
        hand = {ours: shown[f"P{seat}_{name}_IN_HAND"] for name, ours in KINDS.items()}
        cards = {ours: shown[f"P{seat}_{name}_IN_HAND"] for name, ours in CARDS.items()}
    else:
        hand = {"?": player_num_resource_cards(state, color)}
        cards = {"?": player_num_dev_cards(state, color)}
    return {
        "hand": hand,
        "development": cards,
        "army": shown[f"P{seat}_PLAYED_KNIGHT"],
        "settlements": [places.corners[node] for node in built[SETTLEMENT]],
        "cities": [places.corners[node] for node in built[CITY]],
        "roads": [places.edge(edge) for edge in built[ROAD]],
    }


def _bought(table: Game, seat: int) -> dict[str, int]:
    """The cards that the own seat bought in this turn and still holds."""
    found: dict[str, int] = {}
    state = table.state
    for action in reversed(state.actions):
        if action.action_type == ActionType.END_TURN:
            break
        if action.action_type == ActionType.BUY_DEVELOPMENT_CARD:
            found[CARDS[action.value]] = found.get(CARDS[action.value], 0) + 1
    return found if state.colors[seat] == state.colors[state.current_turn_index] else {}
