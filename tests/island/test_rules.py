"""Production, discards, the robber, cards and the end. Each test: position, action, result."""

from math import comb

import orjson
import pytest

from hinterland.engine.errors import BadArgument, BadOption, BadState, IllegalMove
from hinterland.engine.island import GAME
from hinterland.engine.island.cards import KINDS
from hinterland.engine.rng import stream
from hinterland.engine.text import decode_state
from hinterland.tests.island.positions import LAYOUT, broken, legal, play, position, seat, shown

SETTLEMENT = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}


def deck(**held: int) -> dict[str, object]:
    """The deck of development cards without those held."""
    cards = {"knight": 14, "point": 5, "roads": 2, "plenty": 2, "monopoly": 2}
    unseen = {card: n - held.get(card, 0) for card, n in cards.items()}
    return {"development": {"left": sum(unseen.values()), "unseen": unseen}}


def rolled(state: object, dice: str) -> None:
    play(state, "roll", f"dice:{dice}")


@pytest.mark.parametrize(
    ("cards", "rule", "owed"),
    [
        (20, "half-up", 10),
        (20, "half-down", 10),
        (9, "half-up", 4),
        (9, "half-down", 5),
        (7, "half-up", 0),
    ],
)
def test_discards_after_a_seven(cards: int, rule: str, owed: int) -> None:
    """Check 6: half the hand, once, rounded by option; seven cards are kept."""
    hand = {"lumber": min(cards, 15), "ore": max(cards - 15, 0)}
    state = position({}, {"hand": hand}, options={"discard_down_to": rule}, phase="roll", dice=None)
    rolled(state, "3+4")
    assert seat(state, 2)["owed"] == owed
    if owed:
        play(state, *["discard:lumber"] * owed, f"reveal:{owed}lumber")
        assert sum(seat(state, 2)["hand"].values()) == cards - owed
        assert shown(state)["bank"]["lumber"] == 19 - hand["lumber"] + owed
    assert shown(state)["phase"] == "robber"


def test_discards_go_by_ascending_kinds_with_enough_left() -> None:
    hand = {"lumber": 6, "grain": 2, "ore": 1}
    state = position({}, {"hand": hand}, phase="roll", dice=None)
    rolled(state, "3+4")
    assert legal(state) == ["discard:lumber"]
    play(state, "discard:lumber")
    assert legal(state) == ["discard:lumber", "discard:grain"]
    play(state, "discard:grain", "discard:grain")
    assert broken(state, "discard:lumber").startswith("discards go by ascending kinds")
    play(state, "discard:ore", "reveal:lumber+2grain+ore")
    assert seat(state, 2)["hand"] == {"lumber": 5}


def test_robber_blocks_the_hex_and_must_move() -> None:
    """Check 18: the hex gives nothing, the step cannot be skipped, an empty hand loses nothing."""
    state = position(phase="roll", dice=None)
    rolled(state, "3+4")
    assert "robber:b4" not in legal(state)
    assert "pass" not in legal(state)
    play(state, "robber:c5")
    assert shown(state)["phase"] == "action"
    play(state, "end")
    rolled(state, "3+3")
    assert seat(state, 3)["hand"] == {}
    assert seat(state, 4)["hand"] == {}


def test_only_victim_is_not_asked_for_and_its_card_moves() -> None:
    state = position({}, {}, {"hand": {"ore": 1}}, phase="robber")
    play(state, "robber:c5")
    assert shown(state)["phase"] == "steal"
    assert legal(state) == ["steal:ore"]
    play(state, "steal:ore")
    assert seat(state, 1)["hand"] == {"ore": 1}
    assert seat(state, 3)["hand"] == {}


def test_victim_is_chosen_among_two() -> None:
    state = position({}, {}, {"hand": {"ore": 1}}, {"hand": {"wool": 2}}, phase="robber")
    play(state, "robber:c5")
    assert legal(state) == ["rob:p3", "rob:p4"]
    play(state, "rob:p4", "steal:wool")
    assert seat(state, 4)["hand"] == {"wool": 1}


def test_bank_short_of_a_kind_gives_it_to_nobody() -> None:
    """Check 17: two seats ask for more than is left."""
    state = position(
        {"hand": {"brick": 9}},
        {"hand": {"brick": 9}},
        phase="roll",
        dice=None,
    )
    rolled(state, "3+3")
    assert shown(state)["bank"].get("brick", 0) == 1
    assert seat(state, 3)["hand"] == {}


def test_bank_short_for_one_seat_gives_what_is_left() -> None:
    state = position(
        {"hand": {"wool": 18}, "cities": ["a1n"]},
        phase="roll",
        dice=None,
    )
    rolled(state, "5+5")
    assert seat(state, 1)["hand"] == {"wool": 19}


def test_bank_trades_at_the_best_rate() -> None:
    """A grain harbor gives 2:1 for grain and nothing else; without a harbor 4:1."""
    state = position({"hand": {"grain": 2, "ore": 4, "wool": 3}})
    assert "bank:grain>lumber" in legal(state)
    assert "bank:ore>lumber" in legal(state)
    assert "bank:wool>lumber" not in legal(state)
    play(state, "bank:grain>lumber")
    assert seat(state, 1)["hand"] == {"lumber": 1, "wool": 3, "ore": 4}


@pytest.mark.parametrize(
    ("token", "named"),
    [
        ("offer:ore>ore", "a kind is on both sides"),
        ("offer:ore>", "expected cards"),
        ("offer:2lumber>ore", "does not hold"),
        ("offer:ore>paper", "that kind of card is not in this game"),
    ],
)
def test_offers_that_make_no_sense_are_refused(token: str, named: str) -> None:
    state = position({"hand": {"ore": 2, "lumber": 1}})
    before = state.tobytes()
    with pytest.raises((IllegalMove, BadArgument), match=named):
        play(state, token)
    assert state.tobytes() == before


def test_offer_is_answered_in_order_and_closed() -> None:
    state = position(
        {"hand": {"ore": 1, "grain": 1}}, {"hand": {"lumber": 1}}, {"hand": {"wool": 1}}
    )
    play(state, "offer:ore>lumber", "accept")
    assert broken(state, "accept") == "the seat does not hold the cards"
    play(state, "counter:wool>grain", "decline")
    assert legal(state) == ["none", "deal:p2", "deal:p3"]
    play(state, "deal:p3")
    assert seat(state, 1)["hand"] == {"wool": 1, "ore": 1}
    assert seat(state, 3)["hand"] == {"grain": 1}
    assert broken(state, "offer:ore>lumber") == "that was offered before in this turn"


def test_counter_that_the_offerer_cannot_pay_is_not_closed() -> None:
    state = position({"hand": {"ore": 1}}, {"hand": {"lumber": 1}})
    play(state, "offer:ore>wool", "counter:lumber>2grain", "decline", "decline")
    assert legal(state) == ["none"]


def test_offer_that_nobody_wants_needs_no_answer() -> None:
    state = position({"hand": {"ore": 1}})
    play(state, "offer:ore>wool", "decline", "decline", "decline")
    assert shown(state)["phase"] == "action"


def test_card_bought_this_turn_waits() -> None:
    state = position({"hand": {"ore": 1, "wool": 1, "grain": 1}})
    play(state, "buy", "draw:knight")
    assert broken(state, "play:knight") == "that card was bought in this turn"
    play(state, "end", *["roll", "dice:1+1", "end"] * 3)
    assert legal(state) == ["roll", "play:knight"]
    play(state, "play:knight", "robber:a2", "roll")
    assert seat(state, 1)["army"] == 1


def test_one_card_a_turn() -> None:
    held = {"knight": 1, "plenty": 1}
    state = position({"development": held}, **deck(**held))
    play(state, "play:plenty=2ore")
    assert seat(state, 1)["hand"] == {"ore": 2}
    assert broken(state, "play:knight") == "a development card was played in this turn"


def test_third_knight_takes_the_largest_army() -> None:
    state = position({"development": {"knight": 1}, "army": 2}, {"army": 2}, **deck(knight=5))
    play(state, "play:knight", "robber:a2")
    assert shown(state)["largest_army"] == "p1"
    assert seat(state, 1)["points"] == 4


def test_monopoly_takes_all_of_a_kind_in_public() -> None:
    state = position(
        {"development": {"monopoly": 1}},
        {"hand": {"ore": 2}},
        {"hand": {"ore": 1, "wool": 1}},
        **deck(monopoly=1),
    )
    play(state, "play:monopoly=ore")
    assert legal(state) == ["levy:p2=2+p3=1+p4=0"]
    play(state, "levy:p2=2+p3=1+p4=0")
    assert seat(state, 1)["hand"] == {"ore": 3}
    assert seat(state, 3)["hand"] == {"wool": 1}


def test_win_waits_for_the_own_turn() -> None:
    """Check 19: p2 has the points in p1's turn; the game ends when p2's turn begins."""
    cities = {
        "cities": ["a3n", "e1s", "a1se", "d2s"],
        "settlements": ["a1se", "d2s", "c3se", "d3s"],
    }
    state = position({"hand": {}}, cities, options={"target": "10"})
    assert seat(state, 2)["points"] == 10
    assert shown(state)["phase"] == "action"
    play(state, "end")
    assert shown(state)["phase"] == "over"
    assert GAME.returns(state) == [0.0, 1.0, 0.0, 0.0]


def test_hidden_points_must_be_shown() -> None:
    held = {"point": 2, "knight": 1}
    state = position({"development": held}, options={"target": "4"}, **deck(**held))
    assert legal(state) == ["win"]
    play(state, "win", "points:p1=2")
    assert GAME.returns(state) == [1.0, 0.0, 0.0, 0.0]


def test_declared_win() -> None:
    state = position(options={"target": "3", "declare_to_win": "yes"})
    assert "win" not in legal(state)
    state = position({"cities": ["a1n"]}, options={"target": "3", "declare_to_win": "yes"})
    assert {"end", "win"} <= set(legal(state))
    play(state, "win")
    assert GAME.returns(state) == [1.0, 0.0, 0.0, 0.0]


def test_last_turn_shares_the_win() -> None:
    held = {"point": 1}
    state = position({"development": held}, options={"max_turns": "5"}, **deck(**held))
    play(state, "end", "points:p1=1")
    assert GAME.returns(state) == [1.0, 0.0, 0.0, 0.0]


def test_turn_moves_end_the_turn() -> None:
    state = position({"hand": {"ore": 8}}, options={"turn_moves": "10"}, moves_made=10)
    assert legal(state) == ["end"]
    assert broken(state, "bank:ore>wool") == "the turn has had its moves: end it"


@pytest.mark.parametrize(
    ("harbor", "number", "road"),
    [("d4se-d4s", 1, "road:e3e"), ("d4se-d4s", 4, "road:d4e"), ("e2se-e2s", 1, "road:e3sw")],
)
def test_hidden_harbor_is_turned_up_by_the_first_road(harbor: str, number: int, road: str) -> None:
    """Extra check (b): no seat knows the type before a road meets one of the two corners."""
    hands = [{"hand": {"brick": 1, "lumber": 1}} if seat == number else {} for seat in (1, 2, 3, 4)]
    state = position(
        *hands,
        options={"harbor_places": "random", "hidden_harbors": "yes"},
        layout=_with_hidden("e2se-e2s", "d4se-d4s"),
        harbor_pool={"ore": 1, "any": 1},
        turn=f"p{number}",
        actor=f"p{number}",
    )
    for viewer in (0, 1):
        view = GAME.notation.to_json(GAME.mask(state, viewer).view[0], None)
        assert f"harbor:{harbor}=?" in view["layout"]
    play(state, road)
    flips = legal(state)
    assert [flip.partition("=")[2] for flip in flips] == ["ore", "any"]
    play(state, flips[0])
    assert f"harbor:{harbor}=ore" in shown(state)["layout"]
    assert shown(state)["harbor_pool"] == {"any": 1}


def _with_hidden(*harbors: str) -> str:
    words = LAYOUT.split()
    return " ".join(
        f"harbor:{word[7:].split('=')[0]}=?" if any(h in word for h in harbors) else word
        for word in words
    )


def test_special_building_goes_on_with_the_seat_after_the_turn() -> None:
    """Check 19: after special building the next seat is the one left of the turn's seat."""
    state = GAME.deal(GAME.option_values({"preset": "base", "players": "5"}), stream("five"))
    while shown(state)["phase"] != "action":
        move = GAME.sample(state, stream("x")) if GAME.mover(state) < 0 else GAME.legal(state)[0]
        GAME.apply(state, int(move))
    turn = shown(state)["turn"]
    play(state, "end", "pass", "pass", "pass", "pass")
    following = f"p{int(turn[1]) % 5 + 1}"
    assert (shown(state)["turn"], shown(state)["phase"]) == (following, "roll")


def test_points_of_special_building_win_on_the_own_turn() -> None:
    """Check 19: the target reached in special building ends nothing before the own turn."""
    options = GAME.option_values({"preset": "base", "players": "5", "target": "3"})
    state = GAME.deal(options, stream("five"))
    while shown(state)["phase"] != "action":
        move = GAME.sample(state, stream("x")) if GAME.mover(state) < 0 else GAME.legal(state)[0]
        GAME.apply(state, int(move))
    data = shown(state)
    following = int(data["turn"][1]) % 5 + 1
    data["seats"][following - 1]["hand"] = {"grain": 2, "ore": 3}
    held = [about["hand"] for about in data["seats"]]
    data["bank"] = {kind: 24 - sum(hand.get(kind, 0) for hand in held) for kind in KINDS[:5]}
    state = decode_state(GAME, options, orjson.dumps(data).decode())
    play(state, "end")
    play(state, next(token for token in legal(state) if token.startswith("city:")))
    assert (seat(state, following)["points"], shown(state)["phase"]) == (3, "special")
    play(state, "pass", "pass", "pass")
    assert shown(state)["phase"] == "special"
    play(state, "pass")
    assert (shown(state)["phase"], shown(state)["winners"]) == ("over", [f"p{following}"])


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"wall_shields": "yes"}, "wall_shields=yes makes no sense without Cities & Knights"),
        ({"fish_extra": "1"}, "fish_extra=1 makes no sense without fish"),
        (
            {"harbors_cross_water": "yes"},
            "cross_water=yes makes no sense without Seafarers",
        ),
        ({"special_build_improvements": "yes"}, "special_build_improvements=yes makes no sense"),
        (
            {"fish": "yes", "fish_in_special_build": "yes"},
            "fish_in_special_build=yes makes no sense without 5 players",
        ),
        ({"seafarers_extra": "2"}, "seafarers_extra=2 makes no sense without Seafarers"),
        ({"trade_offers": "0", "wide_offers": "yes"}, "wide_offers=yes .* with trade_offers=0"),
        ({"trade_offers": "0", "listed_offers": "3"}, "listed_offers=3 .* with trade_offers=0"),
        ({"trade_offers": "2", "listed_offers": "5"}, "listed_offers=5 .* with trade_offers=2"),
        ({"listed_offers": "0", "wide_offers": "yes"}, "wide_offers=yes .* with listed_offers=0"),
        ({"preset": "house", "fish": "yes", "chase_to_desert": "yes"}, "no sense with fish"),
        ({"seafarers": "yes", "chits": "spiral"}, "chits=spiral makes no sense with Seafarers"),
        ({"seafarers": "yes", "harbor_places": "frame"}, "places=frame .* with Seafarers"),
        (
            {"seafarers": "yes", "fish": "yes", "fish_places": "official"},
            "fish_places=official makes no sense with Seafarers",
        ),
        ({"target": "013"}, "target=013: expected 3..30"),
        ({"target": "1٣"}, "target=1٣: expected 3..30"),
        ({"preset": "nobody"}, "preset=nobody: expected one of house, official, base"),
        ({"target": "99"}, "target=99: expected 3..30"),
        ({"colour": "red"}, "island has no option 'colour'"),
    ],
)
def test_senseless_options_are_refused_by_name(options: dict[str, str], named: str) -> None:
    with pytest.raises(BadOption, match=named):
        GAME.option_values({"preset": "base"} | options)


def test_what_a_preset_sets_gives_way_to_what_is_named() -> None:
    """Only what is given is refused; and all options together mean the same again."""
    for given, name, expected in (
        ({"preset": "base"}, "seafarers_extra", "0"),
        ({"preset": "base", "seafarers": "yes"}, "seafarers_extra", "2"),
        ({}, "harbors_cross_water", "no"),
        ({"seafarers": "yes"}, "harbors_cross_water", "yes"),
        ({"trade_offers": "0"}, "listed_offers", "0"),
        ({"trade_offers": "2"}, "listed_offers", "2"),
        ({"trade_offers": "5"}, "listed_offers", "3"),
        ({"fish": "yes"}, "chase_to_desert", "no"),
    ):
        texts = GAME.option_texts(GAME.option_values(given))
        assert texts[name] == expected, given
        assert GAME.option_texts(GAME.option_values(texts)) == texts


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("a1=pasture:10", "a1=forest:10", "5 hexes of forest: expected 4"),
        ("a1=pasture:10", "a1=pasture:9", "3 chits of 9: expected 2"),
        ("a1=pasture:10", "a1=pasture:7", "a1=pasture:7"),
        ("harbor:a1n-a1nw=grain", "", "8 harbors, expected 9"),
        ("harbor:a1n-a1nw=grain", "harbor:b2se-b2s=grain", "coast"),
        (
            "harbor:a1n-a1nw=grain",
            "harbor:a1n-a1nw=ore",
            "0 harbors of grain lie open",
        ),
        ("robber=b4", "robber=z9", "cannot read 'robber=z9'"),
        ("robber=b4 ", "", "the robber stands nowhere"),
    ],
)
def test_impossible_layouts_are_refused_by_name(old: str, new: str, named: str) -> None:
    options = {"chits": "random", "harbor_places": "random"}
    with pytest.raises(BadState, match=named):
        position(layout=LAYOUT.replace(old, new), options=options)


@pytest.mark.parametrize("chits", ["random", "spiral"])
def test_touching_reds_are_refused(chits: str) -> None:
    layout = LAYOUT.replace("a1=pasture:10", "a1=pasture:6").replace(
        "c2=pasture:6", "c2=pasture:10"
    )
    with pytest.raises(BadState, match="a1 and a2 beside it both have 6 or 8"):
        position(layout=layout, options={"chits": chits})


def test_wide_offers_list_every_exchange_of_up_to_three_cards() -> None:
    state = position({"hand": {"lumber": 3, "ore": 1}}, options={"wide_offers": "yes"})
    listed = [token for token in legal(state) if token.startswith("offer:")]
    gives = [(n, m) for n in range(4) for m in range(2) if 1 <= n + m <= 3]
    expected = 0
    for lumber, ore in gives:
        kinds = 5 - (lumber > 0) - (ore > 0)
        expected += sum(_multisets(kinds, size) for size in (1, 2, 3))
    assert len(listed) == expected
    assert "offer:2lumber+ore>wool+2brick" in listed
    play(state, "offer:2lumber+ore>wool+2brick", "decline", "decline", "decline")


def _multisets(kinds: int, size: int) -> int:
    """How many hands of `size` cards there are of so many kinds."""
    return comb(kinds + size - 1, size)
