"""What is said while kernels are compiled: how many, and for how long, every few seconds."""

from hinterland.protocol.compiling import EVERY, CompileProgress


def said(times: list[float], events: str) -> list[str]:
    """What is said when compilations begin `(` and end `)` at these times."""
    clock, lines = iter(times), []
    progress = CompileProgress("kuhn", clock.__next__, lines.append)
    for sign in events:
        if sign == "(":
            progress.on_start(None)
        else:
            progress.on_end(None)
    return lines


def test_nothing_is_said_of_what_is_soon_done() -> None:
    assert said([0.0, 1.0, 2.0, EVERY - 0.1], "((()))") == []


def test_kernels_are_counted_while_their_caller_is_compiled() -> None:
    assert said([0.0, 6.0, 7.0, 12.0], "((()))") == [
        "compiling kuhn: 1 kernels in 6 s",
        "compiling kuhn: 3 kernels in 12 s",
    ]


def test_the_time_between_compilations_does_not_count() -> None:
    assert said([0.0, 3.0, 100.0, 101.0, 200.0, 202.0], "()()()") == [
        "compiling kuhn: 3 kernels in 6 s"
    ]
