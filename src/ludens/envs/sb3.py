"""Games as vector environments of Stable-Baselines3, for its algorithms and those of sb3-contrib (MaskablePPO)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ludens.encoding.encoding import Floats
from ludens.envs import extra
from ludens.envs.play import Source

with extra("sb3"):
    from stable_baselines3.common.vec_env import VecEnv

    from ludens.envs.many import flat_environment

__all__ = ["VecEnvironment", "vec_env"]


def vec_env(game: Source, n: int = 1, **options: Any) -> VecEnvironment:
    """n plays of a game, in which one seat learns; the options are those of `VecEnvironment`."""
    return VecEnvironment(game, n, **options)


class VecEnvironment(VecEnv):
    """Plays of a game, a row each, stepped together in native code; a row whose play is over begins anew in the step.

    Options are those of `ludens.envs.gymnasium.make_vec`; observations are flat and normalised and actions compact
    unless another `form` is given. `infos` have `terminal_observation` and `TimeLimit.truncated` where a play is over,
    and `action_masks` is what MaskablePPO asks for.
    """

    def __init__(self, game: Source, n: int = 1, *, form: Mapping[str, Any] | None = None, **options: Any) -> None:
        why = "Stable-Baselines3 needs plays that begin anew in the same step"
        self.environment = environment = flat_environment(game, n, "SameStep", form, options, why)
        self._actions: Any = None
        self._seed: int | None = None
        super().__init__(n, environment.single_observation_space, environment.single_action_space)
        self.render_mode = environment.render_mode

    def reset(self) -> Floats:
        seen, info = self.environment.reset(seed=self._seed)
        self._seed = None
        self.reset_infos = [{"action_mask": mask} for mask in info["action_mask"]]
        self._reset_seeds()
        self._reset_options()
        return seen

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """What the next `reset` begins with: one seed for all rows, whose random numbers are their own."""
        self._seed = int(np.random.randint(0, 2**31)) if seed is None else seed
        return [self._seed] * self.num_envs

    def step_async(self, actions: np.ndarray[Any, Any]) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[Floats, Floats, np.ndarray[Any, Any], list[dict[str, Any]]]:
        seen, rewards, terminated, truncated, info = self.environment.step(self._actions)
        done, infos = terminated | truncated, [dict[str, Any]() for _ in range(self.num_envs)]
        for row in np.flatnonzero(done).tolist():
            infos[row]["terminal_observation"] = info["final_obs"][row]
            infos[row]["TimeLimit.truncated"] = bool(truncated[row] and not terminated[row])
            if info["final_info"].get("_illegal", done)[row] and "illegal" in info["final_info"]:
                infos[row]["illegal"] = info["final_info"]["illegal"][row]
        return seen, rewards.astype(np.float32), done, infos

    def action_masks(self) -> np.ndarray[Any, Any]:
        """Which actions are legal in each row."""
        return self.environment.action_masks()

    def close(self) -> None:
        self.environment.close()

    def get_images(self) -> Sequence[Any]:
        return list(self.environment.render() or [])

    # --- what Stable-Baselines3 asks of each row as if it were an environment of its own

    def _rows(self, indices: Any) -> list[int]:
        return [int(row) for row in self._get_indices(indices)]

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks" or hasattr(self.environment, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        if attr_name == "action_masks":
            return [lambda row=row: self.action_masks()[row] for row in self._rows(indices)]
        return [getattr(self.environment, attr_name) for _ in self._rows(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        if len(self._rows(indices)) != self.num_envs:
            raise ValueError(f"the rows are one environment: {attr_name} is set for all of them")
        setattr(self.environment, attr_name, value)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        if method_name == "action_masks":
            masks = self.action_masks()
            return [masks[row] for row in self._rows(indices)]
        raise AttributeError(f"the rows are one environment, which has no {method_name!r} for each of them")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        return [False for _ in self._rows(indices)]
