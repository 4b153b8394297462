"""The conversations in the top README are run, word for word, by the engine."""

import re
import subprocess
import sys
from typing import Final

import pytest

from hinterland.tests.protocol.support import checkout

README: Final = (checkout() / "README.md").read_text(encoding="utf-8")
CONVERSATIONS: Final = re.findall(r"^```\n\$ hinterland engine\n(.*?)^```", README, re.M | re.S)


@pytest.mark.parametrize("lines", CONVERSATIONS, ids=lambda lines: lines.split("\n")[0])
def test_every_line_is_answered(lines: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "hinterland", "engine"],
        input=lines,
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    answers = ran.stdout.split("\n\n")[:-1]
    commands = lines.strip().split("\n")
    assert len(answers) == len(commands)
    assert [answer for answer in answers if not answer.startswith("=")] == []
    moved = [answer for line, answer in zip(commands, answers, strict=True) if "genmove" in line]
    assert moved != []
    assert all(re.fullmatch(r"= [a-z][\w:=,>?-]*", answer) for answer in moved)


def test_a_front_end_and_a_real_table_are_shown() -> None:
    assert [lines.split("\n")[0] for lines in CONVERSATIONS] == [
        "newgame kuhn seat=p1",
        "newgame village players=3 seat=p2",
    ]
    assert len(CONVERSATIONS[1].strip().split("\n")) <= 10
