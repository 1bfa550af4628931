"""Why a node does not fit: the causes that leave least of it unexplained, each at its place, with what was meant.

A clause may be read in several ways, `(or ..)` as moves or as a condition. Of each reading the causes are found, down
to the deepest, and weighed by how much of the text they leave unexplained; the reading that explains most is told.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from ludens.language import Array, Clause, LudError, Mend, Node, String, Word, likeness, nearest
from ludens.language.tree import bare, to_text, walk
from ludens.ludemes.matching import FAILED, Assignment, Matcher, Reading, accepts, constant_of, raised, readings
from ludens.ludemes.misplaced import elsewhere, of_word, synonyms
from ludens.ludemes.registry import constants_of, enumerations, forms, forms_of
from ludens.ludemes.signatures import describe, signature
from ludens.ludemes.slips import comment_in, slip_in_list, slip_of
from ludens.ludemes.slips import shown as _show
from ludens.rules.base import ArrayOf, Ludeme
from ludens.rules.categories import MovesLudeme, SitesLudeme

#: what a slip of one word weighs: a misspelt one, one that lacks, one that stands elsewhere
_SLIP: Final = 1


@dataclass(frozen=True)
class _Blame:
    """The causes why a node does not fit, and how much of it they leave unexplained."""

    weight: float
    errors: tuple[LudError, ...]


_NONE: Final = _Blame(0, ())


def misfits(matcher: Matcher, node: Node, alternatives: Sequence[Any]) -> list[LudError]:
    """The causes why a node matches none of the alternatives; at least one, if it matches none."""
    return list(_Blaming(matcher).of(node, tuple(alternatives)).errors)


class _Blaming:
    """Finds for nodes what explains most of them; what was found once is remembered."""

    def __init__(self, matcher: Matcher) -> None:
        self.matcher = matcher
        self._memo: dict[tuple[int, tuple[Any, ...], bool], _Blame] = {}
        self._tries = True  # whether changes are tried: not inside of what was made up for a trial

    def of(self, node: Node, alternatives: tuple[Any, ...]) -> _Blame:
        key = (id(node), alternatives, self._tries)
        if key not in self._memo:
            fits = self.matcher.match_any(node, alternatives) is not FAILED
            self._memo[key] = _NONE if fits else self._best(node, alternatives)
        return self._memo[key]

    def within(self, node: Node, alternatives: tuple[Any, ...], *, is_made_up: bool) -> _Blame:
        """The same from inside of a trial."""
        tries, self._tries = self._tries, not is_made_up
        try:
            return self.of(node, alternatives)
        finally:
            self._tries = tries

    def _best(self, node: Node, alternatives: tuple[Any, ...]) -> _Blame:
        """The best of the ways to blame a node that does not fit."""
        whole = _Blame(_SLIP + _size(node), (_unfit(node, alternatives),))
        if isinstance(node, Array):
            return _least([*self._lists(node, alternatives), whole])
        if isinstance(node, Clause):
            return self._clause(node, alternatives)
        return _Blame(_misspelt(node, whole.errors[0]), whole.errors) if whole.errors[0].hint else whole

    def _lists(self, node: Array, alternatives: tuple[Any, ...]) -> Iterator[_Blame]:
        for one in alternatives:
            if isinstance(one, ArrayOf):
                if (slip := slip_in_list(self.matcher, node, one)) is not None:
                    yield _Blame(_SLIP, (slip,))
                yield _all(self.of(element, one.alternatives) for element in node.elements)

    def _clause(self, node: Clause, alternatives: tuple[Any, ...]) -> _Blame:
        readings = _readings(node, alternatives)
        blamed = [self._reading(node, reading) for reading in readings]
        if (slip := _wrong_form(node, alternatives)) is not None:
            blamed.insert(0, slip)
        best = _least(blamed) if blamed else _unreadable(node, alternatives)
        if (best.weight < _SLIP or best.errors[0].hint) and not _is_far(best.errors):
            return best
        other = elsewhere(self.matcher, node, alternatives) if self._tries else None
        if other is None or not (other.mends or best.errors[0].span == node.span or _has_synonym(node)):
            return best
        return _Blame(_SLIP if other.mends else best.weight, (other,))

    def _reading(self, node: Clause, reading: Reading) -> _Blame:
        """What is wrong with the arguments of a form, each by itself; else with how they stand together."""
        understood = len(reading.form.constants) / 4
        if (comment := comment_in(reading.arguments)) is not None:
            return _Blame(_SLIP - understood, (comment,))
        inside = _all(self._argument(reading, argument) for argument in reading.arguments)
        if inside.weight < _SLIP and inside.errors:
            return _Blame(inside.weight - understood, inside.errors)
        if (slip := self._slip(reading)) is not None:
            return _Blame(slip.weight - understood, slip.errors)
        if inside.errors:
            return _Blame(inside.weight - understood, inside.errors)
        weight, error = self._together(node, reading)
        return _Blame(weight - understood, (error,))

    def _slip(self, reading: Reading) -> _Blame | None:
        """A change that makes the arguments of a form fit, but for what is wrong deep inside of them."""
        if not self._tries:
            return None
        lenient = _Lenient(self, reading)
        as_written = Assignment(lenient, reading).search()
        slip = None if as_written else slip_of(lenient, reading)
        if slip is None:
            return None
        doubt, error = slip
        inner = _all(lenient.excused.values())
        return _Blame(_SLIP + doubt + inner.weight, (error, *inner.errors))

    def _argument(self, reading: Reading, argument: Node) -> _Blame:
        expected = tuple(a for slot in reading.slots if slot.label == argument.label for a in slot.alternatives)
        if expected:
            return self.of(argument, expected)
        error = _no_parameter(reading, argument)
        return _Blame(_SLIP if error.hint and error.hint.startswith("did you") else _SLIP + _size(argument), (error,))

    def _together(self, node: Clause, reading: Reading) -> tuple[float, LudError]:
        """Arguments that fit each for itself: one is missing, one stands elsewhere, one is too many."""
        search = Assignment(self.matcher, reading)
        search.search()
        form, its_form = f"({reading.form.spelling} ...)", f"its form is {signature(reading.form)}"
        if search.furthest >= len(reading.arguments):
            return _SLIP, LudError(f"{form} lacks {_first_missing(search)}", node.span, its_form)
        culprit = reading.arguments[search.furthest]
        if (missing := _missing_before(search, reading, culprit)) is not None:
            return _SLIP, LudError(f"{form} lacks {missing} before {_show(culprit)}", culprit.span, its_form)
        return _SLIP + _size(culprit), LudError(
            f"{form} takes no further {_show(culprit)} here", culprit.span, its_form
        )


class _Lenient(Matcher):
    """Accepts arguments that fit but for an error deep inside, and remembers the error.

    These are arguments as they are written; and a list, too, where a clause was put round it.
    """

    def __init__(self, blaming: _Blaming, reading: Reading) -> None:
        self._blaming, self.excused = blaming, dict[int, _Blame]()
        self._written = set(map(id, reading.arguments))
        super().__init__()
        self.tried = blaming.matcher.tried

    def match_any(self, node: Node, alternatives: Iterable[Any]) -> Any:
        expected = tuple(alternatives)
        value = self._blaming.matcher.match_any(node, expected)
        if value is not FAILED or not isinstance(node, (Clause, Array)) or not self._is_written(node):
            return value
        blame = self._blaming.within(node, expected, is_made_up=id(node) not in self._written)
        if any(error.span == node.span and not _is_unknown(error) for error in blame.errors):
            return FAILED
        self.excused[id(node)] = blame
        return node

    def _is_written(self, node: Clause | Array) -> bool:
        if id(node) in self._written:
            return True
        arguments = node.arguments if isinstance(node, Clause) and len(node.arguments) == 1 else ()
        return any(isinstance(one, Array) and id(one) in self._written for one in arguments)


def _has_synonym(node: Clause) -> bool:
    first = _first_word(node)
    return first is not None and bool(synonyms(node.keyword, first))


def _is_far(errors: Sequence[LudError]) -> bool:
    """Whether what an error proposes for an unknown ludeme hardly looks like it."""
    return any(_is_unknown(error) and not error.mends and not _is_like(error) for error in errors)


def _is_like(error: LudError) -> bool:
    word = error.message.removeprefix("the language has no ludeme (").split()[0]
    close = str(error.hint or "").removeprefix("did you mean (").split()[0:1]
    return bool(close) and len(word) > 3 and likeness(word, close[0]) >= 0.75


def _is_unknown(error: LudError) -> bool:
    """Whether an error says that there is no such ludeme: what was meant may be anything."""
    return error.message.startswith("the language has no ludeme")


def _all(parts: Iterable[_Blame]) -> _Blame:
    blames = list(parts)
    return _Blame(sum(one.weight for one in blames), tuple(chain.from_iterable(one.errors for one in blames)))


def _least(blames: Sequence[_Blame]) -> _Blame:
    """Of several blames the one that explains most, the first of equal ones; one without a cause is none."""
    return min((one for one in blames if one.errors), key=lambda one: one.weight)


def _misspelt(node: Node, error: LudError) -> float:
    """What a word weighs that looks like another one: less than other slips if it looks much like it."""
    word = str(error.hint).removeprefix("did you mean ").split()[0].rstrip("?")
    return _SLIP * (0.9 if likeness(getattr(node, "text", ""), word) >= 0.75 else 1.1)


def _size(node: Node) -> int:
    """How many words, strings and brackets a node has."""
    return sum(1 for _ in walk(node))


def _unfit(node: Node, alternatives: Sequence[Any]) -> LudError:
    message = f"{_show(node)} does not fit here: expected {describe(alternatives)}"
    hint = _word_hint(node, alternatives)
    if hint is None and isinstance(node, Word) and (clause := of_word(node, alternatives)) is not None:
        mend = Mend(f"Write {clause}", ((node.span.end - len(node.text), node.span.end, clause),))
        return LudError(message, node.span, f"did you mean {clause}?", mends=(mend,))
    return LudError(message, node.span, hint)


def _readings(node: Clause, alternatives: Sequence[Any]) -> list[Reading]:
    classes = [a for a in alternatives if isinstance(a, type) and issubclass(a, Ludeme)]
    return [r for a in classes for r in readings(node, a)]


def _wrong_form(node: Clause, alternatives: Sequence[Any]) -> _Blame | None:
    """Where a keyword is followed by a word that looks like one of its constants, and is none."""
    first, constants = _first_word(node), constants_of(node.keyword)
    quoted = node.arguments[0] if node.arguments else None
    if isinstance(quoted, String) and quoted.label is None and raised(quoted.text) in constants:
        mend = Mend(f"Write {quoted.text}", ((quoted.span.start, quoted.span.end, quoted.text),))
        message = f'"{quoted.text}" is no name here: it stands without quotes'
        return _Blame(_SLIP, (LudError(message, quoted.span, f"did you mean {quoted.text}?", mends=(mend,)),))
    if first is None or raised(first) in constants:
        return None
    close = nearest(first, constants)
    if not close or _is_enumerated(first):
        return None
    fits = set(close) & set(_constants_that_fit(node.keyword, alternatives))
    return _Blame(0 if fits else _SLIP + _size(node), (_no_form(node, first, close),))


def _is_enumerated(word: str) -> bool:
    """Whether a word is a constant of the language, so that the form is right and its place is not."""
    return any(constant_of(word, one) is not FAILED for one in enumerations())


def _no_form(node: Clause, word: str, close: Sequence[str]) -> LudError:
    message = f"({node.keyword} ...) has no form `{word}`"
    return LudError(message, node.arguments[0].span, _did_you_mean(close))


def _did_you_mean(close: Iterable[str]) -> str | None:
    names = " or ".join(close)
    return f"did you mean {names}?" if names else None


def _first_word(node: Clause) -> str | None:
    """The word without a label that a clause begins with."""
    first = node.arguments[0] if node.arguments else None
    return first.text if isinstance(first, Word) and first.label is None else None


def _no_parameter(reading: Reading, culprit: Node) -> LudError:
    """No parameter of the form has the label of an argument, or none is without a label."""
    form, labels = f"({reading.form.spelling} ...)", [s.label for s in reading.slots if s.label]
    close = nearest(culprit.label or "", labels)
    hint = f"did you mean `{close[0]}:`?" if close else _condition_hint(reading, culprit)
    if culprit.label:
        return LudError(f"{form} has no parameter `{culprit.label}:`", culprit.span, hint)
    return LudError(f"{form} takes no {_show(culprit)}", culprit.span, hint)


def _missing_before(search: Assignment, reading: Reading, culprit: Node) -> str | None:
    """The argument that must stand before one that fits a later place of the form."""
    needed = [slot for slot in reading.slots if not slot.optional and not slot.label]
    if len(reading.arguments) >= len(needed) or culprit is not reading.arguments[0]:
        return None
    fits = any(search.matcher.match_any(culprit, slot.alternatives) is not FAILED for slot in needed[1:])
    return describe(needed[0].alternatives) if fits else None


def _condition_hint(reading: Reading, culprit: Node) -> str:
    """Where the condition of a form stands that takes none itself; else what the form is."""
    if culprit.label not in ("if", "where"):
        return f"its form is {signature(reading.form)}"
    form, condition = reading.form.spelling, to_text(bare(culprit))
    if issubclass(reading.form.cls, SitesLudeme):
        return f"choose among the sites: (forEach ({form} ...) if:{condition}), with (site) for each"
    if issubclass(reading.form.cls, MovesLudeme):
        around = f"a condition stands around the moves, (if {condition} ({form} ...))"
        return f"{around}; one of each piece or site stands in the move, (from if:...) or (to if:...)"
    return f"its form is {signature(reading.form)}"


def _first_missing(search: Assignment) -> str:
    for slot in search.slots:
        if not slot.optional and slot.field not in search.values:
            return f"`{slot.label}:`" if slot.label else describe(slot.alternatives)
    return "an argument"


def _unreadable(node: Clause, alternatives: Sequence[Any]) -> _Blame:
    """No form of the keyword fits here, or none that fits has the constants of the clause."""
    if node.keyword not in forms():
        close = nearest(node.keyword, forms())
        fitting = [k for k in close if _fitting(k, alternatives)]
        hint = _did_you_mean(f"({k} ...)" for k in fitting or close)
        error = LudError(f"the language has no ludeme ({node.keyword} ...)", node.span, hint)
        return _Blame(_SLIP if fitting else 2 * _SLIP, (error,))
    word, constants = _first_word(node), _constants_that_fit(node.keyword, alternatives)
    is_constant = word is not None and (raised(word) in constants_of(node.keyword) or _is_enumerated(word))
    if word is not None and constants and not is_constant:
        return _Blame(_SLIP, (_no_form(node, word, nearest(word, constants)),))
    if word is None and constants:
        return _Blame(_SLIP, (LudError(f"({node.keyword} ...) lacks one of {', '.join(constants)}", node.span),))
    shown = f"({node.keyword} {raised(str(word))} ...)" if is_constant else f"({node.keyword} ...)"
    error = LudError(f"{shown} does not fit here: expected {describe(alternatives)}", node.span)
    return _Blame(_SLIP + _size(node), (error,))


def _fitting(keyword: str, alternatives: Sequence[Any]) -> list[Any]:
    """The forms of a keyword that fit here."""
    kinds = [a for a in alternatives if isinstance(a, type)]
    return [f for f in forms_of(keyword) if any(accepts(kind, f.cls, keyword) for kind in kinds)]


def _constants_that_fit(keyword: str, alternatives: Sequence[Any]) -> list[str]:
    return sorted({f.constants[0] for f in _fitting(keyword, alternatives) if f.constants})


def _word_hint(node: Node, alternatives: Sequence[Any]) -> str | None:
    if not isinstance(node, Word):
        return None
    names = [m.value for a in alternatives if isinstance(a, type) and issubclass(a, enum.Enum) for m in a]
    return _did_you_mean(nearest(node.text, names))
