"""GTP 2 framing: requests from lines, answers from results, and the loop over streams."""

import io

import pytest

from hinterland.protocol.framing import (
    LINE_LIMIT,
    Request,
    decode_line,
    failure,
    parse_request,
    success,
)
from hinterland.protocol.inbox import Inbox, read_line
from hinterland.protocol.serve import serve
from hinterland.tests.protocol.support import new_session, served


@pytest.mark.parametrize("line", ["", "\n", "  \t \r\n", "# all comment", "\x00\x07 # a", " #"])
def test_blank_lines_are_no_requests(line: str) -> None:
    assert parse_request(line) is None


@pytest.mark.parametrize(
    ("line", "request_id", "command", "text"),
    [
        ("name\n", "", "name", ""),
        ("  name  ", "", "name", ""),
        ("name # why", "", "name", ""),
        ("name#why", "", "name", ""),
        ("7 name", "7", "name", ""),
        ("007   name", "007", "name", ""),
        ("2147483647 name", "2147483647", "name", ""),
        ("2147483648 name", "", "2147483648", "name"),
        ("99999999999 name", "", "99999999999", "name"),
        ("7name x", "", "7name", "x"),
        ("-7 name", "", "-7", "name"),
        ("\u0667 name", "", "\u0667", "name"),
        ("play\tp1\tbet", "", "play", "p1 bet"),
        ("pl\x00ay p1\x1b bet\x7f\r\n", "", "play", "p1 bet"),
        ('setstate {"a":  1}', "", "setstate", '{"a":  1}'),
    ],
)
def test_requests(line: str, request_id: str, command: str, text: str) -> None:
    assert parse_request(line) == Request(request_id, command, text)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("5", "an id without a command"),
        ("5 # only", "an id without a command"),
        (decode_line(b"5 na\xffme"), "line is not UTF-8"),
        ("5 na\ud800me", "line is not UTF-8"),
        (f"5 name {'x' * LINE_LIMIT}", f"line longer than {LINE_LIMIT} bytes"),
        ("5 " + "\u00e9" * (LINE_LIMIT // 2), f"line longer than {LINE_LIMIT} bytes"),
    ],
)
def test_faults_of_a_line_keep_its_id(line: str, fault: str) -> None:
    request = parse_request(line)
    assert request is not None
    assert (request.id, request.fault) == ("5", fault)


def test_bytes_that_are_not_utf8_do_no_harm_in_a_comment() -> None:
    assert parse_request(decode_line(b"name # \xff\xfe")) == Request("", "name", "")


def test_a_line_of_the_limit_is_read() -> None:
    line = f"name {'x' * (LINE_LIMIT - 5)}"
    request = parse_request(f"{line}\n")
    assert request is not None
    assert not request.fault
    request = parse_request(f"{line}x\n")
    assert request is not None
    assert request.fault


def test_a_long_comment_is_still_a_comment() -> None:
    assert parse_request(f"# {'x' * LINE_LIMIT}") is None


def test_answers() -> None:
    assert success("", "") == "=\n\n"
    assert success("12", "") == "=12\n\n"
    assert success("12", "Hinterland") == "=12 Hinterland\n\n"
    assert failure("", "syntax", "no") == "? syntax: no\n\n"
    assert failure("3", "syntax", "no") == "?3 syntax: no\n\n"


def test_an_answer_holds_no_empty_line() -> None:
    assert success("", "\n\na  \n   \n\t\nb\r\n\n") == "= a\nb\n\n"


def test_an_answer_holds_no_control_characters() -> None:
    assert success("", "a\tb\x00\x1b[31mc") == "= a b[31mc\n\n"


def test_a_failure_is_one_line_of_bounded_length() -> None:
    assert failure("", "syntax", "a\n\n b\t c") == "? syntax: a b c\n\n"
    assert len(failure("", "syntax", "x" * 10_000)) < 500


def test_lines_are_read_whole_up_to_the_limit() -> None:
    at_limit = b"x" * LINE_LIMIT
    stream = io.BytesIO(at_limit + b"\n" + at_limit + b"yz" * 300_000 + b"\nlast")
    assert read_line(stream) == at_limit + b"\n"
    cut = read_line(stream)
    assert len(cut) == LINE_LIMIT + 2
    assert not cut.endswith(b"\n")
    assert read_line(stream) == b"last"
    assert read_line(stream) == b""


@pytest.mark.parametrize("extra", [-1, 0, 1, 2, 3, LINE_LIMIT, 4 * LINE_LIMIT])
def test_what_follows_a_long_line_is_answered(extra: int) -> None:
    line = b"x" * (LINE_LIMIT + extra)
    answers = served(new_session(), b"1 " + line + b"\n2 name\n")
    first, second = answers.decode().split("\n\n")[:2]
    assert first.startswith("?1 syntax: syntax error: line longer than")
    assert second == "=2 Hinterland"


MARK = b"\xef\xbb\xbf"


def test_a_byte_order_mark_before_the_input_is_ignored() -> None:
    assert served(new_session(), MARK + b"1 name\n") == b"=1 Hinterland\n\n"
    assert served(new_session(), MARK + b"# comment\n1 name\n") == b"=1 Hinterland\n\n"
    assert served(new_session(), MARK) == b""


def test_a_byte_order_mark_anywhere_else_is_part_of_a_word() -> None:
    for lines in (b"\n" + MARK + b"name\n", MARK + MARK + b"name\n"):
        answer = served(new_session(), lines).decode()
        assert answer.startswith("? unknown_command"), answer


def test_a_long_line_after_a_byte_order_mark_is_refused_and_not_cut() -> None:
    for length in (LINE_LIMIT - 1, LINE_LIMIT, LINE_LIMIT + 2):
        answers = served(new_session(), MARK + b"x" * length + b"\n2 name\n").decode()
        assert answers.startswith("? syntax: syntax error: line longer than")
        assert answers.endswith("\n\n=2 Hinterland\n\n")


def test_the_last_line_needs_no_newline() -> None:
    assert served(new_session(), b"1 name\n2 protocol_version") == b"=1 Hinterland\n\n=2 2\n\n"


def test_nothing_after_quit_is_answered() -> None:
    assert served(new_session(), b"1 quit\n2 name\n") == b"=1\n\n"


def test_the_loop_ends_when_nobody_reads() -> None:
    class Gone(io.BytesIO):
        def flush(self) -> None:
            raise BrokenPipeError

    gone = Gone()
    serve(new_session(), Inbox(io.BytesIO(b"name\nname\n")), gone)
    assert gone.getvalue() == b"= Hinterland\n\n"
