"""What one seat sees of a table of `catanatron` without a memory, as a view of island."""

from collections.abc import Mapping
from typing import Any, Final

from catanatron.game import Game
from catanatron.models.enums import CITY, ROAD, SETTLEMENT, ActionPrompt, ActionType
from catanatron.state_functions import player_num_dev_cards, player_num_resource_cards
from places import KINDS, Places
from wording import CARDS

from hinterland.engine.seats import seat_name

_DECK: Final = {"knight": 14, "point": 5, "roads": 2, "plenty": 2, "monopoly": 2}
_LATE: Final = 400
"""Where the turns of a table are no longer counted: island ends after 500, `catanatron` 1,000."""
_PLAYED: Final = ("KNIGHT", "ROAD_BUILDING", "YEAR_OF_PLENTY", "MONOPOLY")


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
        "turn_number": min(state.num_turns + 1, _LATE),
        "dice": [*rolls[-1], None] if rolled else None,
        "bank": dict(zip(_theirs(), state.resource_freqdeck, strict=True)),
        "longest_road": _holder(table, "HAS_ROAD"),
        "largest_army": _holder(table, "HAS_ARMY"),
        "development": {"left": len(state.development_listdeck), "unseen": unseen},
        "played": bool(shown[f"P{seat}_HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN"]),
        "free_roads": state.free_roads_available if state.is_road_building else 0,
        "seats": seats,
    }


def disagreement(view: Mapping[str, Any], seen: Mapping[str, Any]) -> list[str]:
    """Names of what a view followed by events has otherwise than `table_view` has it."""
    found = [
        name
        for name in ("turn", "actor", "phase", "longest_road", "largest_army", "played")
        if view[name] != seen[name]
    ]
    found += ["bank"] * (_dense(view["bank"]) != _dense(seen["bank"]))
    found += ["layout"] * (set(view["layout"].split()) != set(seen["layout"].split()))
    for ours, theirs in zip(view["seats"], seen["seats"], strict=True):
        for name in ("settlements", "cities", "roads"):
            found += [name] * (set(ours[name]) != set(theirs[name]))
        for name in ("hand", "development"):
            known = "?" not in theirs[name] and theirs is seen["seats"][_index(view["viewer"])]
            same = _dense(ours[name]) == _dense(theirs[name]) if known else True
            same = same and sum(ours[name].values()) == sum(theirs[name].values())
            found += [name] * (not same)
    return found


def _index(name: str) -> int:
    return int(name[1:]) - 1


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
