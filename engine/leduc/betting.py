"""One round of betting in Leduc poker, as a table: every line of it there can be.

Both rounds are bet alike, p1 first. A line that no seat goes on from either has a winner, since
the other folded, or hands over to chance: for the public card, or for the showdown.
"""

import numpy as np

from hinterland.engine.seats import CHANCE, OVER

CHECK, BET, FOLD, CALL, RAISE = 1, 2, 3, 4, 5

BETTING = (
    # the line                turn    called  winner  first  moves  row after the first
    ("",                      0,      0,      -1,     CHECK, 2,     1),
    ("check",                 1,      0,      -1,     CHECK, 2,     3),
    ("bet",                   1,      0,      -1,     FOLD,  3,     5),
    ("check check",           CHANCE, 0,      -1,     0,     0,     0),
    ("check bet",             0,      0,      -1,     FOLD,  3,     8),
    ("bet fold",              OVER,   0,      0,      0,     0,     0),
    ("bet call",              CHANCE, 1,      -1,     0,     0,     0),
    ("bet raise",             0,      1,      -1,     FOLD,  2,     11),
    ("check bet fold",        OVER,   0,      1,      0,     0,     0),
    ("check bet call",        CHANCE, 1,      -1,     0,     0,     0),
    ("check bet raise",       1,      1,      -1,     FOLD,  2,     13),
    ("bet raise fold",        OVER,   1,      1,      0,     0,     0),
    ("bet raise call",        CHANCE, 2,      -1,     0,     0,     0),
    ("check bet raise fold",  OVER,   1,      0,      0,     0,     0),
    ("check bet raise call",  CHANCE, 2,      -1,     0,     0,     0),
)  # fmt: skip
"""`called`: how many raises (the bet is the first) both seats have put in. `winner`: -1 where
nobody folded. `first`: the first of the legal moves, whose codes follow each other as the rows
after them do.
"""

TURN, CALLED, WINNER, FIRST, COUNT, NEXT = (
    np.array([row[column] for row in BETTING], np.int64) for column in range(1, 7)
)
