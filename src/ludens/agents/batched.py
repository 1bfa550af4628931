"""Searches of many positions one after the other, each with a tree of its own and nothing around it.

An agent that chooses a move keeps clocks, what it found, and its tree for the next move. Where the limit is a small
count that takes many times what the search itself does: here is the search alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ludens.agents import native_tree
from ludens.agents.agent import Agent
from ludens.agents.mcts_trees import PLAYOUT_LIMIT, MctsTree, open_loop_nodes
from ludens.agents.uct import Uct
from ludens.game.hidden import hides
from ludens.native import seed_choices

#: more iterations than this are searched as one search: an agent looks at its clocks and at Ctrl-C in between
MOST = 10_000


class SuccessiveSearches:
    """Monte-Carlo tree search of many positions by one agent, whose random numbers it draws from."""

    def __init__(self, agent: Uct, count: int) -> None:
        self.agent = agent
        before = agent.rng.bit_generator.state
        self._tree = MctsTree(agent, 1)
        agent.rng.bit_generator.state = before  # what is drawn later does not depend on when this was made
        self._root: npt.NDArray[np.uint8] = np.zeros(agent.game.layout.size, np.uint8)
        self._head = self._tree.pool.nodes[: agent.search.node]
        constants = (agent.exploration, PLAYOUT_LIMIT)
        self._search = agent.search.bound(agent.words, self._root, self._tree.pool, count, *constants)

    def best(self, states: Sequence[npt.NDArray[np.uint8]]) -> list[int]:
        """The number of the move that is best in each position, among its legal ones."""
        seeds = self.agent.rng.integers(1 << 63, size=len(states)).tolist()
        return [self._best(state, seed) for state, seed in zip(states, seeds, strict=True)]

    def _best(self, state: npt.NDArray[np.uint8], seed: int) -> int:
        tree = self._tree
        self._root[:], self._head[:], tree.pool.used[:] = state, 0, (1, 0)
        seed_choices(seed)
        self._search()
        nodes = self._nodes()
        if not len(nodes):
            return 0
        visits = np.where(nodes > 0, tree.ints[nodes, native_tree.VISITS], 0)
        most = np.flatnonzero(visits == visits.max())
        if len(most) == 1:
            return int(most[0])
        means = tree.sums[nodes[most], native_tree.SUM] / np.maximum(visits[most], 1)
        return int(most[np.flatnonzero(means == means.max())[-1]])

    def _nodes(self) -> npt.NDArray[np.int64]:
        """The nodes of the root's moves, in the order of the legal moves; 0 for a move that has none."""
        children = self._tree.children(0)
        return np.arange(children.start, children.stop)


class SuccessiveOpenLoopSearches(SuccessiveSearches):
    """The same in games of chance, whose trees are of moves, whatever falls."""

    def _nodes(self) -> npt.NDArray[np.int64]:
        records = self.agent.game.fast.legal(self._root, clean=True)
        return open_loop_nodes(self._tree, records)


def batch_of(agent: Agent) -> SuccessiveSearches | None:
    """What searches many positions as an agent does; None where it is bounded by time, or searches in another way."""
    game, count = agent.game, agent.limit.count
    if type(agent) is not Uct or agent.mixture is not None or count is None or count > MOST:
        return None
    if agent.limit.threads > 1 or game.is_simultaneous or hides(game):
        return None
    return (SuccessiveOpenLoopSearches if game.is_stochastic else SuccessiveSearches)(agent, count)
