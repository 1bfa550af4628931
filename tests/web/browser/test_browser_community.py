"""What people see of tournaments, openings, their games and bots, and of a playtest: on a desk and on a phone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from test_browser_friends import NOUGHTS, Visitor, visitors

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["visitors"]
pytestmark = pytest.mark.xdist_group("browser-community")


@pytest.fixture(params=[(1280, 800), (390, 780)], ids=["desk", "phone"])
def viewport(request: pytest.FixtureRequest) -> tuple[int, int]:
    size: tuple[int, int] = request.param
    return size


SHOTS = os.environ.get("LUDENS_SHOTS")


def shot(page: Page, name: str) -> None:
    """No page is wider than its window; a picture is kept where somebody wants to look at it."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}-{page.viewport_size['width']}.png"), full_page=True)  # type: ignore[index]


def test_a_tournament_is_opened_joined_and_played(visitors: list[Visitor]) -> None:
    host, ben = (visitor.page for visitor in visitors)
    host.goto("/")
    host.get_by_role("link", name="Tournaments").click()
    host.get_by_label("Game", exact=True).select_option("Tic-Tac-Toe")
    host.get_by_label("Kind").select_option("roundrobin")
    host.get_by_label("Name").fill("Cup <b>bold</b>")
    host.get_by_role("button", name="Open it").click()
    host.get_by_role("heading", name="Cup <b>bold</b>").wait_for()
    ben.goto(host.url)
    for page, name in ((host, "Ann"), (ben, "Ben <i>")):
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Take part").click()
        page.get_by_role("button", name="Take no part").wait_for()
    host.get_by_role("row", name="Ben <i>").wait_for()
    shot(host, "tournament-open")
    host.get_by_role("button", name="Begin").click()
    host.get_by_role("link", name="To your game").click()
    ben.get_by_role("link", name="To your game").click()
    for visitor in visitors:
        visitor.arrived()
        visitor.page.locator(".people-tools").get_by_role("button", name="Resign").wait_for()
    first = next(visitor for visitor in visitors if visitor.position["moves"])
    first.play(first.position["moves"][4])
    ben.get_by_role("button", name="Resign").click()
    ben.locator("dialog").get_by_role("button", name="Resign").click()
    host.get_by_role("button", name="Say what you think").click()
    host.get_by_label("What would you change?").fill("nothing")
    shot(host, "questions")
    host.get_by_role("button", name="Send").click()
    host.get_by_text("Thank you.").wait_for()
    host.goto("/tournaments")
    host.get_by_role("link", name="Cup <b>bold</b>").click()
    host.get_by_text("It is over.").wait_for()
    shot(host, "tournament-over")
    host.goto("/profile/me")
    host.get_by_text("Tic-Tac-Toe:").first.wait_for()
    shot(host, "profile")
    host.goto("/explorer/Tic-Tac-Toe")
    host.get_by_role("heading", name="Tic-Tac-Toe: openings").wait_for()
    host.get_by_text("Moves").first.wait_for()
    shot(host, "explorer")


def test_a_bot_is_made_and_answers_are_planned(visitors: list[Visitor]) -> None:
    visitor, other = visitors
    page = visitor.page
    name = f"MyBot{page.viewport_size['width']}"  # type: ignore[index]
    page.goto("/profile/me")
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Make a bot").click()
    assert page.get_by_role("textbox", name="Token").input_value().startswith("ludens_")
    shot(page, "bot")
    page.keyboard.press("Escape")
    page.get_by_role("button", name=f"Remove {name}").click()
    page.get_by_role("button", name=f"Remove {name}").wait_for(state="detached")
    table = page.evaluate(
        "text => fetch('/api/tables', {method: 'POST', headers: {'Content-Type': 'application/json'},"
        " body: JSON.stringify({text, shared: {name: 'Ann', seat: 2}})}).then((a) => a.json())",
        NOUGHTS,
    )["table"]
    page.goto(f"/table/{table}")
    visitor.arrived()
    other.page.goto(page.locator(".people-link").first.input_value())
    other.page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Plan").click()
    page.get_by_label("If … then …").fill("A1 B2\nB2 A1")
    shot(page, "plan")
    page.get_by_role("button", name="Keep it").click()
    other.arrived()
    other.page.wait_for_function("document.querySelectorAll('.people-tools button').length > 0")
