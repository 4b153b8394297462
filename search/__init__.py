"""Information-set tree search, written once for every game; no game's name in it."""
