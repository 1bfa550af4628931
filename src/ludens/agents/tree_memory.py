"""Memory that trees grow in, which an agent keeps from one tree to the next.

The system gives memory page by page, filled with zeros, when it is first written to: for short searches that is a
tenth of their time and more, in which threads wait for one another.
"""

from __future__ import annotations

import weakref
from collections import defaultdict

import numpy as np
import numpy.typing as npt

Block = npt.NDArray[np.uint8]


class TreeMemory:
    """The memory of all trees of an agent: as much as they had at a time. It goes back to the system with the agent."""

    def __init__(self) -> None:
        self._free = defaultdict[int, list[Block]](list)

    def lease(self, tree: object) -> MemoryLease:
        """What a tree gets of it, until it is gone."""
        lease = MemoryLease(self._free)
        weakref.finalize(tree, lease.release_all)
        return lease


class MemoryLease:
    """What one tree has of it."""

    def __init__(self, free: defaultdict[int, list[Block]]) -> None:
        self._free, self._allocated = free, list[Block]()

    def allocate(self, size: int) -> Block:
        """So many bytes, in which anything may be left of other trees."""
        free = self._free[size]
        # new memory is taken only as far as it is used
        self._allocated.append(free.pop() if free else np.zeros(size, np.uint8))
        return self._allocated[-1]

    def release(self, block: Block) -> None:
        """Give back what was taken."""
        self._allocated = [other for other in self._allocated if other is not block]
        self._free[len(block)].append(block)

    def release_all(self) -> None:
        """Give back all."""
        for block in self._allocated:
            self.release(block)
