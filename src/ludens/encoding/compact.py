"""Action numbers without room to spare: those that a game uses, beside the stable ones that it could use.

The stable numbers (`ludens.encoding.actions`) leave room for every pair of sites and for moves that no game has shown.
A compact numbering has only those that random games from a fixed seed use, in their order: it is the same on any
machine, and its `version` says which one it is. A move that no such game made has no compact number: that is an error
which names it, never a mask without it. `extended` gives a numbering with further ones, behind those that there are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ludens.encoding.vector import Vector

if TYPE_CHECKING:
    from ludens.encoding.encoding import Encoding, Mask

#: the games that are played at a time, the plies without a new action that end them, and the most plies
ROWS, QUIET, MOST, SEED = 64, 300, 3000, 1
#: changes with the way in which the numbers are gathered
_FORMAT = "c1"


class OutsideCompact(ValueError):
    """A move that has no compact number; the message names it, and says what to do."""


def compact_of(encoding: Encoding) -> Compact:
    """The numbering that random games give."""
    return Compact.of(encoding)


class Compact:
    """A numbering of the actions that a game uses. `numbers` has the stable number of each."""

    def __init__(self, encoding: Encoding, numbers: npt.NDArray[np.int32]) -> None:
        self.encoding, self.numbers = encoding, numbers
        self.count = len(numbers)
        self._compact = np.full(encoding.num_actions, -1, np.int32)
        self._compact[numbers] = np.arange(len(numbers), dtype=np.int32)
        content = encoding.version.encode() + b"\n" + numbers.astype("<i4").tobytes()
        self.version = f"{_FORMAT}-{hashlib.sha256(content).hexdigest()[:12]}"

    @classmethod
    def of(cls, encoding: Encoding) -> Compact:
        """The numbering that random games give."""
        vector = Vector(encoding, ROWS, seed=SEED, threads=1, observe=False)
        seen, quiet = np.zeros(encoding.num_actions, np.bool_), 0
        for ply in range(MOST):
            now = vector.mask.reshape(-1, encoding.num_actions).any(axis=0)
            quiet = 0 if (now & ~seen).any() else quiet + 1
            if quiet == QUIET:
                break
            seen |= now
            vector.step(vector.random_actions(seed=SEED + ply))
        return cls(encoding, np.flatnonzero(seen).astype(np.int32))

    def extended(self, numbers: Iterable[int]) -> Compact:
        """The same with further stable numbers behind, so that those that there are stay. Its version is another."""
        more = [number for number in dict.fromkeys(numbers) if self._compact[number] < 0]
        return Compact(self.encoding, np.concatenate([self.numbers, np.array(more, np.int32)]))

    def action(self, stable: int) -> int:
        """The compact number of a stable one. Raises OutsideCompact."""
        compact = int(self._compact[stable]) if 0 <= stable < len(self._compact) else -1
        if compact < 0:
            raise self._outside(stable)
        return compact

    def stable(self, action: int) -> int:
        """The stable number of a compact one. Raises ValueError for an unknown one."""
        if not 0 <= action < self.count:
            raise ValueError(f"actions are numbered 0 to {self.count - 1}, not {action}")
        return int(self.numbers[action])

    def stable_all(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """The stable numbers of some compact ones; -1 for unknown ones."""
        array = np.asarray(actions)
        inside = (array >= 0) & (array < self.count)
        return np.where(inside, self.numbers[np.where(inside, array, 0)], -1).astype(np.int64)

    def mask(self, stable: Mask) -> Mask:
        """The mask of what is legal, over the compact numbers. Raises OutsideCompact where something has none."""
        mask: Mask = stable[..., self.numbers]
        if np.count_nonzero(mask) != np.count_nonzero(stable):
            missing = np.flatnonzero(stable.reshape(-1, stable.shape[-1]).any(axis=0) & (self._compact < 0))
            raise self._outside(int(missing[0]))
        return mask

    def meaning(self, action: int) -> str:
        """The meaning of a number, in words. Raises ValueError for an unknown one."""
        return self.encoding.meaning(self.stable(action))

    def _outside(self, stable: int) -> OutsideCompact:
        name = f"action {stable} ({self.encoding.meaning(stable)})" if 0 <= stable < len(self._compact) else f"{stable}"
        return OutsideCompact(
            f"{name} of {self.encoding.game.name} has no compact number, as no random game made it: extend the "
            f"numbering (compact.extended([{stable}])), or use the stable numbers"
        )

    def __repr__(self) -> str:
        share = f"{self.count} of {self.encoding.num_actions} actions"
        return f"<Compact of {self.encoding.game.name}: {share}, version {self.version}>"
