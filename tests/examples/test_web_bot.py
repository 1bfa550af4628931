"""The bot of `examples/web_bot.py` plays at a server, as everybody's bot would who begins with it."""

from __future__ import annotations

import importlib.util
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "web"))
from robots import Robot, upon
from web_client import Running, running

PLACE = Path(__file__).parents[2] / "examples" / "web_bot.py"


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running() as one:
        yield one


def example() -> Any:
    spec = importlib.util.spec_from_file_location("web_bot", PLACE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_is_small_and_needs_nothing() -> None:
    code = [line for line in PLACE.read_text().split('"""')[2].splitlines() if line.strip() and "import" not in line]
    assert len(code) <= 32


@pytest.mark.parametrize("game", ["Tic-Tac-Toe", "Rock Paper Scissors"])
def test_the_example_plays_a_game(server: Running, game: str) -> None:
    module, name = example(), f"ex-{len(game)}"
    with closing(Robot(server, name)) as one, closing(Robot(server, f"foe-{len(game)}")) as foe:
        bot = threading.Thread(target=module.run, args=(module.Server(server.address, one.token),), daemon=True)
        bot.start()
        with foe.events() as events:
            while name not in foe.client.get("/api/bot/online").text:
                bot.join(0.02)
            foe.challenge(one, game=game)
            table = upon(events, "gameStart")["game"]["id"]
            with foe.game(table) as lines:
                for line in lines:
                    state = line.get("state", line)
                    if state.get("yours") and state["status"] == "started":
                        assert foe.move(table, state["legal"][-1]["text"]).status_code == 200
            assert upon(events, "gameFinish")["game"]["id"] == table
