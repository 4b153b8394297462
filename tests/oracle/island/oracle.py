"""The oracle: one game from its deal, asked and answered in tokens."""

from collections.abc import Mapping
from typing import Any

from hinterland.tests.oracle.island.deal import Deal, set_table
from hinterland.tests.oracle.island.game import Game
from hinterland.tests.oracle.island.layout import read_deal
from hinterland.tests.oracle.island.names import Names
from hinterland.tests.oracle.island.options import Options
from hinterland.tests.oracle.island.script import Question, Script, redacted
from hinterland.tests.oracle.island.setup import set_up
from hinterland.tests.oracle.island.snapshot import snapshot
from hinterland.tests.oracle.island.turn import after_roll, end_turn, play_turns


class IslandOracle:
    """The rules of `island`, without haste. `game` is open to look at (and to set, in tests)."""

    def __init__(self, options: Options, deal: Deal) -> None:
        self.game = Game(set_table(options, deal), Names(list(deal.terrain)))
        self._first = deal.first
        self._start(self._whole())

    @classmethod
    def from_json(cls, state: Mapping[str, Any]) -> "IslandOracle":
        """From the state JSON of a fresh deal."""
        return cls(*read_deal(state))

    def _whole(self) -> Script[None]:
        yield from set_up(self.game, self._first)
        yield from play_turns(self.game, self._first)

    def _start(self, script: Script[None]) -> None:
        self._script = script
        self._question: Question | None = next(script)

    def start_turn(self, seat: int) -> None:
        """For tests: go on with the turn of a seat on the table as it is now."""
        self.game.table.turn = seat
        self._start(play_turns(self.game, seat))

    def start_action(self, seat: int) -> None:
        """For tests: go on with the action phase of a seat on the table as it is now."""

        def script() -> Script[None]:
            game = self.game
            player = game.table.players[seat]
            yield from after_roll(game, player)
            if game.winners is None:
                yield from end_turn(game, player)
                yield from play_turns(game, (seat + 1) % len(game.table.players))

        self.game.table.turn = seat
        self.game.may_win = seat
        self._start(script())

    @property
    def over(self) -> bool:
        return self.game.winners is not None

    def mover(self) -> str:
        """`p1`.., `chance` or `over`."""
        return "over" if self.over or self._question is None else self._question.mover

    def legal(self) -> list[str]:
        """The tokens of all listed moves, sorted; at chance every outcome."""
        return [] if self.over or self._question is None else sorted(self._question.answers)

    def play(self, mover: str, token: str) -> None:
        """Play a listed move, or one beyond the list where that is allowed; ValueError if the
        rules forbid it."""
        if mover != self.mover():
            raise ValueError(f"{self.mover()} is to move, not {mover}")
        answer = self._meaning(token)
        try:
            self._question = self._script.send(answer)
        except StopIteration:
            self._question = None
        if not self.over:
            self.game.win_if_due()

    def allows(self, token: str) -> bool:
        """Whether the mover may play a token, listed or not."""
        try:
            self._meaning(token)
        except ValueError:
            return False
        return True

    def seen(self, viewer: int, token: str) -> str:
        """16.0: what a seat (or PUBLIC) sees of a move; asked before it is played."""
        question = self._question
        assert question is not None
        return redacted(token, question.insiders is None or viewer in question.insiders)

    def _meaning(self, token: str) -> Any:
        question = self._question
        if question is None:
            raise ValueError("the game is over")
        if token in question.answers:
            return question.answers[token]
        if question.wide is not None:
            return question.wide(token)
        raise ValueError(f"{question.mover} may not play {token}")

    def odds(self) -> dict[str, float]:
        """The outcomes of chance with their probabilities."""
        question = self._question
        assert question is not None
        weights = question.weights or dict.fromkeys(question.answers, 1)
        return {token: weight / sum(weights.values()) for token, weight in weights.items()}

    def returns(self) -> list[float]:
        """Section 21: 1 to the winner, shared by several."""
        winners = self.game.winners or []
        players = range(len(self.game.table.players))
        return [1 / len(winners) if seat in winners else 0.0 for seat in players]

    def snapshot(self) -> dict[str, Any]:
        """The position in the form of the state JSON, see `snapshot.py` for what is left out."""
        return snapshot(self.game, self._question)
