"""The arrays of a search: their dtypes, and what every field means.

tree (node)         shape       meaning
event                           what leads here: the event that the tree's seat sees
first, next                     first child and next sibling, ascending by event; NO_NODE
visits                          iterations that passed
available                       visits of the parent in which the event was possible
prior                           of the move among its siblings, where first seen; -1 before

values (node, seat)             sum of returns over those visits; anything before the first

A node and the edge that leads to it are one record, small and without what only visited nodes
have: most never are, and a search spends most of its time on looking through them. The root is
node 0; `mo` and `ris` have a tree for every seat, whose root is the node with the number of the
seat. Where opponents are kept apart, the children of another seat's root stand for its views, and
their children for the first events.

control             shape       meaning
rng                 (1,)        the lane's random stream
exploration                     c of the selection rule
selection                       UCB or PUCT
first_play                      added to the parent's mean for an untried move; 0: as the rule says
widening                        moves looked at for the square root of the visits; 0: all
kinds, canonical, regret        1: kind of move first; one order of moves; regrets at the root
last_mover, last_move           of the move just played, in this iteration
policy                          of playouts: UNIFORM or POLICY
variant                         SO, PIMC, MO or RIS
seat                            whose knowledge is searched
tree_seat                       whose events the edges are: the seat, or ALL in `pimc`
apart                           1: the tree of another seat has a root for each view it may have
players                         seats in the game
chance_depth                    moves below a root up to which chance is enumerated
offset                          where the sequence of its points begins, in [0, 1)
limit                           moves of a playout before the evaluation; -1: to the end
world_iterations, world_left    in `pimc`: iterations for each world, and left in this one
used, capacity                  nodes in use and in the arrays
generation                      trees begun: in `pimc` one a world
iterations, worlds, played      counts so far; `played` are moves of playouts
deepest                         events from the root to the deepest node that an iteration came to
stuck                           1 when no world fits the view
dropped                         1 when a node could not be added

work                shape       meaning
moves, events       (max,)      a node's legal moves in this world, and their events, ascending
priors              (max,)      weights of its moves
closed              (max,)      1: the edge is not looked at on this visit
scores              (max + 3,)  by the selection rule; room for `score.highest`
sums                (recent,)   of the priors of all children of a node, where last looked for
summed              (recent, 2) whose they are: generation and node, number of children
moments             (nodes, 3)  of the root's moves, by node: iterations, and the sums of the root
                                seat's returns and of their squares
regrets             (max,)      of the edges of the root, where its choice is by regrets
chosen              ()          the root's edge of this iteration
edges, starts       (max,)      its distinct events: node, and where its moves start
nodes               (seats,)    of every path: the present node, NO_NODE once it left the tree
depths              (seats,)    of every path: its length
recent              (recent, 3) children found of late, each where `edges.child_of` looks for it:
                                generation and parent, event, child; zeros where there is none
paths               (seats, length + 2)  of every path: its nodes from the root on
out                 (seats,)    returns of this iteration
"""

from typing import Any, Final

import numpy as np

NO_NODE: Final = -1
NEW: Final = -1.0
"""The prior of an edge before its moves were asked for theirs."""
ROOT: Final = 0

SO: Final = 0
PIMC: Final = 1
MO: Final = 2
RIS: Final = 3

EVERY_SEAT: Final = -1
"""The seat served by an iteration in which every tree learns."""

NO_MOVER: Final = -9
"""The last mover before an iteration has begun."""

UCB: Final = 0
PUCT: Final = 1

UNIFORM: Final = 0
POLICY: Final = 1

CONTROL: Final = np.dtype(
    [
        ("rng", "<u8", (1,)),
        ("exploration", "<f8"),
        ("selection", "<i8"),
        ("first_play", "<f8"),
        ("widening", "<f8"),
        ("kinds", "<i8"),
        ("canonical", "<i8"),
        ("regret", "<i8"),
        ("last_mover", "<i8"),
        ("last_move", "<i8"),
        ("policy", "<i8"),
        ("variant", "<i8"),
        ("seat", "<i8"),
        ("tree_seat", "<i8"),
        ("apart", "<i8"),
        ("players", "<i8"),
        ("chance_depth", "<i8"),
        ("offset", "<f8"),
        ("limit", "<i8"),
        ("world_iterations", "<i8"),
        ("world_left", "<i8"),
        ("used", "<i8"),
        ("capacity", "<i8"),
        ("iterations", "<i8"),
        ("worlds", "<i8"),
        ("played", "<i8"),
        ("stuck", "<i8"),
        ("dropped", "<i8"),
        ("generation", "<i8"),
        ("deepest", "<i8"),
        ("unused", "<i8", (2,)),  # four cache lines, shared with no other lane
    ]
)


NODE: Final = np.dtype(
    [
        ("event", "<i8"),
        ("first", "<i4"),
        ("next", "<i4"),
        ("visits", "<i4"),
        ("available", "<i4"),
        ("prior", "<f8"),
    ]
)
"""Half a cache line."""


def move_dtype(seats: int) -> np.dtype[Any]:
    """A move of the root and all that is known of it, in a game with that many seats at most."""
    return np.dtype(
        [
            ("event", "<i8"),
            ("visits", "<i8"),
            ("available", "<i8"),
            ("prior", "<f8"),
            ("value", "<f8", (seats,)),
            ("moments", "<f8", (3,)),
        ]
    )


def work_dtype(max_moves: int, max_length: int, seats: int) -> np.dtype[Any]:
    """The buffers of one lane; `recent` is a power of two that grows with the game."""
    recent = 1 << max(max_moves.bit_length() - 2, 0)
    return np.dtype(
        [
            ("moves", "<i8", (max_moves,)),
            ("events", "<i8", (max_moves,)),
            ("priors", "<f8", (max_moves,)),
            ("closed", "<i8", (max_moves,)),
            ("scores", "<f8", (max_moves + 3,)),
            ("summed", "<i8", (recent, 2)),
            ("sums", "<f8", (recent,)),
            ("moments", "<f8", (max_moves + 3 * seats, 3)),  # few nodes come before the moves
            ("regrets", "<f8", (max_moves,)),
            ("chosen", "<i8"),
            ("edges", "<i8", (max_moves,)),
            ("starts", "<i8", (max_moves + 1,)),
            ("nodes", "<i8", (seats,)),
            ("depths", "<i8", (seats,)),
            ("recent", "<i8", (recent, 3)),
            ("paths", "<i8", (seats, max_length + 2)),
            ("out", "<f8", (seats,)),
        ]
    )
