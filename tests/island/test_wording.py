"""Every move, event and move of chance in English, with its parts."""

from itertools import islice
from typing import Any, Final

import pytest

from hinterland.engine.island import GAME, playable
from hinterland.engine.island import moves as m
from hinterland.engine.island.progress import PROGRESS, is_victory_card
from hinterland.engine.jit import plain
from hinterland.protocol.wording import describe, split_token, wording
from hinterland.tests.island.test_games import random_game

EXAMPLES: Final[dict[str, dict[str, Any]]] = {
    "pass": {"text": "pass"},
    "roll": {"text": "roll the dice"},
    "end": {"text": "end the turn"},
    "win": {"text": "declare the win"},
    "none": {"text": "close no trade, give no commodity"},
    "accept": {"text": "accept the offer"},
    "decline": {"text": "decline the offer"},
    "settlement:a1n": {"place": "a1n", "text": "build a settlement at a1n"},
    "city:a1n": {"place": "a1n", "text": "build a city at a1n"},
    "road:c3ne": {"place": "c3ne", "text": "build a road at c3ne"},
    "ship:c3ne": {"place": "c3ne", "text": "build a ship at c3ne"},
    "lift:c3ne": {"place": "c3ne", "text": "take up the ship at c3ne"},
    "robber:b2": {"place": "b2", "text": "move the robber to b2"},
    "pirate:b2": {"place": "b2", "text": "move the pirate to b2"},
    "rob:p3": {"target": "p3", "text": "steal from p3"},
    "bank:lumber>ore": {
        "card": "lumber",
        "want": "ore",
        "text": "trade lumber with the bank for 1 ore",
    },
    "offer:2lumber+ore>wool": {
        "gives": {"lumber": 2, "ore": 1},
        "wants": {"wool": 1},
        "text": "offer 2 lumber and 1 ore for 1 wool",
    },
    "counter:lumber>2cloth": {
        "gives": {"lumber": 1},
        "wants": {"cloth": 2},
        "text": "answer with an offer of 1 lumber for 2 cloth",
    },
    "deal:p2": {"target": "p2", "text": "close the trade with p2"},
    "discard:ore": {"card": "ore", "text": "discard an ore card"},
    "discard:?": {"card": "?", "text": "discard a card"},
    "pick:wool": {"card": "wool", "text": "pick a wool card from the bank"},
    "buy": {"text": "buy a development card"},
    "play:knight": {"card": "knight", "text": "play a knight: move the robber"},
    "play:roads": {"card": "roads", "text": "play Road Building: two free roads"},
    "play:plenty=grain+ore": {
        "card": "plenty",
        "cards": {"grain": 1, "ore": 1},
        "text": "play Year of Plenty: take 1 grain and 1 ore",
    },
    "play:monopoly=ore": {"card": "monopoly", "want": "ore", "text": "play Monopoly: take all ore"},
    # Cities & Knights
    "improve:trade": {"track": "trade", "text": "buy the next improvement of trade"},
    "metropolis:a1n": {"place": "a1n", "text": "put the metropolis on the city at a1n"},
    "wall:a1n": {"place": "a1n", "text": "build a wall at a1n"},
    "knight:a1n": {"place": "a1n", "text": "recruit a knight at a1n"},
    "activate:a1n": {"place": "a1n", "text": "activate the knight at a1n"},
    "promote:a1n": {"place": "a1n", "text": "promote the knight at a1n"},
    "move:a1n>a1s": {"place": "a1n", "to": "a1s", "text": "move the knight at a1n to a1s"},
    "chase:a1n": {"place": "a1n", "text": "chase with the knight at a1n"},
    "retreat:a1n": {"place": "a1n", "text": "withdraw the knight to a1n"},
    "pillage:a1n": {"place": "a1n", "text": "lose the city at a1n"},
    "breach:a1n": {"place": "a1n", "text": "lose the wall at a1n"},
    "deck:science": {"track": "science", "text": "draw from the science deck"},
    "drop:road_building": {
        "card": "road_building",
        "text": "put a Road Building card under its deck",
    },
    "drop:?politics": {"card": "?politics", "text": "put a politics card under its deck"},
    "swap:p2=ore": {"target": "p2", "card": "ore", "text": "give p2 an ore card for a commodity"},
    "swap:p2=?": {"target": "p2", "card": "?", "text": "give p2 a card for a commodity"},
    "give:coin": {"card": "coin", "text": "give a coin card"},
    "give:?": {"card": "?", "text": "give a card"},
    "take:cloth": {"card": "cloth", "text": "take a cloth card"},
    "take:?": {"card": "?", "text": "take a card"},
    "take:alchemist": {"card": "alchemist", "text": "take an Alchemist card"},
    "take:?trade": {"card": "?trade", "text": "take a trade card"},
    "desert:a1n": {"place": "a1n", "text": "lose the knight at a1n"},
    "place:a1n=strong": {
        "place": "a1n",
        "level": "strong",
        "text": "place a strong knight at a1n",
    },
    "play:alchemist=3+4": {
        "card": "alchemist",
        "red": 3,
        "yellow": 4,
        "text": "play Alchemist: the dice will show 7 (red 3, yellow 4)",
    },
    "play:crane": {"card": "crane", "text": "play Crane: the next improvement costs one less"},
    "play:engineer=a1n": {
        "card": "engineer",
        "place": "a1n",
        "text": "play Engineer: a free wall at a1n",
    },
    "play:inventor=b2+c3": {
        "card": "inventor",
        "places": ["b2", "c3"],
        "text": "play Inventor: swap the numbers of b2 and c3",
    },
    "play:irrigation": {
        "card": "irrigation",
        "text": "play Irrigation: 2 grain for each own fields",
    },
    "play:medicine=a1n": {
        "card": "medicine",
        "place": "a1n",
        "text": "play Medicine: a cheap city at a1n",
    },
    "play:mining": {"card": "mining", "text": "play Mining: 2 ore for each own mountains"},
    "play:road_building": {"card": "road_building", "text": "play Road Building: two free roads"},
    "play:smith": {"card": "smith", "text": "play Smith: promote two knights"},
    "play:commercial_harbor": {
        "card": "commercial_harbor",
        "text": "play Commercial Harbor: give resources for commodities",
    },
    "play:master_merchant=p2": {
        "card": "master_merchant",
        "target": "p2",
        "text": "play Master Merchant: take 2 cards of p2",
    },
    "play:merchant=b2": {
        "card": "merchant",
        "place": "b2",
        "text": "play Merchant: put the merchant on b2",
    },
    "play:merchant_fleet=ore": {
        "card": "merchant_fleet",
        "want": "ore",
        "text": "play Merchant Fleet: trade ore at 2 for 1 in this turn",
    },
    "play:resource_monopoly=ore": {
        "card": "resource_monopoly",
        "want": "ore",
        "text": "play Resource Monopoly: 2 ore of each other seat",
    },
    "play:trade_monopoly=coin": {
        "card": "trade_monopoly",
        "want": "coin",
        "text": "play Trade Monopoly: 1 coin of each other seat",
    },
    "play:bishop": {"card": "bishop", "text": "play Bishop: move the robber"},
    "play:deserter=p2": {
        "card": "deserter",
        "target": "p2",
        "text": "play Deserter: p2 loses a knight",
    },
    "play:diplomat=c3ne": {
        "card": "diplomat",
        "place": "c3ne",
        "text": "play Diplomat: remove the road at c3ne",
    },
    "play:intrigue=a1n": {
        "card": "intrigue",
        "place": "a1n",
        "text": "play Intrigue: drive off the knight at a1n",
    },
    "play:saboteur": {
        "card": "saboteur",
        "text": "play Saboteur: who has as many points discards half",
    },
    "play:spy=p2": {
        "card": "spy",
        "target": "p2",
        "text": "play Spy: look at the progress cards of p2",
    },
    "play:warlord": {"card": "warlord", "text": "play Warlord: activate all knights"},
    "play:wedding": {"card": "wedding", "text": "play Wedding: who has more points gives 2 cards"},
    # Fish
    "fish:robber,2": {
        "buys": "robber",
        "tokens": [2],
        "text": "take the robber off the board for 2 fish",
    },
    "fish:pirate,1+1": {
        "buys": "pirate",
        "tokens": [1, 1],
        "text": "take the pirate off the board for 1 and 1 fish",
    },
    "fish:rob=p3,3": {
        "buys": "rob",
        "target": "p3",
        "tokens": [3],
        "text": "steal from p3 for 3 fish",
    },
    "fish:ore,1+3": {"buys": "ore", "tokens": [1, 3], "text": "take an ore card for 1 and 3 fish"},
    "fish:road,2+3": {
        "buys": "road",
        "tokens": [2, 3],
        "text": "build a free road for 2 and 3 fish",
    },
    "fish:trade,1+3+3": {
        "buys": "trade",
        "tokens": [1, 3, 3],
        "text": "draw a trade card for 1, 3 and 3 fish",
    },
    "fish:card,1+3+3": {
        "buys": "card",
        "tokens": [1, 3, 3],
        "text": "draw a development card for 1, 3 and 3 fish",
    },
    "boot:p2": {"target": "p2", "text": "hand the old boot to p2"},
    "return:2": {"value": "2", "text": "swap a token of 2 fish for a blind draw"},
    # Chance
    "dice:3+4": {"red": 3, "yellow": 4, "text": "the dice show 7 (red 3, yellow 4)"},
    "dice:3+4+ship": {
        "red": 3,
        "yellow": 4,
        "face": "ship",
        "text": "the dice show 7 (red 3, yellow 4), the barbarians come nearer",
    },
    "dice:1+1+trade": {
        "red": 1,
        "yellow": 1,
        "face": "trade",
        "text": "the dice show 2 (red 1, yellow 1), the trade gate",
    },
    "steal:ore": {"card": "ore", "text": "an ore card is stolen"},
    "steal:?": {"card": "?", "text": "a card is stolen"},
    "draw:knight": {"card": "knight", "text": "a knight card is drawn"},
    "draw:point": {"card": "point", "text": "a victory point card is drawn"},
    "draw:?": {"card": "?", "text": "a card is drawn"},
    "draw:spy": {"card": "spy", "text": "a Spy card is drawn"},
    "draw:?science": {"card": "?science", "text": "a science card is drawn"},
    "reveal:2lumber+ore": {
        "cards": {"lumber": 2, "ore": 1},
        "text": "2 lumber and 1 ore were discarded",
    },
    "levy:p1=2+p3=0": {
        "levied": {"p1": 2, "p3": 0},
        "text": "cards are given: 2 by p1 and 0 by p3",
    },
    "flip:h3=any": {"harbor": "h3", "type": "any", "text": "harbor h3 turns up: 3 for 1"},
    "flip:h3=ore": {"harbor": "h3", "type": "ore", "text": "harbor h3 turns up: 2 ore for 1"},
    "points:p2=1": {"target": "p2", "points": 1, "text": "p2 shows hidden victory points: 1"},
    "token:3": {"value": "3", "text": "a token of 3 fish is drawn"},
    "token:boot": {"value": "boot", "text": "the old boot is drawn"},
    "token:?": {"value": "?", "text": "a fish token is drawn"},
    "show:lumber+2ore": {
        "cards": {"lumber": 1, "ore": 2},
        "text": "the hand is shown: 1 lumber and 2 ore",
    },
    "show:?": {"text": "a hand is shown"},
    "show:spy+spy+wedding": {
        "cards": {"spy": 2, "wedding": 1},
        "text": "the progress cards are shown: 2 Spy and 1 Wedding",
    },
    "cross:ore>coin": {
        "card": "ore",
        "want": "coin",
        "text": "an ore card and a coin card change hands",
    },
    "cross:?": {"text": "a resource and a commodity change hands"},
}

MIXES: Final = [
    {"players": "3", "max_turns": "20"},
    {"players": "4", "max_turns": "20", "preset": "house"},
    {"players": "6", "max_turns": "20", "preset": "official", "wide_offers": "yes"},
    {"players": "3", "max_turns": "25", "fish": "yes", "seafarers": "yes"},
    {
        "players": "5",
        "max_turns": "25",
        "preset": "house",
        "fish": "yes",
        "seafarers": "yes",
        "hidden_harbors": "yes",
    },
]
LONGEST: Final = 400
"""Moves of a game that are looked at."""


def kinds() -> set[int]:
    """The numbers of all kinds of moves."""
    return {
        *range(m.PASS, m.TOKEN_MOVE + 1),
        *range(m.IMPROVE, m.PLAY + 1),
        *range(m.DRAW_PROGRESS, m.CROSS_MOVE + 1),
    }


@pytest.mark.parametrize("token", EXAMPLES)
def test_a_move_has_its_parts_and_its_text(token: str) -> None:
    move = GAME.notation.parse(token)
    assert GAME.notation.format(move) == token
    kind = token.partition(":")[0]
    assert describe(GAME, move) == {"move": token, "kind": kind, **EXAMPLES[token]}


def test_there_is_an_example_of_every_kind_of_move_and_card() -> None:
    moves = [GAME.notation.parse(token) for token in EXAMPLES]
    assert {move >> m.SHIFT for move in moves} == kinds()
    played = {
        plain(m.card_of)(move & ((1 << m.SHIFT) - 1)) for move in moves if move >> m.SHIFT == m.PLAY
    }
    held = {card for card in range(len(PROGRESS)) if not plain(is_victory_card)(card)}
    assert played == held
    assert len(playable.NEEDS) == len(PROGRESS)


@pytest.mark.parametrize("options", MIXES, ids=lambda mix: "-".join(mix.values()))
def test_every_move_of_a_game_has_a_text_of_its_own(options: dict[str, str]) -> None:
    """Legal moves of seats and of chance, and every event as a seat sees it."""
    texts: dict[int, str] = {}

    def text_of(move: int) -> str:
        if move not in texts:
            said = describe(GAME, move)
            kind, fields = split_token(said["move"])
            assert kind == "pass" or said["text"] not in (said["move"], wording(kind, fields))
            assert (
                set(said) - {"move", "kind", "text"}
                or ":" not in said["move"]
                or "?" in said["move"]
            )
            texts[move] = said["text"]
        return texts[move]

    for table, mover, move in islice(random_game(options), LONGEST):
        moves = [int(legal) for legal in GAME.legal(table.state)]
        assert len({text_of(legal) for legal in moves}) == len(moves)
        assert text_of(move)
        for seat in range(table.players):
            event = GAME.redact(table.state, move, seat)
            assert text_of(event)
            assert mover != seat or event == move
    assert len(texts) > 200
