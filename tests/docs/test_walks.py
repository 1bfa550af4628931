"""The ways of data through ludens are those that docs/architecture.md lists, module by module."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import httpx
import pytest
from websockets.sync.client import connect

import ludens
from ludens import agents
from ludens.agents import native_alphabeta
from ludens.web import server
from ludens.web.limits import Limits

PAGE = Path(__file__).parents[2] / "docs" / "architecture.md"
TEXT = """(game "Three" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


class Trace:
    """The functions of ludens that were called while it was on, on threads that began after it was made."""

    def __init__(self) -> None:
        self.is_on = False
        #: what is called first, where others may be at work beside it
        self.first = ""
        self.called: dict[str, None] = {}

    def note(self, frame: FrameType, event: str, argument: object) -> None:
        """Write down a call of a function, and of no body of a class or a module."""
        module = frame.f_globals.get("__name__", "")
        if self.is_on and module.startswith("ludens") and frame.f_code.co_flags & inspect.CO_OPTIMIZED:
            name = f"{module}.{frame.f_code.co_qualname}".removeprefix("ludens.").removesuffix(".__init__")
            if self.called or name == (self.first or name):
                self.called.setdefault(name)


@pytest.fixture
def trace(monkeypatch: pytest.MonkeyPatch) -> Iterator[Trace]:
    """Nothing is cached, so that all of a way is gone."""
    monkeypatch.setenv("LUDENS_CACHE", "off")
    made = Trace()
    threading.setprofile(made.note)
    sys.setprofile(made.note)
    try:
        yield made
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]


@contextmanager
def on(trace: Trace) -> Iterator[None]:
    trace.is_on = True
    try:
        yield
    finally:
        trace.is_on = False


def check_way(heading: str, modules: str, trace: Trace) -> None:
    """The rows below a heading were called in their order; the page says how many modules they are."""
    section = PAGE.read_text(encoding="utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(?:ludens\.)?([\w.]+)` \|", section, re.MULTILINE)
    assert [name for name in trace.called if name in rows] == rows
    named = {re.sub(r"\.[A-Z]\w*(\.\w+)?$|\.[a-z_]+$", "", row) if "." in row else "" for row in rows}
    assert section.strip().startswith(f"{modules} modules")
    assert len(named) == NUMBERS[modules], sorted(named)


NUMBERS = {"Nine": 9, "Ten": 10, "Eleven": 11, "Twelve": 12, "Thirteen": 13}


def test_a_description_becomes_native_code(trace: Trace) -> None:
    with on(trace):
        _ = ludens.load(TEXT).fast
    check_way("A description on its way to native code", "Thirteen", trace)


def test_a_position_becomes_an_evaluation(trace: Trace) -> None:
    native_alphabeta.program.cache_clear()  # other tests may have used it
    game = ludens.load(TEXT)
    state = game.start(seed=1)
    with on(trace):
        analysis = agents.make("alphabeta:2", game, seed=1).analyse(state, 10.0)
    assert 0 <= analysis.value <= 1
    check_way("A position on its way to an agent's evaluation", "Ten", trace)


def test_a_move_comes_from_the_socket_to_the_state(trace: Trace, tmp_path: Path) -> None:
    def play(port: int, begin: Callable[[], None]) -> None:
        asked = {"game": "Tic-Tac-Toe", "players": ["human", "human"]}
        table = httpx.post(f"http://127.0.0.1:{port}/api/tables", json=asked, timeout=120)
        with connect(f"ws://127.0.0.1:{port}/ws/{table.json()['table']}", proxy=None) as page:
            while json.loads(page.recv(120))["type"] != "table":
                pass
            begin()
            page.send(json.dumps({"type": "play", "ply": 0, "move": 4}))
            while json.loads(page.recv(120)).get("position", {}).get("ply") != 1:
                pass

    async def serve() -> None:
        listening = server.bind("127.0.0.1", 0)
        serving = asyncio.create_task(server.run(listening, Limits(), tmp_path))
        trace.first = "web.sockets.PageSocket.data_received"
        begin = _turn_on(trace)
        await asyncio.to_thread(play, listening.getsockname()[1], begin)
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)

    asyncio.run(serve())
    check_way("A move on its way from the socket to the state", "Twelve", trace)


def _turn_on(trace: Trace) -> Callable[[], None]:
    def begin() -> None:
        trace.is_on = True

    return begin
