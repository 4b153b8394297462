"""The map of `catanatron` in the coordinates of island."""

from typing import Final

from catanatron.models.map import PORT_DIRECTION_TO_NODEREFS, CatanMap, Coordinate, Port

from hinterland.engine.island.board import (
    CORNER_NAMES,
    EDGE_NAMES,
    GRAPHS,
    SMALL,
    corner_of,
    edge_of,
)

KINDS: Final = {
    "WOOD": "lumber",
    "SHEEP": "wool",
    "WHEAT": "grain",
    "BRICK": "brick",
    "ORE": "ore",
}
"""Resource of `catanatron`: ours, in our order."""

_TERRAINS: Final = {
    "WOOD": "forest",
    "SHEEP": "pasture",
    "WHEAT": "fields",
    "BRICK": "hills",
    "ORE": "mountains",
    None: "desert",
}
_SHORT: Final = {
    "n": "NORTH", "ne": "NORTHEAST", "e": "EAST", "se": "SOUTHEAST",
    "s": "SOUTH", "sw": "SOUTHWEST", "w": "WEST", "nw": "NORTHWEST",
}  # fmt: skip


class Places:
    """Names of the places of one map, both ways.

    Both are pointy-top boards of 3-4-5-4-3 hexes. A cube coordinate (x, y, z) of `catanatron` has
    x and -y growing to the east and z to the south: it is our cell (x - y, z).
    `hexes`: our hex by coordinate. `corners`: our corner by node. `edges`: our edge by the two
    nodes, ascending. `ports`: (our corners, ascending by number, our type) of each.
    """

    def __init__(self, board: CatanMap) -> None:
        graph = GRAPHS[SMALL]
        self.hexes: dict[Coordinate, str] = {}
        self.corners: dict[int, str] = {}
        self.edges: dict[tuple[int, int], str] = {}
        self._tiles = board.land_tiles
        for coordinate, tile in board.land_tiles.items():
            cell = (coordinate[0] - coordinate[1], coordinate[2])
            self.hexes[coordinate] = graph.hex_names[graph.hex_at(cell)]
            nodes = {ref.name: node for ref, node in tile.nodes.items()}
            edges = {ref.name: edge for ref, edge in tile.edges.items()}
            for side, name in enumerate(CORNER_NAMES):
                number = graph.corners[corner_of(cell, side)[0]]
                self.corners[nodes[_SHORT[name]]] = graph.corner_names[number]
            for side, name in enumerate(EDGE_NAMES):
                number = graph.edges[edge_of(cell, side)[0]]
                self.edges[_ascending(edges[_SHORT[name]])] = graph.edge_names[number]
        order = graph.corner_names.index
        self.ports = [
            (sorted(self._port_corners(port), key=order), KINDS.get(port.resource, "any"))
            for port in board.tiles.values()
            if isinstance(port, Port)
        ]

    def edge(self, nodes: tuple[int, int]) -> str:
        """Our edge between two nodes, in either order."""
        return self.edges[_ascending(nodes)]

    def layout(self, robber: Coordinate) -> str:
        """The map as our layout; the first seat begins."""
        words = []
        for coordinate, tile in self._tiles.items():
            chit = f":{tile.number}" if tile.number else ""
            words.append(f"{self.hexes[coordinate]}={_TERRAINS[tile.resource]}{chit}")
        words += [f"harbor:{a}-{b}={kind}" for (a, b), kind in self.ports]
        return " ".join([*words, f"robber={self.hexes[robber]}", "first=p1"])

    def _port_corners(self, port: Port) -> list[str]:
        return [self.corners[port.nodes[ref]] for ref in PORT_DIRECTION_TO_NODEREFS[port.direction]]


def _ascending(nodes: tuple[int, int]) -> tuple[int, int]:
    return (min(nodes), max(nodes))
