"""Agents that look at most one ply ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ludens.agents import native, worlds
from ludens.agents.agent import Agent, AgentError
from ludens.agents.analysis import Analysis, led

if TYPE_CHECKING:
    from ludens.game import State


class Random(Agent):
    """Any legal move, each as likely as the others."""

    kind, synonyms, quick = "random", ("easy",), "random"
    title = "Random moves"
    strength = 10
    plays_at_once = True

    def index(self, state: State, count: int) -> int:
        return int(self.rng.integers(count))


class Greedy(Agent):
    """The move after which score and material stand best; one of the best at random.

    Where something is hidden, or chance has its part, they are those on average.
    """

    kind, synonyms, quick = "greedy", ("hard",), "greedy"
    title = "Greedy: the best looking move"
    strength = 20
    sign = 1.0

    def index(self, state: State, count: int) -> int:
        values = self.sign * worlds.mean(state, self.rng, self.values)
        best = np.flatnonzero(values >= values.max() - 1e-9)
        return int(self.rng.choice(best))

    def analyse(self, state: State) -> Analysis:
        """How the game stands after each legal move, the best first. Raises AgentError where the game is over."""
        legal = state.legal_moves()
        if not legal:
            raise AgentError("the game is over: there is nothing to analyse")
        values = self.sign * worlds.mean(state, self.rng, self.values)
        order = np.argsort(-values, kind="stable")
        moves = [led(legal[i], float(self.sign * values[i])) for i in order]
        return Analysis(len(legal), moves[0].value, [moves[0].move], moves, 1, "points", "positions")

    def values(self, state: State) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """The evaluation for the mover after each legal move."""
        program, mover, child = self.game.fast, state.seat, np.empty_like(state.block)
        records = program.legal(state)
        values = np.zeros(len(records))
        for i, record in enumerate(records):
            child[:] = state.block
            program.play(child, record)
            values[i] = native.evaluate(self.information, child, mover)
        return values


class Worst(Greedy):
    """The move after which score and material stand worst."""

    kind, synonyms, quick = "worst", ("dumb",), "worst"
    title = "The worst looking move"
    strength = 0
    sign = -1.0
