"""Records at random: read, or refused as a bad argument; never anything else."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from hinterland.engine.errors import BadArgument
from hinterland.engine.registry import load_registered
from hinterland.protocol.records import read_record, write_record
from hinterland.tests.protocol.support import ask, new_session

FUZZ = settings(derandomize=True, deadline=None, max_examples=400)


def record(*said: str) -> dict[str, Any]:
    """The record of what was said to a session, with clocks."""
    session = new_session()
    for line in ("time_settings byoyomi 900 50 3", *said):
        assert not ask(session, line).startswith("?")
    text = write_record(session.position, session.setup.clocks, "test")
    data: dict[str, Any] = json.loads(text)
    return data


RECORDS = (
    record("newgame kuhn seed=1", "referee chance", "genmove p1"),
    record("newgame kuhn seat=p1", "play chance deal:K", "play chance deal:?"),
    record("newgame tree tree=b seed=2", "referee chance"),
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(("kuhn", "p1", "p2", "chance deal:K", "p1 bet", "none", "fischer")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=4,
)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A record some of whose values, at any depth, are others or gone."""
    data = json.loads(json.dumps(draw(st.sampled_from(RECORDS))))
    for _ in range(draw(st.integers(1, 3))):
        inner = data
        while True:
            keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if isinstance(inner[key], dict | list) and inner[key] and draw(st.booleans()):
                inner = inner[key]
                continue
            if draw(st.integers(0, 3)) == 0:
                del inner[key]
            else:
                inner[key] = draw(VALUES)
            break
    return json.dumps(data)


@FUZZ
@given(damaged() | st.text(max_size=40))
def test_a_record_is_read_or_refused(text: str) -> None:
    try:
        position, clocks = read_record(text, load_registered)
    except BadArgument:
        return
    again = write_record(position, clocks, "test")
    assert read_record(again, load_registered)[0].moment() == position.moment()
