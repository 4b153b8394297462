"""How a command in progress is in touch with its client: what it streams, what may stop it."""

from typing import Protocol


class Channel(Protocol):
    """What a command that takes time looks at between its slices, and writes to."""

    def cancelled(self) -> bool:
        """Whether the client has called the command off (`stop`, `# interrupt`)."""

    def waiting(self) -> bool:
        """Whether another line has come, or the end of the input."""

    def write(self, text: str) -> None:
        """Write a part of the answer before the answer is complete."""


class Collected:
    """A channel without a client: nobody calls anything off, and another line waits already."""

    def __init__(self) -> None:
        self.text = ""

    def cancelled(self) -> bool:
        return False

    def waiting(self) -> bool:
        return True

    def write(self, text: str) -> None:
        self.text += text
