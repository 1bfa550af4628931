"""Clients that open too many sockets, and clients that let the server wait."""

from __future__ import annotations

import base64
import contextlib
import ipaddress
import json
import logging
import resource
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from test_server_trouble import on_loop
from web_client import PATIENCE, Running, running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludens.system.resources import most_files
from ludens.web import logs
from ludens.web.errors import ApiError
from ludens.web.limits import Limits
from ludens.web.sockets import Sockets, Stage, Waiting
from ludens.web.visitors import Allowance, Visitors, address_key, address_of, asking

LIMITS = Limits(
    address_sockets=12,
    address_pages=4,
    pages_per_table=2,
    header_seconds=0.2,
    body_seconds=0.2,
    unread_seconds=0.4,
    unsent_size=100_000,
)


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running(LIMITS) as one:
        yield one


@contextmanager
def raw(server: Running, text: str = "") -> Iterator[socket.socket]:
    """A socket that says something."""
    with socket.socket() as made:
        made.settimeout(PATIENCE)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.connect(("127.0.0.1", int(server.address.rpartition(":")[2])))
        made.sendall(text.encode())
        yield made


def ended(one: socket.socket) -> bool:
    """Whether the server ends a connection, without an answer."""
    try:
        return one.recv(1000) == b""
    except ConnectionResetError:
        return True


# --- waiting for clients


@pytest.mark.parametrize(
    "text",
    ["", "GET / HT", "GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: "],
    ids=["nothing", "half a line", "half a header"],
)
def test_a_request_that_never_comes_whole_is_not_waited_for(server: Running, text: str) -> None:
    with raw(server, text) as one:
        assert ended(one)


def test_a_body_that_never_comes_whole_is_not_waited_for(server: Running) -> None:
    head = (
        "POST /api/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
    )
    with raw(server, head) as one:
        assert ended(one)


def test_a_body_that_nobody_asked_for_is_not_waited_for(server: Running) -> None:
    with raw(server, "GET /api/agents HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{") as one:
        answer = b""
        while part := one.recv(65536):
            answer += part
        assert answer.startswith(b"HTTP/1.1 200")


def test_half_a_request_after_a_whole_one_is_not_waited_for(server: Running) -> None:
    with raw(server, "HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\n") as one:
        answer = b""
        while part := one.recv(65536):
            answer += part
        assert answer.startswith(b"HTTP/1.1 200")


def handshake(table: str) -> str:
    key = base64.b64encode(bytes(16)).decode()
    fields = ["Host: localhost", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
    return "\r\n".join([f"GET /ws/{table} HTTP/1.1", *fields, f"Sec-WebSocket-Key: {key}", "", ""])


def frame(opcode: int, text: bytes = b"") -> bytes:
    return bytes([opcode, 0x80 | len(text)]) + bytes(4) + text


def test_headers_are_bounded(server: Running) -> None:
    with httpx.Client(timeout=PATIENCE) as client, contextlib.suppress(httpx.TransportError):  # it may not be all sent
        assert client.get(f"{server.address}/", headers={"X-Long": "x" * 600_000}).status_code == 400


@pytest.mark.parametrize("path", ["x" * 10_000, "\0", "%ff%00", "t HTTP/1.1\r\nX: y" * 200])
def test_a_handshake_that_is_none(server: Running, path: str) -> None:
    with raw(server, handshake(path)) as one:
        one.recv(1000)
    with server.client() as client:
        assert client.get("/api/agents").status_code == 200


@pytest.mark.parametrize(
    "sent",
    [frame(0x89, b"p" * 100) * 500, frame(0x01, b"") + frame(0x00) * 2000, frame(0x81, b'{"type":"table"}') * 100],
    ids=["pings", "pieces", "questions"],
)
def test_a_page_that_takes_without_end_is_let_go(server: Running, sent: bytes) -> None:
    """It sends what asks for answers, or a message without end, and reads nothing."""
    table = server.create(game="Tic-Tac-Toe", players=["human", "human"])
    with raw(server) as one:
        one.sendall(handshake(table).encode())
        with pytest.raises(OSError, match=r"reset|pipe"):
            while True:
                one.sendall(sent)
    with server.client() as client:
        assert client.get(f"/api/tables/{table}/trial").status_code == 200


def test_messages_that_come_together_are_all_read(server: Running) -> None:
    table = server.create(game="Tic-Tac-Toe", players=["human", "human"])
    with connect(f"ws{server.address[4:]}/ws/{table}", proxy=None) as page:
        assert json.loads(page.recv(PATIENCE))["type"] == "table"
        page.socket.sendall(b"".join(frame(0x81, b'{"type":"ping","id":%d}' % n) for n in range(300)))
        assert [json.loads(page.recv(PATIENCE))["re"] for _ in range(300)] == list(range(300))


# --- how many


def test_sockets_that_wait_make_room_for_others(server: Running) -> None:
    with ExitStack() as stack:
        for _ in range(3 * LIMITS.address_sockets):
            stack.enter_context(raw(server, "GET / HTTP/1.1\r\n"))
            with raw(server, "HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n") as whole:
                assert whole.recv(1000).startswith(b"HTTP/1.1 200")


def test_an_address_has_so_many_pages(server: Running) -> None:
    tables = [server.create(game="Tic-Tac-Toe", players=["human", "human"]) for _ in range(3)]
    with ExitStack() as stack:
        for number in range(LIMITS.address_pages):
            stack.enter_context(server.page(tables[number // 2]))
        with connect(f"ws{server.address[4:]}/ws/{tables[2]}", proxy=None) as other:
            told = json.loads(other.recv(PATIENCE))
            assert (told["code"], "4 pages" in told["message"]) == ("limit", True)
        assert other.close_code == 1013
    with server.page(tables[2]) as page:
        assert page.play()["position"]["ply"] == 1


@pytest.mark.parametrize(("silent", "makes_room"), [(1e-9, True), (1e9, False)])
def test_a_page_that_is_silent_makes_room(silent: float, makes_room: bool) -> None:
    with running(Limits(pages=2, silent_seconds=silent)) as own:
        table = own.create(game="Tic-Tac-Toe", players=["human", "human"])
        address = f"ws{own.address[4:]}/ws/{table}"
        with own.page(table) as first, own.page(table) as second, connect(address, proxy=None) as third:
            told = json.loads(third.recv(PATIENCE))
            assert told["type"] == ("table" if makes_room else "error")
            if makes_room:
                with pytest.raises(ConnectionClosed):
                    first.socket.recv(PATIENCE)
            assert second.play()["position"]["ply"] == 1


def test_an_address_has_so_many_sockets(server: Running) -> None:
    limits = Limits(address_sockets=2, address_pages=9)
    with running(limits) as own:
        table = own.create(game="Tic-Tac-Toe", players=["human", "human"])
        with own.page(table) as page, own.page(table):
            with raw(own) as third:
                assert b"503" in third.recv(1000)
            assert page.play()["position"]["ply"] == 1


class Line:
    """A transport, as far as sockets look at it."""

    def __init__(self, host: str) -> None:
        self.host, self.aborted, self.unsent, self.waiting = host, False, 0, Line.Waits()

    class Waits(Waiting):
        def __init__(self) -> None:
            self.now = Stage("header", 5.0)

        def stage(self, limits: Limits) -> Stage:
            return self.now

    def get_extra_info(self, _: str) -> tuple[str, int]:
        return self.host, 1

    def get_protocol(self) -> Waiting:
        return self.waiting

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def abort(self) -> None:
        self.aborted = True


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def held(server: Running, sockets: Sockets, host: str) -> Line:
    line: Any = Line(host)

    async def opened() -> bool:
        return sockets.open(line, line.waiting)

    line.held = on_loop(server, opened())
    return line  # type: ignore[no-any-return]


def test_who_reads_slowly_is_kept_and_who_reads_nothing_is_not(server: Running) -> None:
    clock = Clock()
    sockets = Sockets(Limits(unread_seconds=10.0), 9, clock=clock)
    slow, deaf = held(server, sockets, "10.0.0.1"), held(server, sockets, "10.0.0.2")
    for line in (slow, deaf):
        line.waiting.now = Stage("page", None)
        line.unsent = 1000
    for clock.now in range(1, 30):
        slow.unsent += 50 if clock.now % 2 else -60
        sockets.sweep()
    assert (slow.aborted, deaf.aborted) == (False, True)


def test_a_wait_begins_anew_with_each_request(server: Running) -> None:
    clock = Clock()
    sockets = Sockets(Limits(), 9, clock=clock)
    busy, lame = held(server, sockets, "10.0.0.1"), held(server, sockets, "10.0.0.2")
    for clock.now in range(1, 20):
        busy.waiting.now = Stage(("header", clock.now), 5.0)
        sockets.sweep()
    assert (busy.aborted, lame.aborted, len(sockets)) == (False, True, 1)


def test_when_all_are_at_work_nobody_else_is_let_in(server: Running) -> None:
    sockets = Sockets(Limits(), 2, clock=Clock())
    first, second = (held(server, sockets, f"10.0.0.{n}") for n in (1, 2))
    for line in (first, second):
        line.waiting.now = Stage("page", None)
    third: Any = held(server, sockets, "10.0.0.3")
    first.waiting.now = Stage("header", 5.0)
    fourth: Any = held(server, sockets, "10.0.0.4")
    assert (third.held, fourth.held, first.aborted, second.aborted) == (False, True, True, False)


def test_a_trusted_proxy_has_many_sockets(server: Running) -> None:
    proxies = [ipaddress.ip_network("10.1.0.0/16"), ipaddress.ip_network("::1")]
    sockets = Sockets(Limits(address_sockets=1), 9, proxies, clock=Clock())
    lines: list[Any] = [held(server, sockets, host) for host in ("10.1.2.3", "10.1.2.3", "10.2.0.1", "10.2.0.1")]
    assert [line.aborted for line in lines] == [False, False, True, False]


def test_no_more_sockets_than_descriptors(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: asked.append(both))
    for (soft, hard), expected in {(1024, 4096): 2000, (1024, 1024): 768, (100, 100): 50, (9000, 9000): 2000}.items():
        monkeypatch.setattr(resource, "getrlimit", lambda _, both=(soft, hard): both)
        assert most_files(2000, 256) == expected
    assert asked == [(2256, 4096), (1024, 1024), (100, 100)]


# --- addresses


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("10.1.2.3", "10.1.2.3"),
        ("::ffff:10.1.2.3", "10.1.2.3"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("2002:a01:203:77::1", "10.1.2.3"),
        ("64:ff9b::a01:203", "10.1.2.3"),
        ("x" * 1000, ""),
        ("", ""),
    ],
)
def test_what_counts_as_one_address(host: str, expected: str) -> None:
    assert address_key(host) == expected
    assert address_of({"client": (host, 1)}) == expected


def test_no_address_at_all() -> None:
    assert address_of({}) == ""


def test_an_allowance_fills_up_again() -> None:
    clock = Clock()
    allowance = Allowance(2.0, 3.0, clock)
    assert [allowance.take("a") for _ in range(4)] == [True, True, True, False]
    assert allowance.take("b")
    clock.now = 1.0
    assert [allowance.take("a") for _ in range(3)] == [True, True, False]


def test_an_address_has_so_many_requests_and_descriptions() -> None:
    visitors = Visitors(Limits(address_requests_at_once=2, address_descriptions=1, address_tables=1))
    for _ in range(2):
        visitors.check_request("a")
    with pytest.raises(ApiError, match="requests a second"):
        visitors.check_request("a")
    visitors.check_table("a")
    with pytest.raises(ApiError, match="new games an hour"):
        visitors.check_table("a")
    for _ in range(2):
        with (
            visitors.description("a"),
            visitors.description("b"),
            pytest.raises(ApiError, match="descriptions at once"),
        ):
            visitors.description("a").__enter__()


def test_an_address_sends_so_much_at_once() -> None:
    visitors = Visitors(Limits(address_bodies=100, bodies=150))

    def sent(address: str, size: int) -> AbstractContextManager[Callable[[int], None]]:
        asking.set(address)
        body = visitors.body()
        body.__enter__()(size)
        return body

    first = sent("a", 60)
    with pytest.raises(ApiError, match="one address"):
        sent("a", 60)
    second = sent("b", 60)
    with pytest.raises(ApiError, match="too much"):
        sent("c", 60)
    for one in (first, second):
        one.__exit__(None, None, None)
    assert not visitors._bodies
    asking.set("")


def test_bodies_that_are_never_whole_do_not_fill_the_memory() -> None:
    head = "POST /api/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n"
    with running(Limits(address_bodies=200_000)) as own, own.client() as client:
        with raw(own, head.format(300_000) + "x" * 190_000):
            while not own.lobby.visitors._bodies.total() > 180_000:
                time.sleep(0.01)
            answer = client.post("/api/check", json={"text": "x" * 30_000})
            assert (answer.status_code, answer.json()["error"]["code"]) == (429, "limit")
        while own.lobby.visitors._bodies:
            time.sleep(0.01)
        assert client.post("/api/check", json={"text": "(game"}).status_code == 200


def test_requests_beyond_what_an_address_may_are_answered(server: Running) -> None:
    with running(Limits(address_requests_at_once=4, address_requests=0.001)) as own, own.client() as client:
        found = [client.get("/api/agents").status_code for _ in range(6)]
        assert found == [200] * 4 + [429] * 2
        assert client.get("/").json()["error"]["code"] == "limit"


def test_tables_beyond_what_an_address_may_are_refused() -> None:
    with running(Limits(address_tables=1)) as own, own.client() as client:
        asked = [client.post("/api/tables", json={"game": "Tic-Tac-Toe"}) for _ in range(2)]
        assert [answer.status_code for answer in asked] == [201, 429]
        assert "127.0.0.1" in asked[1].json()["error"]["message"]
        assert client.get("/api/agents").status_code == 200


def test_a_trusted_proxy_says_for_whom_it_speaks() -> None:
    limits = Limits(address_tables=1)
    wanted: dict[str, Any] = {"json": {"game": "Tic-Tac-Toe"}}
    with running(limits) as own, own.client() as client:
        found = [
            client.post("/api/tables", headers={"X-Forwarded-For": f"9.9.9.{n}"}, **wanted).status_code
            for n in range(2)
        ]
    assert found == [201, 429]
    with running(limits, proxies=[ipaddress.ip_network("127.0.0.1")]) as own, own.client() as client:
        told = ["9.9.9.1", "9.9.9.2", "9.9.9.1, 9.9.9.2", "9.9.9.9, x", "9.9.9.8, x"]
        found = [client.post("/api/tables", headers={"X-Forwarded-For": one}, **wanted).status_code for one in told]
    assert found == [201, 201, 429, 201, 429]


# --- names


def test_a_server_answers_to_its_names() -> None:
    with running(names=["Games.example"]) as own, own.client() as client:
        assert client.get("/api/agents", headers={"Host": "games.example:80"}).status_code == 200
        assert client.get("/api/agents").status_code == 200
        refused = client.get("/api/agents", headers={"Host": "evil.example"})
        assert refused.status_code == 421
        assert "games.example, localhost" in refused.json()["error"]["message"]


# --- the log


def test_a_log_is_bounded(tmp_path: Path) -> None:
    with logs.log_to(tmp_path / "log", 40_000):
        for _ in range(logs.MOST_A_MINUTE):
            logging.getLogger("ludens.web").warning("\x1b[31mred %s", "x" * 20_000)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["log", "log.1", "log.2", "log.3"]
    assert sum(file.stat().st_size for file in files) < 50_000
    text = files[1].read_text()
    assert "WARNING ludens.web: \\x1b[31mred xxx" in text
    assert "\x1b" not in text


def test_a_log_says_what_it_left_out() -> None:
    class Kept(logging.Handler):
        def __init__(self) -> None:
            super().__init__()
            self.seen: list[str] = []

        def emit(self, record: logging.LogRecord) -> None:
            self.seen.append(record.getMessage())

    clock, kept = Clock(), Kept()
    log = logs.BoundedLog([kept], clock)
    record = logging.LogRecord("x", logging.ERROR, "", 0, "again", None, None)
    for _ in range(logs.MOST_A_MINUTE + 7):
        log.emit(record)
    assert len(kept.seen) == logs.MOST_A_MINUTE
    clock.now = 61.0
    log.emit(record)
    assert kept.seen[-2:] == ["7 messages were left out: there were too many", "again"]


def test_a_log_on_a_full_disk_stops_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with logs.log_to(Path("/dev/full"), 1 << 20):
        logging.getLogger("ludens.web").warning("told")
    assert capsys.readouterr().err.count("told") == 1
