"""Agents that look at most one ply ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ludens.agents import native
from ludens.agents.agent import Agent
from ludens.game.workspace import workspace
from ludens.ludemes.generation.records import RECORD_WORDS

if TYPE_CHECKING:
    from ludens.game import State


class Random(Agent):
    """Any legal move, each as likely as the others."""

    plays_at_once = True

    def index(self, state: State, count: int) -> int:
        return int(self.rng.integers(count))


class Greedy(Agent):
    """The move after which score and material stand best; one of the best at random."""

    sign = 1.0

    def index(self, state: State, count: int) -> int:
        values = self.sign * self.values(state)
        best = np.flatnonzero(values >= values.max() - 1e-9)
        return int(self.rng.choice(best))

    def values(self, state: State) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """The evaluation for the mover after each legal move."""
        space = workspace()
        space.reset()
        info, mover = self.information, state.mover
        count = self.game.fast.legal(state.address, space.address, space.records.ctypes.data)
        records = space.records[:count].copy()
        values = np.zeros(count)
        for i in range(count):
            child = state.copy()
            self.game.fast.play(child.address, space.address, records[i].ctypes.data)
            values[i] = native.function("evaluate")(info.ctypes.data, child.address, space.address, mover)
        space.check()
        return values


class Worst(Greedy):
    """The move after which score and material stand worst."""

    sign = -1.0


assert RECORD_WORDS * 4 == native.RECORD
