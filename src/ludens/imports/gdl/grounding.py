"""Rules without variables: every instance of a rule that may ever matter.

What might be true is worked out as if nothing were denied, with `true` and `does` holding whatever may hold in some
position. What depends on neither is settled here, and gone from the rules.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ludens.imports.gdl.reading import Rule, Term, name_of, text_of
from ludens.imports.ini import ImportFailed

#: the most facts and instances of rules that are worked out
MOST: Final = 400_000
#: how deep terms may stand in each other
_DEEPEST: Final = 24
Key = tuple[str, int]


@dataclass(frozen=True)
class Ground:
    """An instance: what follows if some facts hold and others do not."""

    head: Term
    holds: tuple[Term, ...]
    fails: tuple[Term, ...]


@dataclass
class Grounded:
    """The rules of a game without variables."""

    roles: list[str]
    initial: frozenset[Term]
    #: what may be true in a position, and what each role may ever do
    propositions: list[Term]
    actions: dict[str, list[Term]]
    rules: list[Ground] = field(default_factory=list)


def grounded(rules: Sequence[Rule], file: str = "game.kif") -> Grounded:
    """The rules without variables. Raises ImportFailed where they are too many, or are no rules of a game."""
    return _Grounder(rules, file).run()


def key_of(term: Term) -> Key:
    return (term, 0) if isinstance(term, str) else (name_of(term), len(term) - 1)


class _Grounder:
    def __init__(self, rules: Sequence[Rule], file: str) -> None:
        self.file = file
        self.rules = [rule for rule in rules if name_of(rule.head) not in ("base", "input")]
        self.facts: dict[Key, dict[Term, None]] = defaultdict(dict)
        #: facts by what stands in one place of them
        self.index: dict[tuple[Key, int, Term], list[Term]] = defaultdict(list)
        self.count = 0
        self.dynamic = self._dynamic()

    def _dynamic(self) -> set[Key]:
        """The relations that depend on the position or on moves."""
        result: set[Key] = {("true", 1), ("does", 2)}
        while True:
            more = {
                key_of(rule.head)
                for rule in self.rules
                if any(key_of(_inner(literal)) in result for literal in rule.body)
            } - result
            if not more:
                return result
            result |= more

    # --- facts

    def add(self, fact: Term) -> bool:
        key = key_of(fact)
        if fact in self.facts[key]:
            return False
        self.count += 1
        if self.count > MOST:
            raise ImportFailed(f"{self.file}:1: the rules speak of more than {MOST} facts, which is too many")
        self.facts[key][fact] = None
        if isinstance(fact, tuple):
            for place, part in enumerate(fact):
                if place:
                    self.index[key, place, part].append(fact)
        name = key[0]
        if isinstance(fact, tuple) and name in ("init", "next") and len(fact) == 2:
            self.add(("true", fact[1]))
        elif isinstance(fact, tuple) and name == "legal" and len(fact) == 3:
            self.add(("does", fact[1], fact[2]))
        return True

    def matches(self, pattern: Term, bound: Mapping[str, Term]) -> Iterator[dict[str, Term]]:
        """The ways in which a pattern is a fact."""
        key = key_of(pattern)
        candidates: Iterable[Term] = self.facts.get(key, {})
        if isinstance(pattern, tuple):
            for place, part in enumerate(pattern):
                if place and (value := _put(part, bound)) is not None:
                    narrow = self.index.get((key, place, value), [])
                    if len(narrow) < len(candidates):  # type: ignore[arg-type]
                        candidates = narrow
        for fact in list(candidates):
            result = dict(bound)
            if _unify(pattern, fact, result):
                yield result

    # --- rules

    def run(self) -> Grounded:
        roles = [fact for fact in (rule.head for rule in self.rules) if name_of(fact) == "role"]
        ordered = [
            Rule(rule.head, tuple(sorted(rule.body, key=lambda literal: _late(literal))), rule.line)
            for rule in self.rules
        ]
        static = [rule for rule in ordered if key_of(rule.head) not in self.dynamic]
        self._close(static, settled=True)
        self._close([rule for rule in ordered if rule not in static], settled=False)
        names = [part[1] for part in roles if isinstance(part, tuple) and isinstance(part[1], str)]
        initial = frozenset(fact[1] for fact in self.facts["init", 1] if isinstance(fact, tuple))
        propositions = [fact[1] for fact in self.facts["true", 1] if isinstance(fact, tuple)]
        actions: dict[str, list[Term]] = {name: [] for name in names}
        for fact in self.facts["does", 2]:
            if isinstance(fact, tuple) and isinstance(fact[1], str) and fact[1] in actions:
                actions[fact[1]].append(fact[2])
        result = Grounded(names, initial, propositions, actions)
        instances: dict[Ground, None] = {}
        for rule in ordered:
            if key_of(rule.head) in self.dynamic or name_of(rule.head) in ("legal", "next", "goal", "terminal"):
                for one in self._instances(rule):
                    instances[one] = None
                    if len(instances) > MOST:
                        raise ImportFailed(
                            f"{self.file}:1: the rules have more than {MOST} instances, which is too many"
                        )
        result.rules = list(instances)
        return result

    def _close(self, rules: Sequence[Rule], *, settled: bool) -> None:
        """Add what follows until nothing more does. Denied facts count only where they are settled."""
        following = True
        while following:
            following = False
            for rule in rules:
                for bound in list(self._solutions(rule.body, {}, settled=settled)):
                    head = _put(rule.head, bound)
                    if head is None:
                        raise ImportFailed(
                            f"{self.file}:{rule.line}: {text_of(rule.head)} has a variable without a value"
                        )
                    if _depth(head) > _DEEPEST:
                        raise ImportFailed(
                            f"{self.file}:{rule.line}: {name_of(head)} speaks of too many things: it has no end"
                        )
                    following = self.add(head) or following

    def _solutions(self, body: Sequence[Term], bound: dict[str, Term], *, settled: bool) -> Iterator[dict[str, Term]]:
        if not body:
            yield bound
            return
        literal, rest = body[0], body[1:]
        name = name_of(literal)
        if name == "distinct" and isinstance(literal, tuple):
            if _put(literal[1], bound) != _put(literal[2], bound):
                yield from self._solutions(rest, bound, settled=settled)
        elif name == "not" and isinstance(literal, tuple):
            inner = _put(literal[1], bound)
            static = key_of(literal[1]) not in self.dynamic
            if not (static and inner is not None and inner in self.facts.get(key_of(inner), {})):
                yield from self._solutions(rest, bound, settled=settled)
        else:
            for more in self.matches(literal, bound):
                yield from self._solutions(rest, more, settled=settled)

    def _instances(self, rule: Rule) -> Iterator[Ground]:
        for bound in self._solutions(rule.body, {}, settled=False):
            holds, fails = list[Term](), list[Term]()
            impossible = False
            for literal in rule.body:
                inner = _put(_inner(literal), bound)
                assert inner is not None
                if name_of(literal) == "distinct" or key_of(inner) not in self.dynamic:
                    continue
                if name_of(literal) != "not":
                    holds.append(inner)
                elif inner in self.facts.get(key_of(inner), {}):
                    fails.append(inner)
                impossible = impossible or (inner in holds and inner in fails)
            head = _put(rule.head, bound)
            if head is not None and not impossible:
                yield Ground(head, tuple(dict.fromkeys(holds)), tuple(dict.fromkeys(fails)))


def _depth(term: Term) -> int:
    return 0 if isinstance(term, str) else 1 + max(_depth(part) for part in term)


def _late(literal: Term) -> int:
    """Denials and comparisons come when all variables have values."""
    return 1 if name_of(literal) in ("not", "distinct") else 0


def _inner(literal: Term) -> Term:
    return literal[1] if isinstance(literal, tuple) and literal[0] == "not" else literal


def _put(term: Term, bound: Mapping[str, Term]) -> Term | None:
    """A term with values for its variables; None where one has none."""
    if isinstance(term, str):
        return bound.get(term) if term.startswith("?") else term
    parts = []
    for part in term:
        value = _put(part, bound)
        if value is None:
            return None
        parts.append(value)
    return tuple(parts)


def _unify(pattern: Term, fact: Term, bound: dict[str, Term]) -> bool:
    if isinstance(pattern, str):
        if not pattern.startswith("?"):
            return pattern == fact
        if pattern in bound:
            return bound[pattern] == fact
        bound[pattern] = fact
        return True
    return (
        isinstance(fact, tuple)
        and len(fact) == len(pattern)
        and all(_unify(a, b, bound) for a, b in zip(pattern, fact, strict=True))
    )
