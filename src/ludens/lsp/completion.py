"""What may be written at a place."""

from __future__ import annotations

import enum
import inspect
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any, Literal

from ludens.language.prelude import predefined
from ludens.lsp import names
from ludens.lsp.document import Document, NameKind, prelude
from ludens.lsp.expectations import Expectations, fits_form
from ludens.lsp.habits import index_at, usual
from ludens.lsp.syntax import Node
from ludens.ludemes.matching import CONSTANTS, raised
from ludens.ludemes.registry import Form, forms, forms_of
from ludens.ludemes.signatures import describe, signature
from ludens.rules.base import ArrayOf, Ludeme, Slot
from ludens.rules.categories import BooleanLudeme, DimLudeme, IntLudeme, MovesLudeme, NonDecision
from ludens.rules.enums import RoleType

ItemKind = Literal["keyword", "constant", "role", "label", "define", "name", "option", "parameter", "list"]

#: what belongs to the text and not to the game, and so has no class in the language
SYNTAX = {
    "define": (
        '(define "Name" <text>)',
        'A name for a piece of text: `("Name")` stands for it, and `#1`, `#2` in it for what follows the name.',
    ),
    "option": (
        '(option "Heading" <Tag> args:{<name> ...} {(item ...) ...})',
        "A choice before the game: `<Tag:name>` stands for what the chosen item has for a name.",
    ),
    "item": (
        '(item "Item" <text> ... "What it means")',
        "One choice of an option. Stars behind it say which one holds unless another is chosen.",
    ),
    "rulesets": ("(rulesets {(ruleset ...) ...})", "Named sets of options."),
    "ruleset": ('(ruleset "Ruleset/Name" {"Heading/Item" ...})', "Options that are chosen together."),
}
_TOP = ("game", "define", "option", "rulesets", "metadata", "match")
_WORD = re.compile(r"[^\s(){}\"]*\Z")
_MOST = 600


@dataclass
class Item:
    """Something that may be written: `insert` takes the place of what is there; `${1:...}` in a snippet are gaps."""

    label: str
    kind: ItemKind
    insert: str
    detail: str = ""
    doc: str = ""
    snippet: bool = False
    rank: int = 5


@dataclass
class Completions:
    """Proposals, best first, for the characters `start` to `end`."""

    start: int
    end: int
    items: list[Item] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return {"from": self.start, "to": self.end, "items": [asdict(item) for item in self.items]}


def complete(document: Document, expectations: Expectations, offset: int) -> Completions:
    """What may be written at an offset, for what is already there of it."""
    completer = _Completer(document, expectations, offset)
    completions = completer.complete()
    used = Counter(node.text for node in document.nodes if node.kind in ("clause", "use", "word"))
    usual = completer.usual(completions.start)
    unique = {(item.label, item.insert.rstrip()): item for item in reversed(completions.items)}

    def order(one: Item) -> tuple[object, ...]:
        habit = usual.get(one.label.strip('("'), 0)
        place = 0 if one.kind == "name" else 1 if habit else 2
        return place, -habit, one.rank, -min(used[_word(one)], 3), one.label.lower()

    completions.items = sorted(unique.values(), key=order)[:_MOST]
    return completions


def _word(item: Item) -> str:
    return item.label.strip('("').partition(" ")[0].strip('"')


class _Completer:
    def __init__(self, document: Document, expectations: Expectations, offset: int) -> None:
        self.document, self.expectations, self.offset = document, expectations, offset
        self.list = document.list_at(offset)
        self.token = document.token_at(offset)

    def complete(self) -> Completions:
        token, text, offset = self.token, self.document.text, self.offset
        if token and token.kind == "comment" and offset > token.start:
            return Completions(offset, offset)
        if token and token.kind == "string" and token.start < offset and not self._is_behind(token.start, token.end):
            return self._in_string(token.start)
        match = _WORD.search(text, self.document.line_starts[self.document.locate(offset)[0]], offset)
        start = match.start() if match else offset
        if self._is_head(start):
            return Completions(start, self._word_end(), list(self._heads()))
        label, colon, _ = text[start:offset].partition(":")
        if colon and "<" not in label:
            start += len(label) + 1
            return Completions(start, self._word_end(), list(self._values(label)))
        return Completions(start, self._word_end(), [*self._values(None), *self._labels()])

    def usual(self, start: int) -> dict[str, int]:
        """How often what may stand at the place stands there in the library's games."""
        labelled = re.search(r"(\w+):\s*\Z", self.document.text[:start])
        inner, at, label = self.list, start, labelled[1] if labelled else None
        if self._is_head(start) and inner.parent is not None:
            inner, at, label = inner.parent, inner.at, inner.label
        while inner.kind == "array" and inner.parent is not None:
            inner, at, label = inner.parent, inner.at, inner.label
        return usual(inner, index_at(inner, at), label) if inner.kind == "clause" else {}

    def _is_behind(self, start: int, end: int) -> bool:
        return self.offset == end and end - start > 1 and self.document.text[end - 1] == '"'

    def _word_end(self) -> int:
        """Where the word at the place ends: completing it replaces all of it, but not what it is a label for."""
        match = re.compile(r"[A-Za-z0-9_]*").match(self.document.text, self.offset)
        return match.end() if match else self.offset

    def _is_head(self, start: int) -> bool:
        return self.list.kind in ("clause", "use") and self.document.text[self.list.at + 1 : start].strip() == ""

    # --- what comes behind a bracket

    def _heads(self) -> Iterator[Item]:
        alternatives = self.expectations.alternatives(self.list)
        parent = self.list.parent
        if parent is None or parent.kind == "root":
            yield from (_keyword(name) for name in _TOP)
            return
        if parent.kind == "array" and parent.parent and parent.parent.text in ("option", "rulesets"):
            yield _keyword("item" if parent.parent.text == "option" else "ruleset")
            return
        for form in _fitting(alternatives):
            yield _form(form, form.spelling, rank=_rank(form, alternatives))
        for name, detail, doc in self._defines(alternatives):
            yield Item(f'"{name}"', "define", f'"{name}"', detail, doc, rank=4)

    def _defines(self, alternatives: Sequence[Any] | None) -> Iterator[tuple[str, str, str]]:
        """The defines that may stand for what is wanted; those of the text first."""
        own = self._enclosing_define()
        for name, node in self.document.defines.items():
            if name != own and self._fits(name, alternatives):
                yield name, _call(name, self.document.parameters(node)), ""
        for name in predefined():
            is_predefined = name not in self.document.defines and self.expectations.body(name) is not None
            if is_predefined and alternatives and self._fits(name, alternatives):
                yield name, _call(name, prelude().parameters(prelude().defines[name])) + ", predefined", ""

    def _fits(self, name: str, alternatives: Sequence[Any] | None) -> bool:
        body = self.expectations.body(name)
        return alternatives is None or body is None or self.expectations.fits(body, alternatives)

    def _enclosing_define(self) -> str | None:
        for one in (self.list, *self.list.above()):
            if one.text == "define" and one.children:
                return one.children[0].text
        return None

    # --- what comes behind a blank

    def _index(self) -> int:
        """How many parts of the list stand before the place."""
        return sum(
            1 for child in self.list.children if child.end < self.offset or (child.is_list and child.end <= self.offset)
        )

    def _values(self, label: str | None) -> Iterator[Item]:
        if self.list.kind == "root":
            yield from (Item(f"({name}", "keyword", f"({name} ", *SYNTAX.get(name, ("", ""))) for name in _TOP)
            return
        index = self._index()
        if self.list.kind == "clause" and label is None:
            yield from self._constants(index)
        if self._enclosing_define() is not None:
            yield from (Item(f"#{n}", "parameter", f"#{n}", "a parameter of the define", rank=6) for n in range(1, 4))
        for option in self.document.options:
            for argument in option.arguments:
                yield Item(f"<{option.tag}:{argument}>", "option", f"<{option.tag}:{argument}>", option.heading, rank=6)
        alternatives = self.expectations.at(self.list, index, label)
        if alternatives is not None:
            yield from self._of(alternatives, self._kinds(index, label))

    def _constants(self, index: int) -> Iterator[Item]:
        """The constants that tell the forms of a keyword apart."""
        if index:
            return
        alternatives = self.expectations.alternatives(self.list)
        for form in forms_of(self.list.text):
            if form.constants and (not alternatives or fits_form(form, alternatives)):
                yield Item(form.constants[0], "constant", form.constants[0], _signature(form), _doc(form), rank=0)

    def _of(self, alternatives: Sequence[Any], kinds: set[NameKind] | None) -> Iterator[Item]:
        for one in alternatives:
            if isinstance(one, ArrayOf):
                yield Item("{...}", "list", "{${1}}", describe((one,)), snippet=True, rank=3)
            elif issubclass(one, enum.Enum):
                kind: ItemKind = "role" if one is RoleType else "constant"
                yield from (Item(m.value, kind, m.value, one.__name__, inspect.getdoc(one) or "", rank=1) for m in one)
            elif one is str:
                yield from self._names(kinds, quoted=True)
            if one in (bool, BooleanLudeme):
                yield from (Item(word, "constant", word, "a condition", rank=2) for word in ("True", "False"))
            if one in (int, IntLudeme, DimLudeme):
                yield from (Item(word, "constant", word, str(number), rank=7) for word, number in CONSTANTS.items())
        for form in _fitting(alternatives):
            yield _form(
                form, _snippet(form), snippet=True, rank=_rank(form, alternatives) + 1, label=f"({form.spelling}"
            )
        if any(isinstance(one, type) and issubclass(one, Ludeme) for one in alternatives):
            for name, detail, doc in self._defines(alternatives):
                yield Item(f'("{name}"', "define", f'("{name}")', detail, doc, rank=5)

    def _labels(self) -> Iterator[Item]:
        if self.list.kind != "clause":
            return
        present = {child.label for child in self.list.children}
        for slot, _ in self.expectations.slots(self.list, self._index()):
            if slot.label and slot.label not in present:
                yield _label(slot)

    # --- names

    def _kinds(self, index: int, label: str | None) -> set[NameKind] | None:
        """What a string may name at a place; None where that is not known."""
        here, at = self.list, index
        while here.kind == "array" and here.parent is not None:
            here, at, label = here.parent, here.index, here.label
        if here.kind != "clause":
            return None
        slots = [slot for slot, _ in self.expectations.slots(here, at) if slot.label == label]
        return {kind for slot in slots for kind in names.kinds_of(slot)} if slots else None

    def _names(self, kinds: set[NameKind] | None, quoted: bool) -> Iterator[Item]:
        mark = '"' if quoted else ""
        for name, detail in self._named(kinds):
            yield Item(f"{mark}{name}{mark}", "name", f"{mark}{name}{mark}", detail, rank=1)

    def _named(self, kinds: set[NameKind] | None) -> Iterator[tuple[str, str]]:
        for one in self.document.declarations:
            if one.kind in ("define", "option", "ruleset") or (kinds is not None and one.kind not in kinds):
                continue
            yield one.name, one.kind
            if one.kind == "piece" and one.clause.text == "piece":
                yield from ((f"{one.name}{number}", "piece") for number in self._owners(one.clause))
        if kinds is not None and "container" in kinds:
            yield from ((f"Hand{number}", "container") for number in self._owners(None))
            yield "Board", "container"

    def _owners(self, piece: Node | None) -> Iterable[int]:
        """The numbers of the players that a piece may belong to."""
        role = next((c.text for c in piece.children[1:2] if c.kind == "word"), "Each") if piece else "Each"
        if raised(role) == "Neutral":
            return (0,)
        if re.fullmatch(r"P\d+", raised(role)):
            return (int(role[1:]),)
        players = next((c for node in self.document.clauses("players") for c in node.children[:1]), None)
        count = (
            len(players.children)
            if players and players.kind == "array"
            else int(players.text)
            if players and players.text.isdigit()
            else 2
        )
        return range(1, min(count, 16) + 1)

    def _in_string(self, start: int) -> Completions:
        """Inside of quotes: the name of a define behind a bracket, else what the string may name."""
        end = self.token.end if self.token else self.offset
        closed = end - start > 1 and self.document.text[end - 1] == '"'
        inside = Completions(start + 1, max(end - 1, start + 1) if closed else self.offset)
        if self.list.kind == "use" and self.list.head[0] == start:
            alternatives = self.expectations.alternatives(self.list)
            inside.items = [
                Item(name, "define", name, detail, doc) for name, detail, doc in self._defines(alternatives)
            ]
            return inside
        if self._is_setting():
            inside.items = [Item(name, "option", name, "an option's item") for name in _settings(self.document)]
            return inside
        index = sum(1 for child in self.list.children if child.end <= start)
        label = next((c.label for c in self.list.children if c.at == start), None)
        inside.items = list(self._names(self._kinds(index, label), quoted=False))
        return inside

    def _is_setting(self) -> bool:
        return any(one.text in ("ruleset", "useFor") for one in (self.list, *self.list.above()))


def _settings(document: Document) -> Iterator[str]:
    for option in document.options:
        for item in option.items:
            if item.children and item.children[0].kind == "string":
                yield f"{option.heading}/{item.children[0].text}"


def _fitting(alternatives: Sequence[Any] | None) -> Iterator[Form]:
    """All forms that may stand where something is wanted; every form where that is not known."""
    for family in forms().values():
        yield from (form for form in family if alternatives is None or fits_form(form, alternatives))


def _rank(form: Form, alternatives: Sequence[Any] | None) -> int:
    """What is asked for by its own class comes first, then, among moves, decisions."""
    if alternatives and form.cls in alternatives:
        return 1
    return 2 if form.keyword in NonDecision.left_out and alternatives and MovesLudeme in alternatives else 3


@cache
def _signature(form: Form) -> str:
    return signature(form)


def _form(form: Form, insert: str, *, rank: int, snippet: bool = False, label: str = "") -> Item:
    return Item(label or form.spelling, "keyword", insert, _signature(form), _doc(form), snippet, rank)


@cache
def _doc(form: Form) -> str:
    return inspect.getdoc(form.cls) or ""


@cache
def _snippet(form: Form) -> str:
    """A form with a gap for each parameter that it needs."""
    needed = [slot for slot in form.cls.slots() if not slot.optional]
    gaps = [f"{slot.label}:${{{i}}}" if slot.label else f"${{{i}:{slot.field}}}" for i, slot in enumerate(needed, 1)]
    return f"({' '.join([form.spelling, *gaps])})"


def _label(slot: Slot) -> Item:
    return Item(f"{slot.label}:", "label", f"{slot.label}:", describe(slot.alternatives), rank=1)


def _call(name: str, parameters: int) -> str:
    return f'("{name}"{"".join(f" #{n}" for n in range(1, parameters + 1))})'


def _keyword(name: str) -> Item:
    form, doc = SYNTAX.get(name, ("", ""))
    if not form and forms_of(name):
        return _form(forms_of(name)[0], name, rank=1)
    return Item(name, "keyword", name, form, doc, rank=2)
