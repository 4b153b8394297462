"""The options of the island, its presets, and the mixes that make no sense."""

# ruff: noqa: E501  the rows of a table stay whole

from collections.abc import Mapping
from typing import Final

from hinterland.engine.errors import BadOption
from hinterland.engine.game import Option, players_option

_PRESETS: Final = ("house", "official", "base")
_NO_YES: Final = ("no", "yes")

# name: (text, choices or bounds, house, official, base)
_Row = tuple[str, tuple[str, ...] | tuple[int, int], str, str, str]

_ROWS: Final[Mapping[str, _Row]] = {
    "expansion": ("expansion", ("cities-knights", "none"), "cities-knights", "cities-knights", "none"),
    "second_piece": ("the second starting piece", ("settlement", "city"), "settlement", "city", "settlement"),
    "fish": ("fishing grounds, lakes and fish", _NO_YES, "no", "no", "no"),
    "seafarers": ("ships, the pirate and islands", _NO_YES, "no", "no", "no"),
    "target": ("victory points that win", (3, 30), "13", "13", "10"),
    "fish_extra": ("added to the target with fish", (0, 5), "1", "0", "0"),
    "boot_extra": ("added to the target of the boot's holder", (0, 5), "0", "1", "1"),
    "seafarers_extra": ("added to the target with Seafarers", (0, 5), "0", "1", "2"),
    "hidden_harbors": ("harbors lie face down", _NO_YES, "yes", "no", "no"),
    "harbor_places": ("where harbors lie", ("random", "frame"), "random", "frame", "frame"),
    "harbors_cross_water": ("harbors join shores of one sea hex", _NO_YES, "yes", "no", "no"),
    "harbor_points": ("points for harbors", ("off", "harbormaster", "count"), "harbormaster", "off", "off"),
    "wall_shields": ("a wall is lost instead of a city", _NO_YES, "yes", "no", "no"),
    "build_past_buildings": ("roads go on past opposing buildings", _NO_YES, "yes", "no", "no"),
    "progress_limit": ("when progress cards over 4 are discarded", ("all-at-end-of-turn", "official"), "all-at-end-of-turn", "official", "official"),
    "strong_needs_fortress": ("strong knights need politics 3 or a Smith", _NO_YES, "no", "no", "no"),
    "discard_with": ("what makes full hands discard", ("seven", "seven-bishop", "seven-chase", "seven-bishop-chase"), "seven-bishop-chase", "seven", "seven"),
    "discard_down_to": ("how half a hand is rounded", ("half-down", "half-up"), "half-down", "half-up", "half-up"),
    "bishop_steals": ("whom the Bishop steals from", ("one", "one-per-opponent"), "one", "one-per-opponent", "one-per-opponent"),
    "special_build_improvements": ("improvements in special building", _NO_YES, "no", "yes", "no"),
    "declare_to_win": ("the win must be declared", _NO_YES, "yes", "no", "no"),
    "chits": ("how number chits are laid", ("random", "spiral"), "random", "spiral", "spiral"),
    "fish_places": ("where fishing grounds lie", ("house", "official"), "house", "official", "official"),
    "fish_pre_roll": ("fish may be spent before the roll", _NO_YES, "no", "no", "no"),
    "fish_in_special_build": ("fish may be spent in special building", _NO_YES, "no", "no", "no"),
    "deserter": ("which knight a Deserter places", ("2025", "2020"), "2025", "2025", "2025"),
    "chase_to_desert": ("a chased robber may go to a desert", _NO_YES, "yes", "yes", "no"),
    "trade_offers": ("offers to other seats in a turn", (0, 10), "10", "10", "10"),
    "listed_offers": ("offers that are listed in a turn", (0, 10), "3", "3", "3"),
    "wide_offers": ("list offers of up to 3 cards a side", _NO_YES, "no", "no", "no"),
    "max_turns": ("turns after which the game ends", (1, 500), "500", "500", "500"),
    "turn_moves": ("moves in the action phase of a turn", (10, 200), "200", "200", "200"),
}  # fmt: skip


def _option(name: str, row: _Row) -> Option:
    text, values, house = row[:3]
    if isinstance(values[0], str):
        choices = tuple(str(value) for value in values)
        return Option(name, choices.index(house), text, choices)
    low, high = int(values[0]), int(values[1])
    return Option(name, int(house), text, minimum=low, maximum=high)


OPTIONS: Final = (
    players_option(2, 6, 4),
    Option("preset", 0, "sets all that follow", _PRESETS),
    *(_option(name, row) for name, row in _ROWS.items()),
)

_PLACES: Final = {option.name: place for place, option in enumerate(OPTIONS)}

(
    EXPANSION, SECOND_PIECE, FISH, SEAFARERS, TARGET, FISH_EXTRA, BOOT_EXTRA, SEAFARERS_EXTRA,
    HIDDEN_HARBORS, HARBOR_PLACES, HARBORS_CROSS_WATER, HARBOR_POINTS, WALL_SHIELDS,
    BUILD_PAST_BUILDINGS, PROGRESS_LIMIT, STRONG_NEEDS_FORTRESS, DISCARD_WITH, DISCARD_DOWN_TO,
    BISHOP_STEALS, SPECIAL_BUILD_IMPROVEMENTS, DECLARE_TO_WIN, CHITS, FISH_PLACES, FISH_PRE_ROLL,
    FISH_IN_SPECIAL_BUILD, DESERTER, CHASE_TO_DESERT, TRADE_OFFERS, LISTED_OFFERS, WIDE_OFFERS,
    MAX_TURNS, TURN_MOVES,
) = (_PLACES[name] for name in _ROWS)  # fmt: skip
"""The place of each option in the array that kernels read."""

MAX_OPTIONS: Final = 34
"""Room in a state; at least len(OPTIONS)."""

_AT_SEA: Final = "with Seafarers"

_NEUTRAL: Final[Mapping[str, Mapping[str, str]]] = {
    _AT_SEA: {"chits": "random", "harbor_places": "random", "fish_places": "house"},
    "without Seafarers": {"seafarers_extra": "0", "harbors_cross_water": "no"},
    "without Cities & Knights": {
        "wall_shields": "no",
        "progress_limit": "official",
        "strong_needs_fortress": "no",
        "discard_with": "seven",
        "bishop_steals": "one-per-opponent",
        "special_build_improvements": "no",
        "deserter": "2025",
        "chase_to_desert": "no",
    },
    "without fish": {
        "fish_extra": "0",
        "boot_extra": "0",
        "fish_places": "house",
        "fish_pre_roll": "no",
        "fish_in_special_build": "no",
    },
    "with fish": {"chase_to_desert": "no"},
    "without 5 players": {"special_build_improvements": "no", "fish_in_special_build": "no"},
    "with trade_offers=0": {"listed_offers": "0", "wide_offers": "no"},
    "with listed_offers=0": {"wide_offers": "no"},
}
"""What an option must be where the thing that it belongs to is not played, in this order."""


def _holds(circumstance: str, texts: Mapping[str, str]) -> bool:
    """Whether a key of `_NEUTRAL` holds for a choice of options."""
    return {
        _AT_SEA: texts["seafarers"] == "yes",
        "without Seafarers": texts["seafarers"] == "no",
        "without Cities & Knights": texts["expansion"] == "none",
        "without fish": texts["fish"] == "no",
        "with fish": texts["fish"] == "yes",
        "without 5 players": texts["players"] in ("2", "3", "4"),
        "with trade_offers=0": texts["trade_offers"] == "0",
        "with listed_offers=0": texts["listed_offers"] == "0",
    }[circumstance]


def resolve(given: Mapping[str, str]) -> dict[str, str]:
    """All options as text: the preset's values under those given.

    `BadOption` names an option that is given and makes no sense beside the others.
    """
    preset = given.get("preset", _PRESETS[0])
    if preset not in _PRESETS:
        raise BadOption(f"preset={preset}: expected one of {', '.join(_PRESETS)}")
    column = 2 + _PRESETS.index(preset)
    texts = {"players": "4", "preset": preset}
    texts |= {name: str(row[column]) for name, row in _ROWS.items()}
    texts |= given
    _check(texts)
    for circumstance, neutral in _NEUTRAL.items():
        if _holds(circumstance, texts):
            for name, value in neutral.items():
                _set(texts, given, name, value, circumstance)
    if int(texts["listed_offers"]) > int(texts["trade_offers"]):
        most = texts["trade_offers"]
        _set(texts, given, "listed_offers", most, f"with trade_offers={most}: more than are made")
    return texts


def _check(texts: Mapping[str, str]) -> None:
    """`BadOption` names a value that its option does not take."""
    for option in OPTIONS:
        option.parse(texts[option.name])


def _set(
    texts: dict[str, str], given: Mapping[str, str], name: str, value: str, circumstance: str
) -> None:
    """Give an option the one value that makes sense; `BadOption` where another one is given."""
    if given.get(name, value) != value:
        raise BadOption(f"{name}={given[name]} makes no sense {circumstance}")
    texts[name] = value


def usual_decisions(values: tuple[int, ...]) -> int:
    """About how many decisions a seat has in a game of bots: most are about offers."""
    return 250 if values[TRADE_OFFERS] > 0 else 75
