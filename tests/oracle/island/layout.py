"""The deal read from data: the layout text, the options and the state JSON of a fresh deal."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from hinterland.tests.oracle.island import constants as box
from hinterland.tests.oracle.island.deal import Deal
from hinterland.tests.oracle.island.geometry import (
    Corner,
    Hex,
    cells,
    corners_of_edge,
    edges_of_corner,
)
from hinterland.tests.oracle.island.names import Names
from hinterland.tests.oracle.island.options import Options
from hinterland.tests.oracle.island.table import Ground, Harbor


def read_options(players: int, texts: Mapping[str, str]) -> Options:
    """The options of the state JSON; those that act in the deal only are passed over."""
    values: dict[str, Any] = {"players": players}
    for field in fields(Options):
        if field.name not in texts:
            continue
        text = texts[field.name]
        if field.name == "discard_with":
            values[field.name] = frozenset(text.split("-"))
        elif field.type in (bool, "bool"):
            values[field.name] = text == "yes"
        elif field.type in (int, "int"):
            values[field.name] = int(text)
        else:
            values[field.name] = text
    return Options(**values)


def read_layout(options: Options, text: str) -> Deal:
    """Everything of a layout text but the robber and the pirate, which stand where they must."""
    size = box.board_size(options.players)
    board = cells((box.SEA_ROWS if options.seafarers else box.ROWS)[size])
    names = Names(board)
    words = text.split()
    terrain: dict[Hex, str] = {}
    deal = Deal(terrain, {})
    for word in words:
        place, _, value = word.partition("=")
        if place in names.hexes:
            kind, _, chit = value.partition(":")
            cell = names.hexes[place]
            terrain[cell] = "lake" if kind == "lake2" else kind
            if chit:
                deal.chits[cell] = int(chit)
            if terrain[cell] == "lake":
                deal.lakes[cell] = box.LAKE_NUMBERS["big"][kind == "lake2"]
        elif place == "first":
            deal.first = int(value[1:]) - 1
    for word in words:
        place, _, value = word.partition("=")
        sort, _, where = place.partition(":")
        if sort == "harbor":
            one, two = (names.corners[name] for name in where.split("-"))
            deal.harbors.append(Harbor((one, two), None if value == "?" else value))
        elif sort == "fish":
            points = coast_row(deal, names.corners[where])
            deal.grounds.append(Ground(int(value), points))
    deal.terrain = {cell: terrain[cell] for cell in board}
    return deal


def coast_row(deal: Deal, middle: Corner) -> tuple[Corner, ...]:
    """A fishing ground: the corner with its neighbours along the coast."""

    def is_land(cell: Hex) -> bool:
        return deal.terrain.get(cell, "sea") != "sea"

    shore = [edge for edge in edges_of_corner(middle) if sum(is_land(cell) for cell in edge) == 1]
    ends = [corner for edge in shore for corner in corners_of_edge(edge) if corner != middle]
    return (middle, *ends)


def read_deal(state: Mapping[str, Any]) -> tuple[Options, Deal]:
    """The options and the deal of a state JSON that nothing has been played in."""
    options = read_options(state["players"], state["options"])
    deal = read_layout(options, state["layout"])
    deal.harbor_pool = Counter(state["harbor_pool"])
    if options.knights:
        deal.decks = {track: list(state["decks"][track]) for track in box.TRACKS}
    else:
        deal.decks = {"development": list(Counter(state["development"]["unseen"]).elements())}
    return options, deal
