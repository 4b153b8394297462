"""Every command by its name. A new one is a function and a line in its file's table."""

from typing import Final

from hinterland.protocol.commands import (
    administrative,
    clocks,
    events,
    game,
    options,
    position,
    records,
    thinking,
)
from hinterland.protocol.session import Command

_ALL: Final = (
    *administrative.COMMANDS,
    *game.COMMANDS,
    *clocks.COMMANDS,
    *events.COMMANDS,
    *options.COMMANDS,
    *position.COMMANDS,
    *records.COMMANDS,
    *thinking.COMMANDS,
)

COMMANDS: Final[dict[str, Command]] = {command.usage.split()[0]: command for command in _ALL}
assert len(COMMANDS) == len(_ALL)
