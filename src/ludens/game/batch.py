"""Many states of one game in one array, for learning."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludens.game.state import State
from ludens.game.workspace import workspace

if TYPE_CHECKING:
    from ludens.game.game import Game


class Batch:
    """n states, one a row of `states`, an array of bytes; `fields` shows them as a structured array."""

    def __init__(self, game: Game, n: int, seed: int | None = None) -> None:
        if n < 0:
            raise ValueError("a batch wants n >= 0")
        self.game = game
        self.states: npt.NDArray[np.uint8] = np.zeros((n, game.layout.size), np.uint8)
        self._run("batch_start", _word(seed))

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
        return self.fields["over"] != 0  # type: ignore[no-any-return]

    @property
    def ranking(self) -> npt.NDArray[np.float64]:
        """The ranks, of shape (n, players): 1.0 is best, 0.0 undecided."""
        return self.fields["ranking"][:, 1 : self.game.num_players + 1]

    def count_moves(self) -> npt.NDArray[np.int32]:
        """The number of legal moves in each state; 0 where it is over."""
        counts = np.zeros(len(self), np.int32)
        self._run("batch_count", workspace().records.ctypes.data, counts.ctypes.data)
        return counts

    def play(self, choices: npt.ArrayLike) -> None:
        """Make in each state the legal move of that index; nothing where it is negative or there is no such move."""
        wanted = np.ascontiguousarray(choices, np.int32)
        if wanted.shape != (len(self),):
            raise ValueError(f"choices has shape {wanted.shape}, not {(len(self),)}")
        self._run("batch_play", workspace().records.ctypes.data, wanted.ctypes.data)

    def play_random(self, seed: int | None = None) -> None:
        """Make a random move in each state that is not over."""
        self._run("batch_random", workspace().records.ctypes.data, _word(seed))

    def state(self, index: int) -> State:
        """A copy of one of the states."""
        return self.game.from_bytes(self.states[index].tobytes())

    def _run(self, name: str, *arguments: int) -> None:
        space = workspace()
        space.reset()
        getattr(self.game.fast, name)(self.states.ctypes.data, len(self), space.address, *arguments)
        space.check()


def _word(seed: int | None) -> int:
    return secrets.randbits(64) if seed is None else seed & (1 << 64) - 1
