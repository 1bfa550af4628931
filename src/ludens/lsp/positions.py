"""Positions as editors count them: lines and characters from 0, characters in the units that were agreed on."""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol import types

from ludens.lsp.document import Document


def _utf8(char: str) -> int:
    return len(char.encode("utf-8", "surrogatepass"))


def _utf16(char: str) -> int:
    return 2 if ord(char) > 0xFFFF else 1


def _utf32(char: str) -> int:
    return 1


#: how many units a character has in each encoding
_UNITS: dict[str, Callable[[str], int]] = {"utf-8": _utf8, "utf-16": _utf16, "utf-32": _utf32}


class Positions:
    """Offsets of a document and positions of an editor."""

    def __init__(self, document: Document, encoding: str | None = None) -> None:
        self.document = document
        self._units = _UNITS[str(getattr(encoding, "value", encoding) or "utf-16")]

    def offset(self, position: types.Position) -> int:
        line = self.document.line(min(position.line, len(self.document.line_starts) - 1))
        if line.isascii():
            return self.document.offset(position.line, position.character)
        column, units = 0, 0
        while column < len(line) and units < position.character:
            units += self._units(line[column])
            column += 1
        return self.document.offset(position.line, column)

    def position(self, offset: int) -> types.Position:
        line, column = self.document.locate(min(offset, len(self.document.text)))
        text = self.document.line(line)[:column]
        return types.Position(line, column if text.isascii() else sum(map(self._units, text)))

    def range(self, start: int, end: int) -> types.Range:
        return types.Range(self.position(start), self.position(end))

    @property
    def whole(self) -> types.Range:
        return self.range(0, len(self.document.text))
