"""Section 4: the turn from the roll to the special building."""

from functools import partial

from hinterland.tests.oracle.island import base, fish
from hinterland.tests.oracle.island import constants as box
from hinterland.tests.oracle.island.barbarians import draw_progress, drop_to_limit, ship_step
from hinterland.tests.oracle.island.build import improvement_moves, lift_moves, piece_moves
from hinterland.tests.oracle.island.cards import alchemist_rolls, card_moves, put_under
from hinterland.tests.oracle.island.game import Game, Move, Moves
from hinterland.tests.oracle.island.knights import action_moves, upkeep_moves
from hinterland.tests.oracle.island.production import fish_tokens, gold_picks, produce
from hinterland.tests.oracle.island.robber import over_limit, robber_step
from hinterland.tests.oracle.island.script import Question, Script, ask, chance
from hinterland.tests.oracle.island.setup import pick_resource
from hinterland.tests.oracle.island.table import Player
from hinterland.tests.oracle.island.trade import bank_moves, offer_moves, wide_offer

AQUEDUCT = 3  # the level of science
SPECIAL_MOVES = 60


def play_turns(game: Game, first: int) -> Script[None]:
    """Turn after turn, clockwise, until somebody has won or the game is too long (section 21)."""
    seat = first
    while True:
        player = game.table.players[seat]
        start_turn(game, player)
        yield from before_roll(game, player)
        if game.winners is None:
            yield from after_roll(game, player)
        if game.winners is None:
            yield from end_turn(game, player)
        if game.winners is not None:
            return
        seat = (seat + 1) % len(game.table.players)


def start_turn(game: Game, player: Player) -> None:
    game.table.turn = player.seat
    game.table.turns_played += 1
    game.may_win = player.seat
    game.dice = None
    game.moves_made = 0
    game.offers = []
    game.development_played = False
    game.ships_built = set()
    game.ship_moved = False
    for other in game.table.players:
        other.bought = []
    new_window(player)


def new_window(player: Player) -> None:
    """Promotions are counted anew, and no knight is ready before the own action phase."""
    for knight in player.knights.values():
        knight.promoted = False
        knight.ready = False


# 1 and 2: before the roll, and the roll


def before_roll(game: Game, player: Player) -> Script[None]:
    """Roll, or Alchemist; base game: one development card may come first."""
    while game.winners is None:
        answers: dict[str, tuple[int, int] | Move | None] = {"roll": None}
        if game.table.options.knights:
            answers.update(alchemist_rolls(player))
        else:
            answers.update(base.development_moves(game, player))
        if game.table.options.fish and game.table.options.fish_pre_roll:
            answers.update(fish.fish_moves(game, player))
        if base.win_move(game, player):
            answers = dict(base.win_move(game, player))
        answer = yield from ask(player, answers, "roll")
        if callable(answer):
            yield from answer()
            continue
        if answer is not None:
            put_under(game, player, "alchemist")
        yield from roll(game, player, answer)
        return


def roll(game: Game, player: Player, chosen: tuple[int, int] | None) -> Script[None]:
    """The event die first, then the sum (3 and 4)."""
    faces = range(1, 7)
    pairs = [chosen] if chosen else [(red, yellow) for red in faces for yellow in faces]
    outcomes: dict[str, tuple[int, int, str | None]]
    if game.table.options.knights:
        outcomes = {
            f"dice:{red}+{yellow}+{face}": (red, yellow, face)
            for red, yellow in pairs
            for face in ("ship", *box.TRACKS)
        }
    else:
        outcomes = {f"dice:{red}+{yellow}": (red, yellow, None) for red, yellow in pairs}
    # The event die has three ships.
    weights = [3 if face == "ship" else 1 for _, _, face in outcomes.values()]
    game.dice = yield from chance(outcomes, "dice", weights=weights)
    red, yellow, face = game.dice
    if face == "ship":
        yield from ship_step(game, player.seat)
    elif face is not None:
        yield from gate(game, player.seat, face, red)
    if red + yellow == 7:
        yield from seven(game, player)
    else:
        yield from harvest(game, player, red + yellow)


def gate(game: Game, roller: int, track: str, red: int) -> Script[None]:
    """Every seat with the track at L >= 1 and red <= L + 1 draws, from the roller clockwise."""
    for player in game.table.clockwise(roller):
        level = player.improvements[track]
        if level >= 1 and red <= level + 1 and game.table.decks[track]:
            yield from draw_progress(game, player, track)


def seven(game: Game, player: Player) -> Script[None]:
    """Discards always; the robber only after the first attack (9.4)."""
    yield from over_limit(game, player.seat, "seven")
    if game.table.unlocked:
        yield from robber_step(game, player, "seven")


def harvest(game: Game, player: Player, number: int) -> Script[None]:
    """Section 5: production, gold, fish, Aqueduct, each clockwise from the roller."""
    table = game.table
    order = table.clockwise(player.seat)
    received = produce(table, number)
    for other in order:
        for _ in range(gold_picks(table, other, number)):
            before = other.cards()
            yield from pick_resource(game, other, "gold")
            received[other.seat] += other.cards() - before
    if table.options.fish:
        claims = {other.seat: fish_tokens(table, other, number) for other in order}
        for other in order:
            yield from fish.draw_tokens(game, other, claims[other.seat])
    for other in order:
        if other.improvements["science"] >= AQUEDUCT and not received[other.seat]:
            yield from aqueduct(game, other)


def aqueduct(game: Game, player: Player) -> Script[None]:
    """1 resource that the bank holds, or pass."""
    answers: dict[str, str | None] = {
        f"pick:{kind}": kind for kind in box.RESOURCES if game.table.bank[kind]
    }
    answers["pass"] = None
    kind = yield from ask(player, answers, "aqueduct")
    if kind is not None:
        game.table.give(player, kind, 1)


# 5: the action phase


def after_roll(game: Game, player: Player) -> Script[None]:
    """Any moves in any order until the end of the turn or the game."""
    for knight in player.knights.values():
        knight.ready = knight.active
    while game.winners is None:
        moves = closing_moves(game, player)
        wide = None
        only_win = bool(base.win_move(game, player))
        if not only_win and game.moves_made < game.table.options.turn_moves:
            moves.update(all_moves(game, player))
            wide = partial(wide_offer, game, player)
        move = yield Question(player.name, moves, wide, "action")
        game.moves_made += 1
        if move is None:
            return
        yield from move()


def closing_moves(game: Game, player: Player) -> dict[str, Move | None]:
    """D14: declare the win with the target reached; or end the turn."""
    table = game.table
    if base.win_move(game, player):
        return dict(base.win_move(game, player))
    moves: dict[str, Move | None] = {"end": None}
    if table.options.declare_to_win and table.points(player) >= table.target(player):
        moves["win"] = partial(base.win, game, player)
    return moves


def all_moves(game: Game, player: Player) -> Moves:
    moves = {
        **piece_moves(game, player),
        **bank_moves(game, player),
        **offer_moves(game, player),
    }
    options = game.table.options
    if options.knights:
        moves.update(upkeep_moves(game, player))
        moves.update(action_moves(game, player))
        moves.update(improvement_moves(game, player))
        moves.update(card_moves(game, player))
    else:
        moves.update(base.buy_moves(game, player))
        moves.update(base.development_moves(game, player))
    if options.seafarers:
        moves.update(lift_moves(game, player))
    if options.fish:
        moves.update(fish.fish_moves(game, player))
        moves.update(fish.boot_moves(game, player))
    return moves


# 6: the end


def end_turn(game: Game, player: Player) -> Script[None]:
    """D8; effects of this turn lapse; special building; then the bound of section 21."""
    table = game.table
    game.may_win = None
    holders = (
        [player] if table.options.progress_limit == "official" else table.clockwise(player.seat)
    )
    for holder in holders:
        yield from drop_to_limit(game, holder)
    game.crane = 0
    game.fleet = set()
    for knight in player.knights.values():
        knight.ready = False
    last = table.turns_played >= table.options.max_turns
    if table.options.players >= 5 and not last:
        for other in table.others(player):
            yield from special_building(game, other)
    if last:
        yield from too_long(game, player)


def special_building(game: Game, player: Player) -> Script[None]:
    """Section 14: build, improve by option (D13), activate and promote, until PASS."""
    options = game.table.options
    new_window(player)
    game.ships_built = set()
    game.moves_made = 0
    while True:
        moves: dict[str, Move | None] = {"pass": None}
        if game.moves_made < SPECIAL_MOVES:
            moves.update(piece_moves(game, player))
            if options.knights:
                moves.update(upkeep_moves(game, player))
                if options.special_build_improvements:
                    moves.update(improvement_moves(game, player))
            else:
                moves.update(base.buy_moves(game, player))
            if options.fish and options.fish_in_special_build:
                moves.update(fish.fish_moves(game, player))
        move = yield from ask(player, moves, "special")
        game.moves_made += 1
        if move is None:
            return
        yield from move()


def too_long(game: Game, player: Player) -> Script[None]:
    """The game is over; hidden victory cards are shown, the most points share the win."""
    table = game.table
    totals = {}
    for other in table.clockwise(player.seat):
        hidden = base.hidden_points(other)
        if other.development:
            yield from chance({f"points:{other.name}={hidden}": None}, "points")
        totals[other.seat] = table.points(other) + hidden
    game.winners = sorted(seat for seat, total in totals.items() if total == max(totals.values()))
