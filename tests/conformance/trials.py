"""The trials of the mutants: which law must reject each, and for what reason.

    NUMBA_DISABLE_JIT=1 python -m hinterland.tests.conformance.trials

prints `{TRIAL: what the law says, or null}`. It runs uncompiled: a mutant has a few dozen
positions, and compiling it would take much longer than trying it.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np

from hinterland.engine.game import Game
from hinterland.engine.kuhn import GAME as KUHN
from hinterland.tests.conformance import mutants
from hinterland.tests.conformance.laws import LAWS
from hinterland.tests.conformance.mutants import mutant
from hinterland.tests.toys.closed import GAME as CLOSED


@dataclass(frozen=True)
class Trial:
    """A mutant before a law: `reason` is a part of what the law says when it rejects it.

    `sampled`: the mutant says that it is too big to enumerate, as the large games are.
    """

    make: Callable[[], Game]
    law: str
    reason: str
    sampled: bool = False

    def verdict(self) -> str | None:
        """What the law says against the mutant, None if it has nothing to say."""
        game = self.make()
        try:
            LAWS[self.law](replace(game, enumerable=not self.sampled), (2,))
        except AssertionError as error:
            return str(error)
        return None


_KERNELS: Final = [
    # the mutated kernel of Kuhn, the law, the reason, and whether it is found by sampling too
    ("mask_that_shows_all", "law_1-views_agree_with_the_state", "differs from the masked", True),
    ("mask_that_shows_all", "law_1-same_events_give_the_same_knowledge", "different masks", False),
    ("mask_that_remembers", "law_1-views_agree_with_the_state", "differs from the masked", True),
    ("mover_that_skips", "law_1-views_agree_with_the_state", "to move", True),
    ("legal_that_prunes", "law_1-decisions_are_seen_by_their_seat", "sees the moves", True),
    ("redact_that_blurs", "law_1-movers_see_their_moves", "sees 2 of the move 4", True),
    ("determinise_that_favours", "law_2-worlds_have_the_exact_posterior", "chi-square", False),
    ("determinise_that_doubles", "law_2-worlds_are_possible", "impossible world", False),
    ("determinise_that_doubles", "law_2-worlds_agree_with_the_view", "the same card", True),
    ("determinise_that_deals_anew", "law_2-worlds_are_possible", "impossible world", False),
    (
        "determinise_that_deals_anew",
        "law_2-worlds_agree_with_the_view",
        ", truth (",
        True,
    ),
    ("mask_that_marks", "law_3-replaced_truths_change_nothing", "when it sits down", True),
    ("redact_that_shows", "law_4-legal_moves_fit", "cannot believe the event", True),
    ("redact_that_winks", "law_4-legal_moves_fit", "cannot believe the event", True),
    ("apply_that_copies", "law_4-positions_are_sound", "the same card", True),
    ("apply_that_waits", "law_4-positions_are_sound", "goes on beyond 6 moves", True),
    ("fits_that_trusts", "law_4-only_legal_moves_fit", "fits: True", False),
    ("fits_that_mistakes", "law_4-events_fit_if_they_may_happen", "fits: True", False),
    ("fits_that_mistakes", "law_4-what_fits_leaves_a_world", "the same card", True),
    ("fits_that_doubts", "law_4-events_fit_if_they_may_happen", "fits: False", False),
    ("legal_that_shuffles", "law_4-moves_are_listed_in_order", "out of order", True),
    ("legal_that_overruns", "law_4-moves_are_listed_in_order", "5 legal moves", True),
    ("odds_that_load", "law_4-chance_keeps_its_odds", "off its odds", True),
    ("odds_that_leak", "law_4-chance_keeps_its_odds", "odds sum to", True),
    ("determinise_that_despairs", "law_4-what_fits_leaves_a_world", "no world left", True),
    ("mover_that_touches", "law_4-looking_changes_nothing", "looking changed", True),
    ("returns_that_double", "law_4-positions_are_sound", "shares", True),
]


def _kernel_trials() -> dict[str, Trial]:
    trials = {}
    for kernel, law, reason, sampled in _KERNELS:
        make = partial(mutant, KUHN, getattr(mutants, kernel))
        trials[f"{kernel} before {law}"] = Trial(make, law, reason)
        if sampled:
            trials[f"{kernel}, sampled, before {law}"] = Trial(make, law, reason, sampled)
    return trials


TRIALS: Final = _kernel_trials() | {
    "hidden choices drawn by moves, not by cards": Trial(
        lambda: mutant(CLOSED, mutants.determinise_that_merges),
        "law_2-worlds_have_the_exact_posterior",
        "chi-square",
    ),
    "an open move that weighs more than 1": Trial(
        lambda: mutant(KUHN, mutants.weight_that_counts),
        "law_1-movers_see_their_moves",
        "has weight 2",
    ),
    "two moves written alike": Trial(
        lambda: replace(KUHN, notation=mutants.misspelt_notation()),
        "law_5-moves_are_written_and_read",
        "which reads as 4",
    ),
    "codes that cannot be named": Trial(
        lambda: replace(KUHN, notation=mutants.terse_notation()),
        "law_5-other_codes_are_named",
        "no token",
    ),
    "JSON that leaves something out": Trial(
        lambda: replace(KUHN, notation=mutants.forgetful_notation()),
        "law_5-states_are_written_and_read",
        "reads as",
    ),
    "a field that uncompiled code cannot read": Trial(
        lambda: replace(KUHN, state_dtype=np.dtype([("viewer", "<i8"), ("put", "<i8")])),
        "declared-states_are_plain_records",
        "a method 'put' already",
    ),
}  # fmt: skip


if __name__ == "__main__":
    print(json.dumps({name: trial.verdict() for name, trial in TRIALS.items()}))
