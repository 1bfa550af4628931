"""Many people at many tables, as load: each pair plays, comes back where the line breaks, and remembers all answers.

What a player was told stands is *acknowledged*: `Pair.missing` compares that with what a server says in the end.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

#: seconds between two tries to come back, and how long one goes on
AGAIN, PATIENCE = 0.25, 120.0
_BROKEN = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError)


@dataclass
class Tally:
    """What all players saw: seconds that answers to moves took, and how often and for how long lines were cut."""

    answers: list[float] = field(default_factory=list)
    cuts: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Player:
    """One person's page, which comes back by itself, to another address where the last one does not answer."""

    def __init__(self, addresses: Sequence[str], first: int, tally: Tally) -> None:
        self.addresses, self._at, self.tally = addresses, first, tally
        self.client = httpx.AsyncClient(timeout=PATIENCE, trust_env=False)
        self.table, self.cookie = "", ""
        self.socket: ClientConnection | None = None
        self.position: dict[str, Any] = {}
        self.history: dict[int, str] = {}
        self.people: dict[str, Any] = {}
        self.seated: Any = None
        #: names of moves by ply, of which the server has said that they were played
        self.acknowledged: dict[int, str] = {}
        self._number = 0

    @property
    def address(self) -> str:
        return self.addresses[self._at % len(self.addresses)]

    async def post(self, path: str, body: dict[str, Any]) -> Any:
        answer = await self.client.post(self.address + path, json=body)
        assert answer.status_code < 300, answer.text
        return answer.json()

    async def sit(self, table: str, key: str) -> None:
        self.seated = await self.post(f"/api/tables/{table}/sit", {"key": key})
        self.table = table
        await self.come()

    async def come(self) -> None:
        """Open the page, at whatever address answers."""
        end = time.monotonic() + PATIENCE
        cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        while True:
            try:
                place = f"ws{self.address[4:]}/ws/{self.table}"
                headers = {"Cookie": cookie} if cookie else None
                self.socket = await connect(
                    place, additional_headers=headers, proxy=None, max_size=None, ping_interval=None, compression=None
                )
                while (await self.hear())["type"] != "chat":
                    pass
                return
            except _BROKEN as error:
                if time.monotonic() > end:
                    error.add_note(f"as {cookie or 'nobody'}, who sat down so: {self.seated}")
                    raise
                self._at += 1
                await asyncio.sleep(AGAIN)

    async def hear(self) -> dict[str, Any]:
        """The next frame."""
        assert self.socket is not None
        frame: dict[str, Any] = json.loads(await self.socket.recv())
        if frame["type"] in ("table", "position"):
            first = 1 if frame["type"] == "table" else frame["history_from"]
            self.position = frame["position"]
            self.history = {ply: name for ply, name in self.history.items() if ply < first}
            self.history |= {one["ply"]: one["name"] for one in frame["history"]}
        elif frame["type"] == "people":
            self.people = frame
        elif frame["type"] == "probe":
            await self.socket.send(json.dumps({"type": "probed", "number": frame["number"]}))
        return frame

    async def play(self, plies: int, pace: float) -> None:
        """Play the own moves until so many plies are played, or the game is over."""
        while self.position["ply"] < plies and not self.position["over"]:
            try:
                if self.position["moves"]:
                    await asyncio.sleep(pace)
                    await self._move()
                else:
                    await self.hear()
            except _BROKEN:
                began = time.monotonic()
                await self.come()
                self.tally.cuts.append(time.monotonic() - began)

    async def _move(self) -> None:
        """Make a move, and hear until it is answered."""
        assert self.socket is not None
        self._number += 1
        ply, moves, began = self.position["ply"], self.position["moves"], time.perf_counter()
        chosen = moves[(7 * ply) % len(moves)]["index"]
        await self.socket.send(json.dumps({"type": "play", "id": self._number, "ply": ply, "move": chosen}))
        while (frame := await self.hear()).get("re") != self._number:
            pass
        if frame["type"] == "position":
            self.tally.answers.append(time.perf_counter() - began)
            self.acknowledged[ply + 1] = self.history[ply + 1]
        elif frame["code"] not in ("stale", "limit"):
            self.tally.errors.append(frame["message"])

    async def leave(self) -> None:
        if self.socket is not None:
            await self.socket.close()
        await self.client.aclose()


class Pair:
    """Two people at a table, each at an address of their own to begin with."""

    def __init__(self, addresses: Sequence[str], number: int, tally: Tally, apart: bool = True) -> None:
        self.host = Player(addresses, number, tally)
        self.guest = Player(addresses, number + apart, tally)

    async def open(self, game: str, options: Sequence[str] = ()) -> None:
        asked = {"game": game, "options": list(options), "shared": {"name": "Ann", "seat": 1}}
        self.host.table = (await self.host.post("/api/tables", asked))["table"]
        await self.host.come()
        while not self.host.people:
            await self.host.hear()
        await self.guest.sit(self.host.table, self.host.people["chairs"][1]["key"])
        while not self.host.position["moves"] and not self.host.position["ply"]:
            await self.host.hear()

    async def play(self, plies: int, pace: float) -> None:
        await asyncio.gather(self.host.play(plies, pace), self.guest.play(plies, pace))

    def missing(self, history: dict[int, str]) -> dict[int, str]:
        """Moves that were acknowledged, and do not stand in a game."""
        both = self.host.acknowledged | self.guest.acknowledged
        return {ply: name for ply, name in both.items() if history.get(ply) != name}

    async def leave(self) -> None:
        await asyncio.gather(self.host.leave(), self.guest.leave())
