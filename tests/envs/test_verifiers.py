"""Games in verifiers: its own loader and runner, with a stub of a model behind an endpoint."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("verifiers.v1", reason="verifiers is not installed")

import verifiers.v1 as vf

from envs.games import free_square
from ludens.envs import boxes, verifiers

pytestmark = [pytest.mark.integration, pytest.mark.filterwarnings("ignore")]


def test_tasks_are_plays_of_each_seat() -> None:
    taskset = verifiers.taskset("Tic-Tac-Toe")
    config = taskset.__orig_bases__[1].__args__[1]()  # type: ignore[attr-defined]
    tasks = list(islice(iter(taskset(config)), 4))
    assert [task.data.seat for task in tasks] == [1, 2, 1, 2]
    assert "rules" in tasks[0].data.system_prompt and "You are player 2" in tasks[1].data.prompt
    assert "Moves so far: 1." in tasks[1].data.prompt


def test_questions_are_tasks() -> None:
    config = verifiers.QuestionConfig(games=["Tic-Tac-Toe"], n=3)
    task = next(iter(verifiers.QuestionTaskset(config)))

    class Trace:
        last_reply = f"Answer: {task.data.question['answer']}"

    assert asyncio.run(task.right(Trace())) == 1.0


class Stub(BaseHTTPRequestHandler):
    """A model that takes a free square of Tic-Tac-Toe."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        prompt = str(body["messages"][-1]["content"])
        message = {"role": "assistant", "content": f"I play [{free_square(prompt)}]."}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        answer = {"id": "1", "object": "chat.completion", "created": 0, "model": "stub", "choices": [choice]}
        data = json.dumps({**answer, "usage": usage}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *arguments: Any) -> None:
        pass


@pytest.fixture
def endpoint() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stub)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    server.shutdown()


#: a harness in the process: the one that ships starts a program of its own, which takes packages from the network
HARNESS = """
import httpx
import verifiers.v1 as vf


class Config(vf.HarnessConfig):
    pass


class Chat(vf.Harness[Config]):
    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(self, ctx, trace, runtime, endpoint, secret, mcp_urls, data):
        system, prompt = self.resolve_prompt(data)
        turns = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else [
            {"role": one.role, "content": one.content} for one in prompt]
        messages = [{"role": "system", "content": system}] * bool(system) + turns
        async with httpx.AsyncClient(timeout=60) as http:
            answer = await http.post(f"{endpoint}/chat/completions", json={"model": ctx.model, "messages": messages},
                                     headers={"Authorization": f"Bearer {secret}"})
        answer.raise_for_status()
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")


__all__ = ["Chat"]
"""


def test_a_box_is_run(tmp_path: Path, endpoint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    list(boxes.write("Tic-Tac-Toe", "verifiers", tmp_path / "box"))
    (tmp_path / "box" / "chat_in_process.py").write_text(HARNESS)
    monkeypatch.syspath_prepend(tmp_path / "box")
    monkeypatch.setenv("STUB_KEY", "stub")
    from verifiers.v1.cli.eval.main import main

    arguments = ["ludens_tic_tac_toe", "-n", "2", "--env.player.harness.id", "chat-in-process", "--model", "stub",
                 "--client.base-url", endpoint, "--client.api-key-var", "STUB_KEY",
                 "--no-push", "--no-rich", "--output-dir", str(tmp_path / "out")]  # fmt: skip
    main(arguments)
    traces = [json.loads(line) for path in tmp_path.rglob("traces.jsonl") for line in path.read_text().splitlines()]
    assert traces and "rank" in json.dumps(traces)
    assert "the rules have ended the game" in json.dumps(traces)


assert vf
