"""What `fits` answers: a code for each reason why a move or event is refused, and its wording."""

from collections.abc import Mapping
from typing import Final

from hinterland.engine.island.board import CORNER_NAMES, EDGE_NAMES, GRAPHS, hex_code

(
    OVER_NOW, NOT_NOW, NO_PLACE, TOO_FEW, NO_PIECE, BAD_OFFER, NO_CARD, NO_HEX_THERE, NO_SUCH_SEAT,
    NO_POINTS, BANK_SHORT, TOO_MANY_MOVES, BAD_CHANCE, BAD_DISCARD, MUST_WIN, NO_CHOICE, NO_EFFECT,
    NO_FISH, NO_SHIP, NO_SEA_THERE,
    NO_KNIGHTS_GAME, NO_DEVELOPMENT_GAME, NO_SEA_GAME, NO_FISH_GAME, NO_SUCH_PLACE, TAKEN, NO_LAND,
    NO_SEA, PIRATE_THERE, NOT_JOINED, NOT_AT_PIECE, TOO_NEAR, NO_SETTLEMENT, SIDEWAYS_FIRST,
    SAME_EDGE, NO_CITY, NO_CITIES, WALLED_NOW, NO_KNIGHT, IS_ACTIVE, NOT_READY, IS_MIGHTY,
    WAS_PROMOTED, NO_FORTRESS, NO_GOAL, NO_ATTACK, NO_QUARRY, NOT_SPECIAL, AT_HIGHEST,
    NO_PLAIN_CITY, OFFERS_DONE, NO_SUCH_KIND, ONE_SIDED, TO_ACCEPT, OFFERED, LIKE_FOR_LIKE,
    NO_DEAL, DECK_EMPTY, PLAYED_ONE, BOUGHT_NOW, NO_LAYING, NO_FISH_NOW, NOT_SOLD, BAD_PAYMENT,
    NO_BOOT, FEWER_POINTS, LIFTED_ONE, BUILT_NOW, STRANDED, NOT_AT_END, NO_OTHER_PLACE,
    CHASED_PIRATE, ONLY_ROBBER, NO_DESERT, NOT_ROBBABLE,
    ONLY_RESOURCE, ONLY_COMMODITY, BEYOND_SUPPLY, ONLY_ALCHEMIST, BEFORE_ROLL, BAD_DICE, BAD_ORDER,
    FIXED_CHIT, SAME_CHIT, BARREN, NO_BUILDING, MERCHANT_THERE, NO_ENEMY, NO_ROAD_THERE, NO_ROUTE,
    NOT_OPEN, NO_SPOILS, KNIGHTLESS, NO_PROGRESS_HELD, NOT_AHEAD, NO_CARDS_ELSEWHERE,
) = range(1, 97)  # fmt: skip

WRITTEN_CORNER: Final = 1 << 12
WRITTEN_EDGE: Final = 1 << 13
"""Plus the code of a corner or edge: a name was used that the board writes otherwise."""


def _written(base: int, names: list[str], sides: tuple[str, ...], what: str) -> dict[int, str]:
    return {
        base + 8 * hex_code(name) + sides.index(name[2:]): f"that {what} is written {name}"
        for name in names
    }


TEXTS: Final[Mapping[int, str]] = {
    OVER_NOW: "the game is over",
    NOT_NOW: "that is not to be decided now",
    TOO_FEW: "the seat does not hold the cards",
    NO_PIECE: "no such piece is left in the supply",
    NO_CARD: "the seat holds no such card",
    NO_HEX_THERE: "the robber must move to another land hex",
    NO_SUCH_SEAT: "that seat cannot be chosen",
    NO_POINTS: "the seat has not the points to win",
    BANK_SHORT: "the bank does not hold the cards",
    TOO_MANY_MOVES: "the turn has had its moves: end it",
    BAD_CHANCE: "chance cannot bring that now",
    BAD_DISCARD: "discards go by ascending kinds, and enough must be left",
    MUST_WIN: "the seat must show its victory cards",
    NO_CHOICE: "that is none of the choices there are now",
    NO_EFFECT: "the card would have no effect so",
    NO_FISH: "the seat does not hold those fish",
    NO_SHIP: "no ship of the seat is there",
    NO_SEA_THERE: "the pirate must move to another sea hex",
    NO_KNIGHTS_GAME: "that is of Cities & Knights, which is not played",
    NO_DEVELOPMENT_GAME: "there are no development cards in Cities & Knights",
    NO_SEA_GAME: "that is of Seafarers, which is not played",
    NO_FISH_GAME: "that is of the fish, which are not played",
    NO_SUCH_PLACE: "the board has no such place",
    TAKEN: "that place is taken",
    NO_LAND: "no land adjoins that place",
    NO_SEA: "no sea adjoins that place",
    PIRATE_THERE: "the pirate lies beside it",
    NOT_JOINED: "nothing of the seat's adjoins that place from which it may build on",
    NOT_AT_PIECE: "it must adjoin the piece just placed",
    TOO_NEAR: "a building stands next to that place",
    NO_SETTLEMENT: "no settlement of the seat is there",
    SIDEWAYS_FIRST: "a city that lies on its side must be raised first",
    SAME_EDGE: "it was taken up there: it must be put elsewhere",
    NO_CITY: "no city of the seat is there",
    NO_CITIES: "the seat has no city on the board",
    WALLED_NOW: "that city has a wall",
    NO_KNIGHT: "no knight of the seat is there",
    IS_ACTIVE: "that knight is active",
    NOT_READY: "that knight is inactive, or became active in this turn: it may not act",
    IS_MIGHTY: "that knight is mighty",
    WAS_PROMOTED: "that knight was promoted in this turn",
    NO_FORTRESS: "politics must be at level 3 for that knight to be promoted",
    NO_GOAL: "that knight cannot go there",
    NO_ATTACK: "the robber and the pirate stay until the first attack of the barbarians is over",
    NO_QUARRY: "neither the robber nor the pirate is beside that knight",
    NOT_SPECIAL: "that is not done in special building",
    AT_HIGHEST: "that track is at its highest level",
    NO_PLAIN_CITY: "from level 4 on a city without a metropolis is needed",
    OFFERS_DONE: "no more offers to other seats may be made in this turn",
    NO_SUCH_KIND: "that kind of card is not in this game",
    ONE_SIDED: "an exchange has cards on both sides",
    TO_ACCEPT: "that is the offer itself: accept it",
    OFFERED: "that was offered before in this turn",
    LIKE_FOR_LIKE: "a card is not exchanged for one of its kind",
    NO_DEAL: "that seat did not accept and made no offer",
    DECK_EMPTY: "that deck has no card left",
    PLAYED_ONE: "a development card was played in this turn",
    BOUGHT_NOW: "that card was bought in this turn",
    NO_LAYING: "the seat has no piece or no place for a road or ship",
    NO_FISH_NOW: "fish are not spent now",
    NOT_SOLD: "that is not to be had for fish now",
    BAD_PAYMENT: "those fish are too few, or one of them could be left out",
    NO_BOOT: "the seat does not have the old boot",
    FEWER_POINTS: "that seat has fewer points",
    LIFTED_ONE: "a ship was taken up in this turn",
    BUILT_NOW: "that ship was built in this turn",
    STRANDED: "a knight of the seat stands there with no other road or ship",
    NOT_AT_END: "that ship does not lie at the end of its line",
    NO_OTHER_PLACE: "there is no other place for that ship",
    CHASED_PIRATE: "the pirate was chased, not the robber",
    ONLY_ROBBER: "it is the robber that moves, not the pirate",
    NO_DESERT: "a chased robber may not go to a desert",
    NOT_ROBBABLE: "that seat has no cards, or nothing at the hex",
    ONLY_RESOURCE: "a resource is to be named there, not a commodity",
    ONLY_COMMODITY: "a commodity is to be named there, not a resource",
    BEYOND_SUPPLY: "the game has not so many cards of that kind",
    ONLY_ALCHEMIST: "of the progress cards only an Alchemist is played before the roll",
    BEFORE_ROLL: "an Alchemist is played before the roll",
    BAD_DICE: "dice are 1 to 6",
    BAD_ORDER: "two different hexes are named, in the order of the board",
    FIXED_CHIT: "a hex that bears 2, 6, 8 or 12, or no chit, is not changed",
    SAME_CHIT: "both hexes bear the same chit",
    BARREN: "that hex gives no resource",
    NO_BUILDING: "no building of the seat is at that hex",
    MERCHANT_THERE: "the merchant of the seat is there",
    NO_ENEMY: "no knight of another seat is there",
    NO_ROAD_THERE: "no road or ship of the seat leads there",
    NO_ROUTE: "no road or ship is there",
    NOT_OPEN: "that road or ship has other pieces of its owner at both ends",
    NO_SPOILS: "that seat has no cards",
    KNIGHTLESS: "that seat has no knights",
    NO_PROGRESS_HELD: "that seat has no progress cards",
    NOT_AHEAD: "that seat has not more points",
    NO_CARDS_ELSEWHERE: "no other seat has cards",
    **{
        code: text
        for graph in GRAPHS
        for part in (
            _written(WRITTEN_CORNER, graph.corner_names, CORNER_NAMES, "corner"),
            _written(WRITTEN_EDGE, graph.edge_names, EDGE_NAMES, "edge"),
        )
        for code, text in part.items()
    },
}
"""Of each code but NO_PLACE and BAD_OFFER, which `reasons` tells apart."""
