"""What is wrong with a text in a notation, and where."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

_HEARD: ContextVar[list[str] | None] = ContextVar("heard", default=None)
_LOG: Final = logging.getLogger("ludens.notation")


class NotationError(ValueError):
    """A text that cannot be read; `name`, `line` and `column` (from 1) tell the place where there is one."""

    def __init__(self, cause: str, name: str = "", line: int | None = None, column: int | None = None) -> None:
        place = ":".join(str(part) for part in (name, line, column) if part not in ("", None))
        super().__init__(f"{place}: {cause}" if place else cause)
        self.cause, self.name, self.line, self.column = cause, name, line, column

    def moved(self, lines: int) -> NotationError:
        """The same error in a text after `lines` more lines."""
        return NotationError(self.cause, self.name, None if self.line is None else self.line + lines, self.column)


def shown(text: str, most: int = 60) -> str:
    """A text in quotes, the end of a long one left out.

    >>> shown("e4"), shown("a" * 9, 5)
    ("'e4'", "'aa...'")
    """
    return repr(text if len(text) <= most else text[: most - 3] + "...")


def note(text: str) -> None:
    """Say what of a text is not taken as it stands: to who listens (`noting`), and to the log where nobody does."""
    heard = _HEARD.get()
    if heard is None:
        _LOG.warning("%s", text)
    else:
        heard.append(text)


@contextmanager
def noting() -> Iterator[list[str]]:
    """What is said by `note` meanwhile, in this thread."""
    heard: list[str] = []
    before = _HEARD.set(heard)
    try:
        yield heard
    finally:
        _HEARD.reset(before)
