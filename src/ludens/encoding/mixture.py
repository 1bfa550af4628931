"""Rows of several games, stepped together."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludens.encoding.encoding import Floats, Mask
from ludens.encoding.stepper import Actions
from ludens.encoding.team import Team
from ludens.encoding.vector import Step, Vector, advance
from ludens.game import Game, State
from ludens.native import aligned

Seen = tuple[Floats, Mask]


@dataclass(frozen=True)
class _Part:
    """The rows of one game among all."""

    vector: Vector
    rows: slice


class MixedVector:
    """Rows of several games, stepped together: `{game: number of rows, ...}`, game after game.

    `vectors` has a `Vector` for each game, in their order, whose arrays are its own; `index` is the number of the game
    of each row. `reset`, `step` and `random_actions` give and take lists, with an array for each game.

    With `pad` they give and take one array for all rows, as if the largest game were all of them: planes, places,
    actions and players that a game lacks are 0, and false in the mask. The planes are at the beginning of their axis,
    rows and columns at the beginning of theirs; where a game has planes without rows and columns all planes are lists
    of places. The arrays are the same each time. Games in which players move at once cannot be padded.

    Equal seeds give equal games: each game's rows have random numbers of their own.
    """

    def __init__(
        self,
        games: Mapping[Game, int],
        *,
        pad: bool = False,
        seed: int | None = None,
        threads: int | None = None,
        max_plies: int | None = None,
        autoreset: bool = True,
        observe: bool = True,
    ) -> None:
        if not games:
            raise ValueError("a mixed vector needs a game")
        if threads is not None and threads < 1:
            raise ValueError("a mixed vector needs threads >= 1")
        at_once = [game.name for game in games if game.is_simultaneous]
        if pad and at_once:
            raise ValueError(f"players move at once in {', '.join(at_once)}: such games cannot be padded")
        self.games = list(games)
        self._team = Team(threads or os.cpu_count() or 1)
        first = secrets.randbits(64) if seed is None else seed
        self.vectors = [
            game.vector(
                n, seed=first + number, threads=self._team.most, max_plies=max_plies,
                autoreset=autoreset, observe=observe,
            )
            for number, (game, n) in enumerate(games.items())
        ]  # fmt: skip
        self._bind(pad, observe)

    def _bind(self, pad: bool, observe: bool) -> None:
        """Share the rows out among the games."""
        counts = [vector.n for vector in self.vectors]
        self.n = sum(counts)
        self.index: npt.NDArray[np.int64] = np.repeat(np.arange(len(counts)), counts)
        ends = np.cumsum(counts).tolist()
        self._parts = [
            _Part(vector, slice(end - vector.n, end)) for vector, end in zip(self.vectors, ends, strict=True)
        ]
        self._padded = _Padded(self._parts, observe=observe) if pad else None

    def __len__(self) -> int:
        return self.n

    def __getstate__(self) -> dict[str, Any]:
        observe = self._padded is not None and len(self._padded.observation) > 0
        return {
            "games": self.games, "vectors": self.vectors, "most": self._team.most, "pad": self._padded is not None,
            "observe": observe,
        }  # fmt: skip

    def __setstate__(self, fields: dict[str, Any]) -> None:
        self.games, self.vectors, self._team = fields["games"], fields["vectors"], Team(fields["most"])
        self._bind(fields["pad"], fields["observe"])

    def reset(self, *, seed: int | None = None) -> Seen | list[Seen]:
        """A new game in every row; gives observations and masks."""
        first = secrets.randbits(64) if seed is None else seed
        results = [vector.reset(seed=first + number) for number, vector in enumerate(self.vectors)]
        return results if self._padded is None else self._padded.written()[:2]

    def step(self, actions: npt.ArrayLike | list[npt.ArrayLike]) -> Step | list[Step]:
        """Make a move in each row; gives observation, mask, reward, terminated, truncated.

        Raises as `Vector.step` does, before any row of any game is changed.
        """
        for vector, own in zip(self.vectors, self._by_game(actions), strict=True):
            vector.want(own)
        advance(self.vectors, self._team)
        return [vector.given for vector in self.vectors] if self._padded is None else self._padded.written()

    def _by_game(self, actions: npt.ArrayLike | list[npt.ArrayLike]) -> Iterator[npt.ArrayLike]:
        """The actions of each game."""
        if self._padded is None:
            if not isinstance(actions, list | tuple) or len(actions) != len(self.vectors):
                shapes = ", ".join(str(vector.actions_shape) for vector in self.vectors)
                raise ValueError(f"actions has to be a list of {len(self.vectors)} arrays, of the shapes {shapes}")
            yield from actions
            return
        array = np.asarray(actions)
        if array.shape != (self.n,):
            raise ValueError(f"actions has shape {array.shape}, not {(self.n,)}")
        for part in self._parts:
            yield array[part.rows]

    def random_actions(self, seed: int | None = None) -> Actions | list[Actions]:
        """A legal action for each row, each equally likely; 0 where there is none; arrays are the same each time."""
        drawn = [
            vector.random_actions(None if seed is None else seed + number) for number, vector in enumerate(self.vectors)
        ]
        if self._padded is None:
            return drawn
        return np.concatenate(drawn, out=self._padded.actions)

    def row(self, index: int) -> State:
        """A copy of the state of a row."""
        if not 0 <= index < self.n:
            raise IndexError(f"rows are numbered 0 to {self.n - 1}, not {index}")
        part = self._parts[int(self.index[index])]
        return part.vector.row(index - part.rows.start)

    def __repr__(self) -> str:
        parts = ", ".join(f"{vector.n} of {vector.game.name}" for vector in self.vectors)
        return f"<MixedVector of {self.n} states: {parts}>"


class _Padded:
    """One array for all rows of each kind, into which those of the games are copied."""

    def __init__(self, parts: list[_Part], *, observe: bool) -> None:
        self._parts = parts
        n = parts[-1].rows.stop
        shapes = [part.vector.encoding.observation_shape for part in parts]
        #: whether planes are lists of places, as one game at least has no rows and columns
        self._flat = len({len(shape) for shape in shapes}) > 1
        if self._flat:
            shapes = [(shape[0], int(np.prod(shape[1:]))) for shape in shapes]
        shape = tuple(max(sizes) for sizes in zip(*shapes, strict=True))
        self._regions = [(part.rows, *(slice(size) for size in own)) for part, own in zip(parts, shapes, strict=True)]
        self.observation: Floats = aligned((n if observe else 0, *shape), np.float32)
        self.mask: Mask = aligned((n, max(part.vector.encoding.num_actions for part in parts)), np.bool_)
        self.reward: Floats = aligned((n, max(part.vector.reward.shape[1] for part in parts)), np.float32)
        self.terminated: Mask = aligned((n,), np.bool_)
        self.truncated: Mask = aligned((n,), np.bool_)
        self.actions: Actions = aligned((n,), np.int64)
        self.written()

    def written(self) -> Step:
        """The arrays, as the games' are now."""
        for part, region in zip(self._parts, self._regions, strict=True):
            rows, vector = part.rows, part.vector
            if len(self.observation):
                shape = (vector.n, *(end.stop for end in region[1:])) if self._flat else vector.observation.shape
                self.observation[region] = vector.observation.reshape(shape)
            self.mask[rows, : vector.mask.shape[1]] = vector.mask
            self.reward[rows, : vector.reward.shape[1]] = vector.reward
            self.terminated[rows], self.truncated[rows] = vector.terminated, vector.truncated
        return self.observation, self.mask, self.reward, self.terminated, self.truncated
