"""Many plays as one environment of Gymnasium: what its own vector of single environments does, natively."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import ludens
from ludens import agents
from ludens.envs import gymnasium
from tests.envs.games import MATCHING, SOON_OVER, THREE

MODES = list(AutoresetMode)


def first(observation: np.ndarray, mask: np.ndarray) -> Any:
    """The policy of the first legal action, of one play or of many."""
    return np.argmax(mask, axis=-1)


def same(mine: dict[str, Any], its: dict[str, Any]) -> None:
    """Whether two vectors tell the same, where they tell anything."""
    assert {name for name in mine if not name.startswith("_")} == {name for name in its if not name.startswith("_")}
    for name, value in its.items():
        if name.startswith("_"):
            assert np.array_equal(mine[name], value), name
        elif isinstance(value, dict):
            same(mine[name], value)
        else:
            for row in np.flatnonzero(its[f"_{name}"]).tolist():
                assert np.array_equal(mine[name][row], value[row]), name


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("Tic-Tac-Toe", {"seat": 1}),
        ("Tic-Tac-Toe", {"seat": 2}),
        ("Tic-Tac-Toe", {"seat": 2, "max_plies": 4}),
        ("Oware", {"max_plies": 30}),
        (THREE, {"seat": 3}),
        (THREE, {"seat": 2}),
        (MATCHING, {"seat": 2}),
    ],
)
def test_it_does_what_gymnasiums_vector_of_single_ones_does(
    game: str, options: dict[str, Any], mode: AutoresetMode
) -> None:
    n = 4
    native = gymnasium.make_vec(game, n, opponent=first, autoreset=mode, **options)
    single = SyncVectorEnv([lambda: gymnasium.make(game, opponent=first, **options)] * n, autoreset_mode=mode)
    assert native.single_observation_space == single.single_observation_space
    assert native.observation_space == single.observation_space and native.action_space == single.action_space
    assert native.metadata["autoreset_mode"] is single.metadata["autoreset_mode"]
    rng = np.random.default_rng(1)
    told, its = native.reset(seed=1), single.reset(seed=1)
    assert np.array_equal(told[0], its[0])
    same(told[1], its[1])
    ended, done = 0, np.zeros(n, np.bool_)
    for _ in range(40):
        if mode is AutoresetMode.DISABLED and done.any():
            told, its = (vector.reset(options={"reset_mask": done}) for vector in (native, single))
            assert np.array_equal(told[0], its[0])
            masks = native.action_masks()
        else:
            masks = told[-1]["action_mask"]
        # now and then, an action that is not legal
        actions = np.array(
            [rng.choice(np.flatnonzero(row)) if row.any() and rng.random() < 0.95 else 0 for row in masks]
        )
        told, its = native.step(actions), single.step(actions)
        for a, b in zip(told[:4], its[:4], strict=True):
            assert np.array_equal(a, b) and a.dtype == b.dtype
        same(told[4], its[4])
        done = told[2] | told[3]
        ended += int(done.sum())
    assert ended > 4


@pytest.mark.parametrize("game", ["Tic-Tac-Toe", "Backgammon", MATCHING, THREE])
@pytest.mark.parametrize("opponent", ["random", "uct:3"])
def test_what_happens_depends_on_the_seed_alone(game: str, opponent: str) -> None:
    plays = []
    for seed, threads in ((1, 1), (1, 2), (2, 1)):
        vector = gymnasium.make_vec(game, 5, opponent=opponent, seat="random", threads=threads, max_plies=30)
        seen, info = vector.reset(seed=seed)
        told = [seen, info["seat"]]
        for _ in range(6):
            seen, rewards, *_, info = vector.step(np.argmax(info["action_mask"], axis=1))
            told += [seen, rewards, info["seat"], info["action_mask"]]
        plays.append(told)
    assert all(np.array_equal(a, b) for a, b in zip(plays[0], plays[1], strict=True))
    assert not all(np.array_equal(a, b) for a, b in zip(plays[0], plays[2], strict=True))


def test_opponents_win_and_lose() -> None:
    vector = gymnasium.make_vec("Tic-Tac-Toe", 40, seat="random", autoreset="SameStep")
    _, info = vector.reset(seed=1)
    rewards = []
    for _ in range(12):
        _, reward, terminated, _, info = vector.step(first(np.empty(0), info["action_mask"]))
        assert not reward[~terminated].any()
        rewards += reward[terminated].tolist()
    assert {1.0, -1.0} <= set(rewards) <= {1.0, 0.0, -1.0} and len(rewards) > 50
    strong = gymnasium.make_vec("Tic-Tac-Toe", 10, opponent={2: "uct:100"})
    _, info = strong.reset(seed=1)
    total = 0.0
    for _ in range(8):
        _, reward, *_, info = strong.step(first(np.empty(0), info["action_mask"]))
        total += reward.sum()
    assert total < -5


def test_without_an_opponent_a_step_is_a_ply() -> None:
    vector = gymnasium.make_vec("Tic-Tac-Toe", 3, opponent=None)
    seen, info = vector.reset(seed=1)
    assert info["seat"].tolist() == [1, 1, 1]
    seen, rewards, *_, info = vector.step(np.array([0, 1, 2]))
    assert info["seat"].tolist() == [2, 2, 2] and not rewards.any()
    assert np.array_equal(seen[1], vector.vector.row(1).observation(2))
    for actions in ([3, 3, 3], [1, 4, 1], [4, 5, 4], [2, 7, 0]):
        seen, rewards, terminated, _, info = vector.step(np.array(actions))
    assert rewards.tolist() == [1.0, 1.0, 1.0] and terminated.all()
    assert info["rewards"].tolist() == [[1.0, -1.0]] * 3
    _, rewards, terminated, _, info = vector.step(np.array([8, 8, 8]))
    assert not (rewards.any() or terminated.any() or vector.vector.row(0).sites())
    _, rewards, terminated, _, info = vector.step(np.array([4, 4, 4]))
    _, rewards, terminated, _, info = vector.step(np.array([0, 4, 0]))
    assert rewards.tolist() == [0.0, -1.0, 0.0] and terminated.tolist() == [False, True, False]
    assert info["rewards"][1].tolist() == [0.0, -1.0] and "action 4 is not legal" in info["illegal"][1]


def test_arrays_are_the_callers_own_unless_said() -> None:
    for copied in (True, False):
        vector = gymnasium.make_vec("Tic-Tac-Toe", 2, opponent=None, copy=copied)
        before, _ = vector.reset(seed=1)
        after = vector.step(np.array([0, 1]))[0]
        assert np.shares_memory(before, after) == (not copied)


def test_wrappers_of_gymnasium_take_it() -> None:
    vector = gym.make_vec("ludens/Tic-Tac-Toe-v0", num_envs=3, opponent="random", autoreset="NextStep")
    assert isinstance(vector.unwrapped, gymnasium.VectorEnvironment)
    wrapped = gym.wrappers.vector.DictInfoToList(gym.wrappers.vector.RecordEpisodeStatistics(vector))
    _, infos = wrapped.reset(seed=1)
    finished = []
    for _ in range(12):
        actions = np.array([np.argmax(info["action_mask"]) for info in infos])
        *_, infos = wrapped.step(actions)
        finished += [float(info["episode"]["r"]) for info in infos if "episode" in info]
    assert finished and set(finished) <= {1.0, 0.0, -1.0}
    wrapped.close()


def test_all_rows_are_shown() -> None:
    vector = gymnasium.make_vec("Tic-Tac-Toe", 2, opponent=None, render_mode="ansi")
    vector.reset(seed=1)
    vector.step(np.array([0, 1]))
    one, other = vector.render() or ()
    assert one != other and isinstance(one, str)


@pytest.mark.parametrize("mode", MODES)
def test_a_step_wants_a_beginning(mode: AutoresetMode) -> None:
    with pytest.raises(gym.error.ResetNeeded, match=r"rows \[0, 1\] are over, or have not begun"):
        gymnasium.make_vec("Tic-Tac-Toe", 2, autoreset=mode).step(np.array([0, 0]))


def test_what_is_wrong_is_named() -> None:
    vector = gymnasium.make_vec("Tic-Tac-Toe", 2, illegal="raise", autoreset="Disabled", max_plies=2)
    vector.reset(seed=1)
    with pytest.raises(ValueError, match=r"shape \(3,\), not \(2,\)"):
        vector.step(np.array([0, 1, 2]))
    with pytest.raises(TypeError, match="dtype float64"):
        vector.step(np.array([0.0, 1.0]))
    before = vector.vector.states.copy()
    with pytest.raises(ludens.IllegalMove, match=r"row 1: action 9 is not legal in <State of Tic-Tac-Toe.*legal are 0"):
        vector.step(np.array([0, 9]))
    with pytest.raises(ludens.IllegalMove, match="row 0: action -1"):
        vector.step(np.array([-1, 0]))
    assert np.array_equal(before, vector.vector.states)
    with pytest.raises(ValueError, match=r"reset_mask is int64 of shape \(2,\), not bool"):
        vector.reset(options={"reset_mask": np.array([1, 0])})
    vector.step(np.array([0, 0]))
    with pytest.raises(gym.error.ResetNeeded, match=r"rows \[0, 1\] are over"):
        vector.step(np.array([0, 0]))
    for options, error, message in (
        ({"n": 0}, ValueError, "at least 1 rows, not 0"),
        ({"opponent": "ucd"}, agents.AgentError, "there is no agent 'ucd'"),
        ({"seat": 3}, ValueError, "seats 1 to 2"),
        ({"autoreset": "Sometimes"}, ValueError, "Sometimes"),
    ):
        with pytest.raises(error, match=message):
            gymnasium.make_vec("Tic-Tac-Toe", **({"n": 1} | options))
    with pytest.raises(ValueError, match="all players move at once: an opponent is needed"):
        gymnasium.make_vec(MATCHING, 2, opponent=None)
    with pytest.raises(ValueError, match="player 2 of Soon over does not get to move"):
        gymnasium.make_vec(SOON_OVER, 2, seat=2).reset(seed=1)
    wrong = gymnasium.make_vec("Tic-Tac-Toe", 2, opponent=lambda seen, mask: np.zeros(len(mask), np.int64))
    wrong.reset(seed=1)
    with pytest.raises(ludens.IllegalMove, match="the opponent of seat 2: row 0: action 0 is not legal"):
        wrong.step(np.array([0, 0]))
    short = gymnasium.make_vec("Tic-Tac-Toe", 2, opponent=lambda seen, mask: 0)
    short.reset(seed=1)
    with pytest.raises(ValueError, match=r"gave actions of shape \(\), not \(2,\)"):
        short.step(np.array([0, 0]))


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_what_was_legal_where_a_play_was_cut_off(mode: str) -> None:
    env = gymnasium.make_vec("Tic-Tac-Toe", 3, opponent=None, max_plies=2, autoreset=mode)
    _, info = env.reset(seed=1)
    assert "final_mask" not in info
    _, *_, info = env.step(info["action_mask"].argmax(axis=1))
    _, _, _, truncated, info = env.step(info["action_mask"].argmax(axis=1))
    info = info["final_info"] if mode == "SameStep" else info
    assert truncated.all() and info["_final_mask"].all()
    assert info["final_mask"].sum(axis=1).tolist() == [7, 7, 7]
