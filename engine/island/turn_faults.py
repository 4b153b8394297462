"""Who decides, what was thrown and what is still to come: what makes these impossible, in words."""

from collections.abc import Iterator
from typing import Final

from hinterland.engine.island import derived
from hinterland.engine.island import options as o
from hinterland.engine.island import state as s
from hinterland.engine.island.fault_words import edge_name, phase_name, seat_names
from hinterland.engine.island.flow import HAND_LIMIT, SPECIAL_PLAYERS
from hinterland.engine.island.legal import SPECIAL_MOVES
from hinterland.engine.jit import Record
from hinterland.engine.seats import seat_name

SETUP: Final = (s.SETUP_PIECE, s.SETUP_ROAD, s.SETUP_GOLD)
_HARVEST: Final = (s.GOLD_PICK, s.TOKEN, s.RETURN, s.AQUEDUCT)
_ATTACK: Final = (s.DEFENDER, s.PILLAGE, s.BREACH)
_OF_THE_TURN: Final = (
    *SETUP, s.ROLL, s.DICE, s.ROBBER, s.ROB, s.ACTION, s.DEAL, s.LEVY, s.SMITH, s.REBUILD, s.SWAP,
    s.CROSS, s.SHOW_HAND, s.TAKE_CARD, s.SHOW_PROGRESS, s.TAKE_PROGRESS, s.PLACE, s.LIFT,
)  # fmt: skip
"""Phases in which only the seat of the turn can be the actor."""
_OF_OTHERS: Final = (s.ANSWER, s.SPECIAL, s.GIVE, s.SWAP_ANSWER, s.DESERT_PHASE, s.RETREAT)
_OF_THE_BUILDER: Final = (s.STEAL, s.FREE_ROAD, s.BUY, s.METROPOLIS, s.DRAW_CARD)
"""Phases of the seat of the turn, or in special building of another seat."""
_SWAPS: Final = (s.SWAP, s.SWAP_ANSWER, s.CROSS)
_ASKED_IN_TURN: Final = (
    s.ANSWER, s.DISCARD, s.REVEAL, s.SPECIAL, s.POINTS, s.GIVE, s.DROP, *_HARVEST, *_ATTACK,
)  # fmt: skip
"""Phases in which those after the actor may be in the queue."""
_SEVEN: Final = 7


def turn_faults(state: Record) -> Iterator[str]:
    """What does not fit the phase; a game that is over may end in the middle of anything."""
    phase, turns, players = int(state["phase"]), int(state["turns"]), int(state["players"])
    if turns > int(state["options"][o.MAX_TURNS]):
        yield f"turn_number is {turns}: expected at most {int(state['options'][o.MAX_TURNS])}"
    seat = (int(state["first"]) + turns - 1) % players
    if turns > 0 and int(state["turn"]) != seat:
        yield f"turn is {_name(state, 'turn')}: expected {seat_name(seat)} in turn {turns}"
    if in_special(state) and players < SPECIAL_PLAYERS:
        yield f"special building is for {SPECIAL_PLAYERS} players and more"
    yield from _first_turn(state)
    yield from _dice(state)
    yield from _moves(state)
    yield from _effects(state)
    if phase != s.FINISHED:
        for check in (_resume, _actor, _queue, _thrown, _discards):
            yield from check(state)


def _first_turn(state: Record) -> Iterator[str]:
    """Nothing that comes of a turn is there in the setup."""
    if int(state["phase"]) in SETUP:
        for name in ("attacked", "barbarians", "cause", "track", "played"):
            if int(state[name]):
                yield f"{name} is given in {phase_name(state)}, before the first turn"


def in_special(state: Record) -> bool:
    """Whether another seat builds specially, or something follows from that."""
    return s.SPECIAL in (int(state["phase"]), int(state["resume"]))


def _name(state: Record, field: str) -> str:
    return seat_name(int(state[field]))


def _before_roll(state: Record) -> bool:
    early = int(state["phase"]) == s.ROLL or int(state["resume"]) == s.ROLL
    return int(state["turns"]) == 0 or early


def _during_roll(state: Record) -> bool:
    """Whether the roll is surely being worked out: the action phase is still to come."""
    phase, resume = int(state["phase"]), int(state["resume"])
    return phase in (s.DICE, *_HARVEST, *_ATTACK) or resume in (s.DRAW_CARD, s.DEFENDER)


def before_action(state: Record) -> bool:
    """Whether the action phase of the turn is surely still to come; a game may be over before."""
    over = int(state["phase"]) in (s.POINTS, s.FINISHED)
    return not over and (_before_roll(state) or _during_roll(state))


def _resumes(state: Record) -> list[int]:
    """The phases that can follow, when what goes on now is done."""
    phase, options = int(state["phase"]), state["options"]
    early = bool(options[o.FISH_PRE_ROLL])
    cards = not derived.with_knights(state) and phase in (
        s.ROBBER, s.ROB, s.LEVY, s.STEAL, s.FREE_ROAD,
    )  # fmt: skip
    fish = phase in (s.STEAL, s.FREE_ROAD, s.BUY, s.DRAW_CARD)
    found = [s.ACTION]
    if phase == s.DEFENDER or phase == s.DROP:
        found = [phase]
    if phase == s.DRAW_CARD or (phase == s.DROP and options[o.PROGRESS_LIMIT]):
        found += [s.DRAW_CARD, s.DEFENDER]
    if cards or (fish and early):
        found.append(s.ROLL)
    fish = fish or (phase == s.DROP and bool(options[o.PROGRESS_LIMIT]))
    if phase in (s.BUY, s.METROPOLIS) or (fish and options[o.FISH_IN_SPECIAL_BUILD]):
        found.append(s.SPECIAL)
    return found


def _resume(state: Record) -> Iterator[str]:
    resume, expected = int(state["resume"]), _resumes(state)
    if resume not in expected:
        names = " or ".join(s.PHASES[phase] for phase in expected)
        yield f"resume is {s.PHASES[resume]} in {phase_name(state)}: expected {names}"


def _actor(state: Record) -> Iterator[str]:
    phase, resume = int(state["phase"]), int(state["resume"])
    own = int(state["actor"]) == int(state["turn"])
    builder, rolled = phase in _OF_THE_BUILDER, resume in (s.DRAW_CARD, s.DEFENDER)
    elsewhere = (builder or phase == s.DROP) and resume == s.SPECIAL
    dropping = phase == s.DROP and bool(state["options"][o.PROGRESS_LIMIT]) and not elsewhere
    mine = builder and not elsewhere and not rolled
    given = f"actor is {_name(state, 'actor')} in {phase_name(state)}"
    if not own and (phase in _OF_THE_TURN or mine or (dropping and not rolled)):
        turn = seat_name(int(state["turn"]))
        yield f"{given}: expected {turn}, the seat of the turn"
    if own and (phase in _OF_OTHERS or elsewhere or (dropping and rolled)):
        yield f"{given}, and the seat of the turn: expected another seat"


def _after(state: Record, seat: int) -> list[int]:
    """The seats that come after one in this turn."""
    players, turn = int(state["players"]), int(state["turn"])
    order = [(turn + step) % players for step in range(players)]
    return order[order.index(seat) + 1 :]


def _may_wait(state: Record) -> list[int]:
    """The seats that may be in the queue."""
    phase, resume = int(state["phase"]), int(state["resume"])
    if phase in _SWAPS:
        asked = (int(state["turn"]), int(state["victim"]))
        return [seat for seat in range(int(state["players"])) if seat not in asked]
    each = state["options"][o.BISHOP_STEALS] and int(state["cause"]) == s.BISHOP_CAUSE
    if phase == s.STEAL and each:
        return _after(state, int(state["victim"]))
    alone = phase in SETUP or int(state["turns"]) == 0
    if phase in _ASKED_IN_TURN or resume in (s.SPECIAL, s.DRAW_CARD, s.DEFENDER):
        return [] if alone else _after(state, int(state["actor"]))
    return []


def _must_wait(state: Record, waiting: list[int]) -> list[int] | None:
    """The seats that must be in the queue; None where any may that are still `waiting`."""
    phase = int(state["phase"])
    if phase == s.ANSWER or in_special(state):
        return waiting
    if phase == s.DISCARD:
        return [seat for seat in range(int(state["players"])) if _owes(state, seat)]
    if phase == s.REVEAL:
        actor = int(state["actor"])
        return [
            seat for seat in range(int(state["players"])) if seat != actor and aside(state, seat)
        ]
    return None


def _owes(state: Record, seat: int) -> bool:
    return seat != int(state["actor"]) and bool(state["owed"][seat])


def _discards(state: Record) -> Iterator[str]:
    """Each hand that is cut is cut by half, and is a full one."""
    sabotage = int(state["cause"]) == s.SABOTAGE
    for seat in range(int(state["players"])):
        wanted = int(state["owed"][seat]) + aside(state, seat)
        held = derived.cards_held(state, seat)
        down = not sabotage and not state["options"][o.DISCARD_DOWN_TO]
        walls = len(derived.walled_of(state, seat))
        small = not sabotage and held <= HAND_LIMIT + 2 * walls
        half = 0 if small else held - held // 2 if down else held // 2
        if wanted and wanted != half:
            yield f"{seat_name(seat)} sets aside {wanted} of {held} cards: expected {half}"


def aside(state: Record, seat: int) -> int:
    """How many cards a seat has set aside to discard."""
    return sum(derived.lanes(state["pending"][seat])) + int(state["pending_hidden"][seat])


def _queue(state: Record) -> Iterator[str]:
    players, waiting = int(state["players"]), _may_wait(state)
    found = [seat for seat in range(players) if int(state["queue"]) >> seat & 1]
    expected = _must_wait(state, waiting)
    if not set(found) <= set(waiting) or (expected is not None and set(expected) != set(found)):
        names = ", ".join(map(seat_name, sorted(waiting if expected is None else expected)))
        given = ", ".join(map(seat_name, found))
        only = "only " if names and expected is None else ""
        wanted = f"{only}{names or 'nobody'}"
        yield f"queue has {given or 'nobody'} in {phase_name(state)}: expected {wanted}"


def _dice(state: Record) -> Iterator[str]:
    phase, event = int(state["phase"]), int(state["event"])
    numbers = [int(state[name]) for name in ("red", "yellow")]
    knights, thrown = derived.with_knights(state), any(numbers)
    if thrown and not all(1 <= number <= _SEVEN - 1 for number in numbers):
        yield f"dice are {numbers[0]} and {numbers[1]}: expected 1..{_SEVEN - 1}"
    elif phase == s.DICE:
        if event or (thrown and not knights):
            yield "dice are given in dice, where they are still to be thrown"
    elif phase in (s.POINTS, s.FINISHED) or not _before_roll(state):
        over = phase in (s.POINTS, s.FINISHED)
        if not thrown and not over:
            yield f"no dice are given in {phase_name(state)}: expected those of this turn"
        elif knights != (event > 0) and (thrown or event):
            word = "expected" if knights else "there is none"
            yield f"the event die in {phase_name(state)}: {word} with this expansion"
    elif thrown or event:
        yield f"dice are given in {phase_name(state)}, before they are thrown"


def _moves(state: Record) -> Iterator[str]:
    phase, moves = int(state["phase"]), int(state["moves"])
    most = int(state["options"][o.TURN_MOVES])
    if before_action(state):
        most = 0
    if in_special(state):
        most = SPECIAL_MOVES
    if phase in (s.DROP, s.POINTS, s.FINISHED):
        most = int(state["options"][o.TURN_MOVES]) + 1  # the move that ended the turn counts
    if moves > most:
        yield f"moves_made is {moves} in {phase_name(state)}: expected at most {most}"


def _effects(state: Record) -> Iterator[str]:
    """What lasts for an action phase is not there before it, nor after."""
    phase = int(state["phase"])
    over = phase in (s.FINISHED, s.POINTS)
    early = before_action(state)
    if early and state["offer_count"]:
        yield f"offers_made has offers before the action phase, in {phase_name(state)}"
    if early and int(state["lifted"]) != s.NOWHERE:
        where = edge_name(state, int(state["lifted"]))
        yield f"lifted is {where} before the action phase, in {phase_name(state)}"
    for name in ("crane", "fleet"):
        if (early or in_special(state)) and state[name]:
            yield f"{name} is given in {phase_name(state)}: expected in the action phase only"
    if (phase == s.FREE_ROAD) != bool(state["free"]) and phase != s.FINISHED:
        yield f"free_roads is {int(state['free'])} in {phase_name(state)}: they belong to free_road"
    if int(state["shown"]) and not over:
        shown = seat_names(seat for seat in range(8) if int(state["shown"]) >> seat & 1)
        yield f"victory cards of {shown} are shown in {phase_name(state)}: expected at the end only"
    if int(state["played"]) and derived.with_knights(state):
        yield "played is true: there are no development cards in Cities & Knights"
    discarding = [seat for seat in range(int(state["players"])) if aside(state, seat)]
    if discarding and phase not in (s.DISCARD, s.REVEAL, s.FINISHED):
        who = seat_names(discarding)
        yield f"cards of {who} are set aside in {phase_name(state)}: expected in a discard only"


def _thrown(state: Record) -> Iterator[str]:
    """What a roll leads to fits its dice."""
    phase, resume, cause = (int(state[name]) for name in ("phase", "resume", "cause"))
    total = int(state["red"]) + int(state["yellow"])
    seven = total == _SEVEN
    knights, fish = derived.with_knights(state), bool(state["options"][o.FISH])
    for_seven = phase in (s.DISCARD, s.REVEAL)
    if knights:
        for_seven = for_seven or phase in (s.ROBBER, s.ROB) or (phase == s.STEAL and not fish)
    if for_seven and cause == s.SEVEN and not seven:
        yield f"the dice give {total}: expected the 7 which leads to {phase_name(state)}"
    if phase in _HARVEST and int(state["turns"]) > 0 and seven:
        yield f"the dice give a 7, which does not lead to {phase_name(state)}"
    event, track = int(state["event"]), int(state["track"])
    if (phase in _ATTACK or resume == s.DEFENDER) and (
        event != s.SHIP_FACE or int(state["barbarians"])
    ):
        yield f"no barbarians have just landed, which leads to {phase_name(state)}"
    if resume == s.DRAW_CARD and event != s.TRACK_FACE + track:
        yield f"the event die shows no gate, which leads to {phase_name(state)}"
