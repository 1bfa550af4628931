"""Endings of Awari (Oware), solved by `ludens solve` and by a few lines that know nothing of ludens.

Romein and Bal (Solving Awari with parallel retrograde analysis, 2003) found the start to be a draw, on a cluster with
all 889,063,398,406 positions; here are positions with a few seeds left. What comes of going round in circles is a
matter of rules: here nobody wins.
"""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import NamedTuple

import pytest

import ludens
from ludens import solve, suite
from ludens.study.setup import Placed, arranged

#: the rules without an end by repetition, by which a position would be worth what came before it
AWARI = Path(suite.__file__).parent / "published" / "Oware.lud"
#: pits counterclockwise: six of the first player, six of the second
CIRCLE = (0, 1, 2, 3, 4, 5, 11, 10, 9, 8, 7, 6)


class Position(NamedTuple):
    """Seeds of the pits, counterclockwise, those that were taken, and who is to move, 0 or 1."""

    pits: tuple[int, ...]
    taken: tuple[int, int]
    mover: int


class Value(NamedTuple):
    """Who wins, 0 or 1, and in how many plies; -1 for nobody."""

    winner: int
    plies: int


def side(player: int) -> range:
    return range(6 * player, 6 * player + 6)


def sown(position: Position, pit: int) -> Position | None:
    """The position after a move; None where it would leave the other player without seeds."""
    pits, taken, other = list(position.pits), list(position.taken), 1 - position.mover
    seeds, pits[pit], at = pits[pit], 0, pit
    while seeds:
        at = (at + 1) % 12
        if at != pit:
            pits[at] += 1
            seeds -= 1
    while at in side(other) and pits[at] in (2, 3):
        taken[position.mover] += pits[at]
        pits[at] = 0
        at = (at - 1) % 12
    if not any(pits[i] for i in side(other)):
        return None
    return Position(tuple(pits), (taken[0], taken[1]), other)


def moves(position: Position) -> dict[int, Position]:
    """The positions after the legal moves, by pit."""
    found = {pit: sown(position, pit) for pit in side(position.mover) if position.pits[pit]}
    return {pit: after for pit, after in found.items() if after is not None}


def ended(position: Position) -> Value | None:
    """The value of a position in which the game is over."""
    before = 1 - position.mover
    if position.taken[before] > 24:
        return Value(before, 0)
    if moves(position):
        return None
    first, second = (position.taken[p] + sum(position.pits[i] for i in side(p)) for p in (0, 1))
    return Value(0 if first > second else 1 if second > first else -1, 0)


def values(root: Position) -> dict[Position, Value]:
    """All positions from one on, looked at again and again until nothing changes: draws are what remains."""
    found, after = dict[Position, Value](), dict[Position, list[Position]]()
    todo = deque([root])
    while todo:
        position = todo.popleft()
        if position in after:
            continue
        over = ended(position)
        after[position] = [] if over else list(moves(position).values())
        if over:
            found[position] = over
        todo += after[position]
    plies, is_new = 0, True
    # a win in five takes a loss in four: each round adds what takes one ply more
    while is_new or plies < 3:
        plies += 1
        new = dict[Position, Value]()
        for position, follow in after.items():
            if position in found:
                continue
            known = [found.get(one) for one in follow]
            if any(one is not None and one.winner == position.mover for one in known):
                new[position] = Value(position.mover, plies)
            elif all(one is not None and one.winner == 1 - position.mover for one in known):
                new[position] = Value(1 - position.mover, plies)
        found |= new
        is_new = bool(new)
    return {position: found.get(position, Value(-1, 0)) for position in after}


def state_of(game: ludens.Game, position: Position) -> ludens.State:
    seeds = [Placed(f"V:{CIRCLE[i]}", 1, number=count) for i, count in enumerate(position.pits) if count]
    return arranged(game, seeds, mover=position.mover + 1, scores=position.taken)


def position_of(state: ludens.State) -> Position:
    seeds = {row[1]: row[5] for row in state.sites()}
    scores = state.scores
    pits = tuple(int(seeds.get(site, 0)) for site in CIRCLE)
    return Position(pits, (int(scores[0]), int(scores[1])), state.mover - 1)


@pytest.mark.parametrize(
    ("pits", "taken"),
    [
        ((1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), (23, 22)),
        ((0, 0, 0, 0, 2, 0, 0, 1, 0, 0, 0, 1), (22, 22)),
        ((0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 1, 1), (21, 22)),
        pytest.param((2, 0, 1, 0, 1, 0, 0, 0, 0, 2, 1, 0), (20, 21), marks=pytest.mark.slow),
    ],
)
def test_the_last_seeds(pits: tuple[int, ...], taken: tuple[int, int], tmp_path: Path) -> None:
    game = ludens.load(AWARI)
    root = Position(pits, taken, 0)
    wanted = values(root)
    state = state_of(game, root)
    assert position_of(state) == root
    # without the rule that ends the game after 199 plies
    table = solve.solve(state, tmp_path, highest=48).table
    assert table is not None
    seen, todo = {root}, deque([state])
    while todo and len(seen) < 2000:
        here = todo.popleft()
        position, value, follow = position_of(here), table.value(here), moves(position_of(here))
        assert value is not None
        assert (value.winner - 1, value.plies) == wanted[position]
        legal = {CIRCLE.index(move.from_site): move for move in here.legal_moves()}
        assert legal.keys() == follow.keys()
        for pit, move in legal.items():
            after = here.copy()
            after.play(move)
            over = ended(follow[pit])
            assert after.is_over == (over is not None)
            if over is not None:
                assert after.winner - 1 == over.winner
            elif follow[pit] not in seen:
                seen.add(follow[pit])
                todo.append(after)
    if not todo:
        assert seen == {position for position in wanted if ended(position) is None}
