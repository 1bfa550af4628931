"""Where a clause stands in the text of a description."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ludens.language import Node
from ludens.rules.base import Ludeme

#: so many characters of a clause are shown on a line
_SHOWN: Final = 72


@dataclass(frozen=True)
class Place:
    """A clause in the text: its line and column, from 1; its first character and the one behind it; what is written.

    What a define or an option brought in stands where its author wrote it; what a predefined one did, at its use.
    """

    line: int
    column: int
    start: int
    end: int
    text: str

    @classmethod
    def of(cls, node: Node) -> Place:
        span = node.span
        return cls(span.line, span.column, span.start, span.end, span.text)

    @property
    def short(self) -> str:
        """What is written, on one line."""
        line = " ".join(self.text.split())
        return line if len(line) <= _SHOWN else line[: _SHOWN - 4] + " ..."

    def to_json(self) -> dict[str, Any]:
        return {"line": self.line, "column": self.column, "start": self.start, "end": self.end, "text": self.text}

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


def place_of(ludeme: Ludeme) -> Place | None:
    """None for what no description writes, such as Tic-Tac-Toe's rules where there are none."""
    return Place.of(ludeme.node) if "node" in vars(ludeme) else None
