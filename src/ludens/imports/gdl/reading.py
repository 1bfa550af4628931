"""Rules in the Game Description Language as terms: the prefix form in brackets (KIF)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ludens.imports.ini import ImportFailed

#: a constant or variable (`?x`), or a relation or function with its arguments
Term = str | tuple["Term", ...]
_TOKEN: Final = re.compile(r"\s+|;[^\n]*|(?P<open>\()|(?P<close>\))|(?P<word>[^\s();]+)")


@dataclass(frozen=True)
class Rule:
    """What follows from what, and the line where it stands."""

    head: Term
    body: tuple[Term, ...]
    line: int


def name_of(term: Term) -> str:
    """The name of a relation or function; a constant's own."""
    first = term if isinstance(term, str) else term[0]
    return first if isinstance(first, str) else ""


def text_of(term: Term) -> str:
    """A term as a file has it."""
    return term if isinstance(term, str) else f"({' '.join(text_of(part) for part in term)})"


def read(text: str, file: str = "game.kif") -> list[Rule]:
    """The rules of a text; a fact is a rule without a body. Raises ImportFailed for what is none, with its line."""
    result = []
    for term, line in _terms(text, file):
        if name_of(term) == "<=" and not isinstance(term, str):
            if len(term) < 2:
                raise ImportFailed(f"{file}:{line}: <= needs what follows")
            for body in _alternatives(term[2:]):
                result.append(Rule(term[1], body, line))
        else:
            result.append(Rule(term, (), line))
    if not any(name_of(rule.head) == "role" for rule in result):
        raise ImportFailed(f"{file}:1: there is no (role ...) here: these are no rules of a game")
    for rule in result:
        if name_of(rule.head).startswith("?") or name_of(rule.head) in ("not", "or", "distinct"):
            raise ImportFailed(f"{file}:{rule.line}: {text_of(rule.head)} cannot follow from anything")
    return result


def _terms(text: str, file: str) -> Iterator[tuple[Term, int]]:
    open_: list[tuple[list[Term], int]] = []
    line = 1
    for match in _TOKEN.finditer(text):
        if match["open"]:
            open_.append(([], line))
        elif match["close"]:
            if not open_:
                raise ImportFailed(f"{file}:{line}: this bracket was not opened")
            parts, start = open_.pop()
            if not parts:
                raise ImportFailed(f"{file}:{start}: these brackets are empty")
            term: Term = parts[0] if len(parts) == 1 and isinstance(parts[0], str) else tuple(parts)
            if open_:
                open_[-1][0].append(term)
            else:
                yield term, start
        elif word := match["word"]:
            plain = word.lower()
            if open_:
                open_[-1][0].append(plain)
            else:
                yield plain, line
        line += match[0].count("\n")
    if open_:
        raise ImportFailed(f"{file}:{open_[-1][1]}: this bracket is not closed")


def _alternatives(body: tuple[Term, ...]) -> Iterator[tuple[Term, ...]]:
    """Bodies without `or` and `and`, one for each way in which the whole may hold."""
    if not body:
        yield ()
        return
    for first in _ways(body[0]):
        for rest in _alternatives(body[1:]):
            yield (*first, *rest)


def _ways(literal: Term) -> Iterator[tuple[Term, ...]]:
    name = name_of(literal)
    if isinstance(literal, tuple) and name == "or":
        for part in literal[1:]:
            yield from _ways(part)
    elif isinstance(literal, tuple) and name == "and":
        yield from _alternatives(literal[1:])
    elif isinstance(literal, tuple) and name == "not" and isinstance(literal[1], tuple):
        inner = literal[1]
        if inner[0] == "or":
            yield from _alternatives(tuple(("not", part) for part in inner[1:]))
        elif inner[0] == "and":
            yield from (one for part in inner[1:] for one in _ways(("not", part)))
        elif inner[0] == "not":
            yield from _ways(inner[1])
        else:
            yield (literal,)
    else:
        yield (literal,)
