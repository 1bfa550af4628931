"""What a page complains about, what it hears from its server, and how people play on it."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, Locator, Page, WebSocket

Move = dict[str, Any]
#: a test, or those of a module, in both sizes of window
BOTH_SIZES = pytest.mark.parametrize("viewport", [(1280, 800), (390, 844)], ids=["desktop", "phone"])

PATIENCE_SECONDS = 60.0


def watch(page: Page) -> list[str]:
    """The list that a page's complaints go to, as they come: breaches of the content security policy among them."""
    complaints: list[str] = []

    def said(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            complaints.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
    page.on("console", said)
    return complaints


def give_seat(dialog: Locator, label: str, agent: str) -> None:
    """Give a seat of a dialog to a search, as experts do."""
    seat = dialog.locator("details.seat", has=dialog.page.locator(".seat-label", has_text=label))
    if seat.get_attribute("open") is None:
        seat.locator("summary").first.click()
    if seat.locator(".seat-expert").get_attribute("open") is None:
        seat.get_by_text("For experts").click()
    seat.get_by_label("Search").select_option(agent)


class TablePage:
    """A table in a page: what the server said about it, and hands that play on its board."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.id = ""
        self.table: dict[str, Any] = {}
        self.position: dict[str, Any] = {}
        page.on("websocket", self._follow)

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self._heard(json.loads(data)))

    def _heard(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "table":
            self.table = frame
        if frame["type"] in {"table", "position"}:
            self.position = frame["position"]

    # --- opening

    def open(
        self, game: str, players: Sequence[str], options: Sequence[str] = (), *, seed: int = 1, address: str = ""
    ) -> None:
        """Open a table of a library game, or of a description, without the page's forms, and go there."""
        body = {
            "text" if game.startswith("(") else "game": game,
            "players": list(players),
            "options": list(options),
            "seed": seed,
        }
        answer = self.page.request.post(
            f"{address}/api/tables", data=body, timeout=120_000
        )  # compiling may take a while
        assert answer.status == 201, answer.text()
        self.page.goto(f"{address}/table/{answer.json()['table']}")
        self.arrived()

    def arrived(self) -> None:
        """Wait until the page has a table."""
        self.page.wait_for_url(re.compile(r"/table/[\w-]+$"))
        self.id = self.page.url.rsplit("/", 1)[1]
        self.until(lambda: self.table.get("table") == self.id)
        self.shown()

    def reload(self) -> None:
        self.table, self.position = {}, {}
        self.page.reload()
        self.arrived()

    # --- waiting

    def until(self, condition: Callable[[], bool]) -> None:
        """Let the page work until a condition holds."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not condition():
            assert time.monotonic() < deadline, f"still waiting at {self.position}"
            self.page.wait_for_timeout(10)

    def until_past(self, ply: int) -> None:
        """Wait for the position after a ply."""
        self.until(lambda: self.position["ply"] != ply)

    def shown(self) -> None:
        """Wait until the page shows the newest position that it has heard of; a machine may go on meanwhile."""
        steps = self.page.locator(".navigation .ply")
        steps.wait_for()
        self.until(lambda: steps.inner_text() == "{ply} / {ply}".format(**self.position))

    def my_turn(self) -> bool:
        """Wait until a person is to move, which is true, or the game is over."""
        self.until(lambda: bool(self.position["over"] or self.position["moves"]))
        if not self.position["over"]:
            self.shown()
        return not self.position["over"]

    # --- playing

    def spot(self, ref: str) -> Locator:
        return self.page.locator(f'.spot[data-ref="{ref}"]')

    def play(self, move: Move, point: Callable[[Locator], None] | None = None) -> None:
        """Play a legal move by clicking, or pointing otherwise, where a person would."""
        before, point = self.position["ply"], point or (lambda place: place.click())
        beside = [m["index"] for m in self.position["moves"] if m["kind"] != "move"]
        if move["index"] in beside:
            point(self.page.locator(".actions button").nth(beside.index(move["index"])))
        else:
            if move["from"] and not self.is_selected(move["from"]):
                point(self.spot(move["from"]))
            point(self.spot(move["to"]))
            self.choose(move)
        self.until_past(before)

    def is_selected(self, ref: str) -> bool:
        return "selected" in (self.spot(ref).get_attribute("aria-label") or "")

    def alike(self, move: Move) -> list[Move]:
        """The legal moves between the same sites."""
        return [m for m in self.position["moves"] if (m["from"], m["to"]) == (move["from"], move["to"])]

    def choose(self, move: Move) -> None:
        """Say which one of several moves between the same sites is meant."""
        alike = [m["index"] for m in self.alike(move)]
        if len(alike) > 1:
            self.page.locator(".choice").nth(alike.index(move["index"])).click()

    def drag(self, move: Move) -> None:
        """Play a move by dragging its piece."""
        before = self.position["ply"]
        self.spot(move["from"]).drag_to(self.spot(move["to"]))
        self.choose(move)
        self.until_past(before)

    def type(self, move: Move) -> None:
        """Play a move with the keyboard alone: walk over the board, and choose with Enter."""
        before = self.position["ply"]
        self.page.locator('.spot[tabindex="0"]').focus()
        for ref in (move["from"], move["to"]):
            if ref and not (ref == move["from"] and self.is_selected(ref)):
                self.walk(ref)
                self.page.keyboard.press("Enter")
        self.choose(move)
        self.until_past(before)

    def walk(self, ref: str) -> None:
        """Press Shift and arrow keys until the focus is on a site."""
        sites = {site["ref"]: site for site in self.table["scene"]["sites"]}
        for _ in range(60):
            here = self.page.evaluate("document.activeElement.dataset.ref")
            if here == ref:
                return
            dx, dy = (sites[ref][axis] - sites[here][axis] for axis in "xy")
            keys = ("ArrowRight" if dx > 0 else "ArrowLeft", "ArrowDown" if dy > 0 else "ArrowUp")
            self.page.keyboard.press("Shift+" + (keys[0] if abs(dx) > abs(dy) else keys[1]))
        raise AssertionError(f"the arrow keys do not lead to {ref}")

    def play_on(
        self,
        choose: Callable[[list[Move]], Move],
        plies: int = 10_000,
        point: Callable[[Locator], None] | None = None,
    ) -> None:
        """Play the moves that `choose` picks, until the game is over or so many more plies are played."""
        last = self.position["ply"] + plies
        while self.position["ply"] < last and self.my_turn():
            self.play(choose(self.position["moves"]), point)
