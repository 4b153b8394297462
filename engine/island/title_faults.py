"""What makes the holders of titles and metropolises, and the winners, impossible, in words."""

from collections.abc import Iterator, Mapping, Sequence

from hinterland.engine.island import derived
from hinterland.engine.island import options as o
from hinterland.engine.island import state as s
from hinterland.engine.island.cards import POINT_CARD
from hinterland.engine.island.fault_words import phase_name, seat_names
from hinterland.engine.island.improvements import HIGHEST, METROPOLIS_LEVEL
from hinterland.engine.island.pieces import LONG
from hinterland.engine.island.points import ARMY, HARBORMASTER
from hinterland.engine.island.progress import TRACKS
from hinterland.engine.jit import Record
from hinterland.engine.seats import seat_name


def title_faults(state: Record) -> Iterator[str]:
    """Titles that do not go with what their holders have, and wrong winners."""
    players = range(int(state["players"]))
    if int(state["phase"]) != s.REBUILD:  # the title is judged after that
        roads = [derived.road_length(state, seat) for seat in players]
        yield from _holder(state, "longest_road", roads, LONG)
    yield from _army(state)
    if int(state["options"][o.HARBOR_POINTS]) != 1:
        if int(state["harbormaster"]) != s.NOBODY:
            holder = seat_name(int(state["harbormaster"]))
            yield f"harbormaster is of {holder}, and is not played for: expected nobody"
    elif int(state["phase"]) != s.METROPOLIS:  # a metropolis that is on its way counts again
        harbors = [derived.harbor_points(state, seat) for seat in players]
        yield from _holder(state, "harbormaster", harbors, HARBORMASTER)
    if derived.with_knights(state):
        yield from _metropolises(state)
    yield from _won_before(state)
    yield from _winners(state)


def _won_before(state: Record) -> Iterator[str]:
    """Without a declaration the game is over as soon as the seat of the turn has the points."""
    turn = int(state["turn"])
    phases = (int(state["phase"]), int(state["resume"]))
    away = s.SPECIAL in phases or phases[0] in (s.POINTS, s.FINISHED)
    if state["options"][o.DECLARE_TO_WIN] or int(state["turns"]) == 0 or away:
        return
    points, target = derived.open_points(state, turn), derived.target(state, turn)
    if points >= target:
        yield (
            f"{seat_name(turn)} has {points} points of {target} in its turn, in "
            f"{phase_name(state)}: expected over, with declare_to_win=no"
        )


def _holder(state: Record, title: str, counts: Sequence[int], least: int) -> Iterator[str]:
    """A title of the most, at least so many; of several with the most one keeps it."""
    holder, most = int(state[title]), max(counts)
    best = [seat for seat, n in enumerate(counts) if n == most]
    if holder == s.NOBODY:
        if most >= least and len(best) == 1:
            yield f"{title} is nobody's: expected {seat_name(best[0])}, which has {most}"
    elif most < least:
        yield f"{title} is of {seat_name(holder)}, which has {counts[holder]}: expected nobody"
    elif holder not in best:
        names = " or ".join(map(seat_name, best))
        yield f"{title} is of {seat_name(holder)}: expected {names}, with {most}"


def _army(state: Record) -> Iterator[str]:
    """The first army of its size keeps the title until another is larger."""
    armies = [int(n) for n in state["army"][: int(state["players"])]]
    holder, most = int(state["largest_army"]), max(armies)
    if holder == s.NOBODY and most >= ARMY:
        yield f"largest_army is nobody's, while an army has {most} knights"
    elif holder != s.NOBODY and (armies[holder] < ARMY or armies[holder] < most):
        yield f"largest_army is of {seat_name(holder)}, which has played {armies[holder]} knights"


def _metropolises(state: Record) -> Iterator[str]:
    for track, name in enumerate(TRACKS):
        levels = [int(row[track]) for row in state["improvements"][: int(state["players"])]]
        corner = int(state["metropolises"][track])
        now = int(state["phase"]) == s.METROPOLIS and int(state["track"]) == track
        holder = int(state["actor"]) if now else s.NOBODY
        if corner != s.NOWHERE:
            holder = derived.owner(state, corner)
        what = f"the metropolis of {name}"
        if holder == s.NOBODY:
            if max(levels) >= METROPOLIS_LEVEL:
                yield f"{what} is nobody's, while a seat is at level {max(levels)}"
        elif levels[holder] < METROPOLIS_LEVEL:
            yield f"{what} is of {seat_name(holder)}, at level {levels[holder]}: expected 4 or 5"
        elif levels[holder] < HIGHEST <= max(levels):
            yield f"{what} is of {seat_name(holder)}, while another seat is at level {HIGHEST}"
        elif now and levels.count(HIGHEST if levels[holder] == HIGHEST else METROPOLIS_LEVEL) > 1:
            yield f"{what} cannot just have been won by {seat_name(holder)}"


def _winners(state: Record) -> Iterator[str]:
    phase, turn, winners = (int(state[name]) for name in ("phase", "turn", "winners"))
    last = int(state["turns"]) >= int(state["options"][o.MAX_TURNS])
    if phase not in (s.POINTS, s.FINISHED):
        if winners:
            given = seat_names(_seats(winners))
            yield f"winners has {given} in {s.PHASES[phase]}: expected none before the end"
        return
    if phase == s.POINTS:
        alone = winners == 1 << turn and int(state["actor"]) == turn
        if not (alone if winners else last):
            given, expected = seat_names(_seats(winners)), "none after the last turn"
            yield f"winners has {given} in points: expected {seat_name(turn)}, or {expected}"
        return
    points = {
        seat: derived.open_points(state, seat)
        + derived.lanes(state["development"][seat])[POINT_CARD]
        for seat in range(int(state["players"]))
    }
    if winners == 1 << turn and points[turn] >= derived.target(state, turn):
        return
    if not last or winners != _best(points):
        given, target = seat_names(_seats(winners)), derived.target(state, turn)
        best = seat_names(_seats(_best(points)))
        yield (
            f"winners has {given} in over: expected {seat_name(turn)} with {target} points, "
            f"where it has {points[turn]}, or after the last turn {best} with the most"
        )


def _seats(bits: int) -> list[int]:
    return [seat for seat in range(8) if bits >> seat & 1]


def _best(points: Mapping[int, int]) -> int:
    """The seats with the most points, as bits."""
    return sum(1 << seat for seat, n in points.items() if n == max(points.values()))
