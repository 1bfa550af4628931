"""What strangers send: no crash, nothing that stays, no game that is stuck."""

from __future__ import annotations

import gc
import http.client
import json
import random
import threading

import pytest
from web_client import PATIENCE, Page, Running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from fuzz.generators.frames import EXPECTED, frame, request
from ludens.web.session.connection import Connection


def send_frames(server: Running, table: str, count: int, seed: int, cookie: str = "") -> int:
    """Send wrong messages to a table, on as many lines as that takes; gives how many lines were cut."""
    choose, cut, left = random.Random(seed), 0, count
    while left:
        headers = {"Cookie": cookie} if cookie else None
        place = f"ws{server.address[4:]}/ws/{table}"
        with connect(place, max_size=1 << 26, proxy=None, additional_headers=headers) as socket:
            reader = threading.Thread(target=_read_all, args=(socket,))
            reader.start()
            try:
                while left:
                    socket.send(frame(choose))
                    left -= 1
                socket.send('{"type": "ping", "id": "last"}')
                reader.join()
            except ConnectionClosed:
                cut += 1
        reader.join()
    return cut


def _read_all(socket: object) -> None:
    for text in socket:  # type: ignore[attr-defined]
        assert '"something went wrong' not in text, text
        if json.loads(text).get("re") == "last":
            return


def send_requests(server: Running, count: int, seed: int) -> set[int]:
    """The status codes that wrong requests are answered with."""
    choose, seen = random.Random(seed), set()
    host, port = server.address[7:].split(":")
    for _ in range(count):
        method, path, body, headers = request(choose)
        line = http.client.HTTPConnection(host, int(port), timeout=PATIENCE)
        try:
            line.request(method, path, body, headers)
            seen.add(line.getresponse().status)
        finally:
            line.close()
    return seen


def attack(server: Running, count: int) -> None:
    """Half of `count` as messages, half as requests; the table must be as playable afterwards as before."""
    table = server.create(game="Tic-Tac-Toe", players=["human", "human"])
    others, strangers = len(server.lobby._sessions), foreign_threads()
    send_frames(server, table, count // 2, seed=1)
    assert send_requests(server, count - count // 2, seed=2) <= EXPECTED
    assert len(server.lobby._sessions) == others
    with server.page(table) as page:
        assert server.lobby.num_connections == 1
        assert pages_in_memory() <= 3
        assert foreign_threads() <= strangers + 8  # of the line, and those that send files
        assert server.lobby.services.pools.engine.lost == server.lobby.services.pools.search.lost == 0
        _plays(page)


def foreign_threads() -> int:
    """The threads that do not belong to a pool, whose numbers are fixed."""
    return sum(not thread.name.startswith("ludens") for thread in threading.enumerate())


def pages_in_memory() -> int:
    gc.collect()
    return sum(type(one) is Connection for one in gc.get_objects())


def _plays(page: Page) -> None:
    page.ask("new", players=["human", "human"])
    for _ in range(3):
        page.play()
    assert [entry["ply"] for entry in page.history] == [1, 2, 3]


def test_some_wrong_messages_and_requests(server: Running) -> None:
    attack(server, 400)


@pytest.mark.slow
def test_ten_thousand_wrong_messages_and_requests(server: Running) -> None:
    attack(server, 20_000)


def test_large_messages_and_bodies(server: Running) -> None:
    table = server.create(game="Tic-Tac-Toe")
    with server.page(table) as page:
        page.socket.send(json.dumps({"type": "ping", "extra": "x" * 20_000}))
        assert page.wait("error")["code"] == "limit"
        with pytest.raises(ConnectionClosed):
            page.socket.send("x" * (1 << 20))
            page.wait("pong")
    with server.client() as client:
        assert client.post("/api/check", json={"text": "x" * 300_000}).status_code == 413
        assert client.post("/api/check", json={"text": "x" * 5_000_000}).status_code == 413


def test_requests_that_are_no_http(server: Running) -> None:
    import socket

    host, port = server.address[7:].split(":")
    for noise in [
        b"\x00" * 100,
        b"GET\r\n\r\n",
        b"GET / HTTP/9\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\n" * 9,
        b"\xff" * 70_000,
    ]:
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
            line.sendall(noise)
            line.shutdown(socket.SHUT_WR)
            answer = line.recv(1 << 16)
            assert not answer or b" 400 " in answer or b" 421 " in answer or b" 505 " in answer
    with server.client() as client:
        assert client.get("/api/agents").status_code == 200


def test_pages_that_leave_at_once(server: Running) -> None:
    table = server.create(game="Breakthrough", players=["random", "random"])
    address = f"ws{server.address[4:]}/ws/{table}"
    for _ in range(20):
        connect(address, proxy=None).socket.close()
    with server.page(table) as page:
        page.until(page.position["ply"] + 2)
