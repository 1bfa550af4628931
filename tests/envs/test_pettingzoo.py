"""Games as environments of PettingZoo: its own tests, and what ludens adds."""

from __future__ import annotations

import copy
import pickle
import warnings
from functools import partial
from typing import Any

import numpy as np
import pytest

import ludens
from ludens import library
from ludens.envs import pettingzoo
from tests.encoding.games import VEILED
from tests.envs.games import MATCHING, PUZZLE, THREE

with warnings.catch_warnings():  # its tests import its own games in a way that it gave up
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

#: PettingZoo expects observations with masks of its own games only
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]

#: by turns, in a race of four, alone, at once, with hidden pieces, with one who is out early
FEW = ["Tic-Tac-Toe", "Ludo", "Peg Solitaire", MATCHING, VEILED, THREE]


def first(observation: dict[str, np.ndarray]) -> int:
    return int(np.flatnonzero(observation["action_mask"])[0])


def played(env: Any, seed: int) -> list[tuple[str, int]]:
    """A play of first actions: who acted, and what."""
    env.reset(seed=seed)
    made = []
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        action = None if terminated or truncated else first(observation)
        if action is not None:
            made.append((agent, action))
        env.step(action)
    return made


@pytest.mark.parametrize("game", FEW)
def test_pettingzoo_finds_nothing_wrong(game: str) -> None:
    for form in (pettingzoo.env, pettingzoo.raw_env):
        api_test(form(game), num_cycles=20)
    parallel_api_test(pettingzoo.parallel_env(game), num_cycles=40)
    seed_test(partial(pettingzoo.env, game), num_cycles=10)
    parallel_seed_test(partial(pettingzoo.parallel_env, game), num_cycles=10)


# an empty board that one player is to fill has nothing to be told of
@pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros")
@pytest.mark.slow
@pytest.mark.parametrize("name", library.names())
def test_pettingzoo_finds_nothing_wrong_in_the_library(name: str) -> None:
    if "match" in library.traits(name):
        with pytest.raises(ValueError, match="is a match"):
            pettingzoo.env(name)
        return
    api_test(pettingzoo.env(name), num_cycles=100)
    api_test(pettingzoo.raw_env(name), num_cycles=100)
    parallel_api_test(pettingzoo.parallel_env(name), num_cycles=200)
    seed_test(partial(pettingzoo.env, name), num_cycles=50)
    parallel_seed_test(partial(pettingzoo.parallel_env, name), num_cycles=50)


def test_pettingzoo_sees_it() -> None:
    render_test(partial(pettingzoo.env, MATCHING), {"svg": lambda shown: shown.startswith("<svg")})


def test_rewards_are_what_ranks_are_worth() -> None:
    env = pettingzoo.raw_env("Tic-Tac-Toe")
    assert len(played(env, 1)) >= 5
    ranks = env.game_state.ranking
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(first(env.observe(env.agent_selection)))
    assert env.rewards == {"player_1": 3 - 2 * ranks[0], "player_2": 3 - 2 * ranks[1]}
    assert sum(env.rewards.values()) == 0


def test_only_who_is_to_move_may_act() -> None:
    env = pettingzoo.raw_env("Tic-Tac-Toe")
    env.reset(seed=1)
    assert env.agents == ["player_1", "player_2"] and env.agent_selection == "player_1"
    assert env.observe("player_1")["action_mask"].sum() == 9 and not env.observe("player_2")["action_mask"].any()
    env.step(4)
    assert env.agent_selection == "player_2" and not env.observe("player_1")["action_mask"].any()
    for player in (1, 2):
        seen = env.observe(f"player_{player}")["observation"]
        assert np.array_equal(seen, env.game_state.observation(player))


def test_each_agent_sees_what_its_seat_may_see() -> None:
    env = pettingzoo.raw_env(VEILED)
    env.reset(seed=1)
    for agent in env.agents:
        planes = dict(zip(env.encoding.planes, env.observe(agent)["observation"], strict=True))
        assert planes["own King"].any() and planes["hidden piece"].any() and not planes["opponent's King"].any()


def test_who_moves_at_once_is_asked_in_turn_and_sees_nothing_of_it() -> None:
    env = pettingzoo.raw_env(MATCHING)
    env.reset(seed=1)
    before = {agent: env.observe(agent)["observation"] for agent in env.agents}
    own = np.flatnonzero(env.observe("player_1")["action_mask"])
    env.step(own[2])
    assert env.agent_selection == "player_2" and not any(env.terminations.values())
    assert not env.observe("player_1")["action_mask"].any()
    assert all(np.array_equal(env.observe(agent)["observation"], seen) for agent, seen in before.items())
    other = np.flatnonzero(env.observe("player_2")["action_mask"])
    env.step(other[2])
    assert env.rewards == {"player_1": 1.0, "player_2": -1.0} and all(env.terminations.values())


def test_all_act_in_a_step_of_the_parallel_form() -> None:
    env = pettingzoo.parallel_env(MATCHING)
    observations, _ = env.reset(seed=1)
    own = {agent: np.flatnonzero(seen["action_mask"]) for agent, seen in observations.items()}
    _, rewards, terminations, truncations, _ = env.step(
        {"player_1": own["player_1"][0], "player_2": own["player_2"][1]}
    )
    assert rewards == {"player_1": -1.0, "player_2": 1.0}
    assert terminations == {"player_1": True, "player_2": True} and not any(truncations.values())
    assert env.agents == [] and env.step({}) == ({}, {}, {}, {}, {})


def test_in_a_game_by_turns_the_others_are_left_out() -> None:
    env = pettingzoo.parallel_env("Tic-Tac-Toe", max_plies=4)
    observations, _ = env.reset(seed=1)
    assert not observations["player_2"]["action_mask"].any()
    env.step({"player_1": 4})
    observations, *_ = env.step({"player_1": 4, "player_2": 0})
    assert len(env.game_state.sites()) == 2 and not observations["player_2"]["action_mask"].any()
    with pytest.raises(KeyError, match="an action of player_1 is needed"):
        env.step({"player_2": 1})
    env.step({"player_1": 1})
    _, rewards, terminations, truncations, _ = env.step({"player_2": 2})
    assert all(truncations.values()) and not any(terminations.values()) and not any(rewards.values())


def test_an_illegal_action_is_named_or_loses(capsys: pytest.CaptureFixture[str]) -> None:
    raw = pettingzoo.raw_env("Tic-Tac-Toe")
    raw.reset(seed=1)
    raw.step(4)
    before = raw.game_state
    with pytest.raises(
        ludens.IllegalMove, match=r"action 4 is not legal in <State of Tic-Tac-Toe, player 2.*legal are 0"
    ):
        raw.step(4)
    with pytest.raises(TypeError, match="whole number, not None"):
        raw.step(None)
    assert raw.game_state == before

    wrapped = pettingzoo.env("Tic-Tac-Toe")
    wrapped.reset(seed=1)
    wrapped.step(4)
    wrapped.step(4)
    assert all(wrapped.terminations.values()) and wrapped.rewards == {"player_1": 0, "player_2": -1.0}

    at_once = pettingzoo.parallel_env("Tic-Tac-Toe")
    at_once.reset(seed=1)
    at_once.step({"player_1": 4})
    _, rewards, terminations, _, infos = at_once.step({"player_2": 4})
    assert rewards == {"player_1": 0.0, "player_2": -1.0} and all(terminations.values())
    assert "action 4 is not legal in <State of Tic-Tac-Toe" in infos["player_2"]["illegal"] and not infos["player_1"]

    strict = pettingzoo.parallel_env("Tic-Tac-Toe", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(ludens.IllegalMove, match="action 70 is not legal"):
        strict.step({"player_1": 70})
    assert strict.agents and not strict.game_state.sites()


def test_a_play_is_that_of_its_seed_or_of_a_state() -> None:
    env = pettingzoo.env("Backgammon", max_plies=30)
    assert played(env, 1) == played(env, 1) != played(env, 2)
    start = ludens.load("Backgammon").start(seed=4)
    start.play(start.legal_moves()[0])
    env.reset(options={"state": start})
    assert env.unwrapped.game_state == start
    env.reset(options={"rng_state": b"12345678"})
    assert env.unwrapped.game_state == start.game.start(rng_state=b"12345678")


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("form", [pettingzoo.env, pettingzoo.raw_env])
def test_a_copy_goes_on_in_the_same_way(form: Any, copied: Any) -> None:
    env = form("Backgammon")
    env.reset(seed=3)
    env.step(first(env.observe(env.agent_selection)))
    other = copied(env)
    for _ in range(10):
        assert env.agent_selection == other.agent_selection
        action = first(env.observe(env.agent_selection))
        env.step(action)
        other.step(action)
        assert env.unwrapped.game_state == other.unwrapped.game_state


def test_a_common_critic_sees_what_all_see() -> None:
    env = pettingzoo.parallel_env(VEILED)
    env.reset(seed=1)
    state = env.state()
    assert env.state_space.contains(state)
    seen = [env.game_state.observation(player) for player in (1, 2)]
    assert np.array_equal(state, np.concatenate(seen))


@pytest.mark.parametrize("form", [pettingzoo.env, pettingzoo.parallel_env])
def test_what_is_wrong_is_named(form: Any) -> None:
    with pytest.raises(ludens.LudError, match="did you mean 'Hex'"):
        form("Hexx")
    with pytest.raises(ValueError, match="render_mode is one of"):
        form("Hex", render_mode="pixels")
    with pytest.raises(ValueError, match="max_plies is at least 1"):
        form("Hex", max_plies=0)


def test_a_puzzle_is_played_alone() -> None:
    env = pettingzoo.env(PUZZLE, max_plies=50)
    assert {agent for agent, _ in played(env, 1)} == {"player_1"}
    assert str(pettingzoo.env("Nine Men's Morris")) == "nine_mens_morris_v0"
