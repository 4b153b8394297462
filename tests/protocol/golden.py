"""Golden transcripts: `python -m hinterland.tests.protocol.golden` writes them anew.

One for every game, played by a fixed rule in both modes, and those whose lines are written by
hand, of which only the answers are written anew.
"""

from pathlib import Path

from hinterland.engine.registry import GAMES
from hinterland.engine.rng import draw_bounded, stream
from hinterland.tests.protocol.support import checkout, new_session, short_game

FOLDER = checkout() / "tests" / "golden" / "protocol"
HAND_WRITTEN = ("refusals",)
MOST_LISTED = 12
"""Turns for which the legal moves are listed too."""

ENDING = ("to_move", "showboard", "view p2 json", "view p2", "final_score")


class Talk:
    """A session that is written down."""

    def __init__(self) -> None:
        self._session = new_session()
        self.text = ""

    def say(self, line: str) -> str:
        """Say a line; what was answered, without its frame."""
        answer = self._session.handle_line(line)[0] or ""
        self.text += f"> {line}\n{answer}"
        return answer.removeprefix("=").strip()

    def ask(self, line: str) -> str:
        """As `say`, and it is not written down."""
        return (self._session.handle_line(line)[0] or "").removeprefix("=").strip()


def game_transcript(name: str) -> str:
    """A whole game in full mode, and what p2 sees of it in seat mode."""
    full, seat = Talk(), Talk()
    rng = stream("golden", name)
    full.say(f"newgame {short_game(name)} seed=1")
    first_view = full.say("view p2")
    seat.say(f"newgame {short_game(name)} seat=p2")
    seat.say(f"setview p2 {first_view}")
    number = 0
    while (mover := full.ask("to_move")) != "over":
        number += 1
        said = "referee chance"
        if mover != "chance":
            ask = full.say if number <= MOST_LISTED else full.ask
            moves = ask(f"legal_moves {mover}").split(" ")
            said = f"referee {mover} {moves[draw_bounded(rng, len(moves))]}"
        for event in full.say(said).split("\n"):
            if event.startswith("p2 "):
                seat.say(f"observe {event.removeprefix('p2 ')}")
    for line in (*ENDING, "state json", "view p1", "history"):
        full.say(line)
    for line in (*ENDING, "state", "history", "undo"):
        seat.say(line)
    return full.text + seat.text


def retold(path: Path) -> str:
    """A transcript that is written by hand, with the answers that its lines get today."""
    talk = Talk()
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line.startswith("> "):
            talk.say(line[2:])
    return talk.text


def rewrite() -> None:
    for name in HAND_WRITTEN:
        path = FOLDER / f"{name}.txt"
        path.write_text(retold(path), encoding="utf-8")
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(game_transcript(name), encoding="utf-8")


if __name__ == "__main__":
    rewrite()
