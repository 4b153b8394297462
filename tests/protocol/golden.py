"""Golden transcripts: `python -m hinterland.tests.protocol.golden` writes them anew.

One for every game, played by a fixed rule in both modes, and one of refusals.
"""

from pathlib import Path

from hinterland.engine.registry import GAMES, load
from hinterland.engine.rng import draw_bounded, stream
from hinterland.engine.text import decode_state
from hinterland.tests.protocol.support import checkout, new_session

FOLDER = checkout() / "tests" / "golden" / "protocol"
MAX_SHOWN = 60
"""Moves of a game that are talked about; a longer game is broken off."""

REFUSALS = [
    "# Refusals: code first, nothing changed.",
    "foo",
    "play p1 bet",
    "newgame",
    "newgame chess",
    "newgame kuhn players=3",
    "newgame kuhn colour=red",
    "newgame kuhn seat=p1 seed=4",
    "newgame kuhn seed=4",
    "setview p1 kuhn/1:AA",
    "play p1 bet",
    "play chance deal:?",
    "play chance deal:K",
    "play chance deal:K",
    "genmove chance",
    "play p1 call",
    "play p1 raise",
    "play p2 check",
    "final_score",
    "setstate kuhn/1:AA",
    "state xml",
    "view p3",
    "undo",
    "undo",
    "undo",
    "set_limit nodes=4",
    "set_search variant=best",
    "search_seed -4",
    "newgame kuhn seat=p2",
    "state",
    "view p1",
    "genmove p1",
    "genmove chance",
    "12 play p9 bet",
    "13",
    "",
][:-1]


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


def refusals_transcript() -> str:
    talk = Talk()
    for line in REFUSALS:
        talk.say(line)
    return talk.text


def transcripts() -> dict[str, str]:
    """Every transcript by the name of its file."""
    games = {f"{name}.txt": game_transcript(name) for name in GAMES}
    return {**games, "refusals.txt": refusals_transcript()}


def rewrite(folder: Path = FOLDER) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.txt"):
        old.unlink()
    for name, text in transcripts().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    rewrite()
