"""Zillions rules files as trees: comments, strings, macros with their parameters, files that are included."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ludens.imports.ini import ImportFailed

_TOKEN: Final = re.compile(r'\s+|;[^\n]*|(?P<open>\()|(?P<close>\))|"(?P<text>[^"]*)"|(?P<word>[^\s();"]+)')
_PARAMETER: Final = re.compile(r"\$(\d+)")
#: how deep macros may stand in each other
_DEEPEST: Final = 60
#: how many trees the macros of one file may become
_MOST: Final = 2_000_000


@dataclass(frozen=True)
class Place:
    """Where something stands."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Word:
    """A name, a number or a text in quotation marks."""

    text: str
    place: Place
    quoted: bool = False


@dataclass(frozen=True)
class Clause:
    """Words and clauses in brackets. `origin` is the macro that it came from."""

    parts: tuple[Tree, ...]
    place: Place
    origin: str = ""

    @property
    def head(self) -> str:
        """The first word, in small letters; empty where a clause stands there."""
        first = self.parts[0] if self.parts else None
        return first.text.lower() if isinstance(first, Word) and not first.quoted else ""

    @property
    def rest(self) -> tuple[Tree, ...]:
        return self.parts[1:]

    def words(self) -> list[str]:
        """The words behind the first one."""
        return [part.text for part in self.rest if isinstance(part, Word)]

    def clauses(self, head: str) -> list[Clause]:
        """The clauses inside that begin with a word."""
        return [part for part in self.parts if isinstance(part, Clause) and part.head == head]


Tree = Word | Clause


def written(tree: Tree) -> str:
    """A tree as a file has it."""
    if isinstance(tree, Word):
        return f'"{tree.text}"' if tree.quoted else tree.text
    return f"({' '.join(written(part) for part in tree.parts)})"


def trees(text: str, file: str) -> list[Tree]:
    """The trees of a text. Raises ImportFailed where brackets do not match."""
    open_: list[tuple[list[Tree], Place]] = []
    result: list[Tree] = []
    line, end = 1, 0
    for match in _TOKEN.finditer(text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")):
        if match.start() != end:
            raise ImportFailed(f"{file}:{line}: a text has no second quotation mark")
        place, end = Place(file, line), match.end()
        line += match[0].count("\n")
        into = open_[-1][0] if open_ else result
        if match["open"]:
            open_.append(([], place))
        elif match["close"]:
            if not open_:
                continue  # programs pass over a bracket too much at the end
            parts, start = open_.pop()
            (open_[-1][0] if open_ else result).append(Clause(tuple(parts), start))
        elif match["text"] is not None:
            into.append(Word(match["text"], place, quoted=True))
        elif match["word"]:
            into.append(Word(match["word"], place))
    if open_:
        raise ImportFailed(f"{open_[-1][1]}: this bracket is not closed")
    return result


class Macros:
    """The macros of a file, and what puts them in place of their names."""

    def __init__(self) -> None:
        self.bodies: dict[str, tuple[Tree, ...]] = {}
        self._made = 0

    def define(self, clause: Clause) -> None:
        """Take a `(define name ...)`; a later one of the same name takes the place of the first."""
        if len(clause.parts) > 1 and isinstance(name := clause.parts[1], Word):
            self.bodies[name.text.lower()] = clause.parts[2:]

    def expand(self, tree: Tree, depth: int = 0) -> Iterator[Tree]:
        """What stands for a tree once all macros in it are put in place."""
        self._made += 1
        if depth > _DEEPEST or self._made > _MOST:
            raise ImportFailed(f"{tree.place}: the macros here do not come to an end")
        if isinstance(tree, Word):
            body = None if tree.quoted else self.bodies.get(tree.text.lower())
            if body is not None:
                yield from self._put(tree.text, body, (), tree.place, depth)
            else:
                yield tree
            return
        body = self.bodies.get(tree.head) if tree.head else None
        if body is not None:
            yield from self._put(tree.head, body, tree.rest, tree.place, depth)
        else:
            parts = tuple(one for part in tree.parts for one in self.expand(part, depth + 1))
            yield Clause(parts, tree.place, tree.origin)

    def _put(self, name: str, body: Sequence[Tree], given: Sequence[Tree], place: Place, depth: int) -> Iterator[Tree]:
        for part in body:
            for filled in _filled(part, given):
                for one in self.expand(filled, depth + 1):
                    yield Clause(one.parts, one.place, name) if isinstance(one, Clause) else one


def _filled(tree: Tree, given: Sequence[Tree]) -> Iterator[Tree]:
    """A tree with what is given in place of `$1`, `$2`, ...; nothing where too little is given."""
    if isinstance(tree, Clause):
        parts = tuple(one for part in tree.parts for one in _filled(part, given))
        yield Clause(parts, tree.place, tree.origin)
        return
    whole = _PARAMETER.fullmatch(tree.text)
    if whole and not tree.quoted:
        number = int(whole[1])
        if 0 < number <= len(given):
            yield given[number - 1]
        return

    def put(match: re.Match[str]) -> str:
        number = int(match[1])
        value = given[number - 1] if 0 < number <= len(given) else None
        return value.text if isinstance(value, Word) else ""

    yield Word(_PARAMETER.sub(put, tree.text), tree.place, tree.quoted)


def games(text: str, file: str, included: Callable[[str], str | None]) -> tuple[list[Clause], list[str]]:
    """The games and variants of a file, without macros, and what could not be read.

    `included` gives the text of a file that is named, None where there is none.
    """
    macros, result, remarks = Macros(), list[Clause](), list[str]()

    def take(listed: Sequence[Tree], depth: int) -> None:
        for tree in listed:
            if not isinstance(tree, Clause):
                remarks.append(f"{tree.place}: {tree.text!r} stands outside of all brackets")
            elif tree.head == "define":
                macros.define(tree)
            elif tree.head == "include":
                name = next((part.text for part in tree.rest if isinstance(part, Word)), "")
                other = included(name) if depth < _DEEPEST else None
                if other is None:
                    raise ImportFailed(f"{tree.place}: there is no file {name!r} to include")
                take(trees(other, name), depth + 1)
            elif tree.head in ("game", "variant"):
                outer = [part for part in tree.parts if not (isinstance(part, Clause) and part.head == "define")]
                for inner in tree.clauses("define"):
                    macros.define(inner)
                parts = tuple(one for part in outer for one in macros.expand(part))
                result.append(Clause(parts, tree.place))
            elif tree.head != "version":
                expanded = list(macros.expand(tree))
                if [one for one in expanded if isinstance(one, Clause)] == [tree]:
                    remarks.append(f"{tree.place}: ({tree.head} ...) is not understood")
                else:
                    take(expanded, depth + 1)

    take(trees(text, file), 0)
    if not result:
        raise ImportFailed(f"{file}:1: there is no (game ...) here")
    return result, remarks
