"""Alpha-beta search."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

from ludens.agents import native
from ludens.agents.agent import Agent, Analysis
from ludens.game.workspace import workspace

if TYPE_CHECKING:
    from ludens.game import State

DEFAULT_SECONDS = 1.0
MAX_DEPTH = 40
INFINITE = 1e29


class AlphaBeta(Agent):
    """Alpha-beta with iterative deepening over score and material. Limits: seconds, or a depth in plies."""

    def index(self, state: State, count: int) -> int:
        seconds = (
            self.limit.seconds if self.limit.seconds is not None else None if self.limit.count else DEFAULT_SECONDS
        )
        stop = np.zeros(1, np.int32)
        timer = threading.Timer(seconds, lambda: stop.__setitem__(0, 1)) if seconds else None
        if timer:
            timer.start()
        try:
            return self._deepen(state, min(self.limit.count or MAX_DEPTH, MAX_DEPTH), stop)
        finally:
            if timer:
                timer.cancel()

    def _deepen(self, state: State, limit: int, stop: np.ndarray[tuple[int], np.dtype[np.int32]]) -> int:
        root = _Root(self, state, limit, stop)
        order = self.rng.permutation(root.count)
        best, values = int(order[0]), np.zeros(root.count)
        for depth in range(1, limit + 1):
            found = root.search(order, depth)
            if found is None:
                break
            values = found
            order = order[np.argsort(-values[order], kind="stable")]
            best = int(order[0])
            self.last = Analysis([], values.tolist(), best, depth)
            if abs(values[best]) > 1e5 or root.count == 1:
                break
        return best


class _Root:
    def __init__(
        self, agent: AlphaBeta, state: State, depth: int, stop: np.ndarray[tuple[int], np.dtype[np.int32]]
    ) -> None:
        self.agent, self.state, self.stop = agent, state, stop
        self.info, self.space = agent.information(), workspace()
        self.space.reset()
        game = agent.game
        self.count = game.fast.legal(state.address, self.space.address, self.space.records.ctypes.data)
        self.records = self.space.records[: self.count].copy()
        ply = native.MAX_MOVES * native.RECORD + game.layout.size
        self.scratch = np.zeros(ply * (depth + 1), np.uint8)

    def search(
        self, order: np.ndarray[tuple[int], np.dtype[np.int64]], depth: int
    ) -> np.ndarray[tuple[int], np.dtype[np.float64]] | None:
        """The value of each move at a depth; None where time ran out. Moves proved worse than the best have a bound."""
        values, best = np.full(self.count, -INFINITE), -INFINITE
        for index in order:
            child = self.state.copy()
            self.agent.game.fast.play(child.address, self.space.address, self.records[index].ctypes.data)
            values[index] = native.function("alpha_beta")(
                self.info.ctypes.data,
                child.address,
                self.space.address,
                self.scratch.ctypes.data,
                depth - 1,
                best - 1e-9,
                INFINITE,
                self.state.mover,
                self.stop.ctypes.data,
            )
            if self.stop[0]:
                return None
            best = max(best, values[index])
        self.space.check()
        return values
