"""Why a piece cannot go where it was sent: a click on the piece, one on the site, and what the rules say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from watching import TablePage

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.xdist_group("browser-pages")


@pytest.fixture(params=[(1280, 800), (390, 844)], ids=["desktop", "phone"])
def viewport(request: pytest.FixtureRequest) -> tuple[int, int]:
    size: tuple[int, int] = request.param
    return size


@pytest.fixture
def table(page: Page) -> TablePage:
    return TablePage(page)


def test_a_piece_and_a_site_where_it_cannot_go(table: TablePage) -> None:
    page = table.page
    table.open("Chess", ["human", "human"])
    notice = page.locator(".why-notice")
    assert notice.is_hidden()
    table.spot("c:2").click()  # a bishop that cannot move yet
    notice.get_by_text("C1 has no move now").wait_for()
    table.spot("c:38").click()
    notice.get_by_text("Why not C1-G5?").wait_for()
    assert "The way is blocked: D2 is not empty." in notice.inner_text()
    notice.locator("summary").click()
    assert "(move Slide" in notice.locator(".why-text").inner_text()
    notice.get_by_role("button", name="Close").click()
    assert notice.is_hidden()


def test_a_piece_that_can_move_and_a_move_that_ends_the_notice(table: TablePage) -> None:
    page = table.page
    table.open("Chess", ["human", "human"])
    table.spot("c:12").click()
    table.spot("c:36").click()
    notice = page.locator(".why-notice")
    notice.get_by_text("Why not E2-E5?").wait_for()
    table.play(next(move for move in table.position["moves"] if (move["from"], move["to"]) == ("c:12", "c:28")))
    table.shown()
    assert notice.is_hidden()


def test_a_stone_on_a_stone(table: TablePage) -> None:
    page = table.page
    table.open("Hex", ["human", "human"])
    taken = table.position["moves"][0]["to"]
    assert taken is not None
    table.play(table.position["moves"][0])
    table.shown()
    table.spot(taken).click()
    page.locator(".why-notice").get_by_text("is none of the empty").wait_for()
