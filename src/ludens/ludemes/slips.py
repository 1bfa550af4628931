"""Slips in the arguments of a clause, and what mends each: a change after which the clause is one of its form.

Quotes that lack or are too many, a label that lacks, brackets that lack, another order, a list without its braces. Each
is tried on the tree; what makes the clause fit is said, with the edits of the text that do the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ludens.language import Array, Clause, LudError, Mend, Node, String, Word, nearest, to_text
from ludens.language.tree import bare
from ludens.ludemes.matching import FAILED, Assignment, Matcher, Reading
from ludens.ludemes.registry import forms_of
from ludens.rules.base import ArrayOf, Ludeme
from ludens.rules.categories import BooleanLudeme, DirectionLudeme, MovesLudeme, SitesLudeme

#: words that people write for values, and separators of other languages that mean nothing here
_VALUES: Final = {"yes": "True", "no": "False", "on": "True", "off": "False"} | {
    word: str(number) for number, word in enumerate(("zero", "one", "two", "three", "four", "five", "six", "seven"))
}
_FILLERS: Final = ("then", "else", "do", "and", "or", "=", "==", ":", "=>", "->", ",")
#: what puts several of a kind together
_JOINING: Final = (
    (MovesLudeme, "or"),
    (BooleanLudeme, "and"),
    (SitesLudeme, "union"),
    (DirectionLudeme, "directions"),
)
#: a clause with more arguments is not put in other orders
_MOST: Final = 12
_NUMBER: Final = re.compile(r"[-+]?[\d.]+\Z")
#: what is shorter is shown whole in what may have been meant
_SHORT: Final = 30
_COMMENT: Final = re.compile(r"#(?!\d)|--|/\*|;")

Arguments = tuple[Node, ...]


@dataclass(frozen=True)
class Trial:
    """Arguments as they may have been meant, what to say if they fit, and what makes them so."""

    arguments: Arguments
    place: Node
    message: str
    meant: str
    edits: tuple[tuple[int, int, str], ...]
    doubt: float = 0

    def error(self) -> LudError:
        title = f"Write {self.meant}" if self.meant else "Remove it"
        hint = f"did you mean {self.meant}?" if self.meant else "remove it"
        return LudError(self.message, self.place.span, hint, mends=(Mend(title, self.edits),))


def slip_of(matcher: Matcher, reading: Reading) -> tuple[float, LudError] | None:
    """The first change of a clause's arguments that makes them fit a form, as an error that proposes it.

    The number says how much likelier other changes of as few words are, from 0 to 1.
    """
    if not 0 < len(reading.arguments) <= _MOST:
        return None
    for trial in _trials(reading):
        matcher.tried.extend(trial.arguments)
        changed = Reading(reading.form, trial.arguments, reading.of_board)
        if len(trial.arguments) <= len(changed.slots) and Assignment(matcher, changed).search():
            return trial.doubt, trial.error()
    return None


def _trials(reading: Reading) -> Iterator[Trial]:
    arguments = reading.arguments
    yield from _listed(arguments, reading.form.spelling)
    yield from _joined(reading)
    yield from _moved(arguments)
    for at, one in enumerate(arguments):
        expected = tuple(a for slot in reading.slots for a in slot.alternatives)
        yield from _alone(reading, at, one, expected)
        yield from _labelled(reading, at, one)
        yield from _bracketed(arguments, at, one)


def _with(arguments: Arguments, at: int, *nodes: Node, taking: int = 1) -> Arguments:
    return (*arguments[:at], *nodes, *arguments[at + taking :])


def _alone(reading: Reading, at: int, one: Node, expected: Sequence[Any]) -> Iterator[Trial]:
    """One argument in another form: with quotes, without, as another value, inside another clause, or left out."""
    arguments, start, end = reading.arguments, _value_start(one), one.span.end
    if isinstance(one, Word) and not _NUMBER.match(one.text):
        string = String(one.text, one.span, one.label)
        quoted = f'"{one.text}"'
        yield Trial(_with(arguments, at, string), one, f"`{one.text}` lacks quotes", quoted, ((start, end, quoted),))
    if isinstance(one, Word):
        if value := _VALUES.get(one.text.lower()):
            corrected = Word(value, one.span, one.label)
            message, edit = f"`{one.text}` is no value", (start, end, value)
            yield Trial(_with(arguments, at, corrected), one, message, value, (edit,))
        if one.text.lower() in _FILLERS and one.label is None:
            message = f"`{one.text}` stands for nothing here"
            edit = (_before(one), end, "")
            yield Trial(_with(arguments, at), one, message, "", (edit,))
    if isinstance(one, String):
        word = Word(one.text, one.span, one.label)
        message = f'"{one.text}" is no name here: it stands without quotes'
        yield Trial(_with(arguments, at, word), one, message, one.text, ((start, end, one.text),))
    inner, span = bare(one), one.span
    for keyword in _around(one, expected):
        if keyword == reading.form.spelling:
            continue
        whole = Clause(keyword, (inner,), span, one.label)
        edits = ((start, start, f"({keyword} "), (end, end, ")"))
        replacement = f"({keyword} {_written(inner)})"
        yield Trial(_with(arguments, at, whole), one, f"{shown(one)} does not fit here by itself", replacement, edits)


def _around(one: Node, expected: Sequence[Any]) -> Iterator[str]:
    """The keywords of clauses that would make an argument fit."""
    if isinstance(one, Array):
        for kind, keyword in _JOINING:
            if any(isinstance(a, type) and issubclass(kind, a) for a in expected):
                yield keyword
        return
    if isinstance(one, String) and any(isinstance(a, type) and issubclass(SitesLudeme, a) for a in expected):
        yield "sites"
    if isinstance(one, Word) and _NUMBER.match(one.text):
        return  # a number by itself may be a distance or a count as well as a place
    for a in expected:
        if isinstance(a, type) and issubclass(a, Ludeme) and a.spellings and " " not in a.spellings[0]:
            yield a.spellings[0]


def _labelled(reading: Reading, at: int, one: Node) -> Iterator[Trial]:
    """One argument with a label, with another one, or with none."""
    arguments, labels = reading.arguments, [slot.label for slot in reading.slots if slot.label]
    following = arguments[at + 1] if at + 1 < len(arguments) else None
    if isinstance(one, Word) and one.text.lower() in labels and following is not None and following.label is None:
        label = one.text.lower()
        labelled = replace(following, label=label)
        edits = ((one.span.start, following.span.start, f"{label}:"),)
        message = f"`{one.text}` lacks its colon"
        yield Trial(_with(arguments, at, labelled, taking=2), one, message, f"{label}:{_written(following)}", edits)
    start = _value_start(one)
    if one.label is None:
        for label in labels:
            message, corrected = f"{shown(one)} lacks its label", f"{label}:{_written(one)}"
            changed = _with(arguments, at, replace(one, label=label))
            yield Trial(changed, one, message, corrected, ((start, start, f"{label}:"),), 0.1)
        return
    message = f"({reading.form.spelling} ...) has no parameter `{one.label}:`"
    for label in [*(each for each in labels if sorted(each) == sorted(one.label)), *nearest(one.label, labels)]:
        edits = ((one.span.start, start, f"{label}:"),)
        yield Trial(_with(arguments, at, replace(one, label=label)), one, message, f"`{label}:`", edits)
    plain = bare(one)
    yield Trial(_with(arguments, at, plain), one, message, _written(plain), ((one.span.start, start, ""),))
    if forms_of(one.label):
        whole = Clause(one.label, (plain,), one.span)
        both = ((one.span.start, start, f"({one.label} "), (one.span.end, one.span.end, ")"))
        yield Trial(_with(arguments, at, whole), one, message, f"({one.label} {_written(plain)})", both)


def _bracketed(arguments: Arguments, at: int, one: Node) -> Iterator[Trial]:
    """Arguments that belong in brackets of their own."""
    yield from _conditional(arguments, at, one)
    yield from _keyword(arguments, at, one)


def _keyword(arguments: Arguments, at: int, one: Node) -> Iterator[Trial]:
    """A keyword without brackets, with the arguments behind it that belong to it."""
    if not isinstance(one, Word) or one.label is not None or not forms_of(one.text):
        return
    for last in range(len(arguments), at, -1):
        inner = arguments[at + 1 : last]
        clause = Clause(one.text, inner, one.span)
        end = inner[-1].span.end if inner else one.span.end
        edits = ((one.span.start, one.span.start, "("), (end, end, ")"))
        corrected = f"({' '.join([one.text, *map(_written, inner)])})"
        message = f"`{one.text}` lacks brackets"
        yield Trial(_with(arguments, at, clause, taking=last - at), one, message, corrected, edits)


def _conditional(arguments: Arguments, at: int, one: Node) -> Iterator[Trial]:
    """A condition and what depends on it, without their `(if ..)`."""
    for last in range(min(len(arguments), at + 3), at + 1, -1):
        inner = arguments[at:last]
        if not all(isinstance(each, Clause) and each.label is None for each in inner):
            continue
        start, end = one.span.start, inner[-1].span.end
        edits = ((start, start, "(if "), (end, end, ")"))
        corrected, message = f"(if {' '.join(map(_written, inner))})", f"{shown(one)} is no rule by itself"
        clause = Clause("if", inner, one.span)
        yield Trial(_with(arguments, at, clause, taking=last - at), one, message, corrected, edits, 0.2)


def slip_in_list(matcher: Matcher, node: Array, expected: ArrayOf) -> LudError | None:
    """The same for the elements of a list."""
    for at, one in enumerate(node.elements[:_MOST]):
        for trial in (*_conditional(node.elements, at, one), *_keyword(node.elements, at, one)):
            array = Array(trial.arguments, node.span)
            matcher.tried.append(array)
            if matcher.match(array, expected) is not FAILED:
                return trial.error()
    return None


def _listed(arguments: Arguments, spelling: str) -> Iterator[Trial]:
    """Several arguments as a list."""
    for first in range(len(arguments)):
        for last in range(len(arguments), first + 1, -1):
            inner = arguments[first:last]
            if any(one.label is not None for one in inner):
                continue
            start, end = inner[0].span.start, inner[-1].span.end
            array = Array(inner, inner[0].span)
            message = f"({spelling} ...) takes no further {shown(inner[-1])} here: several stand in braces"
            corrected = "{" + " ".join(map(_written, inner)) + "}"
            edits = ((start, start, "{"), (end, end, "}"))
            yield Trial(_with(arguments, first, array, taking=last - first), inner[-1], message, corrected, edits)


def _joined(reading: Reading) -> Iterator[Trial]:
    """Several effects as one, which does all of them."""
    if reading.form.spelling != "then":
        return
    inner = reading.arguments
    for last in range(len(inner), 1, -1):
        clause = Clause("and", (Array(inner[:last], inner[0].span),), inner[0].span)
        start, end = inner[0].span.start, inner[last - 1].span.end
        corrected = "(and {" + " ".join(map(_written, inner[:last])) + "})"
        edits = ((start, start, "(and {"), (end, end, "})"))
        message = f"({reading.form.spelling} ...) takes one effect: several are joined by (and {{...}})"
        yield Trial(_with(inner, 0, clause, taking=last), inner[1], message, corrected, edits)


def _moved(arguments: Arguments) -> Iterator[Trial]:
    """One argument before others that it stands behind."""
    for at in range(1, len(arguments)):
        for to in range(at):
            one, before = arguments[at], arguments[to]
            moved = (*arguments[:to], one, *arguments[to:at], *arguments[at + 1 :])
            message = f"{shown(one)} comes before {shown(before)}"
            edits = ((before.span.start, before.span.start, f"{one.span.text} "), (_before(one), one.span.end, ""))
            yield Trial(moved, one, message, f"{_written(one)} {_written(before)}", edits)


def comment_in(arguments: Sequence[Node]) -> LudError | None:
    """An error for words that look like a comment of another language."""
    for one in arguments:
        if isinstance(one, Word) and (start := _COMMENT.match(one.text)) is not None:
            return LudError(f"`{start[0]}` begins no comment: comments begin with //", one.span)
    return None


def _value_start(node: Node) -> int:
    """Where a node begins behind its label."""
    if node.label is None:
        return node.span.start
    label = re.compile(r"[^\s:]+\s*:\s*").match(node.span.source.text, node.span.start)
    return label.end() if label else node.span.start


def _before(node: Node) -> int:
    """Where the blanks before a node begin."""
    text, at = node.span.source.text, node.span.start
    return at - (len(text[:at]) - len(text[:at].rstrip()))


def _written(node: Node) -> str:
    """A node as it is written, but not all of a long one."""
    match node:
        case Word(text=text):
            return text
        case String(text=text):
            return f'"{text}"'
    whole = to_text(bare(node))
    return whole if len(whole) <= _SHORT else "{...}" if isinstance(node, Array) else f"({node.keyword} ...)"


def shown(node: Node) -> str:
    """A node as messages name it."""
    match node:
        case Word(text=text):
            return f"`{text}`"
        case String(text=text):
            return f'the string "{text}"'
        case Array():
            return "a list {...}"
        case Clause(keyword=keyword):
            return f"({keyword} ...)"
