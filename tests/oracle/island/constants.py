"""Sections 3 and 18 of the rules: what is in the box."""

RESOURCES = ("lumber", "wool", "grain", "brick", "ore")
COMMODITIES = ("paper", "cloth", "coin")
KINDS = RESOURCES + COMMODITIES

# 3.1: terrain, chits, harbors; the small board seats 2-4, the big one 5-6.
ROWS = {"small": (3, 4, 5, 4, 3), "big": (3, 4, 5, 6, 5, 4, 3)}
SEA_ROWS = {"small": (4, 5, 6, 7, 6, 5, 4), "big": (4, 5, 6, 7, 8, 7, 6, 5, 4)}
TERRAIN = {
    "small": {"forest": 4, "pasture": 4, "fields": 4, "hills": 3, "mountains": 3, "desert": 1},
    "big": {"forest": 6, "pasture": 6, "fields": 6, "hills": 5, "mountains": 5, "desert": 2},
}
SEA_EXTRA = {"small": {"gold": 2, "sea": 16}, "big": {"gold": 3, "sea": 19}}
CHITS = {
    "small": {2: 1, 12: 1, **dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), 2)},
    "big": {2: 2, 12: 2, **dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), 3)},
}
SEA_CHITS = {"small": (4, 10), "big": (4, 9, 10)}
HARBORS = {
    "small": ("any",) * 4 + ("lumber", "wool", "grain", "brick", "ore"),
    "big": ("any",) * 5 + ("lumber", "wool", "wool", "grain", "brick", "ore"),
}
RESOURCE_BANK = {"small": 19, "big": 24}
COMMODITY_BANK = {"small": 12, "big": 18}

# 3.3-3.5: numbers of coast edges.
HARBOR_FRAME = {
    "small": (0, 3, 7, 10, 13, 17, 20, 23, 27),
    "big": (0, 3, 7, 10, 14, 17, 21, 24, 28, 31, 34),
}
FISH_FRAME = {"small": (1, 8, 11, 18, 21, 28), "big": (1, 8, 15, 22, 25, 29, 32, 36)}
FISH_NUMBERS = {"small": (4, 5, 6, 8, 9, 10), "big": (4, 5, 5, 6, 8, 9, 9, 10)}
LAKE_NUMBERS = {"small": ((2, 3, 11, 12),), "big": ((2, 3, 11, 12), (4, 10))}
FISH_TOKENS = {"small": {1: 11, 2: 10, 3: 8}, "big": {1: 15, 2: 15, 3: 13}}  # and one boot

# Section 5: what a hex gives; fields and hills double for a city, the others add a commodity.
HEX_RESOURCE = {
    "forest": "lumber",
    "pasture": "wool",
    "fields": "grain",
    "hills": "brick",
    "mountains": "ore",
}
HEX_COMMODITY = {"forest": "paper", "pasture": "cloth", "mountains": "coin"}

# 3.6
PIECES = {"road": 15, "settlement": 5, "city": 4, "ship": 15, "wall": 3, "knight": 2}

# 3.7
ROAD = {"brick": 1, "lumber": 1}
SHIP = {"lumber": 1, "wool": 1}
SETTLEMENT = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}
CITY = {"ore": 3, "grain": 2}
MEDICINE_CITY = {"ore": 2, "grain": 1}
WALL = {"brick": 2}
KNIGHT = {"wool": 1, "ore": 1}
PROMOTE = {"wool": 1, "ore": 1}
ACTIVATE = {"grain": 1}
DEVELOPMENT = {"ore": 1, "wool": 1, "grain": 1}

# Section 8
TRACKS = ("trade", "politics", "science")
TRACK_COMMODITY = {"trade": "cloth", "politics": "coin", "science": "paper"}

# Section 12
DECKS = {
    "science": {
        "alchemist": 2,
        "crane": 2,
        "engineer": 1,
        "inventor": 2,
        "irrigation": 2,
        "medicine": 2,
        "mining": 2,
        "printer": 1,
        "road_building": 2,
        "smith": 2,
    },
    "trade": {
        "commercial_harbor": 2,
        "master_merchant": 2,
        "merchant": 6,
        "merchant_fleet": 2,
        "resource_monopoly": 4,
        "trade_monopoly": 2,
    },
    "politics": {
        "bishop": 2,
        "constitution": 1,
        "deserter": 2,
        "diplomat": 2,
        "intrigue": 2,
        "saboteur": 2,
        "spy": 3,
        "warlord": 2,
        "wedding": 2,
    },
}
CARD_TRACK = {card: track for track, cards in DECKS.items() for card in cards}
VICTORY_CARDS = ("printer", "constitution")

# Section 13
FISH_COST = {"robber": 2, "steal": 3, "resource": 4, "road": 5, "card": 7}

# Section 20
DEVELOPMENT_DECK = {
    "small": {"knight": 14, "point": 5, "roads": 2, "plenty": 2, "monopoly": 2},
    "big": {"knight": 20, "point": 5, "roads": 3, "plenty": 3, "monopoly": 3},
}


def board_size(players: int) -> str:
    """2-4 players use the small board, 5 and 6 the big one (header of the rules, 3.1)."""
    return "big" if players > 4 else "small"
