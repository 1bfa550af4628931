"""Many states of one game in one array, for learning."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludens.game.playouts import any_seed
from ludens.game.state import State

if TYPE_CHECKING:
    from ludens.game.game import Game


class Batch:
    """n states, one a row of `states`, an array of bytes; `fields` shows them as a structured array."""

    def __init__(self, game: Game, n: int, seed: int | None = None) -> None:
        if n < 0:
            raise ValueError("a batch wants n >= 0")
        self.game = game
        self.states: npt.NDArray[np.uint8] = np.zeros((n, game.layout.size), np.uint8)
        game.fast.start_all(self.states, _word(seed))

    def __eq__(self, other: object) -> bool:
        """Batches are equal that hold equal states of one game."""
        return isinstance(other, Batch) and self.game == other.game and np.array_equal(self.states, other.states)

    def copy(self) -> Batch:
        """Another batch with the same states."""
        return copy.deepcopy(self)

    def __copy__(self) -> Batch:
        return self.copy()

    def __len__(self) -> int:
        return len(self.states)

    @property
    def fields(self) -> npt.NDArray[Any]:
        """The states by field, of shape (n,)."""
        return self.states.view(self.game.layout.dtype)[:, 0]

    @property
    def mover(self) -> npt.NDArray[np.int32]:
        """The player to move in each state."""
        return self.fields["mover"]

    @property
    def is_over(self) -> npt.NDArray[np.bool_]:
        over: npt.NDArray[np.bool_] = self.fields["over"] != 0
        return over

    @property
    def ranking(self) -> npt.NDArray[np.float64]:
        """The ranks, of shape (n, players): 1.0 is best, 0.0 undecided."""
        return self.fields["ranking"][:, 1 : self.game.num_players + 1]

    def count_moves(self) -> npt.NDArray[np.int32]:
        """The number of legal moves in each state; 0 where it is over."""
        return self.game.fast.count_all(self.states)

    def play(self, choices: npt.ArrayLike) -> None:
        """Make in each state the legal move of that index; nothing where it is negative or there is no such move."""
        numbers = np.ascontiguousarray(choices, np.int32)
        if numbers.shape != (len(self),):
            raise ValueError(f"choices has shape {numbers.shape}, not {(len(self),)}")
        self.game.fast.play_all(self.states, numbers)

    def play_random(self, seed: int | None = None) -> None:
        """Make a random move in each state that is not over."""
        self.game.fast.play_all_at_random(self.states, _word(seed))

    def state(self, index: int) -> State:
        """A copy of one of the states."""
        return self.game.from_bytes(self.states[index].tobytes())


def _word(seed: int | None) -> int:
    return any_seed() if seed is None else seed
