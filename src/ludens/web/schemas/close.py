"""With which codes the server closes a WebSocket."""

from __future__ import annotations

from enum import IntEnum


class CloseCode(IntEnum):
    """Close codes of WebSockets, with what the page should do."""

    DONE = 1000
    REFUSED = 1008
    TRY_AGAIN = 1013
    NOT_INVITED = 4403
    NOT_FOUND = 4404


#: what each code says, for the reference
CLOSE_CODES = {
    CloseCode.DONE: "the server ends, or the page did not read what it was sent; it may come back",
    CloseCode.REFUSED: "the game cannot go on",
    CloseCode.TRY_AGAIN: "there are too many games or pages; the page may try again",
    CloseCode.NOT_INVITED: "this table is for those who were invited",
    CloseCode.NOT_FOUND: "there is no session of this id",
}


def close_code(status: int) -> CloseCode:
    """The code that says what a status of HTTP says.

    >>> close_code(404).name
    'NOT_FOUND'
    """
    return {
        403: CloseCode.NOT_INVITED,
        404: CloseCode.NOT_FOUND,
        429: CloseCode.TRY_AGAIN,
        503: CloseCode.TRY_AGAIN,
    }.get(status, CloseCode.REFUSED)
