"""The trees for people: `a b l r exit enter pass play guess:1 guess:2 safe`, and chance's
`world:1`, `world:?`, `show:1`.
"""

from collections.abc import Mapping
from typing import Any

from hinterland.engine.errors import BadNotation, BadState
from hinterland.engine.jit import Record
from hinterland.engine.json_fields import read_choice, read_flag, read_words
from hinterland.engine.seats import ALL, CHANCE, OVER, seat_name
from hinterland.engine.tree import rules, trees

RULES_BROKEN: Mapping[int, str] = {
    1: "the game is over",
    2: "no move of this node of the tree",
    3: "a world must be chosen now",
    4: "this viewer sees which world is chosen",
    5: "this viewer does not see which world is chosen",
    6: "the world must be shown now",
    7: "that is not the world that was chosen",
}

_NAMES = ("a", "b", "l", "r", "exit", "enter", "pass", "play", "guess:1", "guess:2", "safe")
_TEXTS = dict(enumerate(_NAMES, trees.A))
_TEXTS |= {rules.WORLD: "world:?", rules.WORLD + 1: "world:1", rules.WORLD + 2: "world:2"}
_TEXTS |= {rules.SHOW + 1: "show:1", rules.SHOW + 2: "show:2"}
_MOVES = {text: move for move, text in _TEXTS.items()}
_WORLDS = {0: "-", 1: "1", 2: "2", rules.UNKNOWN: "?"}


def _paths(node: int, path: str) -> dict[int, str]:
    """The moves that lead to each node at and below `node`."""
    found = {node: path}
    for i in range(trees.COUNT[node]):
        token = _TEXTS[int(trees.FIRST[node]) + i]
        found |= _paths(int(trees.NEXT[node]) + i, f"{path} {token}".strip())
    return found


_PATHS = [_paths(int(root), "") for root in trees.ROOT]
"""Per tree: its nodes, each with the moves that lead to it."""


def format(move: int) -> str:
    return _TEXTS.get(move, f"#{move}")


def parse(text: str) -> int:
    try:
        return _MOVES[text]
    except KeyError:
        raise BadNotation(f"no move {text!r}: expected one of {' '.join(_MOVES)}") from None


def board(state: Record) -> str:
    tree = int(state["tree"])
    path = _PATHS[tree][int(state["node"])] or "nothing yet"
    return f"tree {trees.TREES[tree]}, world {_WORLDS[int(state['world'])]}, played {path}"


def to_json(state: Record, memory: Record | None) -> dict[str, Any]:
    tree = int(state["tree"])
    return {
        "viewer": seat_name(int(state["viewer"])),
        "tree": trees.TREES[tree],
        "world": _WORLDS[int(state["world"])],
        "moves": _PATHS[tree][int(state["node"])].split(),
        "shown": bool(state["shown"]),
    }


def from_json(data: Mapping[str, Any], state: Record, memory: Record) -> None:
    given = {**to_json(state, memory), **data}
    if given["tree"] != trees.TREES[state["tree"]]:
        raise BadState(f"tree is {given['tree']!r}: expected {trees.TREES[state['tree']]!r}")
    nodes = {path: node for node, path in _PATHS[state["tree"]].items()}
    worlds = {text: world for world, text in _WORLDS.items()}
    state["node"] = read_choice(" ".join(read_words(given, "moves")), "moves", nodes)
    state["world"] = read_choice(given["world"], "world", worlds)
    state["shown"] = read_flag(given, "shown")
    state["turn"] = _turn(state)


def _turn(state: Record) -> int:
    """The mover, from the fields that it follows from."""
    if state["world"] == 0:
        return CHANCE
    return OVER if state["shown"] else int(trees.TURN[state["node"]])


def faults(state: Record) -> list[str]:
    tree, node, world = (int(state[name]) for name in ("tree", "node", "world"))
    viewer, shown = int(state["viewer"]), int(state["shown"])
    if not 0 <= tree < len(trees.TREES) or node not in _PATHS[tree] or world not in _WORLDS:
        return [f"tree {tree}, node {node}, world {world}: there is no such thing"]
    found = []
    if world == 0 and node != trees.ROOT[tree]:
        found.append("the world is chosen before the first move")
    if shown not in (0, 1) or (shown and trees.TURN[node] != CHANCE):
        found.append("the world is shown when no seat moves any more")
    seen = shown == 1 or viewer == ALL or (viewer == 0 and trees.SEES_WORLD[tree] == 1)
    if world != 0 and (world != rules.UNKNOWN) != seen:
        found.append(f"world: the viewer {'sees' if seen else 'misses'} it")
    if state["unused"] != 0:
        found.append("unused must be 0")
    if not found and state["turn"] != _turn(state):
        found.append(f"turn {int(state['turn'])}: expected {_turn(state)}")
    return found
