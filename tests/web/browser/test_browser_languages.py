"""The page in other languages: the browser's at first, then what the menu chooses, on phones as well."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from test_browser_pages import games, plain_pictures
from watching import TablePage

from ludens import words

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.xdist_group("browser-pages")
PHONE = (390, 844)
#: what lies beside the screen, or has more in it than it shows, unless one can scroll there
OVERFLOWING = """() => {
  const found = [];
  const page = document.scrollingElement;
  if (page.scrollWidth > innerWidth) found.push(`the page is ${page.scrollWidth} wide`);
  // a dialog scrolls downwards alone
  const scrolls = (one) => one && one.localName !== "dialog"
    && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
  for (const one of document.querySelectorAll("dialog, .segmented, .plain-set, .seat-card"))
    if (one.scrollWidth > one.clientWidth + 1) found.push(`${one.className}: ${one.scrollWidth} in ${one.clientWidth}`);
  for (const one of document.querySelectorAll("button, .button, select, summary, label, legend, h1, h2, h3, nav a")) {
    const box = one.getBoundingClientRect();
    if (box.width < 3 || !one.checkVisibility({ visibilityProperty: true }) || scrolls(one.parentElement)) continue;
    const text = `${one.localName}.${one.className} ${one.textContent.trim().slice(0, 40)}`;
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`${text}: from ${box.left} to ${box.right}`);
    else if (one.localName !== "select" && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 2)
      found.push(`${text}: ${one.scrollWidth} in ${one.clientWidth}`);
  }
  return found;
}"""


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


def places(page: Page) -> Iterator[str]:
    """The page at one place after the other."""
    plain_pictures(page)
    for path in ("/", "/account", "/tournaments", "/analysis", "/design"):
        page.goto(path)
        page.locator("main h1").first.wait_for()
        yield path
    page.goto("/")
    page.locator("#settings-button").click()
    page.get_by_role("dialog").wait_for()
    yield "settings"
    games(page)
    yield "library"
    page.locator(".library-start[aria-describedby=game-hex-about]").click()
    page.get_by_role("dialog").wait_for()
    yield "new game"
    table = TablePage(page)
    table.open("Tic-Tac-Toe", ["human", "random"])
    table.my_turn()
    yield "table"
    for tab in page.get_by_role("tab").all():
        tab.click()
        yield f"table: {tab.inner_text()}"


@pytest.mark.parametrize("locale", words.languages())
def test_nothing_overflows_on_a_phone(chromium: Browser, address: str, locale: str) -> None:
    page = reader(chromium, address, locale, PHONE)
    overflowing = {place: page.evaluate(OVERFLOWING) for place in places(page)}
    assert not any(overflowing.values()), overflowing
