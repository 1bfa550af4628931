"""Bots in tests: their accounts, and what they read and send."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from web_client import Running


class Robot:
    """A bot: its token, and a client that sends it with each request."""

    def __init__(self, server: Running, name: str, **more: Any) -> None:
        self.server, self.name = server, name
        with server.client() as client:
            made = client.post("/api/bots", json={"name": name, **more})
        assert made.status_code == 201, made.text
        self.token: str = made.json()["token"]
        self.client = server.client(headers={"Authorization": f"Bearer {self.token}"})

    def close(self) -> None:
        self.client.close()

    def post(self, path: str, **more: Any) -> httpx.Response:
        return self.client.post(path, **more)

    def get(self, path: str) -> Any:
        return self.client.get(path).json()

    @contextmanager
    def lines(self, path: str) -> Iterator[Iterator[dict[str, Any]]]:
        """The lines of a stream, without the empty ones."""
        with self.client.stream("GET", path) as response:
            assert response.status_code == 200, response.read()
            yield (json.loads(line) for line in response.iter_lines() if line.strip())

    def events(self) -> Any:
        return self.lines("/api/stream/event")

    def game(self, table: str) -> Any:
        return self.lines(f"/api/bot/game/stream/{table}")

    def move(self, table: str, text: str) -> httpx.Response:
        return self.post(f"/api/bot/game/{table}/move/{text}")

    def challenge(self, other: Robot, **asked: Any) -> str:
        """Challenge another bot; gives the id of the challenge."""
        made = self.post(f"/api/challenge/{other.name}", json=asked)
        assert made.status_code == 200, made.text
        return str(made.json()["challenge"]["id"])


def upon(lines: Iterator[dict[str, Any]], kind: str) -> dict[str, Any]:
    """The next line of a kind."""
    return next(line for line in lines if line["type"] == kind)
