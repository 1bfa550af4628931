"""The literals of a module of JavaScript: strings and templates with their places, and what stands before each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

#: what a slash begins a regular expression after, and no division
_BEFORE_PATTERN = re.compile(r"(?:^|[(,=:\[!&|?{};+\-*%<>~^]|=>|\b(?:return|typeof|case|in|of))\s*$")
_PATTERN = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*")
_STRING = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t"}


@dataclass(frozen=True)
class Literal:
    """A string or a template: its text with {0}, {1} for what is put in, and the source of these."""

    start: int
    end: int
    text: str
    values: tuple[str, ...]
    #: the source before it, on its line and the one before
    before: str
    is_template: bool


def literals(source: str) -> Iterator[Literal]:
    """All literals of a module, those within what templates are filled with too."""
    yield from _scan(source, 0, len(source))


def _scan(source: str, at: int, end: int) -> Iterator[Literal]:
    while at < end:
        char = source[at]
        if source.startswith("//", at):
            at = _find(source, "\n", at, end)
        elif source.startswith("/*", at):
            at = _find(source, "*/", at, end) + 2
        elif char == "/" and _BEFORE_PATTERN.search(source[max(0, at - 40) : at]) and (m := _PATTERN.match(source, at)):
            at = m.end()
        elif char in "'\"" and (found := _STRING.match(source, at)):
            text = _unescaped(found[0][1:-1])
            yield _literal(source, at, found.end(), text, (), False)
            at = found.end()
        elif char == "`":
            parts, values, stop, inner = _template(source, at)
            text = "".join(f"{part}{{{n}}}" if n < len(values) else part for n, part in enumerate(parts))
            yield _literal(source, at, stop, text, tuple(values), True)
            for begin, finish in inner:
                yield from _scan(source, begin, finish)
            at = stop
        else:
            at += 1


def _template(source: str, at: int) -> tuple[list[str], list[str], int, list[tuple[int, int]]]:
    parts, values, inner, part = list[str](), list[str](), list[tuple[int, int]](), ""
    at += 1
    while source[at] != "`":
        if source[at] == "\\":
            part += _unescaped(source[at : at + 2])
            at += 2
        elif source.startswith("${", at):
            stop = _closing(source, at + 2)
            parts.append(part)
            values.append(source[at + 2 : stop])
            inner.append((at + 2, stop))
            part, at = "", stop + 1
        else:
            part += source[at]
            at += 1
    return [*parts, part], values, at + 1, inner


def _closing(source: str, at: int) -> int:
    """Where the brace closes that was opened before a place."""
    depth = 1
    while True:
        char = source[at]
        if char in "'\"":
            found = _STRING.match(source, at)
            assert found is not None
            at = found.end()
            continue
        if char == "`":
            at = _template(source, at)[2]
            continue
        depth += (char == "{") - (char == "}")
        if not depth:
            return at
        at += 1


def _literal(source: str, start: int, end: int, text: str, values: tuple[str, ...], is_template: bool) -> Literal:
    line = source.rfind("\n", 0, max(0, source.rfind("\n", 0, start))) + 1
    return Literal(start, end, text, values, source[line:start], is_template)


def _find(source: str, what: str, at: int, end: int) -> int:
    place = source.find(what, at, end)
    return end if place < 0 else place


def _unescaped(text: str) -> str:
    hexed = re.sub(r"\\u\{?([0-9a-fA-F]{4,6})\}?", lambda m: chr(int(m[1], 16)), text)
    return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[1]), hexed, flags=re.DOTALL)
