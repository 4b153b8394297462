"""Numbers in messages."""


def counted(number: int, noun: str) -> str:
    """`1 game`, `2 games`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
