"""Many states of one game, stepped by the numbers of moves, in native code on all cores."""

from __future__ import annotations

import itertools
import os
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from ludens.encoding.encoding import Encoding, Floats, Mask
from ludens.encoding.program import Info
from ludens.game import State
from ludens.ludemes.generation.records import RECORD_WORDS
from ludens.ludemes.runtime.random import GAMMA, scrambled_word
from ludens.native import WORKSPACE, Words

Step = tuple[Floats, Mask, Floats, Mask, Mask]
#: more plies than any game lasts
_ENDLESS = (1 << 31) - 1
#: a thread takes no fewer rows
_LEAST_ROWS = 32


class Vector:
    """n states of one game, a row each, with their observations and masks; equal seeds give equal games.

    The arrays that `reset` and `step` give are the same each time, written anew: copy what is to be kept. `observation`
    has the shape (n, planes, ...), seen by the player to move, `mask` (n, actions), `reward` (n, players), `terminated`
    and `truncated` (n,). Where players move at once, `observation`, `mask` and the actions have an axis more behind the
    first, of the players. A row whose game has ended starts anew in the same step, unless `autoreset` is false: then
    its mask is empty, and it stays as it is until `reset_rows`. What is observed after such a step belongs to the new
    game. Random numbers are each row's own: they do not depend on the other rows, nor on `threads`.
    """

    def __init__(
        self,
        encoding: Encoding,
        n: int,
        *,
        seed: int | None = None,
        threads: int | None = None,
        max_plies: int | None = None,
        autoreset: bool = True,
        observe: bool = True,
    ) -> None:
        if n < 1:
            raise ValueError("a vector wants n >= 1 rows")
        if threads is not None and threads < 1:
            raise ValueError("a vector wants threads >= 1")
        if max_plies is not None and max_plies < 1:
            raise ValueError("a vector wants max_plies >= 1")
        self.encoding, self.game, self.n = encoding, encoding.game, n
        self.autoreset, self.max_plies = autoreset, max_plies
        players = max(self.game.num_players, 1)
        seats = (players,) if self.game.is_simultaneous else ()
        self.states: npt.NDArray[np.uint8] = np.zeros((n, self.game.layout.size), np.uint8)
        shape = (n, *seats, *encoding.observation_shape) if observe else (0, *encoding.observation_shape)
        self.observation: Floats = np.zeros(shape, np.float32)
        self.mask: Mask = np.zeros((n, *seats, encoding.num_actions), np.bool_)
        self.reward: Floats = np.zeros((n, players), np.float32)
        self.terminated: Mask = np.zeros(n, np.bool_)
        self.truncated: Mask = np.zeros(n, np.bool_)
        #: the player to move in each row
        self.mover: npt.NDArray[np.int32] = np.zeros(n, np.int32)
        #: how many plies each row's game has lasted
        self.plies: npt.NDArray[np.int32] = np.zeros(n, np.int32)
        self._streams = np.zeros(n, np.uint64)
        self._chosen = np.zeros((n, *seats, RECORD_WORDS), np.int32)
        self._wanted = np.zeros((n, *seats), np.int32)
        self._program = encoding.program
        wanted = threads or os.cpu_count() or 1
        parts = _parts(n, min(wanted, max(1, n // _LEAST_ROWS)))
        self._infos = [self._info(part) for part in parts]
        self._starts = [part.start for part in parts]
        self._pool = ThreadPoolExecutor(len(parts)) if len(parts) > 1 else None
        self._draws = np.random.default_rng(seed)
        self.reset(seed=seed)

    def _info(self, rows: slice) -> Words:
        """What native code is told of some rows."""
        words = Words(len(Info))
        words[Info.COUNT] = rows.stop - rows.start
        words[Info.LIMIT], words[Info.RESTART] = self.max_plies or _ENDLESS, int(self.autoreset)
        words[Info.OBSERVE] = int(len(self.observation) > 0)
        shared = {
            Info.STATES: self.states, Info.CHOSEN: self._chosen, Info.REWARDS: self.reward,
            Info.TERMINATED: self.terminated, Info.TRUNCATED: self.truncated, Info.PLIES: self.plies,
            Info.STREAMS: self._streams, Info.OBSERVATION: self.observation, Info.MASK: self.mask,
            Info.MOVERS: self.mover, Info.WANTED: self._wanted,
        }  # fmt: skip
        for word, array in shared.items():
            words.share(word, array[rows])
        words.share(Info.NUMBERING, self.encoding.words)
        return words

    def __len__(self) -> int:
        return self.n

    # --- playing

    def reset(self, *, seed: int | None = None) -> tuple[Floats, Mask]:
        """A new game in every row; gives observations and masks."""
        word = secrets.randbits(64) if seed is None else seed
        rows = np.arange(1, self.n + 1, dtype=np.uint64)
        self._streams[:] = rows * np.uint64(GAMMA) + np.uint64(scrambled_word(word))
        return self._restart(slice(0, self.n))

    def reset_rows(self, rows: npt.ArrayLike) -> tuple[Floats, Mask]:
        """A new game in some rows, given by their numbers."""
        for row in np.atleast_1d(np.asarray(rows, np.int64)).tolist():
            self._restart(slice(self._row(row), row + 1))
        return self.observation, self.mask

    def _restart(self, rows: slice) -> tuple[Floats, Mask]:
        info = self._info(rows)
        self._program.run("vector_start", info, WORKSPACE)
        self.plies[rows] = 0
        self._forget(rows)
        self._program.run("vector_look", info, WORKSPACE)
        return self.observation, self.mask

    def _forget(self, rows: slice) -> None:
        """Nothing has happened in these rows."""
        self.terminated[rows] = self.truncated[rows] = False
        self.reward[rows] = 0

    def step(self, actions: npt.ArrayLike) -> Step:
        """Make a move in each row; gives observation, mask, reward, terminated, truncated.

        The reward is what the final rank is worth, 1 for the first and -1 for the last, and 0 before. Raises
        IllegalMove, which names the row, the state and its legal moves, before any row is changed; ValueError for an
        array of another shape, TypeError for one that does not hold whole numbers.
        """
        wanted = np.asarray(actions)
        if wanted.shape != self._wanted.shape:
            raise ValueError(f"actions has shape {wanted.shape}, not {self._wanted.shape}")
        if wanted.dtype.kind not in "iu":
            raise TypeError(f"actions has dtype {wanted.dtype}, not whole numbers as {np.dtype(np.int32)}")
        np.copyto(self._wanted, wanted, casting="unsafe")
        if self._pool is None:
            wrong = [self._program.run("vector_advance", self._infos[0], WORKSPACE)]
        else:
            wrong = self._run("vector_choose")
        for first, row in zip(self._starts, wrong, strict=True):
            if row >= 0:
                raise self._illegal(first + row)
        if self._pool is not None:
            self._run("vector_step")
            self._run("vector_look")
        return self.observation, self.mask, self.reward, self.terminated, self.truncated

    def _run(self, name: str) -> list[Any]:
        """Let each thread call a function for its rows."""
        if self._pool is None:
            return [self._program.run(name, info, WORKSPACE) for info in self._infos]
        return list(self._pool.map(lambda info: self._program.run(name, info, WORKSPACE), self._infos))

    def _illegal(self, row: int) -> Exception:
        state = self.row(row)
        for player, action in enumerate(np.atleast_1d(self._wanted[row]).tolist(), 1):
            own = player if self.game.is_simultaneous else None
            if not 0 <= action < self.encoding.num_actions or not self.encoding.mask(state, own)[action]:
                error = self.encoding.illegal(state, action)
                return type(error)(f"row {row}: {error}", error.candidates)
        raise AssertionError(f"the action of row {row} is legal")

    def random_actions(self, seed: int | None = None) -> npt.NDArray[np.int32]:
        """A legal action for each row, each equally likely; 0 where there is none. The array is the same each time."""
        word = int(self._draws.integers(1 << 63)) if seed is None else seed
        for number, info in enumerate(self._infos):
            self._program.run("vector_draw", info, WORKSPACE, scrambled_word(word + number))
        return self._wanted

    # --- rows

    def row(self, index: int) -> State:
        """A copy of the state of a row."""
        return self.game.from_bytes(self.states[self._row(index)].tobytes())

    def set_row(self, index: int, state: State) -> None:
        """Put a copy of a state of the same game in a row. Raises ValueError for a state of another."""
        if state.game != self.game:
            raise ValueError(f"the rows hold states of {self.game.name}, not of {state.game.name}")
        row = self._row(index)
        self.states[row] = state.block
        self.plies[row] = 0
        self._look_anew(row)

    def copy_row(self, source: int, target: int) -> None:
        """Copy a row to another; what falls in either later is each row's own only from its next game on."""
        a, b = self._row(source), self._row(target)
        self.states[b], self.plies[b] = self.states[a], self.plies[a]
        self._look_anew(b)

    def _look_anew(self, row: int) -> None:
        rows = slice(row, row + 1)
        self._forget(rows)
        self._program.run("vector_look", self._info(rows), WORKSPACE)

    def save(self) -> dict[str, npt.NDArray[Any]]:
        """Copies of all that decides how the rows go on, for `restore`; `numpy.savez` keeps it."""
        return {"states": self.states.copy(), "plies": self.plies.copy(), "streams": self._streams.copy()}

    def restore(self, saved: dict[str, npt.NDArray[Any]]) -> tuple[Floats, Mask]:
        """Go on from what `save` gave. Raises ValueError for arrays of another game or number of rows."""
        for name, own in (("states", self.states), ("plies", self.plies), ("streams", self._streams)):
            given = np.asarray(saved[name])
            if given.shape != own.shape or given.dtype != own.dtype:
                raise ValueError(f"{name} is {given.dtype} of shape {given.shape}, not {own.dtype} of {own.shape}")
            own[...] = given
        self._forget(slice(0, self.n))
        self._run("vector_look")
        return self.observation, self.mask

    def _row(self, index: int) -> int:
        if not 0 <= index < self.n:
            raise IndexError(f"rows are numbered 0 to {self.n - 1}, not {index}")
        return index

    def __repr__(self) -> str:
        return f"<Vector of {self.n} states of {self.game.name}>"


def _parts(n: int, count: int) -> list[slice]:
    bounds = [n * i // count for i in range(count + 1)]
    return [slice(a, b) for a, b in itertools.pairwise(bounds)]
