"""Games as environments of TorchRL: many plays as one batch, with masks in the TensorDict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ludens.envs import extra
from ludens.envs.play import Source

with extra("torchrl"):
    import torch
    from tensordict import TensorDict, TensorDictBase
    from torchrl.data import Binary, Bounded, Categorical, Composite, Unbounded
    from torchrl.envs import EnvBase

    from ludens.envs.many import flat_environment

__all__ = ["BatchEnvironment", "env"]


def env(game: Source, n: int = 1, **options: Any) -> BatchEnvironment:
    """n plays of a game, in which one seat learns; the options are those of `BatchEnvironment`."""
    return BatchEnvironment(game, n, **options)


class BatchEnvironment(EnvBase):
    """Plays of a game, stepped together in native code, with the batch size (n,).

    Options are those of `ludens.envs.gymnasium.make_vec`; observations are flat and normalised and actions compact
    unless another `form` is given. `action_mask` says what is legal, in the TensorDict and in the spec of actions, so
    that random actions are legal; another action ends its play with the reward -1. Plays that are over are reset by
    the one who steps (`_reset`), as TorchRL's collectors and `rollout` do.
    """

    def __init__(self, game: Source, n: int = 1, *, form: Mapping[str, Any] | None = None, **options: Any) -> None:
        environment = flat_environment(game, n, "Disabled", form, options, "TorchRL resets plays itself")
        self.environment = environment
        super().__init__(device="cpu", batch_size=torch.Size([n]))
        own = environment.form
        shape, count = own.observation_shape, own.num_actions
        low, high = (torch.from_numpy(np.array(side)).expand(n, *shape) for side in own.low_and_high())
        self.observation_spec = Composite(
            observation=Bounded(low=low, high=high, shape=(n, *shape), dtype=torch.float32),
            action_mask=Binary(count, shape=(n, count), dtype=torch.bool),
            shape=(n,),
        )
        self.action_spec = Categorical(count, shape=(n,), dtype=torch.int64)
        self.reward_spec = Unbounded(shape=(n, 1), dtype=torch.float32)
        flag = Categorical(2, shape=(n, 1), dtype=torch.bool)
        self.done_spec = Composite(
            done=flag.clone(), terminated=flag.clone(), truncated=flag.clone(), shape=(n,), device="cpu"
        )
        self._seed = 0

    def _reset(self, tensordict: TensorDictBase | None, **options: Any) -> TensorDictBase:
        rows = None if tensordict is None else tensordict.get("_reset", None)
        if rows is None or bool(rows.all()):
            seen, _ = self.environment.reset(seed=self._next_seed())
        else:
            seen, _ = self.environment.reset(options={"reset_mask": rows.reshape(-1).numpy().copy()})
        return self._as_tensors(seen)

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        seen, reward, terminated, truncated, _ = self.environment.step(tensordict["action"].numpy())
        result = self._as_tensors(seen)
        result["reward"] = torch.from_numpy(reward.astype(np.float32)).unsqueeze(-1)
        for name, value in (("terminated", terminated), ("truncated", truncated), ("done", terminated | truncated)):
            result[name] = torch.from_numpy(value).unsqueeze(-1)
        return result

    def _as_tensors(self, seen: Any) -> TensorDictBase:
        mask = torch.from_numpy(self.environment.action_masks().copy())
        self.action_spec.update_mask(torch.where(mask.any(-1, keepdim=True), mask, torch.ones_like(mask)))
        values = {"observation": torch.from_numpy(np.array(seen, np.float32)), "action_mask": mask}
        return TensorDict(values, batch_size=self.batch_size)

    def _set_seed(self, seed: int | None) -> None:
        self._seed = 0 if seed is None else seed
        self._is_seeded = True

    _is_seeded = False

    def _next_seed(self) -> int | None:
        """The seed that was set, for one reset: later ones go on with its random numbers."""
        seeded, self._is_seeded = self._is_seeded, False
        return self._seed if seeded else None
