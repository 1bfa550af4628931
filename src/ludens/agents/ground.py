"""Memory that trees grow in, which an agent keeps from one tree to the next.

The system gives memory page by page, filled with zeros, when it is first written to: for short searches that is a
tenth of their time and more, in which threads wait for one another.
"""

from __future__ import annotations

import weakref
from collections import defaultdict

import numpy as np
import numpy.typing as npt

Room = npt.NDArray[np.uint8]


class Ground:
    """The memory of all trees of an agent: as much as they had at a time. It goes back to the system with the agent."""

    def __init__(self) -> None:
        self._free = defaultdict[int, list[Room]](list)

    def plot(self, tree: object) -> Plot:
        """What a tree gets of it, until it is gone."""
        plot = Plot(self._free)
        weakref.finalize(tree, plot.clear)
        return plot


class Plot:
    """What one tree has of it."""

    def __init__(self, free: defaultdict[int, list[Room]]) -> None:
        self._free, self._taken = free, list[Room]()

    def take(self, size: int) -> Room:
        """So many bytes, in which anything may be left of other trees."""
        free = self._free[size]
        # new memory is taken only as far as it is used
        self._taken.append(free.pop() if free else np.zeros(size, np.uint8))
        return self._taken[-1]

    def leave(self, room: Room) -> None:
        """Give back what was taken."""
        self._taken = [other for other in self._taken if other is not room]
        self._free[len(room)].append(room)

    def clear(self) -> None:
        """Give back all."""
        for room in self._taken:
            self.leave(room)
