"""The language as a grammar without context: what constrained decoding and other people's parsers ask for.

It is made of the forms that the compiler matches, so that it cannot say anything else. What a grammar without context
cannot say is left out: that names are declared, what numbers are possible, defines and options.

>>> "is_line" in grammar().rules
True
"""

from __future__ import annotations

import enum
import itertools
import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

from ludens.ludemes.matching import CONSTANTS, _board_slots, accepts
from ludens.ludemes.registry import Form, forms, forms_of
from ludens.rules import categories
from ludens.rules.base import ArrayOf, Ludeme, Number, Slot
from ludens.rules.categories import DimLudeme, IntLudeme


@dataclass(frozen=True)
class Text:
    """What is written as it stands."""

    text: str


@dataclass(frozen=True)
class Rule:
    """What another rule says."""

    name: str


@dataclass(frozen=True)
class Terminal:
    """A terminal that has a pattern: an integer, a number, a string."""

    name: str


@dataclass(frozen=True)
class Label:
    """A parameter's label, right before its value."""

    text: str
    value: Symbol


@dataclass(frozen=True)
class Choice:
    """One of several."""

    options: tuple[Symbol, ...]


@dataclass(frozen=True)
class Maybe:
    """Something that may be left out."""

    symbol: Symbol


@dataclass(frozen=True)
class Many:
    """A list in braces."""

    symbol: Symbol


@dataclass(frozen=True)
class Clause:
    """A clause in brackets: its keyword and constants, then its parameters."""

    words: tuple[str, ...]
    parts: tuple[Symbol, ...]


Symbol = Text | Rule | Terminal | Label | Choice | Maybe | Many | Clause

#: the patterns of terminals, for regular expressions of any kind
PATTERNS: Final = {"integer": "-?[0-9]+", "number": r"-?[0-9]+(\.[0-9]+)?", "string": r'"[^"\\\n]+"'}


#: names that the notations have themselves
_TAKEN: Final = frozenset({*PATTERNS, "root", "start", "ws"})


@dataclass
class Grammar:
    """Rules by their names; `game` is the first."""

    rules: dict[str, Symbol] = field(default_factory=dict)
    root: str = "game"


@cache
def grammar() -> Grammar:
    """The grammar of a game, without its metadata."""
    return _Builder().build()


class _Builder:
    """Follows the parameters from `(game ...)` on; a rule for each category, enumeration and form that is met."""

    def __init__(self) -> None:
        self.made = Grammar()
        self.todo: list[tuple[str, Callable[[], Symbol]]] = []

    def build(self) -> Grammar:
        options = tuple(self.form(form, of_board=False) for form in forms_of("game"))
        self.made.rules["game"] = Choice(options)
        while self.todo:
            name, make = self.todo.pop()
            self.made.rules[name] = make()
        return self.made

    def rule(self, name: str, make: Callable[[], Symbol]) -> Rule:
        if name not in self.made.rules:
            self.made.rules[name] = Text("")  # its place
            self.todo.append((name, make))
        return Rule(name)

    def form(self, form: Form, *, of_board: bool) -> Rule:
        name = _named(form.spelling.replace(" ", "_")) + _number(form) + ("_of_board" if of_board else "")
        slots = _board_slots(form.cls.slots()) if of_board else form.cls.slots()
        words = (form.keyword, *form.constants)
        ways = [given for needed in form.cls.ways or ((),) for given in _ways(_needing(slots, needed))]
        return self.rule(name, lambda: _one_of([Clause(words, tuple(self.slots(given))) for given in ways]))

    def slots(self, slots: Sequence[Slot]) -> Iterator[Symbol]:
        for slot in slots:
            value = self.choice(slot.alternatives)
            if value == Choice(()):  # only what is left out of the grammar may stand here
                continue
            symbol = Label(slot.label, value) if slot.label else value
            yield Maybe(symbol) if slot.optional else symbol

    def choice(self, alternatives: Sequence[Any]) -> Symbol:
        return _one_of([option for one in alternatives if (option := self.option(one)) != Choice(())])

    def option(self, alternative: Any) -> Symbol:
        if isinstance(alternative, ArrayOf):
            inner = self.choice(alternative.alternatives)
            return inner if inner == Choice(()) else Many(inner)
        if issubclass(alternative, enum.Enum):
            return self.rule(_named(alternative.__name__), lambda: Choice(tuple(Text(m.value) for m in alternative)))
        if issubclass(alternative, Ludeme):
            return self.category(alternative)
        return _PLAIN[alternative]

    def category(self, cls: type[Ludeme]) -> Symbol:
        of_board = cls is DimLudeme
        every = (one for family in forms().values() for one in family)
        # what ludens adds to the language needs metadata, which are left out
        fitting = [one for one in every if accepts(cls, one.cls, one.keyword) and not one.cls.extends]
        if not fitting and cls not in _LITERAL:
            return Choice(())

        def make() -> Symbol:
            return Choice((*_LITERAL.get(cls, ()), *(self.form(form, of_board=of_board) for form in fitting)))

        return self.rule(f"any_{_named(cls.__name__.removesuffix('Ludeme'))}", make)


def _needing(slots: Sequence[Slot], needed: Sequence[str]) -> list[Slot]:
    """The parameters of a form, some of which must be given."""
    return [replace(slot, optional=slot.optional and slot.field not in needed) for slot in slots]


def _ways(slots: Sequence[Slot]) -> Iterator[list[Slot]]:
    """The parameters with one of each group alone, in all ways: of a group one may be given."""
    groups: dict[str, list[Slot]] = {}
    for slot in slots:
        if slot.group is not None:
            groups.setdefault(slot.group, []).append(slot)
    for chosen in itertools.product(*groups.values()):
        yield [slot for slot in slots if slot.group is None or slot in chosen]


def _one_of(options: Sequence[Symbol]) -> Symbol:
    different = tuple(dict.fromkeys(options))
    return different[0] if len(different) == 1 else Choice(different)


_INTEGER: Final = Choice((Terminal("integer"), *(Text(word) for word in CONSTANTS)))
_BOOLEAN: Final = Choice((Text("True"), Text("False")))
_PLAIN: Final[dict[type, Symbol]] = {
    int: Terminal("integer"), bool: _BOOLEAN, float: Terminal("number"), Number: Terminal("number"),
    str: Terminal("string"),
}  # fmt: skip
_LITERAL: Final[dict[type, tuple[Symbol, ...]]] = {
    IntLudeme: (_INTEGER,), DimLudeme: (_INTEGER,), categories.BooleanLudeme: (_BOOLEAN,),
    categories.FloatLudeme: (Terminal("number"),),
}  # fmt: skip


def _named(text: str) -> str:
    """A name for a rule: `Line of sight` and `LineOfSight` are `line_of_sight`; signs are spelt out."""
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text).lower()
    name = "".join(one if one.isalnum() or one == "_" else f"x{ord(one):x}" for one in text)
    return f"{name}_clause" if name in _TAKEN else name


def _number(form: Form) -> str:
    """What tells forms of one spelling apart."""
    alike = [one for one in forms_of(form.keyword) if one.constants == form.constants]
    return f"_{alike.index(form) + 1}" if len(alike) > 1 else ""


# --- in the notations of others


def to_ebnf(whole: Grammar) -> str:
    """The grammar as EBNF (ISO 14977's signs, without its commas)."""

    def text(one: Symbol) -> str:
        match one:
            case Text(word):
                return json.dumps(word)
            case Rule(name):
                return name
            case Terminal(name):
                return name
            case Label(word, value):
                return f'"{word}:" {text(value)}'
            case Choice(options):
                return "(" + " | ".join(map(text, options)) + ")"
            case Maybe(inner):
                return f"[{text(inner)}]"
            case Many(inner):
                return f'"{{" {{{text(inner)}}} "}}"'
            case Clause(words, parts):
                return " ".join([f'"({words[0]}"', *(f'"{word}"' for word in words[1:]), *map(text, parts), '")"'])

    lines = [f"{name} = {text(symbol)};" for name, symbol in whole.rules.items()]
    return "\n".join([*lines, *(f"{name} = ? {pattern} ?;" for name, pattern in PATTERNS.items())]) + "\n"


def to_gbnf(whole: Grammar) -> str:
    """The grammar as llama.cpp reads it."""
    lines = [f"root ::= {_hyphens(whole.root)}", "ws ::= [ \\n]+"]
    lines += [f"{_hyphens(name)} ::= {_spaced(symbol, _hyphens, 'ws')}" for name, symbol in whole.rules.items()]
    lines += ['integer ::= "-"? [0-9]+', 'number ::= "-"? [0-9]+ ("." [0-9]+)?', 'string ::= "\\"" [^"\\\\\\n]+ "\\""']
    return "\n".join(lines) + "\n"


def to_lark(whole: Grammar) -> str:
    """The grammar for Lark, and for llguidance, which reads the same."""
    lines = [f"start: {whole.root}", "WS: /[ \\n]+/"]
    lines += [f"{name}: {_spaced(symbol, str, 'WS')}" for name, symbol in whole.rules.items()]
    lines += [f"{name.upper()}: /{pattern}/" for name, pattern in PATTERNS.items()]
    return "\n".join(lines) + "\n"


def _hyphens(name: str) -> str:
    return name.replace("_", "-")


def _spaced(symbol: Symbol, named: Callable[[str], str], space: str) -> str:
    """A symbol where white space is written out: one before each part of a clause and of a list but the first."""

    def text(one: Symbol) -> str:
        match one:
            case Text(word):
                return json.dumps(word)
            case Rule(name):
                return named(name)
            case Terminal(name):
                return name.upper() if space == "WS" else name
            case Label(word, value):
                return f"{json.dumps(word + ':')} {text(value)}"
            case Choice(options):
                return "(" + " | ".join(map(text, options)) + ")"
            case Maybe(inner):
                return f"({space} {text(inner)})?"
            case Many(inner):
                return f'"{{" ({text(inner)} ({space} {text(inner)})*)? "}}"'
            case Clause(words, parts):
                begin = [json.dumps(f"({words[0]}"), *(f"{space} {json.dumps(word)}" for word in words[1:])]
                inner_parts = (text(part) if isinstance(part, Maybe) else f"{space} {text(part)}" for part in parts)
                return " ".join([*begin, *inner_parts, '")"'])

    return text(symbol)


def to_json_schema(whole: Grammar) -> dict[str, Any]:
    """The JSON schema of descriptions as data: see `from_json` for how they are written."""

    def schema(one: Symbol) -> dict[str, Any]:
        match one:
            case Text(word):
                return {"const": word}
            case Rule(name):
                return {"$ref": f"#/$defs/{name}"}
            case Terminal("integer"):
                return {"type": "integer"}
            case Terminal("number"):
                return {"type": "number"}
            case Terminal():
                return {"type": "object", "properties": {"string": {"type": "string"}}, "required": ["string"]}
            case Choice(options):
                return {"anyOf": [schema(option) for option in options]}
            case Many(inner):
                return {"type": "array", "items": schema(inner)}
            case Maybe(inner):
                return schema(inner)
            case Label(_, value):
                return schema(value)
            case Clause(words, parts):
                return _clause_schema(words, parts, schema)

    defs = {name: schema(symbol) for name, symbol in whole.rules.items()}
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": f"#/$defs/{whole.root}"}
    return head | {"$defs": defs}


def _clause_schema(words: Sequence[str], parts: Sequence[Symbol], schema: Callable[[Symbol], Any]) -> dict[str, Any]:
    """An object: what the clause begins with, and its parameters by label or number."""
    properties: dict[str, Any] = {"ludeme": {"const": " ".join(words)}}
    required = ["ludeme"]
    for number, part in enumerate(parts, 1):
        inner = part.symbol if isinstance(part, Maybe) else part
        key = inner.text if isinstance(inner, Label) else str(number)
        properties[key] = schema(inner)
        if not isinstance(part, Maybe):
            required.append(key)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def from_json(data: Any) -> str:
    """The description that data of the schema say: objects are clauses, arrays lists, `{"string": ...}` strings.

    >>> from_json({"ludeme": "move Add", "1": {"ludeme": "to", "1": {"ludeme": "sites Empty"}}})
    '(move Add (to (sites Empty)))'
    """
    if isinstance(data, list):
        return "{" + " ".join(map(from_json, data)) + "}"
    if not isinstance(data, dict):
        return str(data)
    if "string" in data:
        return '"' + str(data["string"]).replace('"', "'") + '"'
    labels = ((key, "" if key.isdigit() else f"{key}:") for key in data if key != "ludeme")
    return "(" + " ".join([str(data["ludeme"]), *(label + from_json(data[key]) for key, label in labels)]) + ")"


# --- samples


def sample(whole: Grammar, rng: random.Random, depth: int = 14) -> str:
    """A text of the grammar drawn at random, which nests no deeper than need be from some `depth` on."""
    return _Sampler(whole, rng).text(Rule(whole.root), depth)


class _Sampler:
    def __init__(self, whole: Grammar, rng: random.Random) -> None:
        self.rules, self.rng, self.heights = whole.rules, rng, _heights(whole)

    def text(self, symbol: Symbol, left: int) -> str:
        match symbol:
            case Text(word):
                return word
            case Terminal("integer"):
                return str(self.rng.randint(0, 4))
            case Terminal("number"):
                return str(self.rng.choice([0.5, 1, 2]))
            case Terminal():
                return self.rng.choice(['"Disc"', '"Disc1"', '"A1"', '"Home"'])
            case Rule(name):
                return self.text(self.rules[name], left)
            case Label(word, value):
                return f"{word}:{self.text(value, left)}"
            case Choice(options):
                return self.text(self._chosen(options, left), left)
            case Maybe(inner):
                return self.text(inner, left) if self._takes(inner, left, 0.25) else ""
            case Many(inner):
                count = 1 if left <= self._height(inner) else self.rng.choice([1, 1, 2, 3])
                return "{" + " ".join(self.text(inner, left - 1) for _ in range(count)) + "}"
            case Clause(words, parts):
                texts = [text for part in parts if (text := self.text(part, left - 1))]
                return "(" + " ".join([*words, *texts]) + ")"

    def _chosen(self, options: Sequence[Symbol], left: int) -> Symbol:
        """One of those that fit; where none does, one of the least."""
        fitting = [option for option in options if self._height(option) <= left]
        if fitting:
            return self.rng.choice(fitting)
        return min(options, key=self._height)

    def _takes(self, inner: Symbol, left: int, chance: float) -> bool:
        return self._height(inner) <= left and self.rng.random() < chance

    def _height(self, symbol: Symbol) -> float:
        return _height(symbol, self.heights)


def _height(symbol: Symbol, heights: dict[str, float]) -> float:
    """How deep a symbol nests at least, by what is known of rules so far."""
    match symbol:
        case Text() | Terminal() | Maybe():
            return 0
        case Rule(name):
            return heights.get(name, float("inf"))
        case Label(_, value):
            return _height(value, heights)
        case Choice(options):
            return min((_height(option, heights) for option in options), default=float("inf"))
        case Many(inner):
            return 1 + _height(inner, heights)
        case Clause(_, parts):
            return 1 + max((_height(part, heights) for part in parts), default=0)


def _heights(whole: Grammar) -> dict[str, float]:
    heights: dict[str, float] = {}
    while True:
        now = {name: _height(symbol, heights) for name, symbol in whole.rules.items()}
        if now == heights:
            return heights
        heights = now
