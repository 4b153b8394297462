"""The games: state, rules kernels, notation and data. No search, no input or output."""
