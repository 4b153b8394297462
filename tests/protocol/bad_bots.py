"""Bots with one fault each: `python -m hinterland.tests.protocol.bad_bots FAULT`.

Apart from its fault each is a good bot that plays its first legal move.
"""

import re
import sys
import time
from collections.abc import Callable, Sequence
from typing import Final

from hinterland.protocol.bot import View, ViewBot
from hinterland.protocol.bot_session import bot_session
from hinterland.protocol.check import MOVE_MS
from hinterland.protocol.session import Session

Answer = Callable[[Session, str], str]
"""What a bot writes for a line, its newline included."""


class First(ViewBot):
    def choose(self, view: View, moves: Sequence[str]) -> str:
        return moves[0]


def good(session: Session, line: str) -> str:
    return session.handle_line(line)[0] or ""


def said(line: str) -> str:
    """The command of a line, without its id."""
    words = line.split()
    return next((word for word in words if not word.isdigit()), "")


def mute(session: Session, line: str) -> str:
    return ""


def without_ids(session: Session, line: str) -> str:
    answer = good(session, line)
    return answer[:1] + answer[1:].lstrip("0123456789")


def answers_comments(session: Session, line: str) -> str:
    return good(session, line) or "=\n\n"


def agreeable(session: Session, line: str) -> str:
    answer = good(session, line)
    return answer if answer.startswith("=") or not answer else f"={answer[1:].split()[0]}\n\n"


def illegal(session: Session, line: str) -> str:
    answer = good(session, line)
    return f"{answer.split()[0]} deal:K\n\n" if said(line) == "genmove" else answer


def forgetful(session: Session, line: str) -> str:
    """Does not see that an event cannot happen, and says it has taken it."""
    answer = good(session, line)
    if said(line) == "play" and len(line.split()) == 4 and answer.startswith("?"):
        return f"={answer[1:].split()[0]}\n\n"
    return answer


def spoilt(word: str, *deeds: str) -> Answer:
    """Does something in silence whenever it has refused a command."""

    def answer(session: Session, line: str) -> str:
        text = good(session, line)
        if said(line) == word and text.startswith("?"):
            for deed in deeds:
                good(session, deed)
        return text

    return answer


def close_mouthed(session: Session, line: str) -> str:
    """Loses an event with every play that it refuses, and answers no question about it."""
    shows = ("to_move", "legal_moves", "view", "history", "undo", "redo")
    if said(line) == "known_command" and line.split()[-1] in shows:
        return f"={line.split()[0]} false\n\n"
    answer = LOSING(session, line)
    if said(line) != "list_commands":
        return answer
    return "".join(f"{text}\n" for text in answer[:-1].split("\n") if text not in shows)


def clumsy(session: Session, line: str) -> str:
    """Takes back whatever there is, when asked for one event."""
    answer = good(session, line)
    while said(line) == "undo" and good(session, "undo").startswith("="):
        pass
    return answer


def slow(session: Session, line: str) -> str:
    """Takes no notice of the time it was given, in the step that asks for it."""
    if said(line) == "genmove" and session.setup.settings.ms == MOVE_MS:
        time.sleep(3600)
    return good(session, line)


def talkative(session: Session, line: str) -> str:
    """Tells what it thinks where only answers belong."""
    answer = good(session, line)
    return f"thinking hard\n{answer}" if said(line) == "genmove" else answer


def gossip(session: Session, line: str) -> str:
    """Tells a state when it is asked for one."""
    answer = good(session, line)
    return f"={answer[1:].split()[0]} kings for all\n\n" if said(line) == "state" else answer


def stubborn(session: Session, line: str) -> str:
    """Goes on after quit."""
    answer = good(session, line)
    session.ended = False
    return answer


def lingering(session: Session, line: str) -> str:
    """After quit, runs on until its input is closed."""
    return stubborn(session, line)


def boastful(session: Session, line: str) -> str:
    """Lists a command that it does not know."""
    answer = good(session, line)
    return f"{answer[:-1]}fly\n\n" if said(line) == "list_commands" else answer


def decimal(session: Session, line: str) -> str:
    """No fault: writes the numbers of a score in its own way."""
    answer = good(session, line)
    if said(line) != "final_score":
        return answer
    return re.sub(r"(?<=p\d)=([0-9.]+)", lambda share: f"={float(share[1]):.5f}", answer)


def without_codes(session: Session, line: str) -> str:
    answer = good(session, line)
    return f"{answer.split()[0]} no\n\n" if answer.startswith("?") else answer


def open_handed(session: Session, line: str) -> str:
    """Tells the moves of another seat."""
    return instead(session, line, "legal_moves", "?", "check bet")


def numberless(session: Session, line: str) -> str:
    """Takes every event, whatever its number."""
    return instead(session, line, "observe", "?", "")


def generous(session: Session, line: str) -> str:
    """Lists a move that is not legal."""
    return instead(session, line, "legal_moves", "=", "check bet fold call")


def impatient(session: Session, line: str) -> str:
    """Says that it is always the first seat's turn."""
    return instead(session, line, "to_move", "=", "p1")


def kind(session: Session, line: str) -> str:
    """Lets everybody win."""
    return instead(session, line, "final_score", "=", "p1=1 p2=1")


def idle(session: Session, line: str) -> str:
    """Says that it has played a move again, and has not."""
    return good(session, line.replace(" redo", " protocol_version"))


def instead(session: Session, line: str, command: str, sign: str, text: str) -> str:
    """Another text where the answer to a command has a sign; the rest as it should be."""
    answer = good(session, line)
    if said(line) != command or not answer.startswith(sign):
        return answer
    return f"={answer.split()[0][1:]} {text}\n\n"


def crashing(session: Session, line: str) -> str:
    """Ends at the first command that it does not know."""
    if said(line) == "no_such_command":
        raise SystemExit(3)
    return good(session, line)


LOSING: Final = spoilt("play", "undo")

FINE: Final[dict[str, Answer]] = {"good": good, "decimal": decimal}
"""Bots without a fault."""

FAULTS: Final[dict[str, tuple[Answer, int]]] = {
    "mute": (mute, 1),
    "without_ids": (without_ids, 2),
    "answers_comments": (answers_comments, 3),
    "boastful": (boastful, 5),
    "agreeable": (agreeable, 6),
    "without_codes": (without_codes, 6),
    "crashing": (crashing, 6),
    "illegal": (illegal, 8),
    "talkative": (talkative, 8),
    "forgetful": (forgetful, 11),
    "losing": (LOSING, 11),
    "close_mouthed": (close_mouthed, 11),
    "losing_two": (spoilt("play", "undo 2"), 11),
    "losing_its_turn": (spoilt("genmove", "undo"), 11),
    "restarting": (spoilt("play", "clear_board"), 11),
    "gossip": (gossip, 12),
    "losing_asked": (spoilt("state", "undo"), 12),
    "clumsy": (clumsy, 13),
    "again": (spoilt("redo", "undo"), 14),
    "open_handed": (open_handed, 12),
    "idle": (idle, 14),
    "impatient": (impatient, 15),
    "generous": (generous, 16),
    "kind": (kind, 17),
    "numberless": (numberless, 18),
    "losing_observed": (spoilt("observe", "undo"), 18),
    "slow": (slow, 19),
    "stubborn": (stubborn, 20),
    "lingering": (lingering, 20),
}
"""Every fault, and the step of the check at which it shows."""


def main(fault: str) -> None:
    answer = FINE[fault] if fault in FINE else FAULTS[fault][0]
    session = bot_session(First())
    for line in sys.stdin:
        sys.stdout.write(answer(session, line))
        sys.stdout.flush()
        if session.ended:
            return
    while fault == "stubborn":
        time.sleep(3600)


if __name__ == "__main__":
    main(sys.argv[1])
