"""Games of the library beside another program: the same turns in every position of random games, the same ends."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from ludens.game import Game, State
from ludens.notation.turns import Turn, whole_turns

#: result for the first player: 1 won, 0 drawn, -1 lost; None while the game goes on
Outcome: TypeAlias = float | None


class Other(Protocol):
    """A game of another program, at a position. What tells its turns apart tells ours apart, too."""

    #: whether all is compared that a player does until the other one moves, or each ply of it
    whole: bool

    def turns(self) -> Mapping[Any, Any]:
        """The legal turns, by what tells them apart."""

    def key(self, state: State, turn: Turn, after: State) -> Any:
        """What tells a turn of ours apart, which leads from a state to another one; None leaves it out."""

    def play(self, turn: Any) -> None: ...
    def trouble(self, state: State) -> str | None:
        """What differs between a state of ours and the position here, in words."""

    def outcome(self) -> Outcome: ...
    def may_end(self, outcome: float) -> bool:
        """Whether it is over so by a rule that this program leaves to the players, a claim."""

    def may_go_on(self, state: State, outcome: float) -> bool:
        """Whether it is over so in this program alone, by a rule that ours has not."""


#: so many differences of a game are enough
MOST = 5


@dataclass
class Comparison:
    """What came of it: how many positions were compared, and the first differences in words."""

    games: int = 0
    positions: int = 0
    ends: int = 0
    differences: list[str] = field(default_factory=list)

    @property
    def agrees(self) -> bool:
        return not self.differences


def compare(
    game: Game, begin: Callable[[random.Random], tuple[State, Other]], games: int, seed: int = 1, plies: int = 300
) -> Comparison:
    """Play random games in both programs, each up to its first difference; five of them are enough."""
    found = Comparison()
    for number in range(games):
        choose = random.Random(seed * 100_003 + number)
        state, other = begin(choose)
        found.games += 1
        _one(state, other, choose, plies, found)
        if len(found.differences) >= MOST:
            break
    return found


def _one(state: State, other: Other, choose: random.Random, plies: int, found: Comparison) -> None:
    history: list[str] = []
    for _ in range(plies):
        found.positions += 1
        trouble = _ends_differ(state, other) or (None if state.is_over else other.trouble(state))
        if trouble is None and (state.is_over or other.outcome() is not None):
            found.ends += 1
            return
        if trouble is None:
            ours, theirs = keyed(state, other), other.turns()
            trouble = _turns_differ(ours, theirs)
        if trouble is not None:
            found.differences.append(f"{trouble}; after {' '.join(history)}")
            return
        key = choose.choice(sorted(ours, key=repr))
        history.append(str(key))
        for move in ours[key]:
            state.play(move)
        other.play(theirs[key])


def keyed(state: State, other: Other) -> dict[Any, Turn]:
    """The whole turns of a position by what tells them apart."""
    found: dict[Any, Turn] = {}
    for turn in whole_turns(state) if other.whole else ((move,) for move in state.legal_moves()):
        after = state.copy()
        for move in turn:
            after.play(move)
        key = other.key(state, turn, after)
        if key is not None:
            found[key] = turn
    return found


def outcome_of(state: State) -> Outcome:
    if not state.is_over:
        return None
    first, second = state.ranking[1:3] if len(state.ranking) > 2 else state.ranking[:2]
    return float((first < second) - (first > second))


def _ends_differ(state: State, other: Other) -> str | None:
    ours, theirs = outcome_of(state), other.outcome()
    if ours == theirs or (ours is not None and theirs is None and other.may_end(ours)):
        return None
    if ours is None and theirs is not None and other.may_go_on(state, theirs):
        return None
    return f"ours ends with {ours}, theirs with {theirs}"


def _turns_differ(ours: Mapping[Any, Turn], theirs: Mapping[Any, Any]) -> str | None:
    if ours.keys() == theirs.keys():
        return None
    only_ours, only_theirs = map(str, ours.keys() - theirs.keys()), map(str, theirs.keys() - ours.keys())
    return f"ours alone {_some(only_ours)}, theirs alone {_some(only_theirs)}"


def _some(texts: Iterable[str]) -> str:
    listed = sorted(texts)
    return f"{listed[:6]}" + (f" and {len(listed) - 6} more" if len(listed) > 6 else "")
