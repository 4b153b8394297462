"""A session: a line in, an answer out, and what is remembered in between. It does no I/O."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from hinterland.engine.errors import HinterlandError
from hinterland.protocol.arguments import split_arguments
from hinterland.protocol.errors import NoGame, Syntax, UnknownCommand
from hinterland.protocol.framing import Request, failure, parse_request, success
from hinterland.search.settings import SearchSettings

if TYPE_CHECKING:
    from hinterland.engine.game import Game, Knowledge
    from hinterland.protocol.position import Moment, Position
    from hinterland.search.trace import Step


MAX_SEED: Final = 2**63 - 1


class Decision(Protocol):
    """What a session asks of the result of a search."""

    @property
    def best(self) -> int:
        """The move found, as the code of the game."""


Load: TypeAlias = "Callable[[str], Game]"
"""Finds a game by name; `UnknownGame` if there is none."""


class Think(Protocol):
    """Searches a seat's decision, from what the seat knows and what led to it."""

    def __call__(
        self,
        game: "Game",
        knowledge: "Knowledge",
        settings: SearchSettings,
        steps: "Sequence[Step]",
    ) -> Decision: ...


@dataclass(frozen=True)
class Command:
    """A command: what it does to a session, answering a text, and how it is written."""

    run: "Callable[[Session, list[str]], str]"
    usage: str


class Session:
    """One client's session. All that comes from outside the lines is given to it here."""

    def __init__(
        self,
        commands: Mapping[str, Command],
        *,
        load: Load,
        think: Think,
        entropy: Callable[[], int],
        report: Callable[[Exception], None],
    ) -> None:
        """`entropy`: the seed of a deal when none is given, 0 .. MAX_SEED.

        `report`: told of each error that was not foreseen, after which the session goes on.
        """
        self.commands = commands
        self.load = load
        self.think = think
        self.entropy = entropy
        self.report = report
        self.settings = SearchSettings()
        self.ended = False
        self._position: Position | None = None

    def handle_line(self, line: str) -> tuple[str | None, bool]:
        """The answer to a line, as it is to be written, and whether the session has ended.

        None answers a blank line. A line that is refused has changed nothing.
        """
        request = parse_request(line)
        if request is None:
            return None, self.ended
        before = self._save()
        try:
            answer = success(request.id, self._obey(request))
        except HinterlandError as error:
            self._restore(before)
            answer = failure(request.id, error.code, str(error))
        except Exception as error:
            self._restore(before)
            self.report(error)
            answer = failure(request.id, "internal", f"{type(error).__name__}: {error}")
        return answer, self.ended

    @property
    def position(self) -> "Position":
        """The game in progress; `NoGame` if there is none."""
        if self._position is None:
            raise NoGame("there is no game: start one with newgame GAME")
        return self._position

    @position.setter
    def position(self, position: "Position") -> None:
        self._position = position

    def _obey(self, request: Request) -> str:
        if request.fault:
            raise Syntax(f"syntax error: {request.fault}")
        command = self.commands.get(request.command)
        if command is None:
            raise UnknownCommand(f"unknown command {request.command!r}")
        return command.run(self, split_arguments(command.usage, request.text))

    def _save(self) -> "_Saved":
        position = self._position
        moment = None if position is None else position.moment()
        return _Saved(self.settings, position, moment)

    def _restore(self, saved: "_Saved") -> None:
        self.settings = saved.settings
        self._position = saved.position
        if saved.position is not None and saved.moment is not None:
            saved.position.restore(saved.moment)


@dataclass(frozen=True)
class _Saved:
    settings: SearchSettings
    position: "Position | None"
    moment: "Moment | None"
