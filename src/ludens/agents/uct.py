"""Monte-Carlo tree search."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from ludens.agents import native
from ludens.agents.agent import Agent, Analysis
from ludens.game.workspace import workspace
from ludens.ludemes.core import memory

if TYPE_CHECKING:
    from ludens.game import State

DEFAULT_SECONDS = 1.0
PLAYOUT_LIMIT = 1000
MAX_NODES = 4_000_000


class Uct(Agent):
    """UCT with random playouts (Kocsis and Szepesvari 2006). Limits: seconds, or iterations.

    `exploration` is the constant of UCB1; `last` holds visits and values of the root's moves after a choice.
    """

    exploration = 0.7

    def index(self, state: State, count: int) -> int:
        iterations = self.limit.count
        seconds = self.limit.seconds if self.limit.seconds is not None else None if iterations else DEFAULT_SECONDS
        tree = _Tree(self, state, _capacity(count, iterations))
        if iterations is not None and seconds is None:
            tree.run(iterations)
        else:
            assert seconds is not None
            tree.run_for(seconds)
        self.last = tree.analysis()
        return self.last.best


def _capacity(count: int, iterations: int | None) -> int:
    return min(MAX_NODES, (iterations + 1) * max(2 * count, 200)) if iterations else MAX_NODES


class _Tree:
    def __init__(self, agent: Uct, state: State, capacity: int) -> None:
        self.agent, self.state, self.capacity = agent, state.copy(), capacity
        self.info = agent.information()
        self.nodes = np.zeros((capacity + 1, native.NODE), np.uint8)  # touched only as far as it is used
        self.used = np.array([1], np.int32)
        self.scratch = np.zeros(native.MAX_MOVES * native.RECORD + agent.game.layout.size + 64, np.uint8)
        self.seed = np.uint64(agent.rng.integers(1 << 63))

    def run(self, iterations: int) -> None:
        space = workspace()
        space.reset()
        space.env[memory.CHOICE_RNG // 8] = self.seed
        native.function("uct")(
            self.info.ctypes.data,
            self.state.address,
            space.address,
            self.nodes.ctypes.data,
            self.used.ctypes.data,
            self.capacity,
            self.scratch.ctypes.data,
            iterations,
            self.agent.exploration,
            PLAYOUT_LIMIT,
            int(self.agent.is_chance),
        )
        self.seed = space.env[memory.CHOICE_RNG // 8]
        space.check()

    def run_for(self, seconds: float) -> None:
        """Iterate in slices that fit the time left."""
        end, slice_size = time.perf_counter() + seconds, 1
        while (began := time.perf_counter()) < end:
            self.run(slice_size)
            now = time.perf_counter()
            rate = slice_size / max(now - began, 1e-6)
            slice_size = max(1, int(min(rate * 0.05, rate * (end - now) * 0.8, slice_size * 4)))

    def analysis(self) -> Analysis:
        ints = self.nodes.view(np.int32)
        first, count = int(ints[0, 1]), int(ints[0, 2])
        visits = ints[first : first + count, 0]
        sums = self.nodes.view(np.float64)[first : first + count, 2]
        values = sums / np.maximum(visits, 1)
        best = int(np.lexsort((values, visits))[-1]) if count else 0
        return Analysis(visits.tolist(), values.tolist(), best)
