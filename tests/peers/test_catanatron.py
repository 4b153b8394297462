"""Our search at the table of `catanatron`: the same map, the same moves, whole games."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from against_catanatron import Tally, opponent_class, play, play_group, report
from catanatron.game import Game as CatanGame
from catanatron.models.enums import Action, ActionPrompt, ActionType
from catanatron.models.map import BASE_MAP_TEMPLATE, CatanMap
from catanatron.models.player import Color, Player
from catanatron.state_functions import player_num_dev_cards
from deals import deal, draw_map, has_red_pair
from facts import disagreement, table_view
from places import KINDS, Places
from seat import IslandPlayer
from witness import OPTIONS
from wording import CARDS, move_of

from hinterland.engine.game import Game
from hinterland.engine.island.board import CORNER_HEX, GRAPHS, SMALL
from hinterland.engine.island.cards import KINDS as OUR_KINDS
from hinterland.engine.island.layout import read_layout
from hinterland.engine.registry import load
from hinterland.engine.rng import stream
from hinterland.engine.seats import seat_name
from hinterland.engine.text import knowledge_json
from hinterland.search.settings import SearchSettings

pytestmark = pytest.mark.peers

QUICK = SearchSettings(iterations=20)
ROAD_COST = {"lumber", "brick"}


def loaded(island: Game, layout: str) -> Any:
    """The record of a fresh state with that layout."""
    state = island.deal(island.option_values(OPTIONS), stream("blank"))
    read_layout(layout, state[0])
    return state[0]


def test_the_maps_agree() -> None:
    island, graph = load("island"), GRAPHS[SMALL]
    random.seed(5)
    for _ in range(50):
        board = CatanMap.from_template(BASE_MAP_TEMPLATE)
        places = Places(board)
        desert = next(c for c, tile in board.land_tiles.items() if tile.resource is None)
        state = loaded(island, places.layout(desert))
        assert sorted(places.corners.values()) == sorted(graph.corner_names)
        assert sorted(places.edges.values()) == sorted(graph.edge_names)
        for node, name in places.corners.items():
            theirs = Counter((KINDS.get(t.resource), t.number) for t in board.adjacent_tiles[node])
            assert produced(state, graph.corner_names.index(name)) == theirs
        for kind, nodes in board.port_nodes.items():
            assert traded(state, KINDS.get(kind)) == {places.corners[node] for node in nodes}


def produced(state: Any, corner: int) -> Counter[tuple[str | None, int | None]]:
    """What the hexes at a corner produce, by the tables of island."""
    hexes = [h for h in CORNER_HEX[SMALL, corner] if h >= 0]
    kinds = [OUR_KINDS[t] if t < 5 else None for t in (int(state["terrain"][h]) for h in hexes)]
    chits = [int(state["chit"][h]) or None for h in hexes]
    return Counter(zip(kinds, chits, strict=True))


def traded(state: Any, kind: str | None) -> set[str]:
    """The corners of the harbors of a resource, or of any."""
    number = 5 if kind is None else OUR_KINDS.index(kind)
    names = GRAPHS[SMALL].corner_names
    return {
        names[state[end][h]]
        for h in range(9)
        if state["harbor_type"][h] == number
        for end in ("harbor_first", "harbor_second")
    }


def test_edges_join_the_same_corners() -> None:
    places = Places(draw_map(1))
    graph = GRAPHS[SMALL]
    for nodes, name in places.edges.items():
        cells = next(c for c, n in graph.edges.items() if graph.edge_names[n] == name)
        ends = {graph.corner_names[n] for c, n in graph.corners.items() if cells <= c}
        assert ends == {places.corners[node] for node in nodes}


def test_a_deal_is_the_same_for_every_seating() -> None:
    kind = opponent_class("random")
    for seed in range(1, 6):
        tables = []
        for start in range(4):
            colors = [list(Color)[(start + k) % 4] for k in range(4)]
            table = deal([kind(color) for color in colors], seed)
            assert list(table.state.colors) == colors
            assert not has_red_pair(table.state.board.map)
            layout = Places(table.state.board.map).layout(table.state.board.robber_coordinate)
            tables.append((layout, table.state.development_listdeck))
        assert tables.count(tables[0]) == 4


class Checked(IslandPlayer):
    """Compares the moves of both rules before each of its decisions."""

    def __init__(self, color: Color) -> None:
        super().__init__(color, QUICK)
        self.prompts: Counter[str] = Counter()

    def decide(self, game: CatanGame, playable_actions: Sequence[Action]) -> Action:
        if playable_actions[0].action_type == ActionType.DISCARD:
            return playable_actions[0]
        self.agree(game)
        assert self.witness.lost is None
        view = knowledge_json(self.witness.game, self.witness.knowledge)
        assert view["viewer"] == seat_name(self.witness.seat)
        theirs = {move_of(action, self.witness.places) for action in playable_actions}
        ours = set(self.witness.legal())
        assert {move for move in ours - theirs if not ours_alone(move, view)} == set()
        assert {move for move in theirs - ours if not theirs_alone(move, view)} == set()
        self.prompts[view["phase"]] += 1
        self.check_worlds(view)
        return super().decide(game, playable_actions)

    def check_worlds(self, view: dict[str, Any]) -> None:
        """No seat but the own has cards that the seat cannot know."""
        own = self.witness.seat
        assert "?" not in view["seats"][own]["hand"]
        for seat, data in enumerate(view["seats"]):
            assert seat == own or set(data["development"]) <= {"?"}


def ours_alone(move: str, view: dict[str, Any]) -> bool:
    """A move that island has and `catanatron` has not, as examples/peers/README.md says."""
    before_the_roll = view["phase"] == "roll" and move.startswith("play:")
    hand = view["seats"][int(view["viewer"][1:]) - 1]["hand"]
    unpaid_roads = move == "play:roads" and not set(hand) >= ROAD_COST
    return before_the_roll or unpaid_roads or (move == "pass" and view["phase"] == "free_road")


def theirs_alone(move: str, view: dict[str, Any]) -> bool:
    """A move that `catanatron` has and island has not."""
    word, _, cards = move.partition("=")
    if not word.startswith("play:"):
        return False
    bought = view["seats"][int(view["viewer"][1:]) - 1]["bought"]
    one_card = word == "play:plenty" and "+" not in cards and not cards.startswith("2")
    return one_card or word.removeprefix("play:") in bought


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whole_games_with_the_same_moves(seed: int) -> None:
    kinds = [opponent_class(name) for name in ("victory", "weighted", "victory")]
    colors = list(Color)
    rest = [kind(color) for kind, color in zip(kinds, colors[1:], strict=True)]
    ours = Checked(colors[0])
    players: list[Player] = [*rest[:seed], ours, *rest[seed:]]
    table = deal(players, seed)
    ours.sit(table)
    play(table, [ours])
    assert table.winning_color() is not None
    assert ours.unsearched == []
    known = {"longest_road", "bank, hand"}
    assert set(ours.repairs) <= known
    assert {"setup_piece", "setup_road", "action"} <= set(ours.prompts)


def poisoned(table: CatanGame, own: int) -> CatanGame:
    """The table with the hidden cards of the others changed, and none of the visible facts."""
    other = table.copy()
    shown = other.state.player_state
    for seat, color in enumerate(other.state.colors):
        if seat == own:
            continue
        cards = sum(shown[f"P{seat}_{kind}_IN_HAND"] for kind in KINDS)
        held = player_num_dev_cards(other.state, color)
        shown.update({f"P{seat}_{name}_IN_HAND": 0 for name in (*KINDS, *CARDS)})
        shown[f"P{seat}_ORE_IN_HAND"] = cards
        shown[f"P{seat}_KNIGHT_IN_HAND"] = held
    other.state.development_listdeck.sort()
    return other


def test_a_view_shows_nothing_hidden() -> None:
    kind = opponent_class("weighted")
    table = deal([kind(color) for color in Color], 3)
    places = Places(table.state.board.map)
    compared = 0
    while table.winning_color() is None and compared < 200:
        table.play_tick()
        seat = table.state.current_player_index
        prompts = (ActionPrompt.PLAY_TURN, ActionPrompt.MOVE_ROBBER)
        if not table.state.is_initial_build_phase and table.state.current_prompt in prompts:
            compared += 1
            seen = table_view(table, seat, places)
            assert seen == table_view(poisoned(table, seat), seat, places)
    assert compared == 200


def play_disturbed(disturb: Callable[[IslandPlayer, CatanGame], None]) -> IslandPlayer:
    """A game of ours, disturbed before each of its decisions after the setup."""
    ours = IslandPlayer(Color.RED, QUICK)
    rest = [opponent_class("victory")(color) for color in list(Color)[1:]]
    table = deal([ours, *rest], 4)
    ours.sit(table)

    def decide(player: Player, game: CatanGame, actions: Sequence[Action]) -> Action:
        if player is ours and len(actions) > 1 and not game.state.is_initial_build_phase:
            disturb(ours, game)
        return player.decide(game, actions)

    while table.winning_color() is None:
        ours.see(table.play_tick(decide_fn=decide), [0] * 4)
    return ours


def agree_anew(ours: IslandPlayer, game: CatanGame) -> None:
    """Let it lose its view and set it anew by the table, then lose it again."""
    ours.witness.lost = "lost on purpose"
    ours.agree(game)
    assert ours.witness.lost is None
    ours.witness.lost = "lost on purpose"


def test_a_lost_view_is_set_anew() -> None:
    anew = 0

    def disturb(ours: IslandPlayer, game: CatanGame) -> None:
        nonlocal anew
        agree_anew(ours, game)
        seen = table_view(game, ours.witness.seat, ours.witness.places)
        assert disagreement(ours.witness.knowledge.view[0], seen) == []
        anew += 1

    assert play_disturbed(disturb).unsearched == []
    assert anew > 10


def test_where_the_holder_of_the_longest_road_cannot_be_another_takes_its_place() -> None:
    corrected = 0

    def disturb(ours: IslandPlayer, game: CatanGame) -> None:
        nonlocal corrected
        wrong = game.copy()
        built = wrong.state.buildings_by_color
        few = min(wrong.state.colors, key=lambda color: len(built[color]["ROAD"]))
        impossible = wrong.state.colors.index(few)
        for seat in range(4):
            wrong.state.player_state[f"P{seat}_HAS_ROAD"] = seat == impossible
        agree_anew(ours, wrong)
        if len(built[few]["ROAD"]) < 5:
            assert int(ours.witness.knowledge.view[0]["longest_road"]) != impossible
            corrected += 1

    assert play_disturbed(disturb).unsearched == []
    assert corrected > 10


def test_a_group_is_measured() -> None:
    tally = Tally(players=3)
    play_group(opponent_class("weighted"), QUICK, 2, tally)
    tally.groups.append(0.0)  # a second deal, so that there is an interval
    assert tally.games == 3
    assert tally.wins >= 2
    assert tally.groups[0] == tally.wins / 3
    assert tally.iterations >= 20 * len(tally.ours) > 0
    text = report(tally, 1)
    assert f"won {tally.wins}: {np.mean(tally.groups):.1%}, 95 % interval" in text
