"""Positions that look impossible and are not."""

from collections import Counter

import orjson
import pytest

from hinterland.engine.errors import BadState
from hinterland.engine.game import States
from hinterland.engine.island import GAME
from hinterland.engine.island.progress import PROGRESS
from hinterland.engine.island.progress_tokens import progress_cards
from hinterland.engine.island.state import DROP, SPECIAL
from hinterland.engine.rng import stream
from hinterland.engine.seats import CHANCE
from hinterland.engine.text import (
    decode_knowledge,
    decode_state,
    encode_knowledge,
    encode_state,
    knowledge_json,
    state_json,
)
from hinterland.tests.island.knights_positions import guard, rolling, table
from hinterland.tests.island.positions import (
    RING,
    face_down,
    play,
    position,
    shown,
)


def test_a_harbor_is_unmet_again_after_a_diplomat() -> None:
    """Once cards of politics can have been drawn, a Diplomat may have taken the road away."""
    options = {"hidden_harbors": "yes"}
    early = {"options": options, "attacked": False}
    with pytest.raises(BadState, match="harbor h7 lies face up"):
        table(**early)
    table(CITY | {"improvements": {"politics": 1}}, **early)
    table(options=options)
    state = table({"progress": {"diplomat": 1}, "roads": ["e3e"]}, options=options, **OPEN_E2)
    play(state, "play:diplomat=e3e", "pass")
    comes_back(state)


CITY = {"cities": ["a1n"]}
OPEN_E2 = {
    "layout": face_down("harbor:e2se"),
    "harbor_pool": {"ore": 1},
}


def values(state: States) -> tuple[int, ...]:
    return tuple(int(value) for value in state[0]["options"][: len(GAME.options)])


def test_a_game_may_end_in_the_middle_of_anything() -> None:
    """The roll that wins the game leaves a discard undone: nothing is wrong with that."""
    state = rolling(
        {"knights": [guard("a1nw")], "roads": ["a1w"], "hand": {"ore": 9}},
        options={"target": "3", "declare_to_win": "no"},
        barbarians=6,
    )
    play(state, "roll", "dice:3+4+ship")
    about = shown(state)
    assert (about["phase"], about["winners"]) == ("over", ["p1"])
    assert about["seats"][0]["owed"] == 5
    comes_back(state)


def test_a_victory_card_bought_in_the_last_turn_is_shown() -> None:
    """The others know that one card was bought, and see it."""
    state = position(
        {"hand": {"ore": 1, "grain": 1, "wool": 1}}, options={"target": "3"}, turn_number=5
    )
    play(state, "buy", "draw:point", "win", "points:p1=1")
    assert shown(state)["winners"] == ["p1"]
    comes_back(state)
    for seat in range(4):
        knowledge = GAME.mask(state, seat)
        assert knowledge_json(GAME, knowledge)["seats"][0]["development"] == {"point": 1}
        text = orjson.dumps(knowledge_json(GAME, knowledge)).decode()
        again = decode_knowledge(GAME, values(state), seat, text)
        assert again.tobytes() == knowledge.tobytes()
        assert decode_knowledge(GAME, values(state), seat, encode_knowledge(GAME, knowledge))


def test_the_first_attack_takes_the_city_of_a_seat_with_improvements() -> None:
    """p1's only city has fallen, and the attack is not over: p2 chooses which of its own falls."""
    state = rolling(
        CITY | {"improvements": {"trade": 1}},
        {"cities": ["a3n", "e1s"]},
        barbarians=6,
        attacked=False,
    )
    play(state, "roll", "dice:1+1+ship")
    about = shown(state)
    assert (about["phase"], about["actor"], about["attacked"]) == ("pillage", "p2", False)
    assert about["seats"][0]["cities"] == []
    comes_back(state)


def test_a_game_may_end_while_a_knight_is_away() -> None:
    """Without the knight that cut it p1's road is the longest, which wins before the retreat."""
    state = table(
        {
            "roads": list(RING[:5]),
            "settlements": ["b3s"],
            "progress": {"intrigue": 1},
        },
        {
            "roads": ["d2e", "d2se", "d3sw"],
            "settlements": ["d3s"],
            "knights": [guard("c3s")],
        },
        options={"target": "5", "declare_to_win": "no"},
    )
    play(state, "play:intrigue=c3s")
    about = shown(state)
    assert (about["phase"], about["winners"], about["origin"]) == ("over", ["p1"], "c3s")
    comes_back(state)


def test_a_builder_may_hold_too_many_cards_for_fish() -> None:
    """In special building of the official rules a fifth card, drawn for seven fish, is put back."""
    options = {"preset": "official", "players": "5", "fish": "yes", "trade_offers": "0"}
    state = GAME.deal(
        GAME.option_values(options | {"fish_in_special_build": "yes"}), stream("deal")
    )
    rng = stream("play")
    while state[0]["phase"] != SPECIAL:
        moves = GAME.legal(state).tolist() if GAME.mover(state) != CHANCE else []
        tokens = {GAME.notation.format(move): move for move in moves}
        first = next(iter(moves), None) if moves else GAME.sample(state, rng)
        GAME.apply(state, tokens.get("end", first))
    about = state[0]
    deck, seat = about["decks"][0].tolist(), int(about["actor"])
    about["progress"][seat] = progress_cards(Counter(PROGRESS[card] for card in deck[:5]))
    about["decks"][0] = [*deck[5:], *[0] * 5]
    about["deck_size"][0] -= 5
    about["phase"], about["resume"] = DROP, SPECIAL
    assert shown(state)["actor"] != shown(state)["turn"]
    comes_back(state)


def comes_back(state: States) -> None:
    """The state is read back from its text and from its JSON."""
    for text in (encode_state(GAME, state), orjson.dumps(state_json(GAME, state)).decode()):
        assert decode_state(GAME, values(state), text).tobytes() == state.tobytes()
