"""A person at the terminal against the engine: a front-end over a session of this process."""

import json
from collections.abc import Callable
from typing import Any, Final

from hinterland.engine.errors import IllegalMove
from hinterland.protocol.errors import Refused
from hinterland.protocol.menu import matching, menu, numbered
from hinterland.protocol.session import Session

HELP: Final = (
    "a number or a move plays it, other words list the moves with all of them; "
    "b: board, m: moves, h: hint, u: undo, q: quit, ?: this help (or the whole words)"
)

_TALL: Final = 12
"""A board of more lines than this is not shown again where at most _FEW of them have changed."""

_FEW: Final = 4

_LETTERS: Final = {
    "board": "b",
    "moves": "m",
    "hint": "h",
    "undo": "u",
    "quit": "q",
    "help": "?",
}
"""What may be said as a whole word too."""


class Play:
    """One game: the board before each of the person's decisions, numbered moves, hints, undo."""

    def __init__(
        self,
        session: Session,
        seat: str,
        read: Callable[[str], str],
        write: Callable[[str], None],
    ) -> None:
        """`session` has a game in full mode. `read` answers a prompt; EOFError ends the game."""
        self._session = session
        self._seat = seat
        self._read = read
        self._write = write
        self._told = 0
        self._shown: list[str] = []

    def run(self) -> None:
        """Play to the end, or until the person quits."""
        self._write(HELP)
        while (mover := self._ask("to_move")) != "over":
            if mover == self._seat:
                self._tell_events()
                self._show_board()
                if not self._turn():
                    return
            elif mover == "chance":
                self._ask("genmove chance")
            else:
                self._write(f"{mover} thinks")
                self._ask(f"genmove {mover}")
        self._tell_events()
        self._shown = []
        self._show_board()
        self._write(f"the game is over: {self._ask('final_score')}")

    def _turn(self) -> bool:
        """Read until the person has moved; False if there will be no move."""
        moves = self._moves()
        self._show_moves(moves)
        while True:
            try:
                said = self._read(f"{self._seat}> ").strip()
            except EOFError:
                return False
            said = _LETTERS.get(said, said)
            if said == "q":
                return False
            if said == "u":
                return self._undo()
            if said in ("b", "m", "h", "?"):
                self._help(said, moves)
            elif said and self._play(said, moves):
                return True

    def _help(self, said: str, moves: list[dict[str, Any]]) -> None:
        if said == "b":
            self._shown = []
            self._show_board()
        elif said == "m":
            self._show_moves(moves)
        elif said == "h":
            self._write(self._hint())
        else:
            self._write(HELP)

    def _hint(self) -> str:
        """What the search prefers here, whatever a low level draws by its temperature."""
        temperature = self._ask("get_option temperature")
        self._ask("set_option temperature 0")
        self._ask(f"reg_genmove {self._seat}")
        self._ask(f"set_option temperature {temperature}")
        return self._ask("explain")

    def _play(self, said: str, moves: list[dict[str, Any]]) -> bool:
        """Play what was said, a number or a token; False, and why, if it cannot be played.

        Words that are neither list the moves in which they are.
        """
        if said.isascii() and said.isdigit():
            if not 1 <= int(said[:9]) <= len(moves):
                self._write(f"there is no move {said[:9]}: expected 1..{len(moves)}")
                return False
            said = moves[int(said) - 1]["move"]
        elif said not in [move["move"] for move in moves] and (found := matching(moves, said)):
            self._write_lines(numbered(moves, found))
            return False
        try:
            self._ask(f"play {self._seat} {said}")
        except Refused as refused:
            meant = refused.code == IllegalMove.code
            self._write(refused.text if meant else f"no move has {said!r} in it: m lists them all")
            return False
        return True

    def _undo(self) -> bool:
        """Go back to the person's decision before this one, if there is one."""
        count = 0
        try:
            while True:
                self._ask("undo")
                count += 1
                if self._ask("to_move") == self._seat:
                    break
        except Refused:
            for _ in range(count):
                self._ask("redo")
            self._write("there is nothing to take back")
        self._told = len(self._history())
        return True

    def _moves(self) -> list[dict[str, Any]]:
        moves: list[dict[str, Any]] = json.loads(self._ask(f"legal_moves {self._seat} json"))
        return moves

    def _show_moves(self, moves: list[dict[str, Any]]) -> None:
        self._write_lines(menu(moves))

    def _write_lines(self, lines: list[str]) -> None:
        for line in lines:
            self._write(line)

    def _show_board(self) -> None:
        """The board; of a tall one in which little has changed since, only what has.

        A changed line that is indented is part of a picture, which is shown whole.
        """
        lines = self._ask(f"showboard {self._seat}").split("\n")
        changed = [line for line in lines if line not in self._shown]
        self._shown = lines
        whole = any(line.startswith(" ") for line in changed)
        few = len(lines) > _TALL and len(changed) <= _FEW and not whole
        self._write("\n".join(changed if few else lines))

    def _tell_events(self) -> None:
        """What has happened since the person was last told, as its seat saw it."""
        history = self._history()
        for event in history[self._told :]:
            _, mover, token = event.split(" ", 2)
            self._write(f"{mover}: {self._in_english(token)}")
        self._told = len(history)

    def _in_english(self, token: str) -> str:
        from hinterland.protocol.wording import describe

        game = self._session.position.game
        return str(describe(game, game.notation.parse(token))["text"])

    def _history(self) -> list[str]:
        answer = self._ask(f"history {self._seat}")
        return answer.split("\n") if answer else []

    def _ask(self, line: str) -> str:
        answer, _ = self._session.handle_line(line)
        assert answer is not None
        if answer.startswith("?"):
            code, _, text = answer[1:].strip().partition(": ")
            raise Refused(code, text)
        return answer[1:].strip()
