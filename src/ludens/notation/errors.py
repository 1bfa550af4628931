"""What is wrong with a text in a notation, and where."""

from __future__ import annotations


class NotationError(ValueError):
    """A text that cannot be read; `name`, `line` and `column` (from 1) tell the place where there is one."""

    def __init__(self, cause: str, name: str = "", line: int | None = None, column: int | None = None) -> None:
        place = ":".join(str(part) for part in (name, line, column) if part not in ("", None))
        super().__init__(f"{place}: {cause}" if place else cause)
        self.cause, self.name, self.line, self.column = cause, name, line, column

    def moved(self, lines: int) -> NotationError:
        """The same in a text before which so many lines stand."""
        return NotationError(self.cause, self.name, None if self.line is None else self.line + lines, self.column)


def shown(text: str, most: int = 60) -> str:
    """A text in quotes, the end of a long one left out.

    >>> shown("e4"), shown("a" * 9, 5)
    ("'e4'", "'aa...'")
    """
    return repr(text if len(text) <= most else text[: most - 3] + "...")
