"""What differs between two values made of JSON's mappings and lists, as a list of changes.

A change is `[path, value]`, or `[path]` where the last key of the path is gone. A path is a list
of keys and places; the empty one is the whole. `patched` in `page.js` applies them.
"""

from collections.abc import Iterator
from typing import Any

Change = list[Any]


def changes(before: Any, after: Any) -> list[Change]:
    """The changes that make `after` of `before`; none where they are equal."""
    return list(_changes(before, after, []))


def _changes(before: Any, after: Any, path: list[Any]) -> Iterator[Change]:
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in before:
            if key not in after:
                yield [[*path, key]]
        for key, value in after.items():
            if key in before:
                yield from _changes(before[key], value, [*path, key])
            else:
                yield [[*path, key], value]
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _changes(old, new, [*path, place])
    else:
        yield [path, after]
