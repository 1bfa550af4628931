"""How a net learns from samples."""

from __future__ import annotations

import math
from collections.abc import Mapping
from concurrent.futures import Executor
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from ludens.encoding import Symmetry
from ludens.game import Game
from ludens.learning.nets.model import Net, alone, arrays_of, has_bfloat16, set_weights
from ludens.learning.nets.pytorch import torch
from ludens.learning.replay import Replay
from ludens.learning.settings import Settings

nn, functional = torch.nn, torch.nn.functional

N = TypeVar("N", bound=nn.Module)
#: steps until the rate is what it should be
_WARMING = 100
#: the rate ends at this share of what it was
_LEAST_RATE = 0.05
#: gradients are no longer than this
_LONGEST = 2.0
#: how slowly the averaged weights follow
_AVERAGING = 0.995
_ILLEGAL = -1e9


class Follower(Generic[N]):
    """A net that learns by gradients, and an average, the mean of its weights over the last steps, which plays
    better."""

    def __init__(self, net: N, average: N, settings: Settings) -> None:
        self.settings, self.net, self.average = settings, net, average
        average.load_state_dict(net.state_dict())
        self.parameters = list(net.parameters())
        self.optimiser = torch.optim.AdamW(self.parameters, lr=settings.rate, weight_decay=settings.decay)
        self.steps = 0

    def descend(self, progress: float) -> None:
        """Take a step by the gradients that the parameters have."""
        torch.nn.utils.clip_grad_norm_(self.parameters, _LONGEST)
        for group in self.optimiser.param_groups:
            group["lr"] = self._rate(progress)
        with alone():
            self.optimiser.step()
        self.steps += 1
        self._follow()

    def _rate(self, progress: float) -> float:
        """Warms up, then falls as a cosine does."""
        falling = _LEAST_RATE + (1 - _LEAST_RATE) * 0.5 * (1 + math.cos(math.pi * progress))
        return self.settings.rate * min(1.0, (self.steps + 1) / _WARMING) * falling

    def _follow(self) -> None:
        weight = min(_AVERAGING, self.steps / (self.steps + 10))
        with torch.no_grad():
            for ours, theirs in zip(self.average.parameters(), self.net.parameters(), strict=True):
                ours.lerp_(theirs, 1 - weight)

    # --- where it stands

    def save(self) -> dict[str, npt.NDArray[Any]]:
        """Weights, their averages and what the optimiser remembers."""
        arrays = {f"net.{name}": array for name, array in arrays_of(self.net).items()}
        arrays |= {f"average.{name}": array for name, array in arrays_of(self.average).items()}
        for index, parameter in enumerate(self.parameters):
            for name, tensor in self.optimiser.state.get(parameter, {}).items():
                arrays[f"adam.{index}.{name}"] = np.atleast_1d(tensor.detach().cpu().numpy().copy())
        arrays["steps"] = np.array([self.steps], np.int64)
        return arrays

    def restore(self, saved: Mapping[str, npt.NDArray[Any]]) -> None:
        """Go on from what `save` gave. Raises NetError where it does not fit."""
        set_weights(self.net, under("net.", saved))
        set_weights(self.average, under("average.", saved))
        self.steps = int(saved["steps"][0])
        for index, parameter in enumerate(self.parameters):
            moments = under(f"adam.{index}.", saved)
            if moments:
                self.optimiser.state[parameter] = {
                    name: torch.from_numpy(array.copy()).reshape(() if name == "step" else parameter.shape)
                    for name, array in moments.items()
                }


class Learner(Follower[Net]):
    """The learner of a net of one game: see `Follower`."""

    def __init__(self, game: Game, settings: Settings, net: Net) -> None:
        super().__init__(net, Net(game, net.size), settings)
        self.vector = game.vector(settings.batch, seed=0, threads=1, autoreset=False)
        self._streams = np.zeros(settings.batch, np.uint64)
        self._plies = np.zeros(settings.batch, np.int32)
        encoding = game.encoding
        self.symmetries, self._first_spare = encoding.symmetries, encoding.numbering.first_spare

    def learn(
        self, replay: Replay, steps: int, rng: np.random.Generator, progress: float, pool: Executor
    ) -> dict[str, float]:
        """Take so many steps on the threads of a pool; gives the mean losses."""
        totals = np.zeros(2)
        for _ in range(steps):
            rows = rng.integers(len(replay), size=self.settings.batch)
            symmetry = self.symmetries[int(rng.integers(len(self.symmetries)))]
            totals += self._step(self._batch(replay, rows, symmetry), progress, pool)
        policy, value = (totals / max(steps, 1)).tolist()
        return {"policy": policy, "value": value}

    def _batch(self, replay: Replay, rows: npt.NDArray[np.int64], symmetry: Symmetry) -> list[torch.Tensor]:
        """Some samples, carried over by a symmetry: observations, masks, numbers, shares, values."""
        saved: dict[str, npt.NDArray[Any]] = {
            "states": replay.states[rows],
            "plies": self._plies,
            "streams": self._streams,
        }
        observations, legal = self.vector.restore(saved)
        moves = replay.numbers[rows].astype(np.int64)
        if not legal[:, self._first_spare :].any():  # spare numbers say nothing that could be carried over
            observations, legal, moves = (
                symmetry.observation(observations),
                symmetry.policy(legal),
                symmetry.action(moves),
            )
        arrays = observations, legal, moves, replay.shares[rows], replay.values[rows]
        return [torch.from_numpy(array) for array in arrays]

    def _step(self, batch: list[torch.Tensor], progress: float, pool: Executor) -> npt.NDArray[np.float64]:
        """Learn from a batch, each thread from a part of it; gives the losses."""
        self.net.train()
        size = -(-self.settings.batch // self.settings.threads)
        parts = zip(*(torch.split(tensor, size) for tensor in batch), strict=True)
        results = list(pool.map(lambda part: self._gradients(*part), parts))
        for index, parameter in enumerate(self.parameters):
            parameter.grad = sum((gradients[index] for gradients, _ in results[1:]), start=results[0][0][index])
        self.descend(progress)
        total: npt.NDArray[np.float64] = np.sum([losses for _, losses in results], axis=0)
        return total

    def _gradients(
        self,
        observation: torch.Tensor,
        mask: torch.Tensor,
        numbers: torch.Tensor,
        shares: torch.Tensor,
        values: torch.Tensor,
    ) -> tuple[tuple[torch.Tensor, ...], tuple[float, float]]:
        """The gradients of the parameters for a part of a batch, and its part of the losses, policy and value."""
        with alone():
            with torch.autocast("cpu", torch.bfloat16, enabled=has_bfloat16() and self.net.is_grid):
                logits, outputs = self.net(observation)
            logged = functional.log_softmax(logits.float().masked_fill(~mask, _ILLEGAL), 1).gather(1, numbers)
            policy = (shares * (shares.clamp_min(1e-12).log() - logged)).sum() / self.settings.batch
            part = len(observation) / self.settings.batch
            value = functional.mse_loss(outputs.float(), values) * part
            gradients = torch.autograd.grad(policy + value, self.parameters)
        return gradients, (float(policy.detach()), float(value.detach()))


def under(prefix: str, saved: Mapping[str, npt.NDArray[Any]]) -> dict[str, npt.NDArray[Any]]:
    """The arrays whose names begin with a prefix, without it."""
    return {name.removeprefix(prefix): array for name, array in saved.items() if name.startswith(prefix)}
