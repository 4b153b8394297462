"""Golden playthroughs: what every registered game prints, move by move, kept as text."""
