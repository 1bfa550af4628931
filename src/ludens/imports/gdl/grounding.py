"""Rules without variables: every instance of a rule that may ever matter.

What might be true is worked out as if nothing were denied, with `true` and `does` holding whatever may hold in some
position. What depends on neither is settled here, and gone from the rules.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ludens.imports.gdl.reading import Rule, Term, name_of, text_of
from ludens.imports.ini import ImportFailed

#: the most facts and instances of rules that are worked out
MOST, MOST_RULES = 100_000, 30_000
#: how often facts are joined to conclude others: each instance is found once for each of its facts
_MOST_JOINS: Final = 8 * MOST_RULES
#: how deep terms may stand in each other
_DEEPEST: Final = 24
Key = tuple[str, int]


@dataclass(frozen=True)
class Ground:
    """An instance: what follows if some facts hold and others do not."""

    head: Term
    holds: tuple[Term, ...]
    fails: tuple[Term, ...]

    @property
    def needs(self) -> tuple[Term, ...]:
        return *self.holds, *self.fails

    def follows(self, facts: set[Term]) -> bool:
        """Whether it follows from these facts."""
        return facts.issuperset(self.holds) and facts.isdisjoint(self.fails)


@dataclass
class Grounded:
    """The rules of a game without variables."""

    roles: list[str]
    initial: frozenset[Term]
    #: what may be true in a position, and what each role may ever do
    propositions: list[Term]
    actions: dict[str, list[Term]]
    rules: list[Ground]
    file: str


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
        self.count = self.joined = 0
        #: facts from which nothing has been concluded so far
        self.fresh: list[Term] = []
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
            raise ImportFailed(f"{self.file}:1: the rules speak of more than {MOST:,} facts, which is too many")
        self.facts[key][fact] = None
        self.fresh.append(fact)
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

    def candidates(self, pattern: Term, bound: Mapping[str, Term]) -> Collection[Term]:
        """Facts among which are all that a pattern may be, the fewest that an index has."""
        key = key_of(pattern)
        result: Collection[Term] = self.facts.get(key, {})
        if isinstance(pattern, tuple):
            for place, part in enumerate(pattern):
                if place and (value := _put(part, bound)) is not None:
                    narrow = self.index.get((key, place, value), ())
                    if len(narrow) < len(result):
                        result = narrow
        return result

    # --- rules

    def run(self) -> Grounded:
        roles = [fact for fact in (rule.head for rule in self.rules) if name_of(fact) == "role"]
        ordered = [
            Rule(rule.head, tuple(sorted(rule.body, key=lambda literal: _late(literal))), rule.line)
            for rule in self.rules
        ]
        static = [rule for rule in ordered if key_of(rule.head) not in self.dynamic]
        for level in self._levels(static):
            self._close(level)
        self._close([rule for rule in ordered if key_of(rule.head) in self.dynamic])
        names = [part[1] for part in roles if isinstance(part, tuple) and isinstance(part[1], str)]
        initial = frozenset(fact[1] for fact in self.facts["init", 1] if isinstance(fact, tuple))
        propositions = [fact[1] for fact in self.facts["true", 1] if isinstance(fact, tuple)]
        actions: dict[str, list[Term]] = {name: [] for name in names}
        for fact in self.facts["does", 2]:
            if isinstance(fact, tuple) and isinstance(fact[1], str) and fact[1] in actions:
                actions[fact[1]].append(fact[2])
        instances: dict[Ground, None] = {}
        for rule in ordered:
            if key_of(rule.head) in self.dynamic or name_of(rule.head) in ("legal", "next", "goal", "terminal"):
                for one in self._instances(rule):
                    instances[one] = None
                    if len(instances) > MOST_RULES:
                        raise ImportFailed(
                            f"{self.file}:1: the rules have more than {MOST_RULES:,} instances: too many"
                        )
        return Grounded(names, initial, propositions, actions, list(instances), self.file)

    def _levels(self, rules: Sequence[Rule]) -> list[list[Rule]]:
        """Rules of facts that are settled, what is denied before what denies it."""
        level: dict[Key, int] = defaultdict(int)
        for _ in range(len(rules) + 1):
            changed = False
            for rule in rules:
                least = max((level[key_of(_inner(one))] + (name_of(one) == "not") for one in rule.body), default=0)
                if level[key_of(rule.head)] < least:
                    level[key_of(rule.head)], changed = least, True
            if not changed:
                break
        else:
            raise ImportFailed(f"{self.file}:1: facts depend on what is denied of them")
        numbers = sorted({level[key_of(rule.head)] for rule in rules})
        return [[rule for rule in rules if level[key_of(rule.head)] == number] for number in numbers]

    def _close(self, rules: Sequence[Rule]) -> None:
        """Add what follows until nothing more does: each fact is joined once with all that are there."""
        by_key: dict[Key, list[tuple[Rule, int]]] = defaultdict(list)
        for rule in rules:
            for place, literal in enumerate(rule.body):
                if not _late(literal):
                    by_key[key_of(literal)].append((rule, place))
        self.fresh = [fact for key in by_key for fact in self.facts.get(key, {})]
        for rule in rules:
            if all(_late(literal) for literal in rule.body):
                self._conclude(rule, rule.body, {})
        while self.fresh:
            fact = self.fresh.pop()
            for rule, place in by_key.get(key_of(fact), ()):
                bound: dict[str, Term] = {}
                if _unify(rule.body[place], fact, bound):
                    self._conclude(rule, (*rule.body[:place], *rule.body[place + 1 :]), bound)

    def _conclude(self, rule: Rule, body: Sequence[Term], bound: dict[str, Term]) -> None:
        for solution in list(self._solutions(body, bound)):
            self.joined += 1
            if self.joined > _MOST_JOINS:
                raise ImportFailed(f"{self.file}:1: the rules have more than {MOST_RULES:,} instances: too many")
            head = _put(rule.head, solution)
            if head is None:
                raise ImportFailed(f"{self.file}:{rule.line}: {text_of(rule.head)} has a variable without a value")
            if _depth(head) > _DEEPEST:
                raise ImportFailed(f"{self.file}:{rule.line}: {name_of(head)} speaks of too many things: it has no end")
            self.add(head)

    def _solutions(self, body: Sequence[Term], bound: dict[str, Term]) -> Iterator[dict[str, Term]]:
        """The values of variables with which a body may hold; what has the fewest ways comes first."""
        if not body:
            yield bound
            return
        ready = next((n for n, one in enumerate(body) if _late(one) and _put(_inner(one), bound) is not None), None)
        if ready is None:
            open_ = [n for n, one in enumerate(body) if not _late(one)]
            if not open_:
                yield bound  # a variable stands in what is denied alone: it denies nothing that is there
                return
            choices = [(len(self.candidates(body[n], bound)), n) for n in open_] if len(open_) > 1 else [(0, open_[0])]
            chosen = min(choices)[1]
        else:
            chosen = ready
        literal, rest = body[chosen], (*body[:chosen], *body[chosen + 1 :])
        if ready is None:
            for fact in list(self.candidates(literal, bound)):
                more = dict(bound)
                if _unify(literal, fact, more):
                    yield from self._solutions(rest, more)
        elif self._may_hold(literal, bound):
            yield from self._solutions(rest, bound)

    def _may_hold(self, literal: Term, bound: Mapping[str, Term]) -> bool:
        """Whether a comparison or denial holds, or may hold in some position."""
        assert isinstance(literal, tuple)
        if literal[0] == "distinct":
            return _put(literal[1], bound) != _put(literal[2], bound)
        inner = _put(literal[1], bound)
        return key_of(literal[1]) in self.dynamic or inner not in self.facts.get(key_of(literal[1]), {})

    def _instances(self, rule: Rule) -> Iterator[Ground]:
        for bound in self._solutions(rule.body, {}):
            holds, fails = list[Term](), list[Term]()
            impossible = False
            for literal in rule.body:
                inner = _put(_inner(literal), bound)
                if inner is None:
                    raise ImportFailed(f"{self.file}:{rule.line}: {text_of(literal)} has a variable without a value")
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
