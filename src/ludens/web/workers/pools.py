"""The threads of the engine, by what they are for."""

from __future__ import annotations

import os

from ludens.web.workers.thread_pool import ThreadPool
from ludens.web.workers.turns import Turns


class Pools:
    """Made once for each server."""

    def __init__(self) -> None:
        cores = os.cpu_count() or 1
        self.engine = ThreadPool("engine", max(2, cores))
        self.search = ThreadPool("search", max(4, 2 * cores))
        self.quick = ThreadPool("quick", 2)  # agents that do not search need not wait for those that do
        self.opening = ThreadPool("opening", 2)  # what may take long: no move that is played waits for it

        #: no visitor's searches keep those of the others waiting
        self.searches = Turns(self.search.size)
        self._all = (self.engine, self.search, self.quick, self.opening)

    def stop(self) -> None:
        """Stop all native code."""
        for pool in self._all:
            pool.stop()

    def shutdown(self) -> None:
        for pool in self._all:
            pool.shutdown()
