"""The nodes of the three trees, as one table.

Node 0 is the root of tree a, and so on as `ROOT` says. The moves of a node have codes that
follow each other, as have the nodes they lead to. Where no seat moves the game is decided.
"""

import numpy as np

from hinterland.engine.seats import CHANCE

A, B, L, R, EXIT, ENTER, PASS, PLAY, GUESS_1, GUESS_2, SAFE = range(1, 12)

NODES = (
    # mover  first    moves  leads to  payoff to p1 in world 1 and in world 2
    (0,      A,       2,     1,         0.0,   0.0),   # 0: tree a
    (0,      L,       2,     3,         0.0,   0.0),   # 1: a
    (CHANCE, 0,       0,     0,         0.5,   0.5),   # 2: b
    (CHANCE, 0,       0,     0,         1.0,  -1.0),   # 3: a l
    (CHANCE, 0,       0,     0,        -1.0,   1.0),   # 4: a r
    (0,      EXIT,    2,     6,         0.0,   0.0),   # 5: tree b
    (CHANCE, 0,       0,     0,         1.0,  -1.0),   # 6: exit
    (1,      L,       2,     8,         0.0,   0.0),   # 7: enter
    (CHANCE, 0,       0,     0,        -2.0,   1.0),   # 8: enter l
    (CHANCE, 0,       0,     0,         0.5,  -0.5),   # 9: enter r
    (0,      PASS,    2,     11,        0.0,   0.0),   # 10: tree c
    (CHANCE, 0,       0,     0,        -0.5,  -0.5),   # 11: pass
    (1,      GUESS_1, 3,     13,        0.0,   0.0),   # 12: play
    (CHANCE, 0,       0,     0,        -1.0,   1.0),   # 13: play guess:1
    (CHANCE, 0,       0,     0,         1.0,  -1.0),   # 14: play guess:2
    (CHANCE, 0,       0,     0,        -0.25, -0.25),  # 15: play safe
)  # fmt: skip
TURN, FIRST, COUNT, NEXT = (
    np.array([row[column] for row in NODES], np.int64) for column in range(4)
)
PAYOFF = np.array([row[4:] for row in NODES], np.float64)
"""Shape (nodes, 2): what p1 wins, and p2 loses, in each world."""

TREES = ("a", "b", "c")
ROOT = np.array([0, 5, 10], np.int64)
"""The first node of each tree."""
SEES_WORLD = np.array([0, 1, 1], np.int64)
"""Per tree: 1 where p1 sees which world chance chose."""
