"""Our engine as a player of `catanatron`."""

from collections.abc import Sequence
from time import perf_counter
from typing import Any

from catanatron.game import Game
from catanatron.models.enums import Action, ActionType
from catanatron.models.player import Color, Player
from facts import disagreement, table_view
from places import Places
from witness import Witness
from wording import move_of

from hinterland.engine.errors import BadState
from hinterland.engine.registry import load
from hinterland.engine.seats import seat_name
from hinterland.engine.text import knowledge_json
from hinterland.protocol.bot import SearchBot
from hinterland.search.settings import SearchSettings


class IslandPlayer(Player):
    """Searches from what its seat knows. One object plays one game.

    `asked` counts its decisions, `repairs` lists why its view was set anew, and `unsearched` why
    a decision was the first action in the list.
    """

    def __init__(self, color: Color, settings: SearchSettings) -> None:
        super().__init__(color)
        self.settings = settings
        self.repairs: list[str] = []
        self.unsearched: list[str] = []
        self.asked = 0
        self.iterations = 0

    def sit(self, table: Game) -> None:
        """Take its place at a table before the first placement."""
        colors = table.state.colors
        places = Places(table.state.board.map)
        bot = SearchBot(self.settings.seed, self.settings)
        self.witness = Witness(load("island"), bot, places, colors, colors.index(self.color))
        self.witness.begin(places.layout(table.state.board.robber_coordinate))

    def see(self, action: Action, taken: Sequence[int]) -> None:
        """See an action, and how many cards every seat has fewer for it."""
        self.witness.see(action, taken)

    def decide(self, game: Game, playable_actions: Sequence[Action]) -> Action:
        """One of `playable_actions`. Of `game`, only what the seat may know is looked at."""
        if len(playable_actions) == 1:
            return playable_actions[0]
        self.asked += 1
        self.agree(game)
        wanted: dict[str, list[Action]] = {}
        for action in playable_actions:
            wanted.setdefault(move_of(action, self.witness.places), []).append(action)
        move = None if self.witness.lost else self._choose(list(wanted))
        if move is None:
            self.unsearched.append(self.witness.lost or "no move in common")
            return playable_actions[0]
        actions = wanted[move]
        return actions[0] if len(actions) == 1 else self._rob(move, actions)

    def agree(self, game: Game) -> None:
        """Make the view that was followed by events that of the table, where they differ."""
        self.witness.settle()
        if game.state.is_initial_build_phase:
            return
        seen = table_view(game, self.witness.seat, self.witness.places)
        if self.witness.lost is None:
            wrong = disagreement(self.witness.knowledge.view[0], seen)
            if not wrong:
                return
            self.repairs.append(", ".join(wrong))
            if wrong == ["longest_road"]:
                seen = knowledge_json(self.witness.game, self.witness.knowledge) | {
                    "longest_road": seen["longest_road"]
                }
        else:
            self.repairs.append(self.witness.lost)
        alone = self.witness.lost is None and wrong == ["longest_road"]
        refused = self._set_possible(seen, [] if alone else self._holders())
        if refused and not alone:
            reason = self.repairs[-1]
            self.witness.lost = reason if refused in reason else f"{reason}; {refused}"

    def _set_possible(self, seen: dict[str, Any], holders: Sequence[str | None]) -> str:
        """Go on from `seen`, else from it with the first of these holders of the Longest Road
        that can be; why from none, empty where it was done.

        The table may give it to a seat that cannot hold it by the rules of island.
        """
        refused = ""
        for holder in [seen["longest_road"], *holders]:
            try:
                self.witness.set_view(seen | {"longest_road": holder})
            except BadState as error:
                refused = refused or str(error)
            else:
                return ""
        return refused

    def _holders(self) -> list[str | None]:
        """Nobody, then every seat."""
        return [None, *(seat_name(seat) for seat in range(len(self.witness.colors)))]

    def _choose(self, possible: Sequence[str]) -> str | None:
        """Our best move of those possible, None where there is none."""
        moves = self.witness.legal()
        if not set(moves) & set(possible):
            return None
        text = self.witness.game.notation.format
        bot = self.witness.bot
        best = text(bot.choose())
        assert bot.searched is not None
        self.iterations += bot.searched.iterations
        if best in possible:
            return best
        found = sorted(bot.searched.moves, key=lambda found: -found.visits)
        return next((text(m.move) for m in found if text(m.move) in possible), None)

    def _rob(self, move: str, actions: Sequence[Action]) -> Action:
        """The robber goes where we want it; whom to steal from is a decision of its own."""
        self.witness.play(move)
        colors = self.witness.colors
        victims = {f"rob:{seat_name(colors.index(a.value[1]))}": a for a in actions}
        victim = self._choose(list(victims))
        return victims[victim] if victim else actions[0]


def totals(table: Game) -> list[int]:
    """How many resource cards every seat holds."""
    shown = table.state.player_state
    kinds = ("WOOD", "BRICK", "SHEEP", "WHEAT", "ORE")
    return [
        sum(shown[f"P{seat}_{kind}_IN_HAND"] for kind in kinds)
        for seat in range(len(table.state.colors))
    ]


def tick(table: Game, ours: Sequence[IslandPlayer], clock: dict[Color, list[float]]) -> None:
    """One decision of the table: whoever is asked decides, all of ours see it.

    `clock`: by colour, the seconds of every decision that had a choice.
    """

    def timed(player: Player, game: Game, actions: Sequence[Action]) -> Action:
        start = perf_counter()
        action = player.decide(game, actions)
        if len(actions) > 1:
            clock.setdefault(player.color, []).append(perf_counter() - start)
        return action

    before = totals(table)
    action = table.play_tick(decide_fn=timed)
    taken = [a - b for a, b in zip(before, totals(table), strict=True)]
    if action.action_type == ActionType.PLAY_MONOPOLY:
        taken = [max(n, 0) for n in taken]
    for player in ours:
        player.see(action, taken)
