"""What a page sends to a server: the server goes on, whatever becomes of the page's own table."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import http.client
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
from typing import Any, Final

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from fuzz.exercise.base import Notes, hold

PATIENCE: Final = 90.0
#: the codes of answers to what is wrong, or too much; 5xx is a mistake of the server, but for "not implemented"
FAULTS: Final = {500, 502, 503, 504}


class Server:
    """A server in a process of its own, which ends with this one."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        options = ["--no-browser", "--port", "0", "--data", self._folder.name]
        options += ["--limit", "tournament_seconds=0.1"]  # which is none: they would go on beside later inputs
        self._process = subprocess.Popen(
            [sys.executable, "-m", "ludens", "web", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            preexec_fn=_unrestricted,
            env={**os.environ, "LUDENS_CACHE": self._folder.name + "/cache"},
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        address = next((word for word in said.split() if word.startswith("http")), "")
        hold(bool(address), "server: it starts and says where")
        self.place = address.removeprefix("http://").rstrip("/")

    def ask(
        self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        """The code and the body of the answer to a request."""
        line = http.client.HTTPConnection(self.place, timeout=PATIENCE)
        try:
            line.request(method, path, body, headers or {"Content-Type": "application/json"})
            answer = line.getresponse()
            return answer.status, answer.read()
        finally:
            line.close()

    def connect(self, table: str) -> ClientConnection:
        return connect(f"ws://{self.place}/ws/{table}", max_size=1 << 26, proxy=None, open_timeout=PATIENCE)


def _unrestricted() -> None:
    """The limits of the process that handles inputs are not those of the server, which ends with it."""
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)


@functools.cache
def server() -> Server:
    return Server()


def page(data: str, at: Notes) -> str:
    """Open a table, play a few moves there, send what is wrong; another table is played as if nothing were."""
    given: dict[str, Any] = json.loads(data)
    at("server")
    one = server()
    at("requests")
    for method, path, body, headers in given["requests"]:
        with contextlib.suppress(ValueError):  # of a header that the client does not send
            status, answer = one.ask(method, path, bytes.fromhex(body), headers)
            hold(status not in FAULTS, f"request: {status} is no answer to a request: {answer[:200]!r}")
    at("open")
    status, answer = one.ask("POST", "/api/tables", json.dumps(given["table"]).encode("utf-8", "surrogatepass"))
    hold(status not in (500, 502, 504), f"open: {status} is no answer to a description: {answer[:500]!r}")
    if status == 201:
        at("messages")
        _messages(one, json.loads(answer)["table"], given)
    at("another table")
    _another_table(one)
    return "played" if status == 201 else "refused"


def _messages(one: Server, table: str, given: dict[str, Any]) -> None:
    try:
        with one.connect(table) as line:
            for move in range(given["moves"]):
                line.send(json.dumps({"type": "play", "ply": move, "move": 0}))
            for message in given["frames"]:
                line.send(bytes.fromhex(message["hex"]) if "hex" in message else message["text"])
            line.send('{"type": "ping", "id": "last"}')
            _read_until(line, "last")
    except (ConnectionClosed, InvalidStatus):
        return  # the server may cut the line, or have closed the table


def _read_until(line: ClientConnection, mark: str) -> dict[str, Any]:
    while True:
        text = line.recv(PATIENCE)
        hold(b"something went wrong" not in (text if isinstance(text, bytes) else text.encode()), f"message: {text!r}")
        told: dict[str, Any] = json.loads(text)
        if told.get("re") == mark:
            return told


def _another_table(one: Server) -> None:
    asked = {"game": "Tic-Tac-Toe", "players": ["human", "human"]}
    status, answer = one.ask("POST", "/api/tables", json.dumps(asked).encode())
    hold(status == 201, f"another table: {status}, {answer[:200]!r}")
    with one.connect(json.loads(answer)["table"]) as line:
        line.send('{"type": "play", "ply": 0, "move": 4, "id": "move"}')
        told = _read_until(line, "move")
        hold(told["type"] != "error", f"another table: a move is played, not {told}")
