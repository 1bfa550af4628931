"""Clauses that would be right under another keyword: what stands here for words of rules and of other languages.

`(line 3)` is `(is Line 3)`, `(is Pass)` is `(was Pass)`, `(&& A B)` is `(and A B)`. What fits as it stands is proposed
with the edits that write it so; of what does not, only the beginning of the clause is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

from ludens.language import Clause, LudError, Mend, Node, Word, to_text
from ludens.language.tree import bare
from ludens.ludemes.matching import FAILED, Matcher, accepts, raised
from ludens.ludemes.registry import forms
from ludens.ludemes.signatures import describe
from ludens.rules.base import Ludeme
from ludens.rules.categories import BooleanLudeme, IntLudeme, MovesLudeme, SitesLudeme

#: words of other languages and of rules in words, and how the clause begins that says it here
_SYNONYMS: Final[dict[str, tuple[str, ...]]] = {
    "&&": ("and",),
    "&": ("and",),
    "||": ("or",),
    "|": ("or",),
    "!": ("not",),
    "==": ("=",),
    "<>": ("!=",),
    "add": ("+", "move Add"),
    "sub": ("-",),
    "sum": ("+",),
    "mod": ("%",),
    "equal": ("=",),
    "greater": (">",),
    "less": ("<",),
    "alive": ("is Active",),
    "capture": ("remove",),
    "take": ("remove",),
    "kill": ("remove",),
    "delete": ("remove",),
    "jump": ("move Hop", "hop"),
    "place": ("move Add", "add"),
    "drop": ("move Add", "add"),
    "put": ("move Add", "add"),
    "walk": ("move Step", "step"),
    "win": ("result Mover Win",),
    "wins": ("result Mover Win",),
    "lose": ("result Mover Loss",),
    "loss": ("result Mover Loss",),
    "draw": ("result Mover Draw",),
    "tie": ("result Mover Draw",),
    "has": ("not (no Moves",),
    "exists": ("not (no Pieces",),
    "inside": ("is In",),
    "contains": ("is In",),
    "adjacent": ("is Related Adjacent", "sites Around"),
    "neighbours": ("sites Around",),
    "neighbors": ("sites Around",),
    "region": ("regions", "sites"),
    "row": ("sites Row",),
    "column": ("sites Column",),
    "length": ("count Sites in:", "size Array"),
    "number": ("count Pieces", "count Sites in:"),
    "random": ("value Random",),
    "rand": ("value Random",),
    "score": ("addScore", "set Score"),
    "again": ("moveAgain",),
    "extra": ("moveAgain",),
    "skip": ("pass", "move Pass"),
    "grid": ("rectangle", "square"),
    "hexagon": ("hex",),
    "hexagonal": ("hex",),
    "triangle": ("tri",),
    "triangular": ("tri",),
    "die": ("dice",),
    "cards": ("deck",),
    "token": ("piece",),
    "pieces": ("piece",),
    "case": ("if",),
    "when": ("if",),
    "unless": ("if (not",),
    "foreach": ("forEach",),
    "loop": ("while", "forEach Value"),
    "setup": ("start",),
}
_COMPARING: Final = {"=": "=", "==": "=", "!=": "!=", "<>": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_INFIX: Final = _COMPARING | {"+": "+", "-": "-", "*": "*", "/": "/", "%": "%"}
_ROLES: Final = ("P1", "P2", "P3", "P4", "Mover", "Next", "Prev", "Neutral")


def elsewhere(matcher: Matcher, node: Clause, alternatives: Sequence[Any]) -> LudError | None:
    """An error that names what a clause may have been meant to be, if that is under another keyword."""
    message = _message(node, alternatives)
    for clause in _rewritten(node):
        if _fits(matcher, clause, alternatives):
            text = to_text(bare(clause))
            mend = Mend(f"Write {text}", ((_value_start(node), node.span.end, text),))
            return LudError(message, node.span, f"did you mean {text}?", mends=(mend,))
    if (other := _of_another_kind(matcher, node, alternatives)) is not None:
        return other
    beginnings = [one for one in _meant(node) if _begins(one, alternatives)]
    if not beginnings:
        return None
    shown = (f"({one} ...)" + ")" * one.count("(") for one in beginnings[:3])
    return LudError(message, node.span, f"did you mean {' or '.join(shown)}?")


def _message(node: Clause, alternatives: Sequence[Any]) -> str:
    if node.keyword not in forms():
        return f"the language has no ludeme ({node.keyword} ...)"
    first = _word(node)
    is_named = first is not None and (node.keyword in _with_forms() or bool(synonyms(node.keyword, first)))
    if first is not None and is_named and not _is_form(node.keyword, first):
        return f"({node.keyword} ...) has no form `{first}`"
    return f"({node.keyword} ...) does not fit here: expected {describe(alternatives)}"


def _is_form(keyword: str, word: str) -> bool:
    return f"{keyword} {raised(word)}" in _by_constant().get(raised(word), ())


@cache
def _with_forms() -> frozenset[str]:
    """The keywords all of whose forms have a constant."""
    return frozenset(keyword for keyword, group in forms().items() if all(form.constants for form in group))


def _rewritten(node: Clause) -> Iterator[Clause]:
    """The clause under other keywords, those likeliest first."""
    whole: tuple[Node, ...] = (Word(node.keyword, node.span), *node.arguments)
    for at, one in enumerate(whole):
        if isinstance(one, Word) and one.label is None and one.text in _INFIX and 0 < at < len(whole) - 1:
            yield Clause(_INFIX[one.text], (_side(whole[:at]), _side(whole[at + 1 :])), node.span)
    first = _word(node)
    if node.keyword == "is" and first is not None and raised(first) in _ROLES:
        yield Clause("=", (*node.arguments[1:], Word(raised(first), node.span)), node.span)
    for beginning in _beginnings(node):
        keyword, *constants = beginning.removesuffix(":").split()
        if any(one.startswith("(") for one in constants):
            continue
        words = tuple(Word(one, node.span) for one in constants)
        rest = node.arguments[1:] if first is not None and constants[:1] == [raised(first)] else node.arguments
        yield Clause(keyword, (*words, *rest), node.span)


def _side(nodes: Sequence[Node]) -> Node:
    """One side of a comparison: a clause in brackets of its own, or what stands there alone."""
    first, *rest = nodes
    return Clause(first.text, tuple(rest), first.span) if isinstance(first, Word) and rest else first


def _beginnings(node: Clause) -> Iterator[str]:
    """How clauses begin that the keyword, or the word behind it, may stand for."""
    yield from _meant(node)
    yield from _by_constant().get(raised(node.keyword), ())


def _meant(node: Clause) -> Iterator[str]:
    """Those that can be named even where the rest does not fit them."""
    first = _word(node)
    if first is not None and not _is_form(node.keyword, first):
        if node.keyword in _with_forms():
            yield from _by_constant().get(raised(first), ())
        yield from synonyms(node.keyword, first)
    yield from _SYNONYMS.get(node.keyword.lower(), ())
    if node.keyword not in forms():
        yield from _by_constant().get(raised(node.keyword), ())


def synonyms(keyword: str, word: str) -> list[str]:
    """The forms of a keyword that a word of other rules may stand for."""
    return [one for one in _SYNONYMS.get(word.lower(), ()) if one.split()[0] == keyword]


@cache
def _by_constant() -> dict[str, tuple[str, ...]]:
    """By constant the beginnings of clauses that have it."""
    spelt: dict[str, dict[str, None]] = {}
    for keyword, group in forms().items():
        for form in group:
            if form.constants:
                spelt.setdefault(form.constants[0], {})[f"{keyword} {form.constants[0]}"] = None
    return {constant: tuple(beginnings) for constant, beginnings in spelt.items()}


def _begins(beginning: str, alternatives: Sequence[Any]) -> bool:
    """Whether a clause that begins so can stand here."""
    keyword, *constants = beginning.removesuffix(":").split()
    kinds = [a for a in alternatives if isinstance(a, type) and issubclass(a, Ludeme)]
    group = [form for form in forms().get(keyword, ()) if not constants or form.constants[:1] in ((), (constants[0],))]
    return any(accepts(kind, form.cls, keyword) for kind in kinds for form in group)


def _of_another_kind(matcher: Matcher, node: Clause, alternatives: Sequence[Any]) -> LudError | None:
    """What is a number, a region or a condition, where something else stands."""
    shown = f"({node.keyword} ...)"
    if _wants(alternatives, BooleanLudeme) and _fits(matcher, node, (IntLudeme,)):
        text = to_text(bare(node))
        return LudError(f"{shown} is a number, not a condition", node.span, f"compare it: (= {text} 1)")
    if _wants(alternatives, BooleanLudeme) and _fits(matcher, node, (SitesLudeme,)):
        hint = f"ask for a site of it, (is In (last To) {to_text(bare(node))}), or count it, (count Sites in:...)"
        return LudError(f"{shown} is a region, not a condition", node.span, hint)
    if _wants(alternatives, IntLudeme) and _fits(matcher, node, (SitesLudeme,)):
        hint = f"count it, (count Sites in:{to_text(bare(node))}), or take what two have in common, (intersection A B)"
        return LudError(f"{shown} is a region, not a number", node.span, hint)
    if _wants(alternatives, MovesLudeme) and _fits(matcher, node, (BooleanLudeme,)):
        hint = "say what is done where it holds: (if ... (move ...))"
        return LudError(f"{shown} is a condition, not moves", node.span, hint)
    return None


def of_word(node: Word, alternatives: Sequence[Any]) -> str | None:
    """The clause that a word without brackets may stand for: `Full` for `(is Full)`."""
    kinds = [a for a in alternatives if isinstance(a, type) and issubclass(a, Ludeme)]
    clauses = [one for one in _by_constant().get(raised(node.text), ()) if _begins(one, kinds)]
    return f"({clauses[0]})" if len(clauses) == 1 else None


def _wants(alternatives: Sequence[Any], kind: type[Ludeme]) -> bool:
    return any(isinstance(a, type) and issubclass(kind, a) for a in alternatives)


def _fits(matcher: Matcher, node: Node, alternatives: Sequence[Any]) -> bool:
    matcher.tried.append(node)
    return matcher.match_any(node, tuple(alternatives)) is not FAILED


def _word(node: Clause) -> str | None:
    first = node.arguments[0] if node.arguments else None
    return first.text if isinstance(first, Word) and first.label is None else None


def _value_start(node: Clause) -> int:
    """Where the bracket opens, behind a label."""
    at = node.span.source.text.find("(", node.span.start, node.span.end)
    return at if at >= 0 else node.span.start
