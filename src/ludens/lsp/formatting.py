"""Descriptions as one writes them: indentation by four blanks, closing brackets below what opens them, short lines.

Only white space changes. Where the author begins a new line, there is one; a list whose parts stand on several lines
has its closing bracket on a line of its own; lines that are too long are broken at the outermost list. What is glued
together stays so, and what is apart stays apart: a blank more or less may mean something (`(item ...)**`, `if: (...)`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ludens.language import LudError, Source, Span

WIDTH = 120
_INDENT = 4
#: lines that had to begin may ask for others: it is done again until nothing changes, which is so after two or three
_ROUNDS = 8
_SHORT = 72
#: shorter clauses of an array may stand on one line
_PACKED = 40
_PIECE = re.compile(
    r'(?P<white>[ \t\n]+)|(?P<comment>//[^\n]*)|(?P<string>"(?:[^"\\]|\\"|\\)*+"?)|(?P<open>[({])|(?P<close>[)}])'
    r'|(?P<run>(?:[^ \t\n(){}"/]|/(?!/))+)'
)
_KEPT_APART = frozenset({"define", "option", "item", "rulesets", "ruleset", "metadata", "useFor"})


@dataclass
class _List:
    """A list in brackets: its parts, and what stands before each of them."""

    opening: str
    units: list[_Unit] = field(default_factory=list)
    closing_gap: _Gap = field(default_factory=lambda: _Gap())
    flat: int = 0
    """How long it is on one line."""
    hard: bool = False
    """Whether it has to have several lines."""
    head: int = 0
    """How long it is up to the first place where a line has to begin, or to its end."""

    @property
    def is_broken(self) -> bool:
        return any(unit.gap.newline for unit in self.units) or bool(self.closing_gap.comments)

    @property
    def is_array(self) -> bool:
        return self.opening == "{"


@dataclass
class _Gap:
    """White space: whether a line begins, whether one is empty, and the comments in it."""

    white: bool = False
    newline: bool = False
    empty: bool = False
    comments: list[tuple[bool, bool, str]] = field(default_factory=list)
    """Whether it stands on a line of its own, whether an empty line is before it, and its text."""


@dataclass
class _Unit:
    """Parts without white space between them."""

    gap: _Gap
    parts: list[str | _List] = field(default_factory=list)

    @property
    def lists(self) -> list[_List]:
        return [part for part in self.parts if isinstance(part, _List)]

    @property
    def flat(self) -> int:
        return sum(_first_line(part) if isinstance(part, str) else part.flat for part in self.parts)

    @property
    def hard(self) -> bool:
        return any("\n" in part if isinstance(part, str) else part.hard for part in self.parts)

    @property
    def head(self) -> int:
        length = 0
        for part in self.parts:
            if isinstance(part, str):
                length += _first_line(part)
                if "\n" in part:
                    break
            else:
                length += part.head
                if part.hard:
                    break
        return length


def format_text(text: str, width: int = WIDTH, name: str = "<text>") -> str:
    """The text, formatted. Raises LudError where its brackets or quotes do not pair up."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    for _ in range(_ROUNDS):
        before, text = text, _once(text, width, name)
        if text == before:
            break
    return text


def _once(text: str, width: int, name: str) -> str:
    root = _Reader(text, name).read()
    _measure(root)
    writer = _Writer(width)
    writer.top(root)
    return writer.text()


def _first_line(text: str) -> int:
    return len(text.partition("\n")[0])


class _Reader:
    """Takes a text apart."""

    def __init__(self, text: str, name: str) -> None:
        self.source = Source(text, name)

    def read(self) -> _List:
        root = _List("")
        stack, starts = [root], [0]
        gap, last_close = _Gap(), False
        fresh = True  # whether the next part begins a unit
        for match in _PIECE.finditer(self.source.text):
            kind, text = match.lastgroup, match[0]
            if kind == "white":
                self._white(gap, text)
                fresh = True
                continue
            if kind == "comment":
                alone = gap.newline or not (stack[0].units or gap.comments)
                gap.comments.append((alone, gap.empty, text.rstrip()))
                gap.newline = gap.empty = False
                fresh = True
                continue
            if kind == "close":
                self._check(text, stack, starts, match.start())
                stack.pop().closing_gap = gap
                starts.pop()
                gap, fresh, last_close = _Gap(), False, True
                continue
            if kind == "string" and (len(text) == 1 or text[-1] != '"'):
                raise LudError("this quote is never closed", Span(self.source, match.start(), match.start() + 1))
            fresh = fresh or (kind == "open" and last_close)
            if fresh or not stack[-1].units:
                stack[-1].units.append(_Unit(gap))
                gap = _Gap()
            part: str | _List = _List(text) if kind == "open" else text
            stack[-1].units[-1].parts.append(part)
            fresh = last_close = False
            if isinstance(part, _List):
                stack.append(part)
                starts.append(match.start())
                if len(stack) > 400:
                    raise LudError("the brackets are nested too deep", Span(self.source, match.start(), match.end()))
        if len(stack) > 1:
            raise LudError("this bracket is never closed", Span(self.source, starts[-1], starts[-1] + 1))
        root.closing_gap = gap
        return root

    def _white(self, gap: _Gap, text: str) -> None:
        lines = text.count("\n")
        gap.white = True
        gap.newline = gap.newline or lines > 0
        gap.empty = gap.empty or lines > 1

    def _check(self, bracket: str, stack: Sequence[_List], starts: Sequence[int], at: int) -> None:
        if len(stack) == 1:
            raise LudError(f"this {bracket} closes nothing", Span(self.source, at, at + 1))
        if {"(": ")", "{": "}"}[stack[-1].opening] != bracket:
            line = self.source.locate(starts[-1])[0]
            message = f"this {bracket} does not close the {stack[-1].opening} of line {line}"
            raise LudError(message, Span(self.source, at, at + 1))


def _measure(root: _List) -> None:
    """Fill in the lengths, the inner lists' first."""
    order, todo = [], [root]
    while todo:
        here = todo.pop()
        order.append(here)
        todo += [inner for unit in here.units for inner in unit.lists]
    for one in reversed(order):
        _settle(one)
        gaps = sum(1 for unit in one.units[1:]) + (1 if _leading_blank(one) else 0)
        one.flat = len(one.opening) * 2 + gaps + sum(unit.flat for unit in one.units)
        one.hard = one.is_broken or any(unit.hard or unit.gap.comments for unit in one.units)
        one.head = _head(one)


def _settle(one: _List) -> None:
    """Lines that a list has to have: for each long clause of an array, and for all parts around a broken clause."""
    if one.is_array and one.is_broken and one.units:
        one.units[0].gap.newline = True
        for unit in one.units:
            long = unit.hard or unit.flat > _PACKED
            unit.gap.newline = unit.gap.newline or (long and any(not inner.is_array for inner in unit.lists))
    broken = (inner.is_broken and not inner.is_array for unit in one.units for inner in unit.lists)
    if one.opening == "(" and not one.is_broken and any(broken):
        _break_all(one)


def _word(unit: _Unit) -> str:
    """What a unit begins with; nothing where that is a list, as in doubled brackets."""
    return unit.parts[0] if isinstance(unit.parts[0], str) else ""


def _leading_blank(one: _List) -> bool:
    """Whether the blank behind a bracket has to stay: `( define` is no define."""
    first = one.units[0] if one.units else None
    return bool(first and first.gap.white and one.opening == "(" and _word(first) in _KEPT_APART)


def _head(one: _List) -> int:
    length = len(one.opening)
    for index, unit in enumerate(one.units):
        if unit.gap.newline or unit.gap.comments:
            return length
        length += (1 if index else 0) + unit.head
        if unit.hard:
            return length
    return length + len(one.opening)


class _Writer:
    """Writes lists into lines."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.lines: list[str] = [""]

    def text(self) -> str:
        return "\n".join(self.lines).rstrip() + "\n"

    @property
    def column(self) -> int:
        return len(self.lines[-1])

    def top(self, root: _List) -> None:
        for index, unit in enumerate(root.units):
            if index and unit.lists:
                unit.gap.newline = True
            self._gap(unit.gap, 0, first=not index)
            self._unit(unit, 0, 0)
        self._comments(root.closing_gap, 0)

    def _put(self, text: str) -> None:
        first, *rest = text.split("\n")
        self.lines[-1] += first
        self.lines += rest

    def _newline(self, base: int, empty: bool = False) -> None:
        if empty and self.lines[-1].strip():
            self.lines.append("")
        if self.lines[-1].strip() or (empty and len(self.lines) > 1):
            self.lines.append("")
        self.lines[-1] = " " * base

    def _gap(self, gap: _Gap, base: int, first: bool = False) -> None:
        """What stands before a part whose lines are indented by `base`."""
        commented = self._comments(gap, base, first)
        if gap.newline or commented:
            self._newline(base, gap.empty and (commented or not first))
        elif not first:
            self._put(" ")

    def _comments(self, gap: _Gap, base: int, first: bool = False) -> bool:
        for alone, empty, text in gap.comments:
            if alone:
                self._newline(base, empty and not first)
            elif self.lines[-1].strip():
                self._put(" ")
            self._put(text)
            first = False
        return bool(gap.comments)

    def _unit(self, unit: _Unit, base: int, tail: int) -> None:
        for part in unit.parts:
            if isinstance(part, str):
                self._put(part)
            else:
                self._list(part, base, tail)

    def _list(self, one: _List, base: int, tail: int) -> None:
        """Write a list whose lines are indented from `base` on, with `tail` characters behind it on its last line."""
        if not one.hard and self.column + one.flat + tail > self.width:
            self._shorten(one, self.column)
        elif one.hard and not one.is_broken and self.column + one.head > self.width:
            _break_all(one)
        self._put(one.opening)
        broken = one.is_broken
        for index, unit in enumerate(one.units):
            inner = base + _INDENT
            self._break_where_too_long(one, index, broken)
            if index == 0 and not unit.gap.newline and not unit.gap.comments:
                self._put(" " if _leading_blank(one) else "")
            else:
                self._gap(unit.gap, inner, first=index == 0)
            last = index == len(one.units) - 1
            self._unit(unit, inner if broken else base, tail + 1 if last and not broken else 0)
        if self._comments(one.closing_gap, base + _INDENT) or broken:
            self._newline(base)
        self._put({"(": ")", "{": "}"}.get(one.opening, ""))

    def _break_where_too_long(self, one: _List, index: int, broken: bool) -> None:
        """In a list of several lines, begin another where a part does not fit on the line."""
        unit = one.units[index]
        if not broken or not index or unit.gap.newline or unit.gap.comments:
            return
        if self.column + 1 + unit.head > self.width:
            unit.gap.newline = True

    def _shorten(self, one: _List, column: int) -> None:
        """Decide where the lines of a list begin that does not fit on one."""
        last = one.units[-1] if one.units else None
        lists = [unit for unit in one.units if unit.lists]
        if last and last.lists and lists == [last] and last.lists[-1].is_array and not one.is_array:
            before = column + one.flat - last.lists[-1].flat
            if before + 1 < self.width and last.lists[-1].units:
                self._shorten_array(last.lists[-1])
                return
        if lists:
            _break_all(one)
        else:
            self._fill(one, column)

    def _shorten_array(self, one: _List) -> None:
        if any(unit.lists for unit in one.units):
            _break_all(one)
        elif one.units:
            one.units[0].gap.newline = True
        one.hard = True

    def _fill(self, one: _List, column: int) -> None:
        """Words and strings alone: begin a line where the next does not fit."""
        if one.is_array and one.units:
            one.units[0].gap.newline = True
        elif len(one.units) > 2:
            at = column + len(one.opening)
            for index, unit in enumerate(one.units):
                at += unit.flat + 1
                if index > 1 and at > self.width:
                    unit.gap.newline = True
                    break
        one.hard = one.is_broken


def _break_all(one: _List) -> None:
    """Begin a line at every list, and at what follows one; words before the first list stay behind the bracket."""
    started = one.is_array
    first = 2 if _begins_with_condition(one) else 1
    for index, unit in enumerate(one.units):
        started = started or (bool(unit.lists) and index >= first)
        if started:
            unit.gap.newline = True
    one.hard = True


def _begins_with_condition(one: _List) -> bool:
    """Whether it is an `if` whose condition is short: it stays behind the word."""
    return one.units[0].parts == ["if"] and len(one.units) > 1 and not one.units[1].hard and one.units[1].flat < _SHORT


def pieces(text: str) -> Iterator[str]:
    """What a text consists of besides white space: formatting leaves it as it is."""
    return (match[0].rstrip() for match in _PIECE.finditer(text) if match.lastgroup != "white")
