"""A bot in a process of its own, seated through the protocol."""

from hinterland.protocol.bot import Bot


class ExternalBot(Bot):
    """Seats the engine that a command line starts."""

    def __init__(self, seed: int, command: str) -> None:
        super().__init__(seed)
        self.command = command
