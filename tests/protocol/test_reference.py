"""The reference is complete, and its conversations happen as it says."""

import re
import subprocess
import sys

import pytest

from hinterland import __version__
from hinterland.engine.errors import HinterlandError
from hinterland.protocol.commands.table import COMMANDS
from hinterland.protocol.errors import ClientError
from hinterland.search.search import think
from hinterland.tests.protocol.support import checkout, new_session, transcript

REFERENCE = (checkout() / "protocol" / "README.md").read_text(encoding="utf-8")
CONVERSATIONS = re.findall(r"```session\n(.*?)```", REFERENCE, re.DOTALL)


def said_in(conversation: str) -> list[str]:
    return [line[2:] for line in conversation.split("\n") if line.startswith("> ")]


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda text: said_in(text)[0])
def test_a_conversation_happens_as_it_is_written(conversation: str) -> None:
    expected = conversation.replace("VERSION", __version__).replace("COMMANDS", "\n".join(COMMANDS))
    session = new_session(
        lambda game, knowledge, settings, steps: think(game, knowledge, settings, steps=steps)
    )
    assert transcript(session, said_in(conversation)) == expected.strip()


def test_every_command_has_its_row_and_its_example() -> None:
    words = [line.split(" ") for conversation in CONVERSATIONS for line in said_in(conversation)]
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
        "lines = io.BytesIO(b'name\\nlist_commands\\nquit\\n')\n"
        "serve(new_session(Kernels()), lines, io.BytesIO())\n"
        "print('numba' in sys.modules, 'numpy' in sys.modules)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ended.stdout == "False False\n"
