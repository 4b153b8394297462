"""What a position is worth: evaluations of full states, one module a game."""
