"""How commands fail: their exit codes, and mistakes of the user's. Imports nothing of ludens before it has to."""

from __future__ import annotations

import sys

FAILED, MISUSED, INTERRUPTED = 1, 2, 130


class Misuse(Exception):
    """A mistake of the user's; the message says which."""


def unread(error: OSError) -> str:
    """Why a file or a folder could not be used, in words."""
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason


def say(message: str) -> None:
    """A line on standard error; what a terminal would obey in it shows as an escape."""
    from ludens.language.printed import printed  # late: not every command needs a room of ludens

    print(printed(message), file=sys.stderr)
