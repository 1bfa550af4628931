"""Environments in forms: what policies and opponents see, and plays that are pickled."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from ludens.envs import gymnasium, pettingzoo


@pytest.mark.parametrize("form", [{"compact": True, "flat": True, "normalised": True}, {"history": 2, "memory": True}])
def test_environments_have_forms(form: dict[str, object]) -> None:
    env = gymnasium.make("Tic-Tac-Toe", form=form)
    many = gymnasium.make_vec("Tic-Tac-Toe", 3, form=form)
    seen, info = env.reset(seed=1)
    every, infos = many.reset(seed=1)
    assert seen in env.observation_space and every in many.observation_space
    assert env.form.version == many.form.version
    for _ in range(20):
        seen, _, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        every, *_, infos = many.step(infos["action_mask"].argmax(axis=1))
        assert seen in env.observation_space and every in many.observation_space and "illegal" not in info
        if terminated or truncated:
            _, info = env.reset()
    table = pettingzoo.env("Tic-Tac-Toe", form=form)
    table.reset(seed=1)
    assert table.observe("player_1")["observation"].shape == seen.shape
    with pytest.raises(TypeError, match=r"a form has compact, .*, not flatt"):
        gymnasium.make("Tic-Tac-Toe", form={"flatt": True})


def test_policies_see_the_form() -> None:
    shapes = set()

    def policy(seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
        shapes.add((seen.shape[1:], mask.shape[1:]))
        return mask.argmax(axis=1)

    env = gymnasium.make_vec("Tic-Tac-Toe", 4, opponent=policy, form={"compact": True, "flat": True})
    _, info = env.reset(seed=1)
    for _ in range(6):
        _, *_, info = env.step(info["action_mask"].argmax(axis=1))
    assert shapes == {(env.single_observation_space.shape, (9,))}


@pytest.mark.parametrize("form", [None, {"compact": True, "history": 1, "repetition": True, "flat": True}])
def test_many_plays_are_pickled(form: dict[str, object] | None) -> None:
    env = gymnasium.make_vec("Tic-Tac-Toe", 4, opponent="uct:5", form=form)
    _, info = env.reset(seed=1)
    for _ in range(3):
        _, *_, info = env.step(info["action_mask"].argmax(axis=1))
    other = pickle.loads(pickle.dumps(env))
    for _ in range(8):
        actions = info["action_mask"].argmax(axis=1)
        (mine, *told, info), (its, *same, _) = env.step(actions), other.step(actions)
        assert np.array_equal(mine, its)
        assert all(np.array_equal(a, b) for a, b in zip(told, same, strict=True))


def test_opponents_search_all_rows_and_equal_seeds_give_equal_plays() -> None:
    def play() -> list[np.ndarray]:
        env = gymnasium.make_vec("Tic-Tac-Toe", 8, opponent="uct:30", seat=2)
        seen, info = env.reset(seed=3)
        told = [seen]
        for _ in range(12):
            seen, *_, info = env.step(info["action_mask"].argmax(axis=1))
            told.append(seen)
        return told

    assert all(np.array_equal(a, b) for a, b in zip(play(), play(), strict=True))
