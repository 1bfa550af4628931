"""Games in Kaggle Environments: by its own `make`, `run`, `evaluate`, player, and harness of language models."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")  # it looks for the network else
ke = pytest.importorskip("kaggle_environments", reason="Kaggle Environments is not installed")

from envs.games import MATCHING, SIGNS, free_square  # noqa: E402
from ludens.envs import boxes, kaggle  # noqa: E402

pytestmark = [pytest.mark.integration, pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def noughts() -> str:
    return kaggle.register("Tic-Tac-Toe")


def test_its_own_runner_plays_and_shows(noughts: str) -> None:
    env = ke.make(noughts, configuration={"seed": 3}, debug=True)
    env.run(["random", "first"])
    assert [state.status for state in env.state] == ["DONE", "DONE"]
    assert sorted(state.reward for state in env.state) in ([-1, 1], [0, 0])
    assert "A B C" in env.render(mode="ansi")
    page = env.render(mode="html")
    assert "<svg" in page.replace("\\u003c", "<") and "renderer" in page
    json.dumps(env.toJSON())
    assert ke.evaluate(noughts, ["random", "random"], num_episodes=2)


def test_agents_see_no_more_than_their_seat(noughts: str) -> None:
    seen: list[dict[str, Any]] = []

    def agent(observation: Any, configuration: Any) -> str:
        seen.append(dict(observation))
        return f"I play [{observation.legalActionStrings[0]}]."

    env = ke.make(noughts, configuration={"seed": 3}, debug=True)
    env.run([agent, agent])
    assert {"answers", "picture", "startSeed", "replayText"}.isdisjoint(seen[0])
    assert "Legal moves" not in seen[0]["prompt"] and seen[0]["currentPlayer"] == seen[0]["playerId"] == 0
    name = kaggle.register(SIGNS)
    hidden: list[dict[str, Any]] = []

    def other(observation: Any, configuration: Any) -> int:
        hidden.append(dict(observation))
        return observation.legalActions[0]

    ke.make(name, configuration={"seed": 1}, debug=True).run([other, other])
    assert all(one["moveHistory"] == [] for one in hidden)


@pytest.mark.parametrize("answer", [99, "I resign", {"submission": -1}, None, "[Z9]"])
def test_no_legal_move_loses(noughts: str, answer: Any) -> None:
    env = ke.make(noughts)
    env.run([lambda observation: answer, "random"])
    assert [state.status for state in env.state] == ["INVALID", "DONE"]
    assert env.state[1].reward == 1


def test_an_agent_that_fails_loses(noughts: str) -> None:
    def agent(observation: Any) -> int:
        raise RuntimeError("no network")

    env = ke.make(noughts)
    env.run(["random", agent])
    assert [state.status for state in env.state] == ["DONE", "ERROR"] and env.state[0].reward == 1


def test_a_play_goes_on_from_its_steps(noughts: str) -> None:
    env = ke.make(noughts, configuration={"seed": 5})
    env.reset()
    env.step([4, None])
    other = ke.make(noughts, configuration={"seed": 5}, steps=env.toJSON()["steps"])
    other.step([None, 0])
    env.step([None, 0])
    assert other.state[0].observation.moveHistory == env.state[0].observation.moveHistory != []


@pytest.mark.parametrize("game", [MATCHING, "Backgammon", "Rolit"])
def test_all_kinds_of_games(game: str) -> None:
    name = kaggle.register(game, max_plies=12)
    env = ke.make(name, configuration={"seed": 1}, debug=True)
    env.run(["random"] * env.specification.agents[0])
    assert all(state.status == "DONE" for state in env.state) and env.state[0].observation.ending


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """A model behind Kaggle's harness that says no move at first, and then a free square."""
    from kaggle_environments import core_harness

    prompts: list[str] = []

    def completion(*, messages: list[dict[str, str]], **options: Any) -> Iterator[Any]:
        prompt = messages[0]["content"]
        prompts.append(prompt)
        text = "I pass." if len(prompts) == 1 else f"I think that \\boxed{{{free_square(prompt)}}} is best."
        choice = SimpleNamespace(delta=SimpleNamespace(content=text), finish_reason="stop")
        yield SimpleNamespace(choices=[choice], usage=None)

    monkeypatch.setattr(core_harness.litellm, "completion", completion)
    yield prompts


def test_the_harness_of_models_plays(noughts: str, stub: list[str]) -> None:
    from kaggle_environments.core_harness import create_agent_fn

    agents = [create_agent_fn(kaggle.Harness("Tic-Tac-Toe"), model_override=("stub", {})) for _ in range(2)]
    env = ke.make(noughts, configuration={"seed": 1}, debug=True)
    env.run(agents)
    assert all(state.status == "DONE" for state in env.state)
    assert "That is no legal move" in stub[1] and "Legal moves" not in stub[0] and "three" in stub[0].casefold()
    assert env.steps[1][0].action["thoughts"].startswith("I think")


def test_a_box_is_handed_in(tmp_path: Path, stub: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    list(boxes.write("Tic-Tac-Toe", "kaggle", tmp_path / "box"))
    monkeypatch.syspath_prepend(tmp_path / "box")
    import ludens_tic_tac_toe  # type: ignore[import-not-found]

    ke.register("ludens_tic_tac_toe", ludens_tic_tac_toe.parts)
    from kaggle_environments.local_harness_runner import run_llm_game

    for name in ("OPENAI_API_KEY", "MODEL_NAME", "MODEL_PROXY_KEY"):
        monkeypatch.setenv(name, "stub")
    monkeypatch.setenv("MODEL_PROXY_URL", "dummy_url")
    caller = tmp_path / "box" / "ludens_tic_tac_toe" / "test_llm_game.py"
    env = run_llm_game("ludens_tic_tac_toe", caller_file=str(caller), argv=[])
    assert env.done and all(state.status == "DONE" for state in env.state)
    assert list(tmp_path.rglob("test-replay.json"))
