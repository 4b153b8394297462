"""What one seat at a table of `catanatron` knows, as a seat of island.

It hears of every action and of what all can see before and after it: never of the others' cards.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from catanatron.models.enums import Action, ActionType
from catanatron.models.player import Color
from places import KINDS, Places
from wording import CARDS, cards_text, move_of

from hinterland.engine.errors import HinterlandError
from hinterland.engine.game import Game, Knowledge
from hinterland.engine.seats import CHANCE, OVER, seat_name
from hinterland.engine.text import decode_knowledge, knowledge_json
from hinterland.protocol.bot import SearchBot

OPTIONS: Final = {
    "preset": "base",
    "trade_offers": "0",
    "harbor_places": "random",
    "chits": "random",
}
"""Base rules without player trade; the map is `catanatron`'s."""


@dataclass
class Witness:
    """Follows a game for our `bot`, which sits at `seat` (from 0, an index of `colors`).

    `colors`: in the order of play. `lost`: why the events could not be followed further, None
    while they can.
    """

    game: Game
    bot: SearchBot
    places: Places
    colors: Sequence[Color]
    seat: int
    lost: str | None = None
    _discards: dict[int, list[str]] = field(default_factory=dict)
    _ahead: str = ""

    def begin(self, layout: str) -> None:
        """Sit down before the first placement, at the map of `layout`."""
        self.options = self.game.option_values(OPTIONS | {"players": str(len(self.colors))})
        self.set_view({"layout": layout, "turn": "p1", "actor": "p1"})

    def set_view(self, view: dict[str, object]) -> None:
        """Go on from a view written as JSON; `BadState` where it is none."""
        text = json.dumps(view)
        self.bot.start(
            self.game, self.options, decode_knowledge(self.game, self.options, self.seat, text)
        )
        self.lost, self._ahead = None, ""
        self._discards.clear()

    @property
    def knowledge(self) -> Knowledge:
        return self.bot.knowledge

    def legal(self) -> list[str]:
        """Our moves by the rules of island."""
        return [self.game.notation.format(int(m)) for m in self.game.legal(self.knowledge.view)]

    def play(self, token: str) -> None:
        """Play a move of the own seat, with which an action begins that `see` will bring."""
        self._tell(self.seat, token)
        self._ahead = token

    def see(self, action: Action, taken: Sequence[int]) -> None:
        """See what somebody did; `taken`: how many cards each seat has fewer for it."""
        if self.lost is not None:
            return
        try:
            self._see(self.colors.index(action.color), action, taken)
        except HinterlandError as error:
            self.lost = f"{action.action_type.value}: {error}"

    def settle(self) -> None:
        """Hand on the discards that were kept back until all had made theirs."""
        if not self._discards or self.lost is not None:
            return
        try:
            self._tell_discards()
        except HinterlandError as error:
            self.lost = f"DISCARD: {error}"

    def _see(self, seat: int, action: Action, taken: Sequence[int]) -> None:
        kind = action.action_type
        if kind == ActionType.DISCARD:
            self._discards[seat] = [KINDS[card] for card in action.value]
            return
        self.settle()
        if kind.value.startswith("PLAY_"):
            self._allow_new_card(seat)
        move = move_of(action, self.places)
        if move != self._ahead:
            self._tell(seat, move)
        self._ahead = ""
        if kind == ActionType.ROLL:
            self._tell(CHANCE, f"dice:{action.value[0]}+{action.value[1]}")
        elif kind == ActionType.BUY_DEVELOPMENT_CARD:
            self._tell(CHANCE, f"draw:{CARDS[action.value] if seat == self.seat else '?'}")
        elif kind == ActionType.PLAY_MONOPOLY:
            gifts = [f"{seat_name(q)}={taken[q]}" for q in range(len(taken)) if q != seat]
            self._tell(CHANCE, f"levy:{'+'.join(gifts)}")
        elif kind == ActionType.MOVE_ROBBER:
            self._see_theft(seat, action)

    def _see_theft(self, seat: int, action: Action) -> None:
        if action.value[1] is None:
            return
        victim = self.colors.index(action.value[1])
        if self.game.mover(self.knowledge.view) == seat:  # there was a choice
            self._tell(seat, f"rob:{seat_name(victim)}")
        known = self.seat in (seat, victim)
        self._tell(CHANCE, f"steal:{KINDS[action.value[2]] if known else '?'}")

    def _tell_discards(self) -> None:
        """All discards clockwise from the roller, as island asks for them, then shows them."""
        turn = int(self.knowledge.view[0]["turn"])
        players = int(self.knowledge.view[0]["players"])
        order = [q for q in ((turn + k) % players for k in range(players)) if q in self._discards]
        kinds = list(KINDS.values())
        for seat in order:
            for card in sorted(self._discards[seat], key=kinds.index):
                self._tell(seat, f"discard:{card if seat == self.seat else '?'}")
        theirs = {ours: name for name, ours in KINDS.items()}
        for seat in order:
            self._tell(
                CHANCE, f"reveal:{cards_text(theirs[card] for card in self._discards[seat])}"
            )
        self._discards.clear()

    def _allow_new_card(self, seat: int) -> None:
        """A card may be played in the turn in which it was bought: forget that it was."""
        if seat == self.seat or not int(self.knowledge.view[0]["bought_hidden"]):
            return
        view = knowledge_json(self.game, self.knowledge)
        view["seats"][seat]["bought"] = {}
        self.set_view(view)

    def _tell(self, mover: int, token: str) -> None:
        event = self.game.notation.parse(token)
        self.game.check_event(self.knowledge.view, mover, event)
        self.bot.observe(mover, event)

    def over(self) -> bool:
        """Whether the game is over by the rules of island."""
        return self.game.mover(self.knowledge.view) == OVER
