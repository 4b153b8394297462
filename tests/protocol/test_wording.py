"""Moves described for front-ends."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from hinterland.engine.registry import load
from hinterland.protocol.wording import describe, split_token, wording


def test_a_token_is_split_into_kind_and_fields() -> None:
    assert split_token("pass") == ("pass", {})
    assert split_token("deal:K") == ("deal", {"what": "K"})
    assert split_token("build:smith,of=p2:monk1/smith,monks=2") == (
        "build",
        {"what": "smith", "of": "p2:monk1/smith", "monks": "2"},
    )
    assert split_token("bank:2ore,1cloth>1wool,x") == ("bank", {"what": "2ore,1cloth>1wool,x"})
    assert split_token("show:stack1=smith/red") == ("show", {"stack1": "smith/red"})


def test_a_move_is_worded_from_its_parts() -> None:
    assert wording("pass", {}) == "pass"
    assert wording("build", {"what": "old_inn", "monks": "2"}) == "build old inn, monks 2"


def test_a_game_may_describe_its_moves_itself() -> None:
    kuhn = load("kuhn")

    def described(move: int) -> dict[str, object]:
        return {"text": "lay a bet", "stake": 1}

    own: Any = SimpleNamespace(format=kuhn.notation.format, describe=described)
    bet = kuhn.notation.parse("bet")
    assert describe(replace(kuhn, notation=own), bet) == {
        "move": "bet",
        "kind": "bet",
        "text": "lay a bet",
        "stake": 1,
    }
    assert describe(kuhn, bet) == {"move": "bet", "kind": "bet", "text": "bet"}
