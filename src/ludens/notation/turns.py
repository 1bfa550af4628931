"""Turns: what a player does until another one moves, which may be several plies of a description."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from ludens.game import Move, State
from ludens.game.legal import LegalMoves
from ludens.rules.state.trace import LoggedMove

Turn = tuple[Move, ...]
NO_SETUPS: Final[Mapping[int, State]] = MappingProxyType({})


class Null(Move):
    """Nobody's move, which people write in analyses: the other player is to move. No rules have it."""

    __slots__ = ()


NULL = Null(0, -1, -1, LoggedMove({"mover": 0, "from": -1, "to": -1, "state": -1}))


def is_null(turn: Sequence[Move]) -> bool:
    """Whether a turn is nobody's."""
    return len(turn) == 1 and isinstance(turn[0], Null)


def make(state: State, move: Move) -> None:
    """Play a move, or nobody's."""
    if not isinstance(move, Null):
        state.play(move)
        return
    mover = state.mover
    changed = {"prev": mover, "mover": 3 - mover, "next": mover, "turn": int(state.field("turn")) + 1}
    changed |= {"counter": int(state.field("counter")) + 1, "turn_moves": 0, "pending_count": 0}
    for name, value in changed.items():
        if name in state.game.layout:
            state.set_field(name, value)


def goes_on(state: State) -> bool:
    """Whether the player to move is in the middle of a turn; who plays alone makes a turn of every move."""
    if int(state.field("prev")) != state.mover or state.is_over:
        return False
    return int(state.field("turn_moves")) > 0 and state.game.num_players > 1


def to_move(state: State) -> int:
    """Whose turn it is in a game of two; where it is over, whose turn it would be."""
    return 3 - state.mover if state.is_over else state.mover


def turns_of(start: State, moves: Sequence[Move], setups: Mapping[int, State] = NO_SETUPS) -> list[Turn]:
    """Plies as turns: one ends where another player is to move. The last one may go on.

    `setups` are positions that are set up after a number of turns.
    """
    state, turns = setups.get(0, start).copy(), list[list[Move]]()
    fresh = True
    for move in moves:
        if fresh:
            turns.append([])
        turns[-1].append(move)
        make(state, move)
        fresh = not goes_on(state)
        if fresh and len(turns) in setups:
            state = setups[len(turns)].copy()
    return [tuple(turn) for turn in turns]


def whole_turns(state: State, most: int = 10_000, begin: int | None = None) -> Iterator[Turn]:
    """Every whole turn that the player to move may make, at most `most`; only those from a site if one is given."""
    left = most
    todo: list[tuple[State, Turn]] = [(state.copy(), ())]
    while todo:
        here, made = todo.pop()
        moves = here.legal_moves()
        if made and not (goes_on(here) and moves):
            yield made
            left -= 1
            if not left:
                return
            continue
        for move in reversed(moves):
            if not made and begin is not None and move.from_site != begin:
                continue
            after = here.copy()
            after.play(move)
            todo.append((after, (*made, move)))


def after(state: State, turn: Sequence[Move]) -> State:
    """The state after a turn."""
    following = state.copy()
    for move in turn:
        following.play(move)
    return following


def move_to(state: State, site: int) -> Move | None:
    """A legal move to a site, the first one; -1 is where moves go that go nowhere."""
    moves = state.legal_moves()
    if isinstance(moves, LegalMoves):  # which know their ends without being made
        target = moves.towards(site)
        return moves[target[0][0]] if target else None
    return next((move for move in moves if move.to_site == site), None)
