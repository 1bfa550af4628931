"""The rules of pyludo once more, written from its page and plain: what the compiled game is compared with.

A state is a list of four lists of four positions, as player 0 sees them.
"""

from __future__ import annotations

import random

State = list[list[int]]

HOME, GOAL, LAST_STAR = -1, 99, 51


def is_globe(position: int) -> bool:
    return position % 13 in (1, 9)


def star_jump(position: int) -> int:
    """How far a token jumps from here; 0 where there is no star."""
    return {6: 6, 12: 7}.get(position % 13, 0)


def start() -> State:
    return [[HOME] * 4 for _ in range(4)]


def seen_from(state: State, player: int) -> State:
    """The state as that player sees it, who is player 0 of it."""

    def place(position: int) -> int:
        if position in (HOME, GOAL):
            return position
        if position < 52:
            return (position - 13 * player) % 52
        return (position - 52 - 5 * player) % 20 + 52

    return [[place(x) for x in state[(player + k) % 4]] for k in range(4)]


def opponents_at(state: State, position: int) -> list[tuple[int, int]]:
    return [(p, k) for p in range(1, 4) for k in range(4) if state[p][k] == position]


def lands(state: State, token: int, position: int, *, jumps: bool) -> bool:
    """A token of player 0 lands in the ring; gives whether it stays. From a star it goes on, where `jumps`."""
    there = opponents_at(state, position)
    if len(there) > 1 or (there and is_globe(position)):
        state[0][token] = HOME
        return False
    if jumps and star_jump(position):
        return True
    for player, other in there:
        state[player][other] = HOME
    state[0][token] = position
    return True


def after(state: State, token: int, roll: int) -> State | None:
    """The state after player 0 moves a token; None where it cannot be moved."""
    position = state[0][token]
    if position == GOAL or (position == HOME and roll != 6):
        return None
    new = [list(tokens) for tokens in state]
    if position == HOME:
        for player, other in opponents_at(new, 1):
            new[player][other] = HOME
        new[0][token] = 1
        return new
    target = position + roll
    if target > 51:
        new[0][token] = {57: GOAL}.get(target, target if target < 57 else 114 - target)
    elif lands(new, token, target, jumps=True) and star_jump(target):
        if target == LAST_STAR:
            new[0][token] = GOAL
        else:
            lands(new, token, target + star_jump(target), jumps=False)
    return new


def turn(state: State, player: int, roll: int) -> list[State | None]:
    """What the four tokens of a player lead to, as that player sees it."""
    seen = seen_from(state, player)
    return [after(seen, token, roll) for token in range(4)]


def winner(state: State) -> int:
    return next((p for p in range(4) if state[p] == [GOAL] * 4), -1)


def random_game(choose: random.Random) -> tuple[int, int]:
    """The winner of a game of random moves, and the number of its turns."""
    state, turns = start(), 0
    while winner(state) < 0:
        player, roll = turns % 4, choose.randint(1, 6)
        turns += 1
        possible = [x for x in turn(state, player, roll) if x is not None]
        if possible:
            state = seen_from(choose.choice(possible), -player % 4)
    return winner(state), turns
