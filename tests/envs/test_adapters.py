"""Environments of other projects, each driven by the checks of its own."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

GAME = "Tic-Tac-Toe"


def test_stable_baselines_learns_with_masks() -> None:
    pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 is not installed")
    contrib = pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

    from ludens.envs.sb3 import vec_env

    env = vec_env(GAME, 4)
    assert is_masking_supported(env) and get_action_masks(env).shape == (4, 9)
    model = contrib.MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=32, n_epochs=1, seed=1, device="cpu")
    model.learn(256)
    seen = env.reset()
    over = 0
    for _ in range(30):
        actions, _ = model.predict(seen, action_masks=get_action_masks(env))
        seen, rewards, done, infos = env.step(actions)
        assert rewards.dtype == np.float32 and seen in env.environment.observation_space
        over += int(done.sum())
        for row in np.flatnonzero(done).tolist():
            assert infos[row]["terminal_observation"].shape == seen[row].shape
            assert infos[row]["TimeLimit.truncated"] is False and "illegal" not in infos[row]
    assert over
    with pytest.raises(TypeError, match="autoreset is no option"):
        vec_env(GAME, 4, autoreset="NextStep")


def test_stable_baselines_checks_an_environment() -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker", reason="Stable-Baselines3 is not installed")
    from ludens.envs import gymnasium

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checker.check_env(gymnasium.make(GAME, form={"compact": True, "flat": True, "normalised": True}))


def test_gymnasium_and_pettingzoo_check_forms() -> None:
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test

    from ludens.envs import gymnasium, pettingzoo

    form = {"compact": True, "flat": True, "history": 1}
    check_env(gymnasium.make(GAME, form=form), skip_render_check=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # observations with masks are a dictionary, as PettingZoo's own
        api_test(pettingzoo.env(GAME, form=form), num_cycles=50)


def test_supersuit_wraps_a_flat_form() -> None:
    supersuit = pytest.importorskip("supersuit", reason="supersuit is not installed")
    from ludens.envs import gymnasium

    env = supersuit.frame_stack_v1(gymnasium.make(GAME, form={"flat": True}), 2)
    seen, _ = env.reset(seed=1)
    assert seen in env.observation_space


def test_rllib_checks_a_table() -> None:
    pytest.importorskip("ray.rllib", reason="RLlib is not installed")
    from ludens.envs.rllib import MultiAgentEnvironment, env_creator

    env = env_creator({"game": GAME, "max_plies": 7})
    assert isinstance(env, MultiAgentEnvironment)
    checks = pytest.importorskip("ray.rllib.utils.pre_checks.env")
    checks.check_multiagent_environments(env)
    rng, ends = np.random.default_rng(1), set()
    for seed in range(20):
        seen, _ = env.reset(seed=seed)
        total: dict[str, float] = {}
        while True:
            assert all(one in env.get_observation_space(agent) for agent, one in seen.items())
            actions = {agent: int(rng.choice(np.flatnonzero(one["action_mask"]))) for agent, one in seen.items()}
            seen, rewards, terminated, truncated, infos = env.step(actions)
            for agent, reward in rewards.items():
                total[agent] = total.get(agent, 0.0) + reward
            if terminated["__all__"] or truncated["__all__"]:
                break
        assert not infos and set(seen) == set(env.possible_agents) and sum(total.values()) == 0
        ends.add((terminated["__all__"], truncated["__all__"]))
    assert ends == {(True, False), (False, True)}
    seen, _ = env.reset(seed=1)
    agent = next(iter(seen))
    env.step({agent: 0})
    *_, infos = env.step({"player_2": 0})
    assert "action 0 is not legal" in infos["player_2"]["illegal"]


def test_torchrl_checks_a_batch() -> None:
    utils = pytest.importorskip("torchrl.envs.utils", reason="TorchRL is not installed")
    import torch

    from ludens.envs.torchrl import env

    batch = env(GAME, 4)
    utils.check_env_specs(batch, seed=1)
    batch.set_seed(3)
    rollout: Any = batch.rollout(40, break_when_any_done=False)
    assert rollout.batch_size == torch.Size([4, 40]) and rollout["next", "done"].any()
    legal = rollout["action_mask"].gather(-1, rollout["action"].unsqueeze(-1))
    assert legal.all()
