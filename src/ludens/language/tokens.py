"""From cleaned text to a tree."""

import re
from collections.abc import Collection
from typing import Final, NamedTuple

from ludens.language.errors import LudError, did_you_mean
from ludens.language.scan import plain
from ludens.language.source import Span
from ludens.language.text import Text
from ludens.language.tree import Array, Clause, Node, String, Word

#: more than twice what any known game nests; each bracket takes some ten calls of those who read the tree
MAX_DEPTH = 64

_WORD = r'[\w"\-.+*/%=!^~<>&|#]'
_TOKEN = re.compile(
    rf"""\s*+
    (?P<label> [A-Za-z0-9_\-]*+: )? \s*+
    (?: \( \s*+ (?: (?P<nothing> \) ) | (?P<clause> {_WORD}*+ ) (?P<swallowed> [^\)] )? )
      | (?P<array> \{{ )
      | " (?P<string> [^"]*+ (?: (?<=\\) " [^"]*+ )*+ ) "
      | (?P<close> [\)\}}] )
      | (?! " ) (?P<word> {_WORD}++ )
    )""",
    re.VERBOSE,
)
_LABEL = re.compile(r"\s*+(?:[A-Za-z0-9_\-]*+:)?\s*+")
_DEFINE_USE = re.compile(r'"([^"]*+)"?')


def _skipped(chars: str, start: int) -> int:
    """Where the blanks from `start` on end."""
    while chars[start].isspace():
        start += 1
    return start


#: what is meant by a mark that the language has not
_HINTS: Final = {
    ",": "values are separated by blanks, without commas",
    ";": "comments begin with //",
    **dict.fromkeys("“”„«»‘’‚`'", 'quotes are straight ones: "'),
}


class _OpenNode(NamedTuple):
    """A clause or an array that is being read; an array has no keyword."""

    keyword: str | None
    label: str | None
    start: int
    nodes: list[Node]


def read_clause(text: Text, start: int, defines: Collection[str] | None = None) -> tuple[Clause, int]:
    """The clause whose bracket is at `start`, and where it ends.

    With the names of all `defines`, what would be a use of an unknown one is an error, and so is an empty string.
    Raises LudError if the text is not a proper clause.
    """
    return _TokenReader(text, start, defines).read()


class _TokenReader:
    """Reads a text from `position` on; `opened` are the lists around that position, from the outermost inwards."""

    __slots__ = ("defines", "opened", "origins", "position", "source", "text")

    def __init__(self, text: Text, start: int, defines: Collection[str] | None) -> None:
        self.text = text
        self.origins = text.origins
        self.source = text.places.source
        self.position = start
        self.defines = defines
        self.opened: list[_OpenNode] = []

    def read(self) -> tuple[Clause, int]:
        chars, match = self.text.chars, _TOKEN.match
        while token := match(chars, self.position):
            kind = token.lastgroup
            if kind == "word" or kind == "string":
                self._add_terminal(token, kind)
            elif kind == "close":
                node = self._close(token)
                if not self.opened:
                    if isinstance(node, Clause):
                        return node, token.end()
                    break
                self.opened[-1].nodes.append(node)
            elif kind == "nothing":
                if not self.opened:
                    break
            else:
                self._open(token)
            self.position = token.end()
        raise self._failure()

    def _start(self, match: re.Match[str]) -> int:
        """Where a token starts, its label included unless that stands elsewhere in the source: in a define's body."""
        chars = self.text.chars
        start = _skipped(chars, match.start())
        if match["label"] is None:
            return start
        value = _skipped(chars, match.end("label"))
        return start if self.origins[value] - self.origins[start] == value - start else value

    def _span(self, start: int, end: int) -> Span:
        first, last = self.origins[start], self.origins[end - 1]
        # What stands in one piece in the source is by far the most.
        return Span(self.source, first, last + 1) if 0 <= first <= last else self.text.span(start, end)

    def _add_terminal(self, match: re.Match[str], kind: str) -> None:
        if not self.opened:
            raise self._failure()
        start, label = self._start(match), match["label"]
        span = self._span(start, match.end())
        name = None if label is None else label[:-1]
        if kind == "word":
            self.opened[-1].nodes.append(Word(match["word"], span, name))
        elif self.defines is not None and not match["string"]:
            raise LudError("an empty string names nothing", span)
        else:
            self.opened[-1].nodes.append(String(plain(match["string"]), span, name))

    def _open(self, match: re.Match[str]) -> None:
        start, label = self._start(match), match["label"]
        if len(self.opened) >= MAX_DEPTH:
            raise self.text.error(f"brackets are nested more than {MAX_DEPTH} deep", start)
        keyword = match["clause"]
        if keyword is not None:
            self._check_keyword(match, keyword)
        self.opened.append(_OpenNode(keyword, None if label is None else label[:-1], start, []))

    def _check_keyword(self, match: re.Match[str], keyword: str) -> None:
        start, end = match.span("clause")
        if not keyword:
            raise self.text.error("a clause begins with its keyword", start)
        if keyword[0] == '"' and self.defines is not None:
            raise self._unknown_define(start)
        swallowed = match["swallowed"]
        # Any other character is passed over, as a blank would be.
        if swallowed is not None and swallowed in "({}":
            raise self.text.error(f"a blank is missing behind {keyword!r}", start, end + 1)

    def _close(self, match: re.Match[str]) -> Node:
        mark = match["close"]
        if not self.opened:
            raise self._failure()
        keyword, label, start, nodes = self.opened.pop()
        if (mark == "}") != (keyword is None):
            line = self.text.span(start, start).line
            message = f"this {mark} does not close the {'(' if mark == '}' else '{'} of line {line}"
            raise self.text.error(message, match.start("close"))
        span = self._span(start, match.end())
        return Array(tuple(nodes), span, label) if keyword is None else Clause(keyword, tuple(nodes), span, label)

    def _unknown_define(self, start: int) -> LudError:
        match = _DEFINE_USE.match(self.text.chars, start)
        assert match and self.defines is not None
        if match[1] in self.defines:
            message = f'the define "{match[1]}" is not expanded here'
            return self.text.error(message, start, match.end(), "behind game, match and instance, it is a title")
        hint = did_you_mean(match[1], self.defines)
        return self.text.error(f'there is no define "{match[1]}"', start, match.end(), hint)

    def _failure(self) -> LudError:
        """The error for what stands at the position and is no token."""
        match = _LABEL.match(self.text.chars, self.position)
        at = match.end() if match else self.position
        mark = self.text.chars[at : at + 1]
        if not mark and self.opened:
            return self.text.error("this bracket is never closed", self.opened[-1].start)
        if mark == '"':
            return self.text.error("this quote is never closed", at)
        hint = _HINTS.get(mark)
        message = f"{mark!r} cannot stand here" if self.opened else "a clause in round brackets should stand here"
        return self.text.error(message, at, at + 1, hint)
