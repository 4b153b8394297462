"""The reference is complete, and its conversations happen as it says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from hinterland.engine.errors import HinterlandError
from hinterland.protocol.commands.table import COMMANDS
from hinterland.protocol.errors import ClientError
from hinterland.tests.protocol.reference import PATH, conversations, said_in, told

REFERENCE = PATH.read_text(encoding="utf-8")


@pytest.mark.parametrize("conversation", conversations(), ids=lambda text: said_in(text)[0])
def test_a_conversation_happens_as_it_is_written(conversation: str, tmp_path: Path) -> None:
    assert told(conversation, tmp_path) == conversation.strip()


def test_every_command_has_its_row_and_its_example() -> None:
    said = (line for conversation in conversations() for line in said_in(conversation))
    words = [line.split(" ") for line in said]
    shown = {word for line in words for word in line[:2]}
    assert [name for name in COMMANDS if name not in shown] == []
    rows = set(re.findall(r"^\| `([^`]+)` \|", REFERENCE, re.MULTILINE))
    usages = {command.usage.replace("|", "\\|") for command in COMMANDS.values()}
    assert usages - rows == set()


def codes(kind: type[HinterlandError]) -> set[str]:
    """The codes that a session answers with for a class of errors and those below it."""
    if kind is ClientError:
        return set()
    return {kind.code}.union(*(codes(below) for below in kind.__subclasses__()))


def test_every_code_has_its_row() -> None:
    rows = set(re.findall(r"^\| `([a-z_]+)` \| [a-z]", REFERENCE, re.MULTILINE))
    assert codes(HinterlandError) - rows == set()


def test_the_first_answer_does_not_wait_for_the_compiler() -> None:
    program = (
        "import sys, io\n"
        "from hinterland.protocol.engine_command import Kernels, new_session\n"
        "from hinterland.protocol.serve import serve\n"
        "from hinterland.protocol.inbox import Inbox\n"
        "lines = io.BytesIO(b'name\\nlist_commands\\nquit\\n')\n"
        "session = new_session(Kernels(float))\n"
        "serve(session, Inbox(lines), io.BytesIO())\n"
        "print('numba' in sys.modules, 'numpy' in sys.modules)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ended.stdout == "False False\n"
