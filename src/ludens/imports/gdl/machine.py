"""A game in the Game Description Language, played by its rules as they stand: what others are compared with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from ludens.imports.gdl.grounding import Ground, Grounded, key_of
from ludens.imports.gdl.reading import Term, name_of
from ludens.imports.ini import ImportFailed

Position = frozenset[Term]


def levels(rules: Sequence[Ground], file: str) -> list[list[Term]]:
    """What follows from rules, in an order in which all comes after what it depends on.

    Raises ImportFailed where facts depend on each other in a circle.
    """
    heads = {rule.head for rule in rules}
    needs: dict[Term, set[Term]] = defaultdict(set)
    for rule in rules:
        needs[rule.head] |= heads.intersection(rule.needs)
    result: list[list[Term]] = []
    left, done = dict.fromkeys(rule.head for rule in rules), set[Term]()
    while left:
        ready = [head for head in left if needs[head] <= done]
        if not ready:
            name = min(name_of(head) for head in left)
            raise ImportFailed(f"{file}:1: what {name} says depends on itself, which is not said here")
        result.append(ready)
        done |= set(ready)
        for head in ready:
            del left[head]
    return result


class Machine:
    """Positions as sets of facts, worked out anew for each question: slow, and as the rules say."""

    def __init__(self, game: Grounded) -> None:
        self.game = game
        self._by_head: dict[Term, list[Ground]] = defaultdict(list)
        for rule in game.rules:
            self._by_head[rule.head].append(rule)
        self._order = [head for level in levels(game.rules, game.file) for head in level]

    @property
    def start(self) -> Position:
        return self.game.initial

    def _facts(self, position: Position, moves: Mapping[str, Term] | None = None) -> set[Term]:
        facts: set[Term] = {("true", one) for one in position}
        facts |= {("does", role, move) for role, move in (moves or {}).items()}
        for head in self._order:
            if any(rule.follows(facts) for rule in self._by_head[head]):
                facts.add(head)
        return facts

    def legal(self, position: Position) -> dict[str, list[Term]]:
        """What each role may do."""
        facts = self._facts(position)
        return {
            role: [action for action in actions if ("legal", role, action) in facts]
            for role, actions in self.game.actions.items()
        }

    def next(self, position: Position, moves: Mapping[str, Term]) -> Position:
        """The position after a move of each role."""
        facts = self._facts(position, moves)
        return frozenset(fact[1] for fact in facts if isinstance(fact, tuple) and key_of(fact) == ("next", 1))

    def is_terminal(self, position: Position) -> bool:
        return "terminal" in self._facts(position)

    def goals(self, position: Position) -> dict[str, int]:
        """What each role has reached."""
        facts = self._facts(position)
        result = dict.fromkeys(self.game.roles, 0)
        for fact in facts:
            if isinstance(fact, tuple) and key_of(fact) == ("goal", 2) and isinstance(fact[1], str):
                result[fact[1]] = max(result.get(fact[1], 0), int(str(fact[2])))
        return result
