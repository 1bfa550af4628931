"""Games in Inspect: its own `eval`, with its own stub of a model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

inspect_ai = pytest.importorskip("inspect_ai", reason="Inspect is not installed")

from envs.games import free_square  # noqa: E402
from ludens.envs import boxes  # noqa: E402
from ludens.envs import inspect_ai as tasks  # noqa: E402

pytestmark = [pytest.mark.integration, pytest.mark.filterwarnings("ignore")]


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens are counted without the file that the counter fetches."""

    async def count(self: Any, text: str) -> int:
        return len(text) // 4

    monkeypatch.setattr("inspect_ai.model._model.ModelAPI.count_text_tokens", count)


def model(answer: Any) -> Any:
    """A stub that answers each prompt as a function says."""
    from inspect_ai.model import ModelOutput, get_model

    def respond(messages: Any, *rest: Any) -> Any:
        return ModelOutput.from_content("stub", answer(messages[-1].text))

    return get_model("mockllm/model", custom_outputs=respond)


def free(prompt: str) -> str:
    return f"The best is [{free_square(prompt)}]."


def test_a_model_plays(tmp_path: Path) -> None:
    log = inspect_ai.eval(tasks.game_task("Tic-Tac-Toe", plays=4), model(free), display="none", log_dir=str(tmp_path))[
        0
    ]
    assert log.status == "success", log.error
    scores = [sample.scores["points"] for sample in log.samples]
    assert len(scores) == 4 and all(score.value in (0.0, 0.5, 1.0) for score in scores)
    assert all(score.explanation == "the rules have ended the game" for score in scores)


def test_a_model_that_says_no_move_loses(tmp_path: Path) -> None:
    task = tasks.game_task("Tic-Tac-Toe", plays=2)
    log = inspect_ai.eval(task, model(lambda prompt: "I pass"), display="none", log_dir=str(tmp_path))[0]
    assert log.results.scores[0].metrics["mean"].value == 0.0
    assert "gave no legal move" in log.samples[0].scores["points"].explanation


def test_questions_are_graded_by_the_engine(tmp_path: Path) -> None:
    task = tasks.question_task("Tic-Tac-Toe", n=4, kinds=["legal"])
    log = inspect_ai.eval(task, model(lambda prompt: "Yes"), display="none", log_dir=str(tmp_path))[0]
    assert log.results.scores[0].metrics["mean"].value == 0.5


def test_a_box_is_run(tmp_path: Path) -> None:
    list(boxes.write("Tic-Tac-Toe", "inspect", tmp_path / "box"))
    file = tmp_path / "box" / "ludens_tic_tac_toe" / "task.py"
    arguments = {"model": model(free), "display": "none", "log_dir": str(tmp_path), "task_args": {"plays": 2}}
    log = inspect_ai.eval(f"{file}@play", **arguments)[0]
    assert log.status == "success" and len(log.samples) == 2
