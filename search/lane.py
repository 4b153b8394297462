"""One thread's share of a search: its tree, its buffers and its random stream."""

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, Final

import numpy as np

from hinterland.engine.game import Game, Knowledge
from hinterland.engine.jit import record_array
from hinterland.engine.rng import draw_bounded, stream
from hinterland.engine.seats import ALL
from hinterland.search.layout import (
    CONTROL,
    MO,
    NO_NODE,
    NODE,
    PIMC,
    POLICY,
    PUCT,
    RIS,
    ROOT,
    SO,
    UCB,
    UNIFORM,
    move_dtype,
    work_dtype,
)
from hinterland.search.memory import LANE_MEMORIES, LANE_STATES, most_nodes, total_moves
from hinterland.search.settings import SearchSettings
from hinterland.search.weighted import WorldPool

_FIRST_CAPACITY: Final = 4096
_RESERVE: Final = 64

LEAST_PRIOR: Final = 1e-12
"""What the priors of a node are taken to be in all, where they are nothing."""

_VARIANTS: Final = {"so": SO, "pimc": PIMC, "mo": MO, "ris": RIS, "weighted": SO}


class Lane:
    """A tree that grows by doubling, up to the lane's share of the memory limit."""

    def __init__(
        self,
        game: Game,
        kernels: ModuleType,
        knowledge: Knowledge,
        settings: SearchSettings,
        index: int,
        pool: WorldPool | None,
        prior: Mapping[int, float],
        share: int,
    ) -> None:
        """`prior`: of the root's moves, as shares, beside the evaluation's; empty for none.

        `share`: the bytes that it may hold; `BadOption` where that is too little for a tree.
        """
        seats = game.max_players
        self.kernels = kernels
        self.seat = knowledge.seat
        self.players = int(knowledge.view[0]["players"])
        self.control = record_array(1, CONTROL)
        self.work = record_array(1, work_dtype(game.max_moves, game.max_length, seats))
        self.listed = np.zeros(game.max_moves, np.int64)
        self.totals = record_array(total_moves(game, settings), move_dtype(seats))
        self.worlds = game.new_states(LANE_STATES)
        self.worlds[0] = knowledge.view[0]
        self.words = self.worlds.view(np.ndarray).view(np.uint64).reshape(LANE_STATES, -1)
        self.memories = game.new_memories(LANE_MEMORIES)
        self.memories[0] = knowledge.memory[0]
        worlds = game.new_states(0) if pool is None else pool.worlds
        self.pool_words = worlds.view(np.ndarray).view(np.uint64).reshape(-1, self.words.shape[1])
        self.cumulative = np.zeros(0) if pool is None else pool.cumulative
        self.root = knowledge.seat if settings.variant in ("mo", "ris") else ROOT
        self.most_nodes = most_nodes(game, settings, self.players, share)
        self.reserve = min(game.max_moves + _RESERVE, self.most_nodes // 2)
        first = max(_FIRST_CAPACITY, 2 * self.reserve)
        self._make_room(first if 2 * first <= self.most_nodes else self.most_nodes)
        self._set_up(settings, knowledge.seat, index)
        self._prior, self._one_ply = prior, settings.one_ply or 0.0

    def _set_up(self, settings: SearchSettings, seat: int, index: int) -> None:
        control = self.control[0]
        control["rng"][0] = stream("lane", settings.seed, index)[0]
        control["exploration"] = settings.exploration
        control["seat"] = seat
        control["variant"] = _VARIANTS[settings.variant]
        control["tree_seat"] = ALL if settings.variant == "pimc" else seat
        control["apart"] = settings.opponents == "apart"
        control["players"] = self.players
        control["selection"] = PUCT if settings.selection == "puct" else UCB
        control["first_play"] = settings.first_play
        control["widening"] = settings.widening
        control["kinds"] = settings.kinds == "first"
        control["canonical"] = settings.order == "canonical"
        control["regret"] = settings.root == "regret"
        control["policy"] = POLICY if settings.leaf == "rollout" else UNIFORM
        control["chance_depth"] = settings.chance_depth
        resolution = 1 << 30
        offset = draw_bounded(stream("chance", settings.seed, index), resolution)
        control["offset"] = offset / resolution
        control["limit"] = 0 if settings.leaf == "evaluation" else (settings.depth or -1)
        control["world_iterations"] = settings.world_iterations
        control["worlds"] = len(self.cumulative) if index == 0 else 0  # all lanes share them
        self.kernels.start_search(self.control, self.tree)

    @property
    def iterations(self) -> int:
        return int(self.control[0]["iterations"])

    @property
    def stuck(self) -> bool:
        """Whether no world fits what the seat knows."""
        return bool(self.control[0]["stuck"])

    @property
    def full(self) -> bool:
        """Whether the memory limit stopped the tree from growing."""
        return bool(self.control[0]["dropped"])

    @property
    def depth(self) -> int:
        """Events from the root to the deepest node that an iteration came to."""
        return int(self.control[0]["deepest"])

    def advance(self, iterations: int) -> None:
        """Run that many iterations, growing the tree as needed; fewer if no world fits.

        The root's edges are made by the first one, in which their priors are the evaluation's.
        """
        if self._prior and self.iterations == 0 and iterations > 0:
            self._run(1)
            self._mix_priors()
            iterations -= 1
        self._run(iterations)

    def _mix_priors(self) -> None:
        """Let a share of the root's prior be the one given, once its edges have theirs."""
        children = self.children(self.root)
        own: list[float] = self.tree["prior"][children].tolist()
        if len(own) < 2 or min(own) < 0.0:
            return
        total = max(sum(own), LEAST_PRIOR)
        given = [self._prior.get(event, 0.0) for event in self.tree["event"][children].tolist()]
        self.tree["prior"][children] = [
            self._one_ply * one_ply + (1.0 - self._one_ply) * usual / total
            for one_ply, usual in zip(given, own, strict=True)
        ]
        self.control[0]["generation"] += 1  # the sum of the priors that was kept is no longer right

    def _run(self, iterations: int) -> None:
        """Run iterations, growing the tree as needed."""
        while iterations > 0 and not self.stuck:
            room = self._next_size() > len(self.tree)
            iterations -= self.kernels.search_slice(
                self.control,
                self.tree,
                self.values,
                self.totals,
                self.work,
                self.worlds,
                self.words,
                self.memories,
                self.pool_words,
                self.cumulative,
                iterations,
                self.reserve if room else 0,
            )
            if iterations > 0 and room:
                self._grow()

    def _next_size(self) -> int:
        """The nodes for which there is room next: twice as many, or all if that is the last time.

        While it grows a tree is there twice, which must not be more than the limit either.
        """
        size = len(self.tree)
        if 2 * size > self.most_nodes:
            return size
        return 2 * size if 4 * size <= self.most_nodes else self.most_nodes

    def _grow(self) -> None:
        tree, values = self.tree, self.values
        self._make_room(self._next_size())
        self.tree[: len(tree)], self.values[: len(tree)] = tree, values

    def _make_room(self, size: int) -> None:
        """Arrays for so many nodes."""
        self.tree = record_array(size, NODE)
        self.values = np.zeros((size, self.players))
        self.control[0]["capacity"] = size

    def node_after(self, events: Sequence[int]) -> int | None:
        """The node of the present tree that the events lead to; None where there is none."""
        node = self.root
        for event in events:
            child = self.child_after(node, event)
            if child is None:
                return None
            node = child
        return node

    def child_after(self, node: int, event: int) -> int | None:
        """The child with that event; None where there is none."""
        children = self.children(node)
        found = children[self.tree["event"][children] == event]
        return int(found[0]) if len(found) else None

    def take_over(self, earlier: "Lane", root: int) -> None:
        """Begin with a node of an earlier lane and all below it, if there is room for them."""
        nodes = earlier.below(root)
        if len(nodes) + self.reserve > self.most_nodes:
            return
        self._make_room(min(max(len(self.tree), 2 * len(nodes)), self.most_nodes))
        taken = self.tree[: len(nodes)]
        places = np.full(len(earlier.tree) + 1, NO_NODE, np.int32)  # the last: of NO_NODE
        places[nodes] = np.arange(len(nodes))
        for name in taken.dtype.names:  # field by field: no second tree in between
            taken[name] = earlier.tree[name][nodes]
        for seat in range(self.players):
            self.values[: len(nodes), seat] = earlier.values[nodes, seat]
        taken["first"], taken["next"] = places[taken["first"]], places[taken["next"]]
        taken["next"][0] = NO_NODE
        self.control[0]["used"] = len(nodes)

    def below(self, root: int) -> Any:
        """A node and all that are below it, the node first."""
        first, following = self.tree["first"], self.tree["next"]
        levels = [np.array([root])]
        while len(levels[-1]) > 0:
            siblings = [first[levels[-1]]]
            while len(siblings[-1]) > 0:
                siblings[-1] = siblings[-1][siblings[-1] != NO_NODE]
                siblings.append(following[siblings[-1]])
            levels.append(np.concatenate(siblings))
        return np.concatenate(levels)

    def children(self, node: int) -> Any:
        """The children of a node of the present tree, ascending by event."""
        listed = self.listed
        count = self.kernels.list_children(self.tree, node, listed)
        if count > len(listed):
            listed = np.zeros(count, np.int64)
            self.kernels.list_children(self.tree, node, listed)
        return listed[:count].copy()

    def record(self, node: int) -> Any:
        """What the present tree says of a node and the edge to it, with zeros before a visit."""
        record = np.zeros((), self.totals.dtype)
        for name in ("event", "visits", "available", "prior"):
            record[name] = self.tree[name][node]
        if record["visits"] > 0:
            record["value"][: self.players] = self.values[node]
        return record

    def root_moves(self) -> list[Any]:
        """A record for every move at the root, over all worlds: the present tree's, and totals."""
        children = self.children(self.root)
        records = [self.record(child) for child in children]
        for record, total in zip(records, self.totals, strict=False):
            for name in ("visits", "available", "value"):
                record[name] += total[name]
        noted = self.work["moments"][0]
        for record, child in zip(records, children, strict=True):
            record["moments"] = noted[child] if child < len(noted) else 0.0
        return records
