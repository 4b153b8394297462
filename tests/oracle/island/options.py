"""Section 1: the options and what the presets set them to."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Options:
    """Every option of section 1; the defaults are the preset `house` without fish or Seafarers.

    Layout options (`chits`, `harbor_places`, `harbors_cross_water`, `fish_places`) act in the deal
    only, which is given to the oracle; they are kept to be shown.
    """

    expansion: str = "cities-knights"
    players: int = 4
    second_piece: str = "settlement"
    fish: bool = False
    seafarers: bool = False
    target: int = 13
    fish_extra: int = 1
    boot_extra: int = 0
    seafarers_extra: int = 0
    hidden_harbors: bool = True
    harbor_points: str = "harbormaster"
    wall_shields: bool = True
    build_past_buildings: bool = True
    progress_limit: str = "all-at-end-of-turn"
    strong_needs_fortress: bool = False
    discard_with: frozenset[str] = frozenset({"seven", "bishop", "chase"})
    discard_down_to: str = "half-down"
    bishop_steals: str = "one"
    special_build_improvements: bool = False
    declare_to_win: bool = True
    fish_pre_roll: bool = False
    fish_in_special_build: bool = False
    deserter: str = "2025"
    chase_to_desert: bool = True
    trade_offers: int = 10
    listed_offers: int = 3
    wide_offers: bool = False
    max_turns: int = 500
    turn_moves: int = 200

    @property
    def knights(self) -> bool:
        """Whether Cities & Knights is played."""
        return self.expansion == "cities-knights"


HOUSE = Options()
OFFICIAL = Options(
    second_piece="city",
    fish_extra=0,
    boot_extra=1,
    seafarers_extra=1,
    hidden_harbors=False,
    harbor_points="off",
    wall_shields=False,
    build_past_buildings=False,
    progress_limit="official",
    discard_with=frozenset({"seven"}),
    discard_down_to="half-up",
    bishop_steals="one-per-opponent",
    special_build_improvements=True,
    declare_to_win=False,
)
BASE = replace(
    OFFICIAL,
    expansion="none",
    second_piece="settlement",
    target=10,
    seafarers_extra=2,
    special_build_improvements=False,
)
PRESETS = {"house": HOUSE, "official": OFFICIAL, "base": BASE}
