"""People at a table of several: each has a browser of their own, with its own cookie."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
from web_client import Page, Running

from ludens.web.people.keys import COOKIE


class Guest:
    """A browser."""

    def __init__(self, server: Running) -> None:
        self.server, self.client = server, server.client(headers={"Connection": "close"})

    @property
    def cookie(self) -> str:
        """What it says about who it is; empty while it is nobody."""
        value = self.client.cookies.get(COOKIE)
        return f"{COOKIE}={value}" if value else ""

    def host(self, shared: dict[str, Any] | None = None, **asked: Any) -> str:
        """Open a table of several people; gives its id."""
        made = self.client.post("/api/tables", json={**asked, "shared": shared or {}})
        assert made.status_code == 201, made.text
        return str(made.json()["table"])

    def sit(self, table: str, key: str, name: str = "") -> httpx.Response:
        return self.client.post(f"/api/tables/{table}/sit", json={"key": key, "name": name})

    @contextmanager
    def page(self, table: str) -> Iterator[Page]:
        """A page at a table, told of the people there."""
        with self.server.page(table, self.cookie) as page:
            page.wait("chat")
            yield page


class Table:
    """A table at which everybody has a page: `pages` by seat, the host's first."""

    def __init__(self, table: str, guests: list[Guest], pages: list[Page]) -> None:
        self.id, self.guests, self.pages = table, guests, pages

    def settle(self) -> None:
        """Let every page hear all that it has been told so far."""
        for page in self.pages:
            page.ask("ping")

    def until(self, condition: Callable[[], object]) -> None:
        """Let pages hear more until a condition holds."""
        for _ in range(200):
            if condition():
                return
            self.settle()
        raise AssertionError([page.people for page in self.pages])

    def play(self, move: int = 0) -> int:
        """Whose turn it is plays; gives the place of the page among all."""
        self.settle()
        number = next(n for n, page in enumerate(self.pages) if page.position["moves"])
        self.pages[number].play(move)
        self.settle()
        return number


@contextmanager
def seated(server: Running, shared: dict[str, Any] | None = None, people: int = 2, **asked: Any) -> Iterator[Table]:
    """A table whose first seats people have, each at a page: the host first."""
    host = Guest(server)
    table = host.host({"name": "Ann", **(shared or {})}, **asked)
    with ExitStack() as stack:
        first = stack.enter_context(host.page(table))
        guests, pages = [host], [first]
        for seat, name in zip(range(2, people + 1), ("Ben", "Cleo", "Dan"), strict=False):
            guest = Guest(server)
            assert guest.sit(table, first.people["chairs"][seat - 1]["key"], name).json() == {"seat": seat}
            guests.append(guest)
            pages.append(stack.enter_context(guest.page(table)))
        made = Table(table, guests, pages)
        made.until(lambda: all(page.people["begun"] for page in pages))
        yield made
        for guest in guests:
            guest.client.close()
