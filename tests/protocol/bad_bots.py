"""Bots with one fault each: `python -m hinterland.tests.protocol.bad_bots FAULT`.

Apart from its fault each is a good bot that plays its first legal move.
"""

import re
import sys
import time
from collections.abc import Callable, Sequence
from typing import Final

from hinterland.engine.seats import seat_name
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


def careless(word: str, lost: str, deed: str = "undo", code: str = "") -> Answer:
    """Loses a command that directly follows one it has refused, and says that it has obeyed.

    `word` is refused, with `code` in the refusal; `deed` is how `lost` has no effect.
    """
    refused = False

    def answer(session: Session, line: str) -> str:
        nonlocal refused
        text = good(session, line)
        if refused and said(line) == lost and text.startswith("="):
            good(session, deed)
        refused = said(line) == word and text.startswith("?") and code in text
        return text

    return answer


def silent(bot: Answer) -> Answer:
    """Answers no question about its position, and takes nothing back."""
    shows = ("to_move", "legal_moves", "view", "history", "undo", "redo")

    def answer(session: Session, line: str) -> str:
        if said(line) == "known_command" and line.split()[-1] in shows:
            return f"={line.split()[0]} false\n\n"
        text = bot(session, line)
        if said(line) != "list_commands":
            return text
        return "".join(f"{shown}\n" for shown in text[:-1].split("\n") if shown not in shows)

    return answer


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


def one_at_a_time(session: Session, line: str) -> str:
    """Takes one event back, however many it is asked for."""
    return good(session, re.sub(r"undo \d+$", "undo", line))


def all_at_once(session: Session, line: str) -> str:
    """Plays everything again, when asked for one event."""
    answer = good(session, line)
    while said(line) == "redo" and good(session, "redo").startswith("="):
        pass
    return answer


def short_of_redo() -> Answer:
    """Of several events that were taken back at once, says that it has played them again."""
    many = False

    def answer(session: Session, line: str) -> str:
        nonlocal many
        many = said(line) in ("undo", "redo") and (many or bool(re.search(r"undo \d+$", line)))
        return idle(session, line) if many else good(session, line)

    return answer


def nostalgic() -> Answer:
    """Says that it plays again what another move has taken the place of."""
    undone = False

    def answer(session: Session, line: str) -> str:
        nonlocal undone
        text = good(session, line)
        if said(line) in ("newgame", "setview", "redo", "undo"):
            told = undone and said(line) == "redo"
            undone = said(line) == "undo"
            return f"={line.split()[0]}\n\n" if told else text
        return text

    return answer


def eager(session: Session, line: str) -> str:
    """Clears its table for a view before it has read it."""
    answer = good(session, line)
    if said(line) == "setview" and "bad_argument" in answer:
        good(session, "clear_board")
    return answer


def renumbered(
    bot: Callable[[int, list[str]], list[str]], question: str = r"history( p\d)?"
) -> Answer:
    """Tells another history: `bot` makes it of the first number and the events."""

    def answer(session: Session, line: str) -> str:
        text = good(session, line)
        head, _, told = text.strip().partition(" ")
        asked = re.fullmatch(rf"\d+ {question}", line.strip())
        if not asked or not text.startswith("=") or not told:
            return text
        lines = [line.partition(" ") for line in told.split("\n")]
        again = bot(int(lines[0][0]), [event for _, _, event in lines])
        return " ".join((head, "\n".join(again))) + "\n\n"

    return answer


def numbered(first: int, events: list[str]) -> list[str]:
    return [f"{number} {event}" for number, event in enumerate(events, start=first)]


def own_codes(code: str) -> Answer:
    """Has a code of its own in place of one of the protocol's; in place of all if it is empty."""

    def answer(session: Session, line: str) -> str:
        return re.sub(rf"^(\?\d*) {code or '[a-z_]+'}:", r"\1 oops:", good(session, line))

    return answer


def conservative(session: Session, line: str) -> str:
    """Keeps the game that it has, when it is asked for the same again."""
    same = session.has_game and line.split()[-1] == f"seat={seat_name(session.position.viewer)}"
    if said(line) == "newgame" and same and "no_such_game" not in line:
        return f"={line.split()[0]}\n\n"
    return good(session, line)


def unclear(session: Session, line: str) -> str:
    """Says that it has cleared the board."""
    return good(session, line.replace(" clear_board", " protocol_version"))


def late(ending: str) -> Answer:
    """Shows what its seat knew before the last event. `ending`: of the question, a pattern."""

    def answer(session: Session, line: str) -> str:
        late = bool(re.search(rf" view p\d{ending}$", line)) and good(session, "undo")[0] == "="
        text = good(session, line)
        if late:
            good(session, "redo")
        return text

    return answer


def hasty(word: str) -> Answer:
    """Plays the move that it is only asked about."""

    def answer(session: Session, line: str) -> str:
        text = good(session, line)
        if said(line) == word and text.startswith("="):
            good(session, f"genmove {line.split()[-1]}")
        return text

    return answer


def counting_from_one(session: Session, line: str) -> str:
    """Knows the number of the first event that it hears better than who tells it."""
    words = line.split()
    if said(line) == "observe" and session.position.count + 1 != int(words[2]):
        return f"?{words[0]} desync: another number\n\n"
    return good(session, line)


def counting_observed() -> Answer:
    """Does not count what it is told by `play`."""
    played = 0

    def answer(session: Session, line: str) -> str:
        nonlocal played
        words = line.split()
        if said(line) == "observe":
            words[2] = str(int(words[2]) + played)
        text = good(session, " ".join(words))
        if said(line) in ("newgame", "setview"):
            played = 0
        played += said(line) == "play" and text.startswith("=")
        return text

    return answer


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
    "losing": (spoilt("play", "undo"), 11),
    "close_mouthed": (silent(spoilt("play", "undo")), 11),
    "careless": (careless("play", "play"), 11),
    "careless_and_silent": (silent(careless("play", "play")), 11),
    "careless_when_illegal": (careless("play", "play", code="illegal_move"), 11),
    "careless_about_views": (careless("setview", "play"), 11),
    "careless_about_moves": (careless("genmove", "play"), 11),
    "careless_in_moving": (careless("play", "genmove"), 11),
    "eager": (eager, 11),
    "spoilt_by_games": (spoilt("newgame", "undo"), 11),
    "own_code_for_turns": (own_codes("not_your_turn"), 11),
    "own_codes": (own_codes(""), 6),
    "losing_two": (spoilt("play", "undo 2"), 11),
    "losing_its_turn": (spoilt("genmove", "undo"), 11),
    "restarting": (spoilt("play", "clear_board"), 11),
    "gossip": (gossip, 12),
    "losing_asked": (spoilt("state", "undo"), 12),
    "clumsy": (clumsy, 13),
    "one_at_a_time": (one_at_a_time, 13),
    "one_at_a_time_and_more": (spoilt("undo", "undo"), 13),
    "careless_in_undoing": (careless("play", "undo", "redo"), 13),
    "careless_after_undo": (careless("undo", "play"), 13),
    "own_code_for_undo": (own_codes("cannot_undo"), 13),
    "all_at_once": (all_at_once, 14),
    "short_of_redo": (short_of_redo(), 14),
    "nostalgic": (nostalgic(), 14),
    "careless_in_redoing": (careless("play", "redo"), 14),
    "careless_after_redo": (careless("redo", "play"), 14),
    "again": (spoilt("redo", "undo"), 14),
    "open_handed": (open_handed, 12),
    "idle": (idle, 14),
    "impatient": (impatient, 15),
    "generous": (generous, 16),
    "kind": (kind, 17),
    "numberless": (numberless, 18),
    "losing_observed": (spoilt("observe", "undo"), 18),
    "careless_observer": (careless("play", "observe"), 18),
    "careless_about_turns": (careless("observe", "observe", code="not_your_turn"), 18),
    "careless_about_repeats": (careless("observe", "observe", code="a repeat"), 18),
    "counting_from_one": (counting_from_one, 18),
    "counting_observed": (counting_observed(), 18),
    "slow": (slow, 19),
    "leaving_out_the_last": (renumbered(lambda first, told: numbered(first, told[:-1])), 20),
    "repeating_the_last": (renumbered(lambda first, told: numbered(first, told + told[-1:])), 20),
    "numbering_from_one": (renumbered(lambda first, told: numbered(1, told)), 20),
    "numbering_nothing": (renumbered(lambda first, told: told), 20),
    "vague_of_a_seat": (
        renumbered(lambda first, told: numbered(first, told[:-1]), question=r"history p\d"),
        20,
    ),
    "late": (late(" json"), 21),
    "late_in_short": (late(""), 21),
    "hasty": (hasty("reg_genmove"), 22),
    "hasty_in_search": (hasty("search"), 22),
    "conservative": (conservative, 23),
    "unclear": (unclear, 23),
    "stubborn": (stubborn, 24),
    "lingering": (lingering, 24),
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
