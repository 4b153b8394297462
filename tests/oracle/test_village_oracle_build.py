"""The oracle against the rules' own checks: the build phase and silver, on hand-laid tables."""

from collections import Counter

import pytest

from hinterland.tests.oracle.village_lay import (
    CARDS,
    cards,
    game,
    lay,
    lay_chain,
    phase_of,
    places,
    play,
    table,
    tokens,
)
from hinterland.tests.oracle.village_table import Settler

# 5. Chains


def test_a_base_takes_two_branches() -> None:
    laid = table(hand=["carpenter", "shipwright", "wood_carver"])
    player = laid.players[0]
    phase = phase_of(laid)
    assert tokens(phase, "build") == set()
    lay(player, "lumberjack")
    phase.limit = 5
    play(phase, "build:carpenter", "build:shipwright,on=lumberjack1")
    assert tokens(phase, "build") == set()
    assert places(player)["lumberjack", "lumberjack", 2] == 1


def test_a_link_takes_one_card_and_a_chain_end_none() -> None:
    laid = table(hand=["cartwright", "cartwright"])
    player = laid.players[0]
    base = lay(player, "lumberjack")
    lay(player, "wheeler", on=base)
    phase = phase_of(laid)
    play(phase, "build:cartwright")
    assert tokens(phase, "build") == set()
    assert Settler(CARDS["cooper"], CARDS["cooper"]).room == 0


def test_cards_without_a_predecessor_are_placed_freely_and_specials_are_not() -> None:
    laid = table(hand=["graper", "hunter", "monk", "apprentice"])
    assert tokens(phase_of(laid), "build") == {"build:graper", "build:hunter"}


def test_the_build_limit_is_fixed_when_the_phase_starts() -> None:
    laid = table(hand=["wattler", "wattler", "hunter"])
    phase = phase_of(laid)
    play(phase, "build:wattler", "build:wattler")
    assert (phase.limit, phase.left) == (2, 0)
    assert tokens(phase, "build") == set()
    assert phase_of(laid).limit == 4
    for _ in range(3):
        lay(laid.players[0], "wattler")
    assert phase_of(laid).limit == 5


# 6. Locks


def test_own_unlocker_the_bank_pays_and_nothing_else_may_be_chosen() -> None:
    laid = table(hand=["beekeeper"])
    own, other = laid.players
    mine = lay(own, "carpenter")
    lay(other, "carpenter")
    own.supply = 0
    phase = phase_of(laid)
    assert tokens(phase, "build") == {"build:beekeeper"}
    play(phase, "build:beekeeper")
    assert (mine.ducats, own.supply) == (2, 0)


def test_another_players_unlocker_is_paid_from_the_supply() -> None:
    laid = table(players=3, hand=["beekeeper"])
    own, second, third = laid.players
    lay(second, "carpenter")
    theirs = lay(third, "carpenter")
    phase = phase_of(laid)
    assert tokens(phase, "build") == {"build:beekeeper,unlock=p2", "build:beekeeper,unlock=p3"}
    play(phase, "build:beekeeper,unlock=p3")
    assert (theirs.ducats, own.supply) == (2, 6)


def test_nobodys_unlocker_is_paid_to_the_bank() -> None:
    laid = table(hand=["beekeeper"])
    phase = phase_of(laid)
    play(phase, "build:beekeeper")
    assert laid.players[0].supply == 6


@pytest.mark.parametrize("somebody", [False, True])
def test_who_cannot_pay_cannot_build(somebody: bool) -> None:
    laid = table(hand=["beekeeper"])
    if somebody:
        lay(laid.players[1], "carpenter")
    laid.players[0].supply = 1
    assert tokens(phase_of(laid), "build") == set()


def test_of_two_unlockers_the_payer_chooses_equal_ones_are_one_choice() -> None:
    laid = table(hand=["beekeeper"])
    poorer, richer = lay(laid.players[1], "carpenter"), lay(laid.players[1], "carpenter")
    phase = phase_of(laid)
    assert tokens(phase, "build") == {"build:beekeeper,unlock=p2"}
    richer.ducats = 4
    assert tokens(phase, "build") == {"build:beekeeper,unlock=p2", "build:beekeeper,unlock=p2+"}
    play(phase, "build:beekeeper,unlock=p2+")
    assert (poorer.ducats, richer.ducats) == (0, 6)


def test_of_two_own_unlockers_the_player_chooses_too() -> None:
    laid = table(hand=["beekeeper"])
    poorer = lay(laid.players[0], "carpenter")
    richer = lay(laid.players[0], "carpenter", ducats=2)
    phase = phase_of(laid)
    assert tokens(phase, "build") == {"build:beekeeper", "build:beekeeper,unlock=own+"}
    play(phase, "build:beekeeper")
    assert (poorer.ducats, richer.ducats) == (2, 2)


def test_a_settler_built_in_the_phase_is_an_unlocker_at_once() -> None:
    laid = table(hand=["beekeeper", "carpenter"])
    lay(laid.players[0], "lumberjack")
    phase = phase_of(laid)
    play(phase, "build:carpenter", "build:beekeeper")
    assert laid.players[0].supply == 8
    assert laid.players[0].ducats_on_cards() == 2


def test_the_tinner_opens_for_nothing_and_leaves_the_other_payments_legal() -> None:
    laid = table(hand=["tinner", "tinner", "beekeeper", "hunter"])
    laid.players[0].supply = 1
    phase = phase_of(laid)
    assert tokens(phase, "build") == {"build:hunter"}
    play(phase, "play:tinner", "play:tinner")
    assert Counter(laid.discards) == Counter(cards("tinner", "tinner"))
    assert tokens(phase, "build") == {"build:hunter", "build:beekeeper,unlock=free"}
    laid.players[0].supply = 2
    assert "build:beekeeper" in tokens(phase)
    play(phase, "build:beekeeper,unlock=free")
    assert (phase.used, laid.players[0].supply) == (1, 2)


def test_every_unlocker_is_a_chain_end_or_solitary() -> None:
    for card in CARDS.values():
        if card.unlocker:
            assert CARDS[card.unlocker].max_children == 0


# 7. Exchanges


def test_three_exchanges_a_phase_at_the_limit_too() -> None:
    laid = table(hand=["hunter", "wattler", "monk", "tinner", "smuggler", "seeker"])
    phase = phase_of(laid)
    play(phase, "build:hunter", "build:wattler")
    assert phase.left == 0
    for name in ("monk", "tinner", "smuggler"):
        height = len(laid.stacks[2])
        play(phase, f"exchange:{name}>stack3")
        assert tokens(phase) == {"take:lumberjack", "take:haymaker", "take:miner"}
        play(phase, "take:miner")
        assert len(laid.stacks[2]) == height + 1
        assert laid.stacks[2][-1].suit == "special"
    assert (phase.used, laid.commons["miner"]) == (2, 7)
    assert places(laid.players[0])["miner", "miner", 0] == 3
    assert tokens(phase, "exchange") == set()


def test_only_stacks_that_are_not_empty_and_piles_that_are_not_take_part() -> None:
    laid = table(hand=["hunter"])
    laid.stacks[0].clear()
    laid.commons["miner"] = 0
    phase = phase_of(laid)
    assert tokens(phase, "exchange") == {f"exchange:hunter>stack{n}" for n in range(2, 7)}
    play(phase, "exchange:hunter>stack2")
    assert tokens(phase) == {"take:lumberjack", "take:haymaker"}
    play(phase, "take:haymaker")
    laid.commons = dict.fromkeys(laid.commons, 0)
    laid.players[0].hand = cards("seeker")
    assert tokens(phase, "exchange") == set()


def test_what_the_others_see_of_an_exchange_is_the_suit() -> None:
    oracle = game(2)
    oracle.table.players[0].hand = cards("hunter", "wattler")
    oracle.begin(oracle.build())
    assert oracle.seen("p1", "exchange:hunter>stack1") == "exchange:hunter>stack1"
    hunter = oracle.seen("p2", "exchange:hunter>stack1")
    assert hunter == oracle.seen("p2", "exchange:wattler>stack1") == "exchange:?solitary>stack1"


# 8. Founders


def test_founders_flip_only_without_visible_food_and_stay_flipped() -> None:
    laid = table(hand=["hunter"])
    player = laid.players[0]
    play(phase_of(laid), "build:hunter", "pass")
    assert (player.food(), player.printed_ducats()) == (1, 2)
    player.village = [player.founders]
    play(phase_of(laid), "pass")
    assert (player.food(), player.printed_ducats()) == (1, 0)
    lay(player, "hunter")
    play(phase_of(laid), "pass")
    assert (player.food(), player.printed_ducats()) == (2, 0)


# 13. Monks


def test_a_monk_is_a_link_under_the_card() -> None:
    laid = table(hand=["jeweler", "monk", "monk"])
    player = laid.players[0]
    lay(player, "miner")
    lay_chain(player, "miner", "seeker")
    lay(player, "wattler")
    phase = phase_of(laid)
    assert tokens(phase, "build") == {
        "build:jeweler,monks=1",
        "build:jeweler,monks=2",
        "build:jeweler,monks=2,on=miner1",
    }
    play(phase, "build:jeweler,monks=2")
    assert (phase.used, player.supply) == (3, 6)  # the jeweler's own padlock alone
    assert places(player)["monk", "spelunker", 1] == 1
    assert places(player)["monk", "seeker", 1] == 1
    assert places(player)["miner", "miner", 1] == 2


def test_a_monk_in_the_founders_role_stands_free_and_takes_a_second_card() -> None:
    laid = table(hand=["brewer", "swineherd", "monk"])
    player = laid.players[0]
    lay(player, "wattler")
    phase = phase_of(laid)
    assert tokens(phase, "build:brewer") == {"build:brewer", "build:brewer,monks=1"}
    play(phase, "build:brewer,monks=1")
    assert places(player)["monk", "founders", 1] == 1
    play(phase, "build:swineherd,on=monk1")
    assert places(player)["monk", "founders", 2] == 1


def test_a_link_taken_by_a_monk_takes_one_card() -> None:
    laid = table(hand=["cartwright", "cartwright", "monk"])
    player = laid.players[0]
    lay(player, "lumberjack")
    lay(player, "wattler")
    phase = phase_of(laid)
    play(phase, "build:cartwright,monks=1")
    assert tokens(phase, "build") == set()


def test_no_monk_under_a_card_without_predecessor_and_none_beyond_the_limit() -> None:
    laid = table(hand=["graper", "hunter", "cooper", "vintner", "monk", "monk"])
    lay(laid.players[0], "graper")
    assert tokens(phase_of(laid), "build") == {
        "build:graper",
        "build:hunter",
        "build:cooper,monks=1",
        "build:vintner",
        "build:vintner,monks=1",
    }
    phase = phase_of(laid)
    phase.used = 1
    assert tokens(phase, "build:cooper") == set()
    free_monks = phase_of(laid, monk_cost=0)
    free_monks.used = 1
    assert tokens(free_monks, "build:cooper") == {"build:cooper,monks=1"}


def test_a_monk_shows_only_his_own_suit() -> None:
    laid = table(hand=["cartwright", "monk"])
    player = laid.players[0]
    lay(player, "lumberjack")
    play(phase_of(laid), "build:cartwright,monks=1")
    lay_chain(player, "miner", "locksmith")
    lay(player, "log_rafter")
    assert player.silver() == 2 + (1 + 1 + 2)  # the locksmith's own padlock; three wood cards


# 14. Apprentices


def test_an_apprentice_on_an_opponents_lumberjack_keeps_its_places() -> None:
    laid = table(hand=["apprentice"])
    own, other = laid.players
    lay_chain(other, "lumberjack", "wheeler", "cartwright")
    phase = phase_of(laid)
    assert tokens(phase, "build") == {"build:apprentice,of=p2:lumberjack1"}
    play(phase, "build:apprentice,of=p2:lumberjack1")
    assert (phase.used, laid.commons["lumberjack"], phase.exchanges) == (1, 10, 0)
    assert places(own) == {("lumberjack", "lumberjack", 0): 1}
    assert places(other) == {
        ("apprentice", "lumberjack", 1): 1,
        ("wheeler", "wheeler", 1): 1,
        ("cartwright", "cartwright", 0): 1,
    }
    laid.players = [other, own]
    other.hand = cards("cooper", "cooper")
    phase = phase_of(laid)
    play(phase, "build:cooper,on=apprentice1")
    assert tokens(phase, "build") == set()


def test_a_freed_vintner_must_be_placed_and_its_lock_paid_again() -> None:
    laid = table(hand=["apprentice", "tinner"])
    own, other = laid.players
    chain = lay_chain(other, "graper", "vintner", "wine_trader")
    own.supply = 1
    lay(own, "graper")
    phase = phase_of(laid)
    target = "build:apprentice,of=p2:vintner1"
    assert tokens(phase, target) == set()
    own.supply = 2
    assert tokens(phase, target) == {target}
    own.supply = 1
    play(phase, "play:tinner")
    assert tokens(phase, target) == {target + ",unlock=free"}
    play(phase, target + ",unlock=free")
    assert places(own) == {("graper", "graper", 1): 1, ("vintner", "vintner", 0): 1}
    assert chain[2].below is not None
    assert chain[2].below.place == ("apprentice", "vintner", 1)


def test_a_card_that_finds_no_place_cannot_be_freed() -> None:
    laid = table(hand=["apprentice", "monk"])
    lay_chain(laid.players[1], "lumberjack", "wheeler", "cartwright")
    wheeler = "build:apprentice,of=p2:wheeler1"
    assert tokens(phase_of(laid), wheeler) == {wheeler + ",monks=1"}
    phase = phase_of(laid)
    phase.used = 1
    assert tokens(phase, wheeler) == set()


def test_own_founders_stand_free_on_the_side_chosen() -> None:
    laid = table(hand=["apprentice"])
    own, other = laid.players
    for player in (own, other):
        lay(player, "brewer", on=player.founders)
    own.founders.food_side = True
    phase = phase_of(laid)
    assert tokens(phase, "build") == {
        "build:apprentice,of=p1:founders1,side=food",
        "build:apprentice,of=p1:founders1,side=ducats",
    }
    play(phase, "build:apprentice,of=p1:founders1,side=ducats")
    assert (own.founders.uncovered, own.printed_ducats()) == (True, 2)
    assert places(own) == {("apprentice", "founders", 1): 1, ("brewer", "brewer", 0): 1}


def test_an_apprentice_is_no_target_and_needs_one_of_the_limit() -> None:
    laid = table(hand=["apprentice", "apprentice", "apprentice"])
    lay_chain(laid.players[1], "lumberjack", "cooper")
    phase = phase_of(laid)
    assert len(tokens(phase, "build")) == 1
    play(phase, *tokens(phase, "build"))
    assert tokens(phase, "build") == set()
    lay_chain(laid.players[1], "miner", "mason")
    phase.used = phase.limit
    assert tokens(phase, "build") == set()


def test_a_freed_monk_lies_at_once_under_a_hand_card() -> None:
    laid = table(hand=["apprentice", "jeweler", "seeker", "monk"])
    own, other = laid.players
    monk = lay(other, "monk", role="miner")
    lay(other, "mason", on=monk)
    lay(own, "miner")
    lay(own, "wattler")
    freed = "build:apprentice,of=p2:monk1/miner"
    phase = phase_of(laid)
    assert tokens(phase, freed) == {
        f"{freed},under=jeweler,monks=2",
        f"{freed},under=seeker,monks=1",
    }
    play(phase, f"{freed},under=jeweler,monks=2")
    assert phase.used == 3  # the apprentice with the freed monk, the jeweler, a monk in hand
    assert own.supply == 6
    assert places(own) == {
        ("miner", "miner", 1): 1,
        ("monk", "seeker", 1): 1,
        ("monk", "spelunker", 1): 1,
        ("jeweler", "jeweler", 0): 1,
        ("wattler", "wattler", 0): 1,
    }
    assert places(other) == {("apprentice", "miner", 1): 1, ("mason", "mason", 0): 1}
    assert Counter(own.hand) == Counter(cards("seeker"))


def test_where_monks_count_nothing_the_card_over_a_freed_one_still_counts() -> None:
    laid = table(hand=["apprentice", "jeweler", "monk"])
    monk = lay(laid.players[1], "monk", role="miner")
    lay(laid.players[1], "mason", on=monk)
    lay(laid.players[0], "miner")
    freed = "build:apprentice,of=p2:monk1/miner,under=jeweler,monks=2"
    phase = phase_of(laid, monk_cost=0)
    phase.used = 1
    assert tokens(phase, freed) == set()
    phase.used = 0
    play(phase, freed)
    assert phase.used == 2


def test_a_freed_monk_may_come_to_lie_on_the_apprentice_just_placed() -> None:
    laid = table(hand=["apprentice", "spelunker"])
    own = laid.players[0]
    monk = lay(own, "monk", role="miner")
    lay(own, "mason", on=monk)
    freed = "build:apprentice,of=p1:monk1/miner,under=spelunker,monks=1,on=apprentice1"
    phase = phase_of(laid)
    assert tokens(phase, "build") == {freed}
    play(phase, freed)
    assert places(own) == {
        ("apprentice", "miner", 2): 1,
        ("mason", "mason", 0): 1,
        ("monk", "seeker", 1): 1,
        ("spelunker", "spelunker", 0): 1,
    }


def test_monks_are_no_targets_where_the_option_says_so() -> None:
    laid = table(hand=["apprentice", "seeker"])
    monk = lay(laid.players[1], "monk", role="miner")
    lay(laid.players[1], "mason", on=monk)
    assert len(tokens(phase_of(laid), "build:apprentice")) == 1
    assert tokens(phase_of(laid, monk_target=False), "build:apprentice") == set()


def test_a_settler_placed_in_the_phase_may_be_freed() -> None:
    laid = table(hand=["apprentice", "graper", "vintner"])
    phase = phase_of(laid)
    phase.limit = 5
    play(phase, "build:graper", "build:vintner", "build:apprentice,of=p1:graper1")
    assert places(laid.players[0]) == {
        ("graper", "graper", 0): 1,
        ("apprentice", "graper", 1): 1,
        ("vintner", "vintner", 0): 1,
    }


# The smuggler


def test_the_smuggler_pays_half_of_an_own_visible_settler() -> None:
    laid = table(hand=["smuggler", "tinner"])
    own, other = laid.players
    lay_chain(own, "lumberjack", "wheeler", "cartwright")
    lay(own, "fisher")
    theirs = lay(other, "shipwright")
    phase = phase_of(laid)
    phase.used = phase.limit
    assert tokens(phase, "play:smuggler") == {
        "play:smuggler,at=founders,unlock=p2",
        "play:smuggler,at=cartwright,unlock=p2",
        "play:smuggler,at=fisher,unlock=p2",
    }
    play(phase, "play:smuggler,at=cartwright,unlock=p2")
    assert (own.supply, theirs.ducats, phase.used) == (8 - 2 + 5, 2, phase.limit)
    assert laid.discards == cards("smuggler")


def test_the_smuggler_needs_a_settler_and_its_lock() -> None:
    laid = table(hand=["smuggler"])
    own = laid.players[0]
    own.supply = 1
    assert tokens(phase_of(laid), "play") == set()
    own.supply = 2
    assert tokens(phase_of(laid), "play") == {"play:smuggler,at=founders"}
    own.founders.food_side = True
    assert tokens(phase_of(laid), "play") == set()
