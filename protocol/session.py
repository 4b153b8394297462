"""A session: a line in, an answer out, and what is remembered in between. It does no I/O."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from hinterland.engine.errors import HinterlandError
from hinterland.protocol.arguments import split_arguments
from hinterland.protocol.channel import Channel, Collected
from hinterland.protocol.errors import NoGame, Syntax, UnknownCommand, refusal_text
from hinterland.protocol.framing import Request, failure, parse_request, success
from hinterland.protocol.outside import Outside
from hinterland.protocol.setup import Setup

if TYPE_CHECKING:
    from hinterland.engine.game import Game
    from hinterland.protocol.moments import Moment
    from hinterland.protocol.pondering import Pondered
    from hinterland.protocol.position import Position
    from hinterland.protocol.regrowth import Grown
    from hinterland.search.finished import FinishedSearches

MAX_SEED: Final = 2**63 - 1


@dataclass(frozen=True)
class Command:
    """A command: what it does to a session, answering a text, and how it is written.

    One that is not `listed` is understood only to be refused.
    """

    run: "Callable[[Session, list[str]], str]"
    usage: str
    listed: bool = True


class Session:
    """One client's session. All that comes from outside the lines is given to it here."""

    def __init__(self, commands: Mapping[str, Command], outside: Outside) -> None:
        self.commands = commands
        self.outside = outside
        self._setup = Setup()
        self.pondered: Pondered | None = None
        self.grown: dict[int, Grown] = {}
        self._finished: FinishedSearches | None = None
        self.channel: Channel = Collected()
        self.ended = False
        self._position: Position | None = None
        self._ready: Game | None = None
        self._streamed = False
        self._id = ""

    def handle_line(self, line: str, channel: Channel | None = None) -> tuple[str | None, bool]:
        """The answer to a line, as it is to be written, and whether the session has ended.

        None answers a blank line. A line that is refused has changed nothing. Without a channel
        the answer holds all that was streamed; with one, what is left to write.
        """
        request = parse_request(line)
        if request is None:
            return None, self.ended
        if channel is not None:
            return self._answer(request, channel), self.ended
        collected = Collected()
        answer = self._answer(request, collected)
        return collected.text + answer, self.ended

    def refuse(self, line: str, error: HinterlandError) -> tuple[str | None, bool]:
        """The answer to a line that is refused unread."""
        request = parse_request(line)
        answer = None if request is None else failure(request.id, error.code, str(error))
        return answer, self.ended

    def stream(self, text: str) -> None:
        """Write a part of the answer to the command in progress, after which it cannot fail."""
        if not self._streamed:
            self.channel.write(f"={self._id}\n")
        self._streamed = True
        self.channel.write(text)

    def ponder(self, waiting: Callable[[], bool]) -> bool:
        """Think for a while, until `waiting`; False when there is nothing to think about."""
        if not self.setup.pondering or self._position is None:
            return False
        from hinterland.protocol.pondering import ponder

        try:
            return ponder(self, waiting)
        except Exception as error:
            self.setup = replace(self.setup, pondering=False)
            self.outside.report(error)
            return False

    @property
    def setup(self) -> Setup:
        """The settings and what else outlives a game; `BadOption` for what does not suit it."""
        return self._setup

    @setup.setter
    def setup(self, setup: Setup) -> None:
        if self._position is not None and setup.settings != self._setup.settings:
            _check_suited(self._position, setup)
        self._setup = setup

    @property
    def finished(self) -> "FinishedSearches":
        """The searches that were finished, for questions that are asked again."""
        if self._finished is None:
            from hinterland.search.finished import FinishedSearches

            self._finished = FinishedSearches()
        return self._finished

    @property
    def has_game(self) -> bool:
        return self._position is not None

    @property
    def position(self) -> "Position":
        """The game in progress; `NoGame` if there is none, `BadOption` for one unsuited."""
        if self._position is None:
            raise NoGame("there is no game: start one with newgame GAME")
        return self._position

    @position.setter
    def position(self, position: "Position") -> None:
        _check_suited(position, self._setup)
        self._position = position

    def _answer(self, request: Request, channel: Channel) -> str:
        before = self._save()
        self.channel, self._streamed, self._id = channel, False, request.id
        try:
            answer = success(request.id, self._obey(request))
            return "\n" if self._streamed else answer
        except HinterlandError as error:
            self._restore(before)
            answer = failure(request.id, error.code, refusal_text(error))
        except Exception as error:
            self._restore(before)
            self.outside.report(error)
            answer = failure(request.id, "internal", f"{type(error).__name__}: {error}")
        return "\n" if self._streamed else answer

    def _obey(self, request: Request) -> str:
        if request.fault:
            raise Syntax(f"syntax error: {request.fault}")
        command = self.commands.get(request.command)
        if command is None:
            raise UnknownCommand(f"unknown command {request.command!r}")
        answer = command.run(self, split_arguments(command.usage, request.text))
        self._get_ready()
        return answer

    def _get_ready(self) -> None:
        """Where time is limited, no decision may lose some to loading or compiling."""
        if self._position is None or self._position.game is self._ready or not self._setup.timed:
            return
        from hinterland.protocol.readiness import get_ready

        get_ready(self)
        self._ready = self._position.game

    def _save(self) -> "_Saved":
        position = self._position
        moment = None if position is None else position.moment()
        return _Saved(self.setup, position, moment)

    def _restore(self, saved: "_Saved") -> None:
        self._setup, self._position = saved.setup, saved.position
        if saved.position is not None and saved.moment is not None:
            saved.position.restore(saved.moment)


def _check_suited(position: "Position", setup: Setup) -> None:
    """`BadOption` where no decision of the game can be searched with these settings."""
    from hinterland.search.memory import check_memory

    check_memory(position.game, setup.settings, position.players)


@dataclass(frozen=True)
class _Saved:
    setup: Setup
    position: "Position | None"
    moment: "Moment | None"
