"""The lines that a referee and a bot exchange in the Amazons arena of CodinGame.

Once, the number of rows; then for each turn of the bot: its colour, the rows from the top, the opponent's last action,
and the number of legal actions. The bot answers with an action, and a message if it likes. Source: the statement of
<https://www.codingame.com/multiplayer/bot-programming/amazons>. This module imports nothing heavy: bots start from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ludens.system.lines import plain, quoted

SIZE = 8
FIRST_SECONDS, TURN_SECONDS = 1.0, 0.1
COLOURS = ("w", "b")
SQUARES = {".": "empty", "w": "white", "b": "black", "-": "wall"}
NOTHING = "null"
_ACTION = re.compile(r"([a-z])([0-9]{1,2})([a-z])([0-9]{1,2})([a-z])([0-9]{1,2})", re.ASCII)

Places = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]


class ProtocolError(ValueError):
    """Lines that are not of this protocol; the message says what was expected and what came."""


@dataclass(frozen=True)
class Request:
    """What a bot is told for a turn; `last` is None where there was no action yet."""

    colour: str
    rows: tuple[str, ...]
    last: str | None
    count: int


@dataclass(frozen=True)
class Answer:
    """What a bot says: its action as written, and its message, "" without one."""

    action: str
    message: str = ""

    @property
    def places(self) -> Places:
        """Column and row (from 0) of the amazon, of where it goes, and of its wall; the board may not have them."""
        match = _ACTION.fullmatch(self.action)
        assert match is not None, "answers are checked when they are read"
        at = [(ord(match[n]) - ord("a"), int(match[n + 1]) - 1) for n in (1, 3, 5)]
        return at[0], at[1], at[2]


def write_request(request: Request) -> str:
    """The lines of a turn's request.

    >>> write_request(Request("b", ("w.", ".b"), "a1a2b2", 3))
    'b\\nw.\\n.b\\na1a2b2\\n3\\n'
    """
    return "\n".join([request.colour, *request.rows, request.last or NOTHING, str(request.count), ""])


def read_size(line: str) -> int:
    """The number of rows, from the first line of all. Raises ProtocolError."""
    if not re.fullmatch(r"[0-9]{1,2}", line.strip(), re.ASCII) or not 1 <= int(line) <= 26:
        raise ProtocolError(f"the number of rows is expected first, not {quoted(line)}")
    return int(line)


def read_request(line: Callable[[], str], size: int) -> Request | None:
    """The next turn's request, from a function that gives a line, "" at the end; None at the end.

    Raises ProtocolError.
    """
    first = line()
    if not first:
        return None
    colour = first.strip()
    if colour not in COLOURS:
        raise ProtocolError(f"the colour w or b is expected, not {quoted(first)}")
    rows = tuple(_read_row(line(), size, n) for n in range(1, size + 1))
    last, count = line().strip(), line().strip()
    if last != NOTHING and not _ACTION.fullmatch(last):
        raise ProtocolError(f"the last action or {NOTHING} is expected, not {quoted(last)}")
    if not re.fullmatch("[0-9]+", count, re.ASCII):
        raise ProtocolError(f"the number of legal actions is expected, not {quoted(count)}")
    return Request(colour, rows, None if last == NOTHING else last, int(count))


def _read_row(line: str, size: int, number: int) -> str:
    row = line.strip()
    if len(row) != size or not set(row) <= set(SQUARES):
        raise ProtocolError(f"row {number} from the top has {size} of the characters {'.wb-'!r}, not {quoted(line)}")
    return row


def write_answer(answer: Answer) -> str:
    """The line of an answer.

    >>> write_answer(Answer("d8d1d7", "take that"))
    'd8d1d7 msg take that\\n'
    """
    message = " ".join(answer.message.split())
    return answer.action + (f" msg {message}" if message else "") + "\n"


def read_answer(line: str) -> Answer:
    """What a bot said. Raises ProtocolError for what is not recognised.

    >>> read_answer("d8d1d7 msg hello there")
    Answer(action='d8d1d7', message='hello there')
    """
    action, _, rest = line.strip().partition(" ")
    word, _, message = rest.strip().partition(" ")
    if not _ACTION.fullmatch(action):
        raise ProtocolError(f"an action such as d8d1d7 is expected, not {quoted(line)}")
    if word not in ("", "msg"):
        raise ProtocolError(f"after the action nothing or 'msg ...' is expected, not {quoted(rest)}")
    return Answer(action, plain(message.strip()))
