"""A symmetry of a game, as arrays see it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

T = TypeVar("T", bound=np.generic)
Indices = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Symmetry:
    """One symmetry of a game: where each thing goes.

    `sites` are the images of the sites of all containers, `players` those of the players, from player 1; `actions` are
    the images of the numbers of moves. What is seen after it: `observation` and `policy` carry arrays over, `inverse`
    takes them back. A symmetry that moves players carries what one player sees to what another one does.
    """

    name: str
    sites: tuple[int, ...]
    players: tuple[int, ...]
    actions: Indices = field(repr=False)
    #: for each number of a flattened observation the one that it comes from
    origins: Indices = field(repr=False)
    shape: tuple[int, ...] = field(repr=False)

    @property
    def is_identity(self) -> bool:
        """Whether nothing changes."""
        return bool((self._key == np.arange(len(self._key))).all())

    @property
    def moves_players(self) -> bool:
        """Whether players change seats."""
        return self.players[0] != 1

    @cached_property
    def _key(self) -> Indices:
        return np.concatenate([self.actions, len(self.actions) + self.origins])

    def observation(self, array: npt.NDArray[T]) -> npt.NDArray[T]:
        """Observations carried over; the array's last axes are those of one, any others come before.

        Raises ValueError for another shape.
        """
        if array.shape[-len(self.shape) :] != self.shape:
            raise ValueError(f"the last axes of an observation are {self.shape}, not those of {array.shape}")
        lead = array.shape[: -len(self.shape)]
        return array.reshape(*lead, -1)[..., self.origins].reshape(array.shape)

    def action(self, numbers: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """The numbers of the moves that moves are carried to."""
        return np.take(self.actions, np.asarray(numbers))

    def policy(self, array: npt.NDArray[T]) -> npt.NDArray[T]:
        """Masks, policies or logits carried over; the array's last axis are the numbers of moves.

        Raises ValueError for another shape.
        """
        if array.shape[-1:] != self.actions.shape:
            raise ValueError(f"the last axis of a policy is {len(self.actions)} long, not that of {array.shape}")
        return array[..., self._sources]

    def values(self, array: npt.NDArray[T]) -> npt.NDArray[T]:
        """Rewards or values carried over, of which each player has one; the players are the last axis."""
        return array[..., np.argsort(self.players)]

    @cached_property
    def _sources(self) -> Indices:
        return np.argsort(self.actions)

    def then(self, other: Symmetry) -> Symmetry:
        """This symmetry, and the other one after it."""
        return Symmetry(
            f"{self.name}, then {other.name}",
            tuple(other.sites[site] for site in self.sites),
            tuple(other.players[player - 1] for player in self.players),
            other.actions[self.actions],
            self.origins[other.origins],
            self.shape,
        )

    @property
    def inverse(self) -> Symmetry:
        """What takes everything back."""
        return Symmetry(
            f"{self.name}, backwards",
            tuple(np.argsort(self.sites).tolist()),
            tuple((np.argsort(self.players) + 1).tolist()),
            self._sources,
            np.argsort(self.origins),
            self.shape,
        )

    def __eq__(self, other: object) -> bool:
        """Symmetries are equal that do the same, whatever their names."""
        return isinstance(other, Symmetry) and np.array_equal(self._key, other._key) and self.players == other.players

    def __hash__(self) -> int:
        return hash((self._key.tobytes(), self.players))

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {"name": self.name, "sites": list(self.sites), "players": list(self.players)}
