"""Bots against bots: schedules, game jobs, journals and tables of results."""
