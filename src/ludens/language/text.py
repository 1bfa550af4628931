"""Text under preprocessing, each of whose characters knows where it comes from."""

from array import array
from collections.abc import Iterable
from typing import NamedTuple

from ludens.language.errors import LudError
from ludens.language.source import Source, Span

MAX_LENGTH = 1_000_000

_identity = array("i", range(1 << 14))


class Edit(NamedTuple):
    """Replace the characters `start` to `end` of a text by `new`; a plain string then belongs to what it replaces."""

    start: int
    end: int
    new: "Text | str"


class Origins:
    """What origins mean: from 0 on they are offsets in the source; a negative one is a registered stretch of it."""

    __slots__ = ("_stretches", "source")

    def __init__(self, source: Source) -> None:
        self.source = source
        self._stretches: list[tuple[int, int]] = []

    def register(self, first: int, last: int) -> int:
        """The origin of made-up text that replaces the characters from origin `first` to origin `last`."""
        if first < 0:
            return first
        self._stretches.append(self.bounds(first, last))
        return -len(self._stretches)

    def bounds(self, first: int, last: int) -> tuple[int, int]:
        """Start and end in the source of text that begins with origin `first` and ends with origin `last`."""
        start, end = (first, first + 1) if first >= 0 else self._stretches[-first - 1]
        last_end = last + 1 if last >= 0 else self._stretches[-last - 1][1]
        # A text that was put together from several places may end before it starts: then its beginning has to do.
        return start, last_end if last_end > start else end


class Text:
    """Characters with their origins. Not changed once made; all operations return new texts."""

    __slots__ = ("chars", "origins", "places")

    def __init__(self, chars: str, origins: "array[int]", places: Origins) -> None:
        self.chars = chars
        self.origins = origins
        self.places = places

    @classmethod
    def of(cls, source: Source) -> "Text":
        """The whole text of a source."""
        length = len(source.text)
        if length > len(_identity):
            _identity.extend(range(len(_identity), length))
        return cls(source.text, _identity[:length], Origins(source))

    def __len__(self) -> int:
        return len(self.chars)

    def cut(self, start: int, end: int) -> "Text":
        return Text(self.chars[start:end], self.origins[start:end], self.places)

    def made_up(self, chars: str, origin: int) -> "Text":
        """New characters that all come from `origin`."""
        return Text(chars, array("i", (origin,)) * len(chars), self.places)

    def join(self, pieces: Iterable["Text"]) -> "Text":
        """The pieces, one behind the other."""
        chars = []
        origins = array("i")
        for piece in pieces:
            chars.append(piece.chars)
            origins += piece.origins
        return Text("".join(chars), origins, self.places)

    def edited(self, edits: Iterable[Edit]) -> "Text":
        """The text after `edits`, which are in order and do not overlap."""
        chars = []
        origins = array("i")
        done = 0
        for start, end, new in edits:
            chars.append(self.chars[done:start])
            origins += self.origins[done:start]
            done = end
            if isinstance(new, Text):
                chars.append(new.chars)
                origins += new.origins
            elif new:
                chars.append(new)
                origins += self._origins_for(new, start, end)
        if not done:
            return self
        chars.append(self.chars[done:])
        origins += self.origins[done:]
        return Text("".join(chars), origins, self.places)

    def without(self, start: int, end: int) -> "Text":
        return self.edited([Edit(start, end, "")])

    def stripped(self) -> "Text":
        start = len(self.chars) - len(self.chars.lstrip())
        return self.cut(start, max(start, len(self.chars.rstrip())))

    def replaced(self, old: str, new: "Text", count: int = -1) -> "Text":
        """The text with the first `count` occurrences of `old` (all, if negative) replaced."""
        edits: list[Edit] = []
        start = self.chars.find(old)
        while start >= 0 and len(edits) != count:
            edits.append(Edit(start, start + len(old), new))
            start = self.chars.find(old, start + len(old))
        return self.edited(edits)

    def span(self, start: int, end: int) -> Span:
        """The place in the source of the characters `start` to `end`."""
        places, length = self.places, len(self.chars)
        if not length:
            return Span(places.source, 0, 0)
        first = self.origins[min(start, length - 1)]
        last = self.origins[max(start, min(end, length) - 1)] if start < length else first
        return Span(places.source, *places.bounds(first, last))

    def error(self, message: str, start: int, end: int | None = None, hint: str | None = None) -> LudError:
        """An error at the characters `start` to `end` (one, if there is no end)."""
        return LudError(message, self.span(start, start + 1 if end is None else end), hint)

    def _origins_for(self, new: str, start: int, end: int) -> "array[int]":
        if len(new) <= end - start:
            return self.origins[start : start + len(new)]
        origin = self.places.register(self.origins[start], self.origins[max(start, end - 1)])
        return array("i", (origin,)) * len(new)


def check_length(text: Text) -> Text:
    """The text itself. Raises LudError if it is longer than any description may become."""
    if len(text.chars) > MAX_LENGTH:
        raise too_long(text, 0)
    return text


def too_long(text: Text, start: int) -> LudError:
    """The error for a text that grows too long at `start`."""
    return text.error(f"the text grows above {MAX_LENGTH:,} characters here", start)
