"""States as pyludo's players know them: arrays of shape (4, 4)."""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from ludens.founding.ludo.compiled import LudoTurn, compiled_ludo
from ludens.founding.ludo.positions import GOAL, HOME, NUM_PLAYERS, NUM_TOKENS, Positions, check, seen_from


class LudoState(np.ndarray[Any, np.dtype[np.int64]]):
    """The positions of the tokens, `state[i][k]` of token k of player i, as one player sees them, who is player 0.

    -1 is home and 99 the goal, 0 to 51 are the ring, counted from the square before player 0's start, 52 to 56 the lane
    of player 0, 57 to 61 that of player 1, and so on.

    It is an array, with two exceptions, so that `next_states != False` tells the possible moves: a state is true, and
    compared with `True` or `False` it answers as a whole. Parts of it and what is computed from it are plain arrays.
    """

    __hash__ = None

    def __new__(cls, state: npt.ArrayLike | None = None) -> LudoState:
        """The given positions, of shape (4, 4); by default all tokens are at home. Raises ValueError for others."""
        array = np.full((NUM_PLAYERS, NUM_TOKENS), HOME) if state is None else np.array(state)
        if array.shape != (NUM_PLAYERS, NUM_TOKENS) or array.dtype.kind not in "iu":
            raise ValueError(f"a state of Ludo has 4 x 4 whole numbers, not {array.dtype} of shape {array.shape}")
        positions = array.astype(np.int64)
        check(positions)
        return positions.view(cls)

    @property
    def state(self) -> Positions:
        """The same positions as a plain array, which shares its memory with this one."""
        return self.view(np.ndarray)

    def copy(self, order: Any = "C") -> LudoState:
        return self.state.copy(order).view(LudoState)

    def get_state_relative_to_player(self, rel_player_id: int) -> LudoState:
        """The same tokens as another player sees them."""
        return seen_from(self.state, rel_player_id).view(LudoState)

    def get_winner(self) -> int:
        """The player all of whose tokens are in the goal, -1 if there is none."""
        done = np.flatnonzero((self.state == GOAL).all(axis=1))
        return int(done[0]) if len(done) else -1

    def move_token(self, token_id: int, dice_roll: int) -> LudoState | bool:
        """The state after player 0 moves a token by a roll; False where it cannot be moved."""
        after: LudoState | bool = next_states(compiled_ludo().turn_of(self.state, dice_roll))[token_id]
        return after

    # --- where it is not like other arrays

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> Any:
        return other is True if isinstance(other, bool | np.bool_) else self.state == other

    def __ne__(self, other: object) -> Any:
        return other is not True if isinstance(other, bool | np.bool_) else self.state != other

    def __getitem__(self, key: Any) -> Any:
        return self.state[key]

    def __iter__(self) -> Any:
        return iter(self.state)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any) -> Any:
        if "out" in kwargs:
            kwargs["out"] = tuple(_plain(x) for x in kwargs["out"])
        return getattr(ufunc, method)(*(_plain(x) for x in inputs), **kwargs)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        return LudoState, (self.state.tolist(),)


def _plain(value: Any) -> Any:
    return value.view(np.ndarray) if isinstance(value, LudoState) else value


def next_states(turn: LudoTurn) -> npt.NDArray[Any]:
    """What moving each token leads to, as the player sees it; False for those that cannot be moved."""
    states = np.full(NUM_TOKENS, False, object)
    seen = seen_from(turn.positions, turn.player)
    for token, number in turn.choices.items():
        states[token] = seen[number].view(LudoState)
    return states
