"""The conversations of the reference: `python -m hinterland.tests.protocol.reference` writes
their answers anew. Read the difference: the reference says what is meant.

VERSION, COMMANDS, NUMBER and FINGERPRINT stand for what differs from day to day.
"""

import re
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Final

from hinterland import __version__
from hinterland.protocol.commands.table import COMMANDS
from hinterland.protocol.deliberation import Deliberation
from hinterland.protocol.engine_command import Kernels
from hinterland.protocol.record_files import RecordFiles
from hinterland.protocol.session import Session
from hinterland.tests.protocol.support import checkout, new_session, transcript

PATH: Final = checkout() / "protocol" / "README.md"
LISTED: Final = "\n".join(name for name, command in COMMANDS.items() if command.listed)

_BLOCK: Final = re.compile(r"(?<=```session\n).*?(?=```)", re.DOTALL)
_MEASURED: Final = re.compile(
    r"(?<=speed )\d+|(?<=_per_s=)\d+|\d+(?= ms, )|\d+(?= iterations per s)"
    r'|(?<="seconds":)[^,]+'
)


def conversations() -> list[str]:
    """Every conversation of the reference, as it is written."""
    return _BLOCK.findall(PATH.read_text(encoding="utf-8"))


def said_in(conversation: str) -> list[str]:
    return [line[2:] for line in conversation.split("\n") if line.startswith("> ")]


def talker(records: Path) -> Session:
    """A session with the real search, that keeps its records in a folder."""
    return new_session(
        begin=lambda game, knowledge, settings, steps: Deliberation(
            game, knowledge, settings, steps, perf_counter
        ),
        clock=perf_counter,
        records=RecordFiles(records),
        measure=Kernels(perf_counter).measure,
    )


def told(conversation: str, records: Path) -> str:
    """The conversation as it happens now, with words in place of what differs."""
    happened = transcript(talker(records), said_in(conversation))
    happened = _MEASURED.sub("NUMBER", happened).replace(LISTED, "COMMANDS")
    happened = re.sub(r"(?<=fingerprint=)\w+", "FINGERPRINT", happened)
    return happened.replace(__version__, "VERSION")


def rewrite() -> None:
    def anew(found: re.Match[str]) -> str:
        with tempfile.TemporaryDirectory() as folder:
            return f"{told(found[0], Path(folder))}\n\n"

    PATH.write_text(_BLOCK.sub(anew, PATH.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    rewrite()
