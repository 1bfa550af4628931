"""Trees of a Monte-Carlo tree search that is mixed of several parts: see `ludens.agents.native_mcts`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ludens.agents import mixture, native_statistics
from ludens.agents.analysis import Analysis, Examined
from ludens.agents.mcts_trees import PLAYOUT_LIMIT, MctsTree, TreeOwner, UctSearch
from ludens.agents.native import STATISTICS
from ludens.agents.native_mcts import SCRATCH, TABLE
from ludens.agents.native_proofs import CERTAIN, LOST, SURE
from ludens.agents.native_tree import PLAYER
from ludens.native import FastProgram

if TYPE_CHECKING:
    from ludens.agents.mixture import Mixture


def _mixture(agent: TreeOwner) -> Mixture:
    assert agent.mixture is not None
    return agent.mixture


class MixTree(MctsTree):
    """A tree, and what is learnt of moves wherever they are made."""

    beside = SCRATCH

    def plant(self) -> None:
        super().plant()
        self.floats = self.ints.view(np.float32)
        agent, mixture = self.agent, _mixture(self.agent)
        self.statistics = native_statistics.memory_for(mixture.keys, agent.game.num_players, mixture.rules)
        agent.words.share(STATISTICS, self.statistics)

    def constants(self) -> tuple[float, ...]:
        settings, agent = self.agent.settings, self.agent
        numbers = [float(settings[name]) for name in ("amafbias", "epsilon", "bias", "minimax")]
        limit = int(settings["cut"]) or PLAYOUT_LIMIT
        return agent.exploration, limit, int(settings["grave"]), *numbers, self._gauge()

    def _gauge(self) -> float:
        return mixture.gauge(self.agent.game, self.agent.words) if self.agent.mix.evaluates else 1.0

    def descend(self, path: Sequence[int]) -> None:
        before = self.statistics
        super().descend(path)
        if self.agent.mix.traces:
            nodes = np.flatnonzero(self.ints[: self.used, TABLE])
            native_statistics.keep(before, self.ints[nodes, TABLE].astype(np.int32), self.statistics)
            self.ints[nodes, TABLE] = np.arange(1, len(nodes) + 1)

    def uproot(self) -> None:
        children = self.children(0)
        if children.start < children.stop and self.ints[0, PLAYER] == self.ints[children.start, PLAYER]:
            # what is certain for nobody is read as for who does not move there
            self.floats[0, [SURE, LOST]] = self.floats[0, [LOST, SURE]]
        super().uproot()


class MixSearch(UctSearch):
    """Such a tree, grown from one position by all threads. What is proven is chosen or avoided for certain."""

    def _planted(self) -> list[MctsTree]:
        self.tree = MixTree(self.agent, self.threads)
        return [self.tree]

    @property
    def playing(self) -> FastProgram:
        return _mixture(self.agent).program

    def is_known(self) -> bool:
        return bool(self.agent.mix.solver) and float(self.tree.floats[0, [SURE, LOST]].sum()) >= CERTAIN

    def _certain(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """What each move of the root has for certain and what it may come to, from -1 to 1."""
        floats = self.tree.floats[self.tree.children(0)]
        return floats[:, SURE] - 1, 1 - floats[:, LOST]

    def _proven(self) -> npt.NDArray[np.int64]:
        """1 for moves that win, -1 for those that lose, whatever follows."""
        sure, most = self._certain()
        proven: npt.NDArray[np.int64] = np.where(sure >= 1, 1, 0) - np.where(most <= -1, 1, 0)
        return proven

    def _order(self) -> npt.NDArray[np.int64]:
        order = super()._order()
        if not self.agent.mix.solver or not len(self._certain()[0]):
            return order
        sure, most = self._certain()
        floor = sure.max()
        # what cannot be better than a move that is proven comes behind it
        rank = np.where(sure >= 1, 2, np.where((most <= floor) & (sure < floor), 0, 1))
        if self.is_known():
            rank = np.where(sure >= floor, 2, 0)
        best: npt.NDArray[np.int64] = order[np.argsort(-rank[order], kind="stable")]
        return best

    def analysis(self) -> Analysis:
        analysis = super().analysis()
        if not self.agent.mix.solver or not len(self._certain()[0]):
            return analysis
        proven, order = self._proven(), self._order()
        moves = [_with_proof(one, int(proven[i])) for one, i in zip(analysis.moves, order, strict=True)]
        return replace(analysis, value=moves[0].value, moves=moves)


def _with_proof(move: Examined, proven: int) -> Examined:
    return move._replace(proven=proven, value=0.5 + 0.5 * proven) if proven else move
