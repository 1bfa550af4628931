"""Games in OpenEnv: its own checks of a folder and of a running server, and its own client."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openenv", reason="OpenEnv is not installed")

from envs.games import free_square
from ludens.envs import boxes, openenv

pytestmark = [pytest.mark.integration, pytest.mark.filterwarnings("ignore")]


def test_a_seat_is_stepped() -> None:
    env = openenv.environment("Tic-Tac-Toe", seat=2)()
    seen = env.reset(seed=1)
    assert "rules" in seen.system and "You are player 2" in seen.prompt and not seen.done
    refused = env.step(openenv.GameAction(message="hm"))
    assert refused.reason == "unreadable" and "Answer once more" in refused.prompt and not refused.done
    over = env.step(openenv.GameAction(message="hm"))
    assert over.done and over.reward == -1.0 and env.state.ending.startswith("player 2 gave")
    assert env.step(openenv.GameAction(message="A1")).done
    with pytest.raises(ValueError, match="seats 1 to 2"):
        openenv.environment("Tic-Tac-Toe", seat=9)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A running server."""
    import uvicorn

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = uvicorn.Config(openenv.app("Tic-Tac-Toe"), host="127.0.0.1", port=port, log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


def test_its_own_client_plays(address: str) -> None:
    from openenv.core.generic_client import GenericEnvClient

    with GenericEnvClient(base_url=address).sync() as env:
        result: Any = env.reset(seed=1)
        while not result.done:
            free = free_square(result.observation["prompt"])
            result = env.step({"message": f"[{free}]"})
            assert not result.observation["reason"]
        assert result.reward in (-1.0, 0.0, 1.0)
        assert env.state()["ending"] == "the rules have ended the game"


def test_its_own_checks_pass(address: str, tmp_path: Path) -> None:
    from openenv.cli._validation import validate_multi_mode_deployment, validate_running_environment

    report = validate_running_environment(address)
    assert report["passed"], report
    list(boxes.write("Tic-Tac-Toe", "openenv", tmp_path / "ludens_tic_tac_toe"))
    (tmp_path / "ludens_tic_tac_toe" / "uv.lock").touch()  # which `uv lock` writes
    passed, issues = validate_multi_mode_deployment(tmp_path / "ludens_tic_tac_toe")
    assert passed, issues
