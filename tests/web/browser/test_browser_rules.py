"""The rules of a game in a dialog: words, and pictures of the board and of the moves of its pieces."""

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


def test_the_dialog_has_words_and_pictures(page: Page) -> None:
    table = TablePage(page)
    table.open("Breakthrough", ["human", "human"])
    page.get_by_role("button", name="Rules").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Rules of Breakthrough").wait_for()
    dialog.locator(".rule-pictures:not([aria-busy]) figure").first.wait_for()
    assert dialog.locator("figcaption").first.inner_text() == "The board at the start."
    images = dialog.locator(".rule-pictures img")
    assert images.count() == 2
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
