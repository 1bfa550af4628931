"""Hostile descriptions at a server of its own: pasted, played, left running. It goes on, and keeps nothing."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from test_server_workers import children
from test_server_workers import gone as ends
from web_client import NOUGHTS, Page, Process
from websockets.exceptions import ConnectionClosed

from hostile import TEXTS

_LIMITS = {"engine_seconds": 2, "compile_seconds": 20, "rest_seconds": 1, "idle_seconds": 1, "table_memory": 1 << 29}
_FOREVER = 60.0
#: moves that are played of each game
_MOVES = 3


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    limits = [word for name, value in _LIMITS.items() for word in ("--limit", f"{name}={value}")]
    with Process(tmp_path_factory.mktemp("hostile"), *limits) as one:
        one.create(text=NOUGHTS, players=["human", "human"])  # what is made when first needed is there
        yield one


def memory_of(process: int) -> int:
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def files_of(process: int) -> int:
    return len(list(Path(f"/proc/{process}/fd").iterdir()))


def answer(server: Process, path: str, **body: Any) -> httpx.Response:
    return httpx.post(f"{server.address}/api/{path}", json=body, timeout=_FOREVER)


def refused(error: dict[str, Any], text: str) -> None:
    """An error says where in the description it is, or which limit was in the way."""
    if error["code"] == "description":
        (first, *_) = error["errors"]
        lines = text.split("\n")
        assert 1 <= first["line"] <= len(lines) + 1 and first["column"] >= 1
        assert "ludens fails" not in first["message"], first
    else:
        assert error["code"] in ("limit", "agent", "illegal"), error
    assert error["message"]


def plays_on(server: Process) -> None:
    """Other tables are played meanwhile."""
    assert httpx.get(f"{server.address}/api/agents", timeout=_FOREVER).status_code == 200
    with server.page(server.create(text=NOUGHTS, players=["human", "human"])) as page:
        for ply in range(3):
            assert page.play()["position"]["ply"] == ply + 1


def play(page: Page, text: str) -> None:
    """Play some moves; then let agents go on, without waiting for them."""
    with suppress(ConnectionClosed):  # its table may be closed for what it does
        for _ in range(_MOVES):
            if page.position["over"]:
                break
            told = page.play()
            if told["type"] == "error" and told["code"] != "stale":  # a forced pass came first, by itself
                refused(told, text)
        page.send("analyse", on=True, seconds=5)
        page.send("seats", players=["uct:20s", "random"])


@pytest.mark.slow
@pytest.mark.parametrize("name", TEXTS)
def test_a_hostile_description_is_refused_or_played(server: Process, name: str) -> None:
    text = TEXTS[name]
    checked = answer(server, "check", text=text)
    assert checked.status_code in (200, 422)
    if checked.status_code == 422:
        refused(checked.json()["error"], text)
    opened = answer(server, "tables", text=text, players=["human", "human"])
    assert opened.status_code in (201, 422)
    if opened.status_code == 422:
        refused(opened.json()["error"], text)
        plays_on(server)
        return
    with server.page(opened.json()["table"]) as page:
        play(page, text)
        plays_on(server)


@pytest.mark.slow
def test_nothing_is_left_of_hostile_games(server: Process) -> None:
    main = server.process.pid
    (source,) = children(main)
    files, memory = files_of(main), memory_of(main)
    for name, text in TEXTS.items():
        opened = answer(server, "tables", text=text, players=["human", "human"])
        if opened.status_code == 201:
            with server.page(opened.json()["table"]) as page:
                play(page, text)
        assert server.process.poll() is None, name
    assert all(ends(worker) for worker in children(source))
    deadline = time.monotonic() + _FOREVER
    while files_of(main) > files + 4 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert files_of(main) <= files + 4
    assert files_of(source) <= 20
    assert memory_of(main) < memory + (200 << 20)
    assert memory_of(source) < 400 << 20
    plays_on(server)
