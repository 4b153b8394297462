"""Golden transcripts: `python -m hinterland.tests.protocol.golden` writes them anew.

One for every game, played by a fixed rule in both modes, and those whose lines are written by
hand, of which only the answers are written anew.
"""

from pathlib import Path

from hinterland.engine.registry import GAMES, load
from hinterland.engine.rng import draw_bounded, stream
from hinterland.engine.text import decode_state
from hinterland.tests.protocol.support import checkout, new_session

FOLDER = checkout() / "tests" / "golden" / "protocol"
HAND_WRITTEN = ("refusals",)
MAX_SHOWN = 60
"""Moves of a game that are talked about; a longer game is broken off."""


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


def game_transcript(name: str) -> str:
    """A game in full mode, and what p2 sees of it in seat mode."""
    full, seat = Talk(), Talk()
    game = load(name)
    options = game.option_values({})
    rng = stream("golden", name)
    full.say(f"newgame {name} seed=1")
    first_view = full.say("view p2")
    seat.say(f"newgame {name} seat=p2")
    seat.say(f"setview p2 {first_view}")
    for _ in range(MAX_SHOWN):
        mover = full.say("to_move")
        if mover == "over":
            break
        if mover == "chance":
            move = full.say("reg_genmove chance")
        else:
            moves = full.say("legal_moves").split(" ")
            move = moves[draw_bounded(rng, len(moves))]
        state = decode_state(game, options, full.say("state"))
        event = game.redact(state, game.notation.parse(move), 1)
        full.say(f"play {mover} {move}")
        seat.say(f"play {mover} {game.notation.format(event)}")
    for line in ("showboard", "state json", "view p1", "view p2 json", "final_score"):
        full.say(line)
    for line in ("showboard", "to_move", "view p2 json", "view p2", "final_score", "undo"):
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
