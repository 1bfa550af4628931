"""What is computed ends when nobody wants it any more: through the stop, as no time here would ever be over."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from test_server_workers import BOTH, gone, workers_of
from web_client import NOUGHTS, PATIENCE, Page, Running, running

from ludens.web.app import make_app
from ludens.web.engine.remote import RemoteEngine
from ludens.web.limits import Limits
from ludens.web.server import _Server, config
from ludens.web.session.session import Session
from ludens.web.sources import GameSource

NEVER = 1000.0
#: a move to the first site takes longer than anybody has; games that are tried out hardly begin there
LONG = """(game "Long" (players 2) (equipment {(board (square 20)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)) (then (if (and (= (last To) 0) (= (count Moves) 1))
        (forEach Value min:1 max:1000000000 (forEach Value min:1 max:10000000
            (if (= (value) (state at:1)) (set Score P1 (value)))))))))
        (end (if (> (count Moves) 3) (result Mover Win)))))"""
#: the same of the moves that follow
LONG_MOVES = """(game "Long moves" (players 2) (equipment {(board (square 20)) (piece "Disc" Each)})
    (rules (play (if (and (= (last To) 0) (= (count Moves) 1))
        (forEach Value min:1 max:1000000000 (forEach Value min:1 max:10000000
            (move Add (to 1 if:(= (value) (state at:1))))))
        (move Add (to (sites Empty)))))
        (end (if (> (count Moves) 3) (result Mover Win)))))"""
#: it is compiled for long
LARGE = NOUGHTS.replace("(square 3)", "(square 120)")


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running(Limits(pace_seconds=0.001, engine_seconds=NEVER, thinking_seconds=NEVER)) as one:
        yield one


def opened(server: Running, text: str, where: str) -> str:
    """A table of a game that is played in a process of its own, or as the owner's are."""
    if where == "here":
        text += "\n"  # it is not the same as that of others
        server.lobby.services.games.trust(GameSource(text))
    return server.create(text=text, players=BOTH)


def session_of(server: Running, table: str) -> Session:
    return server.lobby._sessions[table].result()


def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never holds"
        time.sleep(0.02)


def begun(server: Running, table: str, page: Page) -> None:
    """Ask for the move that takes for ever, and wait until it is being made."""
    page.send("play", ply=0, move=0)
    until(lambda: session_of(server, table).state.is_changing)
    time.sleep(0.1)


@pytest.mark.parametrize("where", ["here", "apart"])
@pytest.mark.parametrize("text", [LONG, LONG_MOVES])
def test_a_move_ends_when_all_pages_have_left(server: Running, text: str, where: str) -> None:
    table = opened(server, text, where)
    with server.page(table) as page:
        begun(server, table, page)
        page.socket.socket.close()
    with server.page(table) as page:  # it is told how the table stands, once nothing is being changed
        assert page.position["ply"] == 0
        assert page.play(1)["position"]["ply"] == 1
    assert server.lobby.services.pools.engine.lost == 0


def test_a_move_goes_on_while_another_page_looks(server: Running) -> None:
    table = opened(server, LONG, "here")
    with server.page(table):
        with server.page(table) as page:
            begun(server, table, page)
        until(lambda: len(session_of(server, table).state.audience) == 1)
        time.sleep(0.1)
        assert session_of(server, table).state.is_changing
    until(lambda: not session_of(server, table).state.is_changing)


def test_what_came_before_a_page_left_is_done(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    for room in ("session.session", "routes.socket"):
        monkeypatch.setattr(f"ludens.web.{room}.LAST_SECONDS", 60.0)
    table = opened(server, NOUGHTS, "apart")
    with server.page(table) as page:
        page.send("play", ply=0, move=4)
    with server.page(table) as page:
        until(lambda: page.ask("table")["position"]["ply"] == 1)


def test_agents_end_when_all_pages_have_left(server: Running) -> None:
    table = opened(server, LONG, "apart")
    with server.page(table) as page:
        page.ask("seats", players=[f"uct:{NEVER:g}s", "human"])
        page.wait("thinking")
    state = session_of(server, table).state
    assert isinstance(state.engine, RemoteEngine)
    worker = state.engine._worker
    assert worker is not None
    until(lambda: not worker.is_busy)
    assert not worker.ended
    assert not state.paused


@pytest.mark.parametrize("path", ["check", "tables"])
def test_a_description_is_not_compiled_for_nobody(server: Running, path: str) -> None:
    before = workers_of(server)
    host, _, port = server.address.rpartition("/")[2].partition(":")
    body = json.dumps({"text": LARGE}).encode()
    head = f"POST /api/{path} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
    with socket.create_connection((host, int(port))) as line:
        line.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        until(lambda: workers_of(server) - before)
        made = workers_of(server) - before
    assert all(gone(worker) for worker in made)


@pytest.mark.parametrize("where", ["here", "apart"])
def test_a_move_ends_with_the_server(where: str) -> None:
    before = set(threading.enumerate())
    with ExitStack() as pages:
        with running(Limits(engine_seconds=NEVER)) as own:
            table = opened(own, LONG, where)
            page = pages.enter_context(own.page(table))
            begun(own, table, page)
            left = workers_of(own)
        assert all(gone(worker) for worker in left)
        until(lambda: not [one for one in threading.enumerate() if one.name == "ludens engine" and one not in before])


def test_a_signal_ends_what_is_computed_first(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> list[str]:
        limits, heard = Limits(), list[str]()
        app = make_app(limits)
        monkeypatch.setattr(app.state.lobby, "halt", lambda: heard.append("halt"))
        server = _Server(config(app, limits), app.state.lobby)
        server.handle_exit(signal.SIGTERM, None)
        await asyncio.sleep(0.01)
        assert server.should_exit
        return heard

    assert asyncio.run(work()) == ["halt"]


@pytest.mark.parametrize("where", ["here", "apart"])
def test_a_move_that_is_late_is_stopped_and_its_table_goes_on(where: str) -> None:
    with running(Limits(engine_seconds=1.0)) as own:
        table = opened(own, LONG, where)
        with own.page(table) as page:
            before = workers_of(own)
            page.send("play", ply=0, move=0)
            assert "was stopped" in page.wait("error")["message"]
            assert page.play(1)["position"]["ply"] == 1
            assert workers_of(own) == before
        assert own.lobby.services.pools.engine.lost == 0


def test_a_strangers_table_that_is_late_again_and_again_is_closed() -> None:
    with running(Limits(engine_seconds=0.5, deaths=2)) as own, own.page(opened(own, LONG, "apart")) as page:
        for last in (False, True):
            page.send("play", ply=0, move=0)
            assert ("is closed" in page.wait("error")["message"]) == last


def test_a_description_that_is_tried_out_for_long_is_told_so() -> None:
    text = LONG.replace("(= (last To) 0)", "(>= (last To) 0)")
    with running(Limits(compile_seconds=4.0)) as own, own.client() as client:
        answer: Any = client.post("/api/tables", json={"text": text}).json()
        assert (answer["error"]["code"], "longer than 4 seconds" in answer["error"]["message"]) == ("limit", True)


def test_a_server_ends_though_a_table_does_not_close(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("ludens.web.lobby._CLOSING", 0.1)

    async def never() -> None:
        await asyncio.get_running_loop().create_future()

    with running() as own:
        monkeypatch.setattr(session_of(own, own.create(text=NOUGHTS, players=BOTH)), "close", never)
    assert "a table was not closed in time, at test_server_stops.py" in caplog.text and "never" in caplog.text
