"""Games of the owner's own folders in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from serving import serve
from watching import BOTH_SIZES
from web_client import NOUGHTS

from ludens.cli import main

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.xdist_group("browser-pages")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a shelf: a game whose title is not its file's name, and a file that does not compile."""
    place = tmp_path_factory.mktemp("shelf")
    games = place / "games"
    games.mkdir()
    (games / "nc-3.lud").write_text(NOUGHTS.replace('"Noughts"', '"Knots on a String"'), encoding="utf-8")
    (games / "Broken.lud").write_text(NOUGHTS.replace("(sites Empty)", "\n(site Empty)"), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("LUDENS_SHELF", str(place / "shelf.json"))
        assert main(["library", "add", str(games)]) == 0
        with serve(place) as address:
            yield address


@BOTH_SIZES
def test_what_could_not_join_is_listed_with_its_reason(page: Page, viewport: tuple[int, int]) -> None:
    page.goto("/library")
    page.get_by_text("could not join the library").click()
    entry = page.locator(".library-away li")
    assert entry.count() == 1
    assert entry.locator("strong").inner_text() == "Broken.lud, line 3"
    assert "site" in entry.locator("span").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@BOTH_SIZES
def test_a_game_is_found_and_shown_by_its_title(page: Page, viewport: tuple[int, int]) -> None:
    page.goto("/library")
    search = page.get_by_label("Search")
    search.fill("knots on a string")
    assert page.locator(".library-start").all_inner_texts() == ["Knots on a String"]
    assert page.locator(".library-file").inner_text() == "nc-3"
    search.press("Enter")
    assert "New game: Knots on a String" in page.get_by_role("dialog").inner_text()


def test_a_slip_in_a_title_is_forgiven(page: Page) -> None:
    page.goto("/library?query=knots on a sting")
    page.locator(".library-start", has_text="Knots on a String").wait_for()
