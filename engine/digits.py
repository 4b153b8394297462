"""Numbers as they are written: plain digits."""

import re
from typing import Final

_NUMBER: Final = re.compile("0|[1-9][0-9]{0,8}")


def plain_number(text: str) -> int | None:
    """The number below 10**9 written as `text`: ASCII digits without a zero in front.

    None for any other text.
    """
    return int(text) if _NUMBER.fullmatch(text) else None
