"""Clauses written from the signatures of the grammar: in the shortest form, and with one thing varied at a time."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

#: what stands for a literal
LITERALS = {"int": "1", "string": '"Disc"', "boolean": "True", "float": "1.5"}
_RULE = re.compile(r"^(<\S+?>)\s*::=", re.M)
_TOKEN = re.compile(r"\s*(<(?:<=|>=|!=|<|>|=|[^<>\s]+)>|[\[\](){}|]|[A-Za-z_]\w*:|[^\s\[\](){}|]+)")
_MUCH = 10**6


@dataclass(frozen=True)
class Item:
    """A part of a rule: `kind` is word, ref, label, optional, list, clause or choice; `text` its word."""

    kind: str
    text: str = ""
    #: of a choice its alternatives, each a sequence; of other parts with something inside one alternative of one item
    inside: tuple[tuple[Item, ...], ...] = ()


@dataclass
class _Tokens:
    tokens: list[str]
    at: int = 0

    def choice(self, end: str | None = None) -> Item:
        found, sequence = list[tuple[Item, ...]](), list[Item]()
        while self.at < len(self.tokens) and self.tokens[self.at] != end:
            if self.tokens[self.at] == "|":
                self.at += 1
                found.append(tuple(sequence))
                sequence = []
            else:
                sequence.append(self.item())
        self.at += end is not None
        return Item("choice", inside=(*found, tuple(sequence)))

    def item(self) -> Item:
        token = self.tokens[self.at]
        self.at += 1
        match token:
            case "[":
                return Item("optional", inside=((self.choice("]"),),))
            case "{":
                return Item("list", inside=((self.choice("}"),),))
            case "(":
                return self._clause_or_choice()
        if token.endswith(":") and len(token) > 1:
            return Item("label", token, ((self.item(),),))
        return Item("ref" if len(token) > 2 and token[0] == "<" and token[-1] == ">" else "word", token)

    def _clause_or_choice(self) -> Item:
        first = self.tokens[self.at]
        if (first[0] in "<[{(" and first not in ("<", "<=")) or first.endswith(":"):
            return self.choice(")")
        self.at += 1
        return Item("clause", first, ((self.choice(")"),),))


@dataclass
class Grammar:
    """The rules of a grammar file, by name."""

    text: str
    rules: dict[str, Item] = field(init=False)

    def __post_init__(self) -> None:
        names_and_bodies = _RULE.split(re.sub("//.*", "", self.text))[1:]
        pairs = zip(names_and_bodies[::2], names_and_bodies[1::2], strict=True)
        self.rules = {name: _Tokens(_TOKEN.findall(body.strip())).choice() for name, body in pairs}
        for name in set(re.findall(r"<[a-zA-Z][^<>\s]*>", self.text)) - set(self.rules):
            self.rules[name] = Item("choice", inside=((Item("word", "int"),),))  # named, and nowhere given
        self._costs = dict.fromkeys(self.rules, _MUCH)
        while (costs := {name: min(_MUCH, self._cost(rule)) for name, rule in self.rules.items()}) != self._costs:
            self._costs = costs

    def clauses(self) -> Iterator[tuple[str, Item]]:
        """Every alternative that is a clause, with the name of its rule."""
        for name, rule in self.rules.items():
            for sequence in rule.inside:
                if len(sequence) == 1 and sequence[0].kind == "clause":
                    yield name, sequence[0]

    def members(self, name: str) -> frozenset[str]:
        """The rules that a rule's alternatives lead to."""
        found, left = {name}, [name]
        while left:
            for sequence in self.rules[left.pop()].inside:
                if len(sequence) == 1 and sequence[0].kind == "ref" and sequence[0].text not in found:
                    found.add(sequence[0].text)
                    left.append(sequence[0].text)
        return frozenset(found)

    def _cost(self, item: Item) -> int:
        match item.kind:
            case "choice":
                return min(sum(map(self._cost, sequence)) for sequence in item.inside)
            case "optional":
                return 0
            case "ref":
                return 1 + self._costs[item.text]
            case "word":
                return 1
        return 1 + self._cost(item.inside[0][0])

    def shortest(self, item: Item) -> str:
        """A text with what must stand there only."""
        match item.kind:
            case "choice":
                sequence = min(item.inside, key=lambda sequence: sum(map(self._cost, sequence)))
                return _joined(map(self.shortest, sequence))
            case "optional":
                return ""
            case "ref":
                return LITERALS.get(item.text[1:-1]) or self.shortest(self.rules[item.text])
            case "word":
                return LITERALS.get(item.text, item.text)
        return _around(item, self.shortest(item.inside[0][0]))

    def varied(self, item: Item) -> list[str]:
        """Texts that each differ from the shortest in one thing, and one with all that may stand there."""
        match item.kind:
            case "choice":
                found = [text for sequence in item.inside for text in self._varied(sequence)]
            case "optional":
                found = [text for text in self.varied(item.inside[0][0]) if text]
            case "ref":
                literal = LITERALS.get(item.text[1:-1])
                found = [literal] if literal else list(self._alternatives(item.text))
            case "word":
                found = [LITERALS.get(item.text, item.text)]
            case _:
                found = [_around(item, text) for text in self.varied(item.inside[0][0])]
        return list(dict.fromkeys(found))

    def _varied(self, sequence: tuple[Item, ...]) -> Iterator[str]:
        least = [self.shortest(item) for item in sequence]
        yield _joined(least)
        for place, item in enumerate(sequence):
            for text in self.varied(item):
                yield _joined([*least[:place], text, *least[place + 1 :]])
        yield _joined(self.varied(item)[0] if item.kind == "optional" else self.shortest(item) for item in sequence)

    @functools.cache  # noqa: B019
    def _alternatives(self, name: str) -> tuple[str, ...]:
        """The shortest text of each alternative of a rule."""
        found = []
        for member in sorted(self.members(name)):
            for sequence in self.rules[member].inside:
                if not (len(sequence) == 1 and sequence[0].kind == "ref"):
                    found.append(_joined(map(self.shortest, sequence)))
        return tuple(found)

    def __hash__(self) -> int:
        return id(self)


def _around(item: Item, inside: str) -> str:
    match item.kind:
        case "list":
            return f"{{{inside}}}"
        case "label":
            return item.text + inside
    return f"({_joined([item.text, inside])})"


def _joined(texts: Iterable[str]) -> str:
    return " ".join(filter(None, texts))
