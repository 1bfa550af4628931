"""Solved values checked with nothing but what everybody has: states, their legal moves, and who won.

Two checks. `consistent` looks at positions one by one: the value of each has to follow from those after its moves.
`wins` plays out a claimed win: the winner makes the table's moves, the other one every legal move, and each way has to
end with the win, in as many plies as was claimed at most.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ludens.solve.errors import SolveError
from ludens.solve.table import Table, Value

if TYPE_CHECKING:
    from ludens.game import Move, State

Progress = Callable[[int, int], object]
#: random games are followed as far as counters are told apart (see `ludens.solve.keys`)
_PLIES: Final = 90


@dataclass(frozen=True)
class Checked:
    """How many positions were checked, whether those were all, and what was wrong: nothing, or a sentence."""

    positions: int
    all: bool
    wrong: str = ""


def consistent(
    table: Table, root: State, most: int = 20_000, seed: int = 1, progress: Progress = lambda done, total: None
) -> Checked:
    """Check every position, or where there are more than `most`, so many of random games."""
    everything = len(table) <= most
    places = _everywhere(table, root) if everything else _somewhere(root, most, seed)
    count = 0
    for state in places:
        count += 1
        progress(count, min(len(table), most))
        wrong = _wrong(table, state)
        if wrong:
            return Checked(count, False, wrong)
    return Checked(count, everything)


def _everywhere(table: Table, root: State) -> Iterator[State]:
    """All positions that go on, each key once."""
    met, todo = {_key(table, root)}, deque([root.copy()])
    while todo:
        state = todo.popleft()
        yield state
        for after in _after(state):
            key = _key(table, after)
            if not after.is_over and key not in met:
                met.add(key)
                todo.append(after)


def _somewhere(root: State, most: int, seed: int) -> Iterator[State]:
    """So many positions of random games."""
    choose, count = random.Random(seed), 0
    while count < most:
        state, plies = root.copy(), 0
        while not state.is_over and count < most and plies < _PLIES:
            yield state
            count, plies = count + 1, plies + 1
            state.play(choose.choice(state.legal_moves()))


def _after(state: State) -> Iterator[State]:
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        yield after


def _key(table: Table, state: State) -> bytes:
    return table.keys.of(state.block[None]).tobytes()


def _wrong(table: Table, state: State) -> str:
    """What is wrong with the value of a position; empty where nothing is."""
    claimed = table.value(state)
    if claimed is None:
        return f"the table lacks a position that a game comes to:\n{state}"
    after = [table.value(one) for one in _after(state)]
    if None in after:
        return f"the table lacks a position after:\n{state}"
    expected = best([value for value in after if value is not None], state.seat, state.game.num_players)
    if expected != claimed:
        return (
            f"the table says {claimed.describe()} of this position, and its moves say {expected.describe()}:\n{state}"
        )
    return ""


def best(after: list[Value], mover: int, players: int) -> Value:
    """The value of a position from those after its mover's moves.

    >>> best([Value(2, 4), Value(1, 6), Value(1, 2)], 1, 2), best([Value(2, 4), Value(2, 7)], 1, 2)
    (Value(winner=1, plies=3), Value(winner=2, plies=8))
    """
    wins = [value.plies for value in after if value.winner == mover]
    if wins:
        return Value(mover, min(wins) + 1)
    others = [value for value in after if value.winner not in (0, mover)]
    if players > 1 and after and len(others) == len(after):
        return Value(others[0].winner, max(value.plies for value in others) + 1)
    return Value(0)


Answer = Callable[["State"], "Move"]


def wins(
    root: State,
    claimed: Value,
    answer: Answer,
    key: Callable[[State], bytes],
    most: int = 1_000_000,
    progress: Progress = lambda done, total: None,
) -> Checked:
    """Play a claimed win out against every defence: `answer` gives the winner's move of a position.

    Positions of one `key` are looked at once, unless there are fewer plies left than the first time.
    """
    if not claimed.winner:
        raise SolveError("there is no win to be played out")
    left_of, todo, count = dict[bytes, int](), [(root.copy(), claimed.plies)], 0
    while todo:
        state, left = todo.pop()
        if state.is_over:
            if state.seats.seat(state.winner) != claimed.winner:
                return Checked(count, False, f"a defence ends the game without the win:\n{state}")
            continue
        if left <= 0:
            return Checked(count, False, f"a defence holds out longer than {claimed.plies} plies:\n{state}")
        place = key(state)
        if left_of.get(place, left + 1) <= left:
            continue
        left_of[place] = left
        count += 1
        progress(count, most)
        if count > most:
            return Checked(count, False)
        moves = [answer(state)] if state.seat == claimed.winner else list(state.legal_moves())
        for move in moves:
            after = state.copy()
            after.play(move)
            todo.append((after, left - 1))
    return Checked(count, True)


def table_wins(table: Table, root: State, most: int = 1_000_000) -> Checked:
    """The same with the moves of a table. Raises SolveError where it claims no win."""
    claimed = table.value(root)
    if claimed is None:
        raise SolveError("the table does not have this position")
    return wins(root, claimed, lambda state: table.rated(state)[0].move, lambda state: _key(table, state), most)


def verify(
    table: Table, root: State, most: int = 20_000, progress: Progress = lambda done, total: None
) -> list[Checked]:
    """Both checks, the second one of a table that claims a win at the root; it ends with the first that fails."""
    checks = [consistent(table, root, most, progress=progress)]
    claimed = table.value(root)
    if not checks[0].wrong and claimed is not None and claimed.winner and root.game.num_players > 1:
        checks.append(table_wins(table, root, most))
    return checks
