"""The page in other languages: the browser's at first, then what the menu chooses, on phones as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.xdist_group("browser-pages")
PHONE = (390, 844)


def reader(chromium: Browser, address: str, locale: str, size: tuple[int, int] = (1280, 800)) -> Page:
    """A page of a browser that asks for a language."""
    width, height = size
    context = chromium.new_context(base_url=address, viewport={"width": width, "height": height}, locale=locale)
    context.set_default_timeout(60_000)
    return context.new_page()


def test_the_menu_changes_the_language_and_the_browser_keeps_it(chromium: Browser, address: str) -> None:
    page = reader(chromium, address, "de-AT")
    page.goto("/")
    assert page.evaluate("document.documentElement.lang") == "de"
    page.get_by_role("heading", name="Spiel jedes Brettspiel.").wait_for()
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_label("Sprache").select_option("ja")
    page.get_by_role("heading", name="どんなボードゲームでも。").wait_for()
    page.reload()
    page.get_by_role("link", name="ゲーム", exact=True).wait_for()
    assert page.evaluate("document.documentElement.lang") == "ja"


@pytest.mark.parametrize("locale", ["de", "ja"])
def test_no_page_is_wider_than_a_phone(chromium: Browser, address: str, locale: str) -> None:
    page = reader(chromium, address, locale, PHONE)
    for path in ("/", "/analysis", "/design"):
        page.goto(path)
        page.locator("main h1").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], path
    page.goto("/")
    page.locator("#settings-button").click()
    dialog = page.get_by_role("dialog")
    assert dialog.evaluate("one => one.scrollWidth <= one.clientWidth")
