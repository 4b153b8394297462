"""Every law has mutants that it must reject, and for the reason that they break it."""

from dataclasses import replace
from types import ModuleType

import pytest

from hinterland.engine.kuhn import GAME as KUHN
from hinterland.engine.seats import PUBLIC
from hinterland.tests.conformance import mutants
from hinterland.tests.conformance.laws import LAWS
from hinterland.tests.conformance.laws.law_6 import run_lane, same_games
from hinterland.tests.conformance.mutants import mutant
from hinterland.tests.toys.closed import GAME as CLOSED

KERNELS = [
    ("mask_that_shows_all", "law_1-same_events_give_the_same_knowledge", "different masks"),
    ("mask_that_remembers", "law_1-views_agree_with_the_state", "differs from the masked state"),
    ("mover_that_skips", "law_1-views_agree_with_the_state", "to move"),
    ("legal_that_prunes", "law_1-decisions_are_seen_by_their_seat", "sees the moves"),
    ("redact_that_blurs", "law_1-movers_see_their_moves", "sees 2 of the move 4"),
    ("determinise_that_favours", "law_2-worlds_have_the_exact_posterior", "chi-square"),
    ("determinise_that_doubles", "law_2-worlds_are_possible", "impossible world"),
    ("determinise_that_merges", "law_2-worlds_have_the_exact_posterior", "chi-square"),
    ("mask_that_marks", "law_3-replaced_truths_change_nothing", "notices the truth"),
    ("redact_that_shows", "law_4-legal_moves_fit", "cannot believe the event"),
    ("redact_that_winks", "law_4-legal_moves_fit", "cannot believe the event"),
    ("apply_that_copies", "law_4-positions_are_sound", "the same card"),
    ("apply_that_waits", "law_4-positions_are_sound", "goes on beyond"),
    ("fits_that_trusts", "law_4-only_legal_moves_fit", "fits: True"),
    ("fits_that_doubts", "law_4-events_fit_if_they_may_happen", "fits: False"),
    ("legal_that_shuffles", "law_4-moves_are_listed_in_order", "out of order"),
    ("odds_that_load", "law_4-chance_keeps_its_odds", "off its odds"),
    ("determinise_that_despairs", "law_4-what_fits_leaves_a_world", "no world left"),
    ("mover_that_touches", "law_4-looking_changes_nothing", "looking changed"),
]
"""Mutated kernel, the law that must reject it, and a part of what it then says."""


@pytest.mark.parametrize(("kernel", "law", "reason"), KERNELS, ids=[k for k, _, _ in KERNELS])
def test_mutant_is_rejected(kernel: str, law: str, reason: str) -> None:
    base = CLOSED if kernel == "determinise_that_merges" else KUHN
    with pytest.raises(AssertionError, match=reason):
        LAWS[law](mutant(base, getattr(mutants, kernel)), (2,))


@pytest.mark.parametrize(
    ("notation", "law", "reason"),
    [
        (mutants.misspelt_notation(), "law_5-moves_are_written_and_read", "reads as 4"),
        (mutants.forgetful_notation(), "law_5-states_are_written_and_read", "which reads as"),
    ],
    ids=["misspelt", "forgetful"],
)
def test_mutant_notation_is_rejected(notation: ModuleType, law: str, reason: str) -> None:
    with pytest.raises(AssertionError, match=reason):
        LAWS[law](replace(KUHN, notation=notation), (2,))


def test_mutant_that_overflows_is_rejected() -> None:
    found = run_lane("plain", [mutants.OVERFLOWS.name], search=False)
    with pytest.raises(AssertionError, match="differs in the lane"):
        same_games(mutants.OVERFLOWS, "plain", found)
