"""Random play that gets somewhere: the sort of a move is drawn first, then a move of the sort."""

from random import Random

WEIGHTS = {
    "settlement": 12,
    "city": 12,
    "improve": 6,
    "wall": 3,
    "knight": 2,
    "activate": 2,
    "road": 3,
    "ship": 3,
    "offer": 0.3,
    "counter": 0.5,
    "end": 2,
    "pass": 2,
    "win": 2,
}
"""How often a sort is drawn against the others; 1 for what is not named."""


def choose(rng: Random, tokens: list[str]) -> str:
    """One of the tokens."""
    sorts: dict[str, list[str]] = {}
    for token in tokens:
        word, _, rest = token.partition(":")
        sort = f"play:{rest.partition('=')[0]}" if word == "play" else word
        sorts.setdefault(sort, []).append(token)
    names = sorted(sorts)
    (sort,) = rng.choices(names, [WEIGHTS.get(name, 1) for name in names])
    return rng.choice(sorts[sort])
