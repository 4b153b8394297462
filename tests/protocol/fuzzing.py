"""Fuzzing with atheris: `python -m hinterland.tests.protocol.fuzzing -atheris_runs=N`.

Every input is a conversation; the session must answer each line once, and have no unforeseen
error.
"""

import sys

import atheris

with atheris.instrument_imports(include=["hinterland.protocol"]):
    from hinterland.tests.protocol.support import new_session, served
    from hinterland.tests.protocol.test_fuzz import ANSWERS, VALID, is_blank


def conversation(data: bytes) -> bytes:
    """Lines from bytes: a byte above 127 stands for a valid line, the others for themselves."""
    parts = (
        f"\n{VALID[byte % len(VALID)]}\n".encode() if byte > 127 else bytes([byte]) for byte in data
    )
    return b"".join(parts).replace(b"quit", b"")


def try_one(data: bytes) -> None:
    lines = conversation(data)
    written = served(new_session(), lines).decode()
    assert ANSWERS.fullmatch(written)
    asked = [line for line in lines.split(b"\n") if not is_blank(line.decode(errors="replace"))]
    assert written.count("\n\n") == len(asked)


if __name__ == "__main__":
    atheris.Setup(sys.argv, try_one)
    atheris.Fuzz()
