"""Terms: defines of a description that its rules in words call by their names.

Places in the text say which ludeme came from which define: the last character of a define's body is also the
last one of what its uses became, and what an argument gave stands outside the body. A node's end is therefore its key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, Final

from ludens.language import LudError
from ludens.language.cleanup import remove_comments
from ludens.language.defines import Define, take_defines
from ludens.language.source import Source
from ludens.language.text import Text
from ludens.language.tree import Array, Clause, Node, String, Word, children
from ludens.ludemes.nouns import spaced
from ludens.rules.base import Ludeme

#: where a name goes on with a number
_DIGITS: Final = re.compile(r"(?<=[a-z])(?=[0-9])")
LETTERS: Final = "XYZVWUTSR"


@dataclass(frozen=True)
class Term:
    """A define: its name in words, and where its body stands in the text."""

    name: str
    start: int
    end: int
    body: str


@dataclass(frozen=True)
class TermArgument:
    """What a use of a define gives: a ludeme, or another value; `key` is where it ends in the text."""

    key: int
    value: Any


def key_of(ludeme: Ludeme) -> int | None:
    """Where a ludeme's text ends; None for one that has none."""
    return ludeme.node.span.end if "node" in vars(ludeme) else None


@lru_cache(maxsize=32)
def defines_of(source: Source) -> dict[int, Term]:
    """The defines of a text whose bodies are clauses, by where these end."""
    try:
        _, defines = take_defines(remove_comments(Text.of(source)))
    except LudError:
        return {}
    clauses = (define for define in defines if define.body.chars.startswith("("))
    terms = map(_term, clauses)
    return {term.end: term for term in terms}


def _term(define: Define) -> Term:
    body = define.body
    return Term(_named(define.name), body.origins[0], body.origins[-1] + 1, body.chars)


def _named(name: str) -> str:
    return _DIGITS.sub(" ", spaced(name))


def arguments(ludeme: Ludeme, term: Term) -> list[TermArgument]:
    """What was given to the use of a define that became this ludeme, in the order in which its body reads them.

    This order is the same for each use, where an argument may be another define's argument, written far away.
    """
    return list({one.key: one for one in _arguments_in(ludeme, (term,), defines_of(ludeme.node.span.source))}.values())


def _arguments_in(ludeme: Ludeme, terms: tuple[Term, ...], defines: dict[int, Term]) -> Iterator[TermArgument]:
    inner = {id(child.node) for child in ludeme.children() if "node" in vars(child)}
    whole = [one for one in lists(ludeme) if not _is_own(one[0], terms)]
    for array, value in whole:
        yield TermArgument(array.span.end, value)
    inside = {id(each) for array, _ in whole for each in array.elements}
    for node in leaves(ludeme.node) if "node" in vars(ludeme) else ():
        if id(node) in inside:
            continue
        if id(node) not in inner and not _is_own(node, terms) and (value := _value(ludeme, node)) is not None:
            yield TermArgument(node.span.end, value)
    for child in ludeme.children():
        if "node" in vars(child) and id(child.node) in inside:
            continue
        if "node" not in vars(child) or _is_own(child.node, terms):
            yield from _arguments_in(child, terms, defines)
        elif (nested := _nested(child.node, terms, defines)) is not None:
            yield from _arguments_in(child, (*terms, nested), defines)
        else:
            yield TermArgument(child.node.span.end, child)


def lists(ludeme: Ludeme) -> Iterator[tuple[Array, tuple[Any, ...]]]:
    """The lists among the arguments of a ludeme's clause, and what each became."""
    node = ludeme.node if "node" in vars(ludeme) else None
    tuples = [value for value in ludeme.arguments() if isinstance(value, tuple) and value]
    for one in node.arguments if isinstance(node, Clause) else ():
        if isinstance(one, Array):
            yield from ((one, value) for value in tuples if _is_list(value, one))


def _is_list(value: tuple[Any, ...], array: Array) -> bool:
    if len(value) != len(array.elements):
        return False
    pairs = zip(value, array.elements, strict=True)
    return all(
        each.node is node if isinstance(each, Ludeme) and "node" in vars(each) else is_written(each, _written(node))
        for each, node in pairs
    )


def _written(node: Node) -> str:
    return node.text if isinstance(node, (Word, String)) else ""


def leaves(node: Node) -> Iterator[Word | String]:
    """The words and strings among the arguments of a clause, those in lists, too."""
    for one in children(node):
        if isinstance(one, (Word, String)):
            yield one
        elif isinstance(one, Array):
            yield from leaves(one)


def _is_own(node: Node, terms: Sequence[Term]) -> bool:
    """Whether a node is written in the body of one of the defines."""
    return any(term.start <= node.span.start and node.span.end <= term.end for term in terms)


def _nested(node: Node, terms: Sequence[Term], defines: dict[int, Term]) -> Term | None:
    """The define that a node is, if it is used in the body of one of these."""
    term = defines.get(node.span.end)
    if term is None:
        return None
    names = {name for one in terms for name in one.body.split('"')[1::2]}
    return term if term.name in map(_named, names) else None


def _value(ludeme: Ludeme, node: Word | String) -> Any:
    """The argument of a ludeme that is written so; None where it is a part of its keyword."""
    return next((one for one in ludeme.arguments() if is_written(one, node.text)), None)


def is_written(value: Any, text: str) -> bool:
    """Whether an argument that is no ludeme is written so."""
    if isinstance(value, (Ludeme, bool)) or value is None:
        return False
    return (str(value.value) if isinstance(value, Enum) else str(value)) == text
