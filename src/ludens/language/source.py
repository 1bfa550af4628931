"""The text of a description, and places in it."""

import os
from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path

#: stands in a text for a byte of its file that is no text in UTF-8
REPLACED = "\ufffd"


def read_file(path: str | os.PathLike[str]) -> str:
    """The text of a file. Bytes that are no UTF-8 become a mark, and reading a description warns of it."""
    return Path(path).read_text(encoding="utf-8", errors="replace")


class Source:
    """A description as its author wrote it: `text`, and the `name` by which messages call it."""

    __slots__ = ("_line_starts", "name", "text")

    def __init__(self, text: str, name: str = "<text>") -> None:
        self.text = text
        self.name = name
        self._line_starts: list[int] | None = None

    def __repr__(self) -> str:
        return f"Source({self.name!r}, {len(self.text)} characters)"

    def locate(self, offset: int) -> tuple[int, int]:
        """The line and the column, both from 1, of the character at `offset`."""
        starts = self._starts()
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Where the character stands that `locate` gives as this line and column; beyond the end if there is none."""
        starts = self._starts()
        return starts[line - 1] + column - 1 if 1 <= line <= len(starts) else len(self.text)

    def line_text(self, line: int) -> str:
        """The text of line `line`, counted from 1, without its line end."""
        starts = self._starts()
        end = starts[line] if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end].rstrip("\r\n")

    def _starts(self) -> list[int]:
        if self._line_starts is None:
            self._line_starts = [0]
            position = self.text.find("\n")
            while position >= 0:
                self._line_starts.append(position + 1)
                position = self.text.find("\n", position + 1)
        return self._line_starts


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` to `end` (exclusive) of a source.

    >>> span = Span(Source("(game\\n  2)"), 8, 9)
    >>> span.line, span.column, span.text
    (2, 3, '2')
    """

    source: Source = field(repr=False)
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.locate(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.locate(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]
