"""The errors of Hinterland. Each class carries the protocol's stable code for its kind."""


class HinterlandError(Exception):
    """Base of every error raised on purpose; `code` is what the protocol answers with."""

    code = "internal"


class BadArgument(HinterlandError):
    """A value that is not of the form or in the range it must be."""

    code = "bad_argument"


class UnknownGame(BadArgument):
    """A game's name that is not in the registry."""


class BadOption(BadArgument):
    """A game option or a setting that is unknown, or a value it does not take."""


class BadNotation(BadArgument):
    """A move's text that no move of the game is written as."""


class BadState(BadArgument):
    """Text of a state or view that is damaged, or describes an impossible position."""


class IllegalMove(HinterlandError):
    """A move that the position does not allow; the text names the rule."""

    code = "illegal_move"


class NotYourTurn(HinterlandError):
    """A seat was asked to move, or to be searched for, while another is to move."""

    code = "not_your_turn"


class GameOver(HinterlandError):
    """A move was asked for after the end of the game."""

    code = "game_over"


class NoWorld(HinterlandError):
    """No assignment of the hidden things agrees with what the seat has seen."""

    code = "bad_argument"
