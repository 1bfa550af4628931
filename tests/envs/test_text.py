"""Games in words, driven by Gymnasium's checks and by TextArena's own loop."""

from __future__ import annotations

import re

import pytest
from gymnasium.utils.env_checker import check_env

import ludens
from ludens.envs import text
from ludens.suite import Prompts

GAME = "Tic-Tac-Toe"


def answer(turn: str) -> str:
    """A free square: those that are taken are told in the moves so far."""
    taken = set(re.findall(r"\d+\. (\w\d)", turn))
    return f"[{next(s for s in ('B2', 'A1', 'C3', 'A3', 'C1', 'A2', 'B1', 'C2', 'B3') if s not in taken)}]"


def test_gymnasium_finds_nothing_wrong() -> None:
    check_env(text.make(GAME), skip_render_check=True)


@pytest.mark.parametrize("seat", [1, 2])
def test_a_game_is_played_in_words(seat: int) -> None:
    env = text.make(GAME, seat=seat)
    seen, info = env.reset(seed=1)
    assert "The rules in words" in info["system"] and "Legal moves" not in seen
    total, done = 0.0, False
    while not done:
        assert seen in env.observation_space
        seen, reward, terminated, truncated, info = env.step(answer(seen))
        total, done = total + reward, terminated or truncated
        assert "trouble" not in info
    assert total in (-1.0, 0.0, 1.0)


def test_an_answer_without_a_move_loses() -> None:
    env = text.make(GAME, prompts=Prompts(moves=True))
    seen, _ = env.reset(seed=1)
    assert "Legal moves: A1" in seen
    _, reward, terminated, _, info = env.step("I resign")
    assert (reward, terminated, info["reason"]) == (-1.0, True, "unreadable")
    assert "names no move" in info["trouble"]


@pytest.mark.parametrize("name", [GAME, "Rolit", "Backgammon"])
def test_textarena_plays_any_description(name: str) -> None:
    pytest.importorskip("textarena", reason="TextArena is not installed")
    from ludens.envs import textarena

    game = ludens.load(name)
    env = textarena.make(game, prompts=Prompts(moves=True, lud=False), max_plies=60)
    with pytest.raises(ValueError, match="players, not 7"):
        env.reset(num_players=7)
    env.reset(num_players=game.num_players, seed=1)
    done = False
    while not done:
        player, observations = env.get_observation()
        assert player == env.episode.awaited[0] - 1
        moves = observations[-1][1].rpartition("Legal moves: ")[2].splitlines()[0].split(", ")
        done, _ = env.step(f"I play [{moves[0]}]")
    rewards, infos = env.close()
    assert set(rewards) == set(range(game.num_players)) and all(info["reason"] for info in infos.values())


def test_textarena_asks_once_more() -> None:
    pytest.importorskip("textarena", reason="TextArena is not installed")
    from ludens.envs import textarena

    env = textarena.make(GAME)
    env.reset(num_players=2, seed=1)
    env.get_observation()
    assert env.step("hm") == (False, {"reason": "unreadable"})
    assert "no legal move" in env.get_observation()[1][-1][1]
    done, _ = env.step("[Z9]")
    rewards, infos = env.close()
    assert done and rewards == {0: -1.0, 1: 1.0} and infos[0]["invalid_move"]
