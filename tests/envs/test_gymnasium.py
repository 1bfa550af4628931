"""Games as environments of Gymnasium: its own checks, and what ludens adds."""

from __future__ import annotations

import copy
import functools
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import ludens
from ludens import agents, library
from ludens.envs import gymnasium
from ludens.envs.gymnasium import Environment
from tests.encoding.games import AT_ONCE, VEILED
from tests.envs.games import MATCHING, PUZZLE, SOON_OVER, THREE

#: by turns, in a race, alone, at once, with hidden pieces
FEW = ["Tic-Tac-Toe", "Backgammon", "Peg Solitaire", "Oware", MATCHING, VEILED, THREE]


def played(env: gym.Env[Any, Any], seed: int = 1) -> tuple[float, int, dict[str, Any]]:
    """A random play: its reward, its length in steps, and what was told in the end."""
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    steps, over = 0, False
    while not over:
        _, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        steps, over = steps + 1, terminated or truncated
        assert over or reward == 0.0
    return float(reward), steps, info


def first(mask: np.ndarray) -> int:
    return int(np.flatnonzero(mask)[0])


@pytest.mark.parametrize("game", FEW)
def test_gymnasium_finds_nothing_wrong(game: str) -> None:
    check_env(gymnasium.make(game))


@pytest.mark.slow
@pytest.mark.parametrize("name", library.names())
def test_gymnasium_finds_nothing_wrong_in_the_library(name: str) -> None:
    if "match" in library.traits(name):
        with pytest.raises(ValueError, match="is a match"):
            gymnasium.make(name)
        return
    env = gymnasium.make(name, seat="random")
    check_env(env, skip_render_check=True)
    for seed in range(3):
        played(env, seed)


@pytest.mark.parametrize("game", FEW)
def test_observations_lie_in_their_space(game: str) -> None:
    env = gymnasium.make(game, seat="random")
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        over = False
        while not over:
            assert env.observation_space.contains(observation)
            assert info["action_mask"].any()
            observation, _, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
            over = terminated or truncated
        assert env.observation_space.contains(observation)
        assert not info["action_mask"].any()


def test_the_reward_is_what_the_rank_is_worth() -> None:
    env = gymnasium.make("Tic-Tac-Toe", seat="random")
    rewards = set()
    for seed in range(30):
        reward, _, info = played(env, seed)
        rewards.add(reward)
        assert reward == 3 - 2 * env.state.ranking[info["seat"] - 1] or reward == 0.0
    assert rewards == {1.0, -1.0, 0.0}


def test_opponents_have_moved_first() -> None:
    env = gymnasium.make("Tic-Tac-Toe", seat=2)
    observation, info = env.reset(seed=1)
    assert len(env.state.sites()) == 1 and env.state.mover == 2 and info["seat"] == 2
    assert np.array_equal(observation, env.state.observation(2))
    assert np.array_equal(env.action_masks(), env.state.action_mask())


@pytest.mark.parametrize("opponent", ["random", "greedy", "uct:20", lambda seen, mask: first(mask)])
def test_a_play_is_that_of_its_seed(opponent: Any) -> None:
    plays = []
    env = gymnasium.make("Tic-Tac-Toe", opponent=opponent, seat="random")
    for seed in (3, 4, 3):
        env.reset(seed=seed)
        while not env.state.is_over:
            env.step(first(env.action_masks()))
        plays.append(env.state)
    assert plays[0] == plays[2] != plays[1]


def test_each_seat_may_have_its_own_opponent() -> None:
    seen = []

    def policy(observation: np.ndarray, mask: np.ndarray) -> int:
        seen.append(observation)
        return first(mask)

    env = gymnasium.make("Ludo", seat=3, opponent={1: policy, 2: "greedy"}, max_plies=40)
    env.reset(seed=1)
    for _ in range(3):
        env.step(first(env.action_masks()))
    assert len(seen) >= 3


def test_a_policy_sees_what_its_seat_may_see() -> None:
    seen = []

    def policy(observation: np.ndarray, mask: np.ndarray) -> int:
        seen.append(observation)
        return first(mask)

    env = gymnasium.make(VEILED, opponent=policy)
    env.reset(seed=1)
    env.step(first(env.action_masks()))
    planes = dict(zip(env.encoding.planes, seen[0], strict=True))
    assert planes["hidden piece"].any() and not planes["opponent's King"].any()


def test_an_agent_is_an_opponent() -> None:
    game = ludens.load("Tic-Tac-Toe")
    env = gymnasium.make(game, opponent=agents.make("uct:200", game, seed=1))
    assert np.mean([played(env, seed)[0] for seed in range(8)]) < -0.5


def test_a_trained_net_is_an_opponent(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from ludens.learning.nets import model

    torch.manual_seed(1)
    game = ludens.load("Tic-Tac-Toe")
    model.save(tmp_path / "small.net", model.Net(game, model.Size(8, 1)), game)
    env = gymnasium.make(game, opponent=f"net:{tmp_path / 'small.net'}:4")
    assert played(env, 1)[1] == played(env, 1)[1] > 2
    assert env.spec is not None and not env.spec.nondeterministic
    assert played(copy.deepcopy(env), 1)[0] in (1.0, 0.0, -1.0)


def test_players_who_move_at_once() -> None:
    env = gymnasium.make(MATCHING, opponent={1: lambda seen, mask: first(mask)}, seat=2)
    rewards = []
    for choice in range(3):
        _, info = env.reset(seed=1)
        own = np.flatnonzero(info["action_mask"])
        assert len(own) == 3
        rewards.append(env.step(own[choice])[1])
    assert rewards == [-1.0, 1.0, 1.0]
    others = {played(gymnasium.make(MATCHING, opponent=opponent))[0] for opponent in ("random", "uct:10")}
    assert others <= {1.0, -1.0}


def test_a_seat_that_is_out_waits_for_the_end() -> None:
    env = gymnasium.make(THREE, seat=3)
    reward, steps, _ = played(env)
    assert (reward, steps) == (-1.0, 1) and env.state.is_over


def test_a_puzzle_is_solved_alone() -> None:
    env = gymnasium.make(PUZZLE, max_plies=200)
    for seed in range(3):
        reward, steps, _ = played(env, seed)
        assert reward == (1.0 if env.state.is_over else 0.0) and steps <= 200


def test_what_does_not_get_to_move_is_said() -> None:
    env = gymnasium.make(SOON_OVER, seat=2)
    with pytest.raises(ValueError, match="player 2 of Soon over does not get to move"):
        env.reset(seed=1)
    with pytest.raises(gym.error.ResetNeeded):
        env.step(0)


def test_an_illegal_action_loses_and_is_told() -> None:
    env = gymnasium.make("Tic-Tac-Toe")
    env.reset(seed=1)
    env.step(first(env.action_masks()))
    taken = first(~env.action_masks())
    _, reward, terminated, truncated, info = env.step(taken)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert f"action {taken} is not legal in <State of Tic-Tac-Toe, player 1 to move>: legal are" in info["illegal"]
    assert not info["action_mask"].any() and not env.action_masks().any()
    with pytest.raises(gym.error.ResetNeeded, match="call reset"):
        env.step(taken)


def test_an_illegal_action_raises_where_it_shall() -> None:
    env = gymnasium.make("Tic-Tac-Toe", illegal="raise")
    env.reset(seed=1)
    env.step(first(env.action_masks()))
    before = env.state
    with pytest.raises(ludens.IllegalMove, match=r"is not legal in <State of Tic-Tac-Toe.*legal are"):
        env.step(first(~env.action_masks()))
    assert env.state == before
    env.step(first(env.action_masks()))


@pytest.mark.parametrize("action", [-1, 10_000])
def test_what_is_no_action_is_refused(action: int) -> None:
    env = gymnasium.make("Tic-Tac-Toe")
    env.reset(seed=1)
    with pytest.raises(ludens.IllegalMove, match=f"action {action} is not legal"):
        env.step(action)
    with pytest.raises(TypeError, match=r"whole number, not 0\.5"):
        env.step(0.5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"opponent": "ucd:3"}, agents.AgentError, "there is no agent 'ucd'"),
        ({"opponent": 3}, TypeError, "an opponent is the name of an agent, an agent, or a function, not 3"),
        ({"opponent": {3: "random"}}, ValueError, "seats 1 to 2, not 3"),
        ({"seat": 3}, ValueError, "seats 1 to 2, and 'random', not 3"),
        ({"seat": "north"}, ValueError, "seats 1 to 2, and 'random', not 'north'"),
        ({"max_plies": 0}, ValueError, "max_plies is at least 1, not 0"),
        ({"illegal": "pass"}, ValueError, "'lose' or 'raise', not 'pass'"),
        ({"render_mode": "pixels"}, ValueError, "render_mode is one of 'human'"),
        ({"options": ["Nothing/1"]}, ludens.LudError, "Nothing"),
    ],
)
def test_what_is_wrong_is_named(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        gymnasium.make("Tic-Tac-Toe", **options)


def test_what_is_no_game_or_does_not_fit_is_named() -> None:
    with pytest.raises(ludens.LudError, match="did you mean 'Hex'"):
        gymnasium.make("Hexx")
    game = ludens.load("Hex")
    with pytest.raises(ValueError, match="loaded already"):
        gymnasium.make(game, options=["Board Size/7x7"])
    with pytest.raises(agents.AgentError, match="plays Hex, not Tic-Tac-Toe"):
        gymnasium.make("Tic-Tac-Toe", opponent=agents.make("random", game))
    with pytest.raises(agents.AgentError, match="game of chance"):
        gymnasium.make("Backgammon", opponent="alphabeta:2")
    with pytest.raises(ludens.IllegalMove, match="the opponent of seat 2: action 0 is not legal"):
        played(gymnasium.make("Tic-Tac-Toe", opponent=lambda seen, mask: 0))


def test_a_match_is_refused(tmp_path: Any) -> None:
    (tmp_path / "Small.lud").write_text(AT_ONCE.replace("At once", "Small"))
    (tmp_path / "Twice.lud").write_text(
        '(match "Twice" (players 2) (games {(subgame "Small") (subgame "Small")}) (end (if (= 1 1) (result P1 Win))))'
    )
    with pytest.raises(ValueError, match="Twice is a match: each of its games"):
        gymnasium.make(tmp_path / "Twice.lud")
    assert played(gymnasium.make(ludens.load(tmp_path / "Twice.lud").games[0]))[1] == 3
    assert gymnasium.make(tmp_path / "Small.lud").reset(seed=1)[1]["seat"] == 1


def test_plays_that_last_too_long_are_truncated() -> None:
    env = gymnasium.make("Hex", max_plies=6)
    env.reset(seed=1)
    for step in range(3):
        _, reward, terminated, truncated, _ = env.step(first(env.action_masks()))
        assert (reward, terminated, truncated) == (0.0, False, step == 2)


def test_a_play_begins_where_it_is_told() -> None:
    game = ludens.load("Backgammon")
    env = gymnasium.make(game)
    start = game.start(seed=5)
    env.reset(options={"rng_state": start.rng_state, "seat": start.mover})
    fresh = game.start(rng_state=start.rng_state)
    assert env.state == fresh
    fresh.play(fresh.legal_moves()[0])
    _, info = env.reset(options={"state": fresh, "seat": fresh.mover})
    assert env.state == fresh and np.array_equal(info["action_mask"], fresh.action_mask())
    with pytest.raises(ValueError, match="environment of Backgammon, not of Hex"):
        env.reset(options={"state": ludens.load("Hex").start(seed=1)})
    over = ludens.load("Tic-Tac-Toe").start(seed=1)
    while not over.is_over:
        over.play(over.legal_moves()[0])
    with pytest.raises(ValueError, match="nothing can be played from"):
        gymnasium.make("Tic-Tac-Toe").reset(options={"state": over})


@pytest.mark.parametrize("opponent", ["random", "greedy", "uct:20"])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_in_the_same_way(opponent: str, copied: Callable[[Environment], Environment]) -> None:
    env = gymnasium.make("Backgammon", opponent=opponent)
    env.reset(seed=3)
    env.step(first(env.action_masks()))
    other = copied(env)
    for _ in range(10):
        action = first(env.action_masks())
        mine, its = env.step(action), other.step(action)
        assert env.state == other.state
        assert np.array_equal(mine[0], its[0]) and mine[1:4] == its[1:4]


@pytest.mark.parametrize("mode", ["ansi", "svg", "rgb_array"])
def test_the_position_is_shown(mode: str) -> None:
    env = gymnasium.make("Tic-Tac-Toe", render_mode=mode)
    env.reset(seed=1)
    before = env.render()
    env.step(first(env.action_masks()))
    after = env.render()
    if mode == "rgb_array":
        assert isinstance(after, np.ndarray) and after.dtype == np.uint8 and after.shape[2] == 3
        assert not np.array_equal(before, after)
    else:
        assert isinstance(after, str) and before != after
        assert after.startswith("<svg" if mode == "svg" else ("X", "O", "."))
    env.close()


def test_people_are_shown_every_position(capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make("Tic-Tac-Toe", render_mode="human")
    env.reset(seed=1)
    env.step(first(env.action_masks()))
    assert capsys.readouterr().out.startswith(". . .\n. . .\n. . .\n")
    assert env.render() is None
    shown = capsys.readouterr().out
    assert "X" in shown and "O" in shown


def test_a_seat_is_shown_what_it_may_see() -> None:
    shown = [gymnasium.make(VEILED, seat=seat, render_mode="ansi") for seat in (1, 2)]
    for env in shown:
        env.reset(seed=1, options={"state": ludens.load(VEILED).start(seed=1), "seat": 1})
    texts = {env.render() for env in shown}
    assert len(texts) == 1
    assert ludens.render.text(shown[0].state, viewer=None) not in texts


def test_gymnasium_makes_the_games_of_the_library_by_their_names() -> None:
    matches = [name for name in library.names() if "match" in library.traits(name)]
    assert matches and len(gymnasium.register()) == len(library.names()) - len(matches) + 1
    assert not any(f"ludens/{name.replace(' ', '')}-v0" in gymnasium.register() for name in matches)
    assert "ludens/NineMensMorris-v0" in gymnasium.register()
    env = gym.make("ludens/Tic-Tac-Toe-v0", opponent="uct:10", render_mode="ansi")
    assert isinstance(env.unwrapped, Environment) and env.unwrapped.game.name == "Tic-Tac-Toe"
    assert played(env)[1] > 2
    other = gym.make("ludens/Game-v0", game=AT_ONCE)
    assert played(other)[1] == 3


def test_wrappers_and_vectors_of_gymnasium_take_it() -> None:
    env = gym.wrappers.RecordEpisodeStatistics(gym.wrappers.TimeLimit(gymnasium.make("Hex"), 5))
    _, steps, info = played(env)
    assert steps == 5 == info["episode"]["l"]
    spec = gymnasium.make("Tic-Tac-Toe", opponent="greedy").spec
    assert spec is not None and spec.id == "ludens/Tic-Tac-Toe-v0"
    assert spec.make(render_mode="ansi").unwrapped.render_mode == "ansi"
    assert not spec.nondeterministic
    timed = gymnasium.make("Tic-Tac-Toe", opponent="uct:20ms").spec
    assert timed is not None and timed.nondeterministic


def test_environments_work_in_processes() -> None:
    makers = [functools.partial(gymnasium.make, "Tic-Tac-Toe", opponent="greedy")] * 2
    vector = gym.vector.AsyncVectorEnv(makers, context="spawn")
    try:
        _, info = vector.reset(seed=1)
        for _ in range(12):
            actions = [first(mask) if mask.any() else 0 for mask in info["action_mask"]]
            observation, _, _, _, info = vector.step(np.array(actions))
        assert observation.shape == (2, *ludens.load("Tic-Tac-Toe").encoding.observation_shape)
    finally:
        vector.close()
