"""The standard players of pyludo: at random, the foremost token first, for captures, out of danger."""

from __future__ import annotations

import random
from typing import Any, Protocol

import numpy.typing as npt

from ludens.founding.ludo.positions import GLOBES, HOME, NUM_PLAYERS, RING, START, Positions
from ludens.founding.ludo.state import LudoState

NextStates = npt.NDArray[Any]


class LudoPlayer(Protocol):
    """Whoever chooses the token to move, from states as the player itself sees them, who is player 0 of them."""

    def play(self, state: LudoState, dice_roll: int, next_states: NextStates) -> Any:
        """The index of the token that is to be moved.

        `next_states` has four entries: the state after moving each token, or False where it cannot be moved. A player
        who can move none is not asked.
        """


class LudoPlayerRandom:
    """Moves a token at random."""

    name = "random"

    def play(self, state: LudoState, dice_roll: int, next_states: NextStates) -> int:
        return random.choice(_movable(next_states))


class LudoPlayerFast:
    """Moves the foremost token."""

    name = "fast"

    def play(self, state: LudoState, dice_roll: int, next_states: NextStates) -> int:
        return max(_movable(next_states), key=lambda token: state[0][token])


class LudoPlayerAggressive:
    """Sends as many opponents home as it can; where it cannot, moves at random."""

    name = "aggressive"

    def play(self, state: LudoState, dice_roll: int, next_states: NextStates) -> int:
        sent = {token: _at_home(next_states[token]) - _at_home(state) for token in _movable(next_states)}
        most = max(sent.values())
        return random.choice([token for token, number in sent.items() if number == most])


class LudoPlayerDefensive:
    """Keeps its tokens out of danger: of what it may lose to an opponent's next roll, it leaves the least.

    In danger are a token that stands alone, on no globe, with an opponent one to six squares behind, and tokens on the
    start square of an opponent with tokens at home. Among equal moves it makes that of the foremost token.
    """

    name = "defensive"

    def play(self, state: LudoState, dice_roll: int, next_states: NextStates) -> int:
        return min(_movable(next_states), key=lambda token: (_risk(next_states[token]), -state[0][token]))


STANDARD_PLAYERS = (LudoPlayerRandom, LudoPlayerFast, LudoPlayerAggressive, LudoPlayerDefensive)


def _movable(next_states: NextStates) -> list[int]:
    return [token for token, state in enumerate(next_states) if state is not False]


def _at_home(state: LudoState) -> int:
    """How many tokens of the opponents are at home."""
    return int((state[1:] == HOME).sum())


def _risk(state: Positions) -> int:
    """How many squares of the ring the tokens in danger have passed, and one more for each of them."""
    mine = [at for at in state[0].tolist() if 0 <= at < RING]
    return sum(at + 1 for at in mine if _can_be_met(state, at) or (mine.count(at) == 1 and _can_be_caught(state, at)))


def _can_be_met(state: Positions, at: int) -> bool:
    """Whether a square is the start of an opponent with tokens at home."""
    return any(at == START * player + 1 and HOME in state[player].tolist() for player in range(1, NUM_PLAYERS))


def _can_be_caught(state: Positions, at: int) -> bool:
    """Whether a square is no globe and has an opponent one to six squares behind it."""
    opponents = state[1:]
    behind = (at - opponents[(opponents >= 0) & (opponents < RING)]) % RING
    return at % START not in GLOBES and bool(((behind >= 1) & (behind <= 6)).any())
