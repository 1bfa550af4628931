"""A server in a thread, and a page's side of the line to it."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from ludens.web import reference
from ludens.web.app import make_app
from ludens.web.hosting import Hosting
from ludens.web.limits import Limits
from ludens.web.lobby import Lobby
from ludens.web.server import bind, config, node_address
from ludens.web.sockets import Network
from ludens.web.storage import Storage

#: seconds after which an answer counts as one that never comes, on a machine that has much else to do
PATIENCE = 200.0
_KINDS = [message.__struct_config__.tag for message in reference.server_messages()]
NOUGHTS = """(game "Noughts" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
#: who cannot put a stone beside one of their own passes; the second player never can
WAITING = """(game "Waiting" (players 2)
    (equipment {(board (rectangle 1 6)) (piece "Stone" Each)})
    (rules
        (start (place "Stone1" 0))
        (play (if (is Mover P1) (move Add (to (intersection (sites Empty) (sites Around (sites Occupied by:P1)))))
            (move Pass)))
        (end (if (is Full) (result P1 Win)))))"""
#: two games of three in a row, then one of Amazons on a small board
SERIES = """(match "Series" (players 2)
    (games {(subgame "Tic-Tac-Toe" next:1) (subgame "Amazons" "Board Size/6x6" next:0)})
    (end (if (>= (count Trials) 2) (if (> (matchScore P1) (matchScore P2)) (result P1 Win)) (result P2 Win))))"""


#: on what servers stand that say nothing else, by their data folders: what lets tests run on another database
hosting_of: Callable[[Path | None], Hosting | None] = dict[Path | None, Hosting]().get


def with_accounts(**more: Any) -> Hosting:
    """On what a server stands whose people may have accounts."""
    return dataclasses.replace(hosting_of(None) or Hosting(), accounts=True, **more)


@dataclass
class Running:
    """A server that runs: its address, and what it holds."""

    address: str
    lobby: Lobby

    @property
    def database(self) -> Storage:
        """What it keeps on disk."""
        return self.lobby.services.storage.database

    def client(self, **more: Any) -> httpx.Client:
        return httpx.Client(base_url=self.address, timeout=PATIENCE, **more)

    def create(self, **asked: Any) -> str:
        """The id of a new table."""
        with self.client() as client:
            answer = client.post("/api/tables", json=asked)
        assert answer.status_code == 201, answer.text
        table: str = answer.json()["table"]
        return table

    @contextmanager
    def page(self, table: str, cookie: str = "") -> Iterator[Page]:
        """A page that looks at a table, in a browser with this cookie."""
        headers = {"Cookie": cookie} if cookie else None
        place = f"ws{self.address[4:]}/ws/{table}"
        with connect(place, max_size=1 << 26, proxy=None, additional_headers=headers) as socket:
            yield Page(socket)


class Page:
    """A page: what it sends, and what it is told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seen: list[dict[str, Any]] = []
        self.people: dict[str, Any] = {}
        self.table = self.wait("table")
        self.position: dict[str, Any] = self.table["position"]
        self.history: list[dict[str, Any]] = self.table["history"]

    def wait(self, *kinds: str) -> dict[str, Any]:
        """The next frame of one of these kinds."""
        while True:
            frame: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
            self.seen.append(frame)
            if frame["type"] == "position":
                self.position = frame["position"]
                self.history = [h for h in self.history if h["ply"] < frame["history_from"]] + frame["history"]
            elif frame["type"] == "table":
                self.position, self.history = frame["position"], frame["history"]
            elif frame["type"] == "people":
                self.people = frame
            if frame["type"] in kinds:
                return frame
            assert frame["type"] != "error", frame

    def send(self, kind: str, **more: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **more}))

    def ask(self, kind: str, **more: Any) -> dict[str, Any]:
        """The direct answer to a frame."""
        mark = f"{kind}{len(self.seen)}"
        self.send(kind, id=mark, **more)
        while True:
            frame = self.wait(*_KINDS)
            if frame.get("re") == mark:
                return frame

    def play(self, move: int = 0) -> dict[str, Any]:
        return self.ask("play", ply=self.position["ply"], move=move)

    def until(self, ply: int) -> dict[str, Any]:
        """The position, once so many plies are played or the game is over."""
        while self.position["ply"] < ply and not self.position["over"]:
            self.wait("position")
        return self.position


@contextmanager
def running(
    limits: Limits | None = None,
    data: Path | None = None,
    *,
    names: Sequence[str] = (),
    proxies: Sequence[Network] = (),
    tournaments: bool = False,
    is_public: bool = False,
    hosting: Hosting | None = None,
) -> Iterator[Running]:
    """A server in a thread, on a port of its own; with tournaments of new games beside them only where that is said."""
    hosting = hosting or hosting_of(data)
    patient = Limits(
        pace_seconds=0.001, address_requests_at_once=1_000_000, engine_seconds=60.0, compile_seconds=PATIENCE
    )
    limits = limits or patient
    if not tournaments:
        limits = dataclasses.replace(limits, tournament_seconds=0.0)
    listening = bind("127.0.0.1", 0)
    if hosting is not None:  # a machine that has much else to do lets nodes wait for long
        limits = dataclasses.replace(limits, lease_seconds=PATIENCE)
        hosting = dataclasses.replace(hosting, address=node_address(listening))
    app = make_app(limits, data, names=names, is_public=is_public, hosting=hosting)
    server = uvicorn.Server(config(app, limits, proxies=proxies))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening])))
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            thread.join(0.01)
        yield Running(f"http://127.0.0.1:{listening.getsockname()[1]}", app.state.lobby)
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


class Process(Running):
    """`ludens web` as a process of its own."""

    def __init__(self, data: Path, *more: str) -> None:
        limits = ["--limit", "pace_seconds=0.02", "--limit", "tournament_seconds=0.1"]
        arguments = ["web", "--no-browser", "--port", "0", "--data", str(data), *limits, *more]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ludens", *arguments], stdout=subprocess.PIPE, text=True, env=dict(os.environ)
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.address = next(word for word in line.split() if word.startswith("http")).rstrip("/")

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)

    def kill(self) -> None:
        """As with `kill -9`."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)
