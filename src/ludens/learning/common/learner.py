"""How the common net learns from positions of many games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ludens.encoding.graph import GraphBatch, GraphEncoding
from ludens.encoding.graph.vocabulary import RELATIONS, SECTORS, SITES
from ludens.learning.common.model import CommonNet
from ludens.learning.common.tensors import Inputs, inputs_of
from ludens.learning.learner import Follower
from ludens.learning.nets.model import alone
from ludens.learning.nets.pytorch import torch
from ludens.learning.replay import Replay
from ludens.learning.settings import Settings

functional = torch.nn.functional
#: how much the plies that are left count beside policy and value
_LEFT = 0.02


def _mirrored(names: Sequence[str]) -> list[int]:
    """Where names go when a board is drawn the other way round: those with a sector of the compass to others."""
    other = {sector: SECTORS[-number] for number, sector in enumerate(SECTORS)}
    return [names.index(" ".join(other.get(word, word) for word in name.split(" "))) for name in names]


#: where relations and features of sites go, by their numbers
_MIRRORED_RELATIONS, _MIRRORED_SITES = _mirrored(RELATIONS), _mirrored(SITES)


class CommonLearner(Follower[CommonNet]):
    """Learns a step at a time; each step from some positions of one game."""

    def __init__(self, net: CommonNet, settings: Settings, device: torch.device | str = "cpu") -> None:
        self.device = device
        super().__init__(net.to(device), CommonNet(net.size).to(device), settings)

    def learn(
        self, graph: GraphEncoding, replay: Replay, rng: np.random.Generator, progress: float
    ) -> npt.NDArray[np.float64]:
        """Take a step; gives the losses of policy, value and the plies left."""
        rows = rng.integers(len(replay), size=self.settings.batch)
        batch = graph.rows(replay.states[rows])
        inputs = turned(inputs_of(batch, self.device), mirrored=bool(rng.integers(2)))
        shares = torch.from_numpy(shares_of(batch, graph.encoding.num_actions, replay, rows)).to(self.device)
        values = torch.from_numpy(replay.values[rows]).to(self.device)
        left = torch.from_numpy(np.log1p(replay.left[rows]).astype(np.float32)).to(self.device)
        self.net.train()
        self.optimiser.zero_grad(set_to_none=True)
        with alone():
            answers = self.net(inputs)
            logged = log_shares(answers.logits, inputs)
            # a share of 0 counts nothing, whatever the net says of it
            policy = (shares * (shares.clamp_min(1e-12).log() - logged)).sum() / len(batch)
            value = functional.mse_loss(answers.values[:, : values.shape[1]], values)
            plies = functional.mse_loss(answers.left, left)
            (policy + value + _LEFT * plies).backward()  # type: ignore[no-untyped-call]
        for parameter in self.parameters:  # what no position of this game asks for
            if parameter.grad is None:
                parameter.grad = torch.zeros_like(parameter)
        self.descend(progress)
        return np.array([float(loss.detach()) for loss in (policy, value, plies)])


def log_shares(logits: torch.Tensor, inputs: Inputs) -> torch.Tensor:
    """The logarithm of each move's share among the moves of its position."""
    n, rows = len(inputs), inputs.rows
    most = logits.detach().new_full((n,), -1e30).scatter_reduce(0, rows, logits.detach(), "amax")
    sums = logits.new_zeros(n).index_add(0, rows, (logits - most[rows]).exp())
    return logits - most[rows] - sums.log()[rows]


def shares_of(batch: GraphBatch, actions: int, replay: Replay, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
    """The shares that were found of each move of a batch, which has these rows of a replay."""
    place = np.arange(len(rows))[:, None] * actions
    keys = (place + replay.numbers[rows]).ravel()
    shares_there = replay.shares[rows].ravel()
    legal = batch.rows * actions + batch.moves[:, 0]
    # numbers behind a position's moves are 0 with the share 0: of equal keys the greatest share is meant
    order = np.lexsort((shares_there, keys))
    at = np.searchsorted(keys[order], legal, side="right") - 1
    there = order[np.maximum(at, 0)]
    shares: npt.NDArray[np.float32] = np.where(keys[there] == legal, shares_there[there], 0).astype(np.float32)
    return shares


def turned(inputs: Inputs, *, mirrored: bool) -> Inputs:
    """The same positions on boards that are drawn the other way round, if `mirrored`: relations change their names."""
    if not mirrored:
        return inputs
    relations = torch.tensor(_MIRRORED_RELATIONS, device=inputs.sites.device)[inputs.fixed.relations]
    return replace(inputs, fixed=replace(inputs.fixed, relations=relations), sites=inputs.sites[:, :, _MIRRORED_SITES])
