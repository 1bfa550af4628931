"""The browser of games in a real browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from watching import BOTH_SIZES

from ludens import library

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.xdist_group("browser-pages")


DRAWN = {"Content-Type": "image/svg+xml", "ETag": '"1"'}
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'


@pytest.fixture
def games(page: Page) -> Page:
    """The browser of games, with plain pictures: drawing sixty would take longer than these tests."""
    page.route("**/picture.svg", lambda route: route.fulfill(body=PICTURE, headers=DRAWN))
    page.goto("/library")
    page.locator(".library-card").first.wait_for()
    return page


def names(page: Page) -> list[str]:
    return page.locator(".library-start").all_inner_texts()


def test_every_game_has_a_card(games: Page) -> None:
    assert names(games) == sorted(library.names(), key=str.casefold)


def test_search_narrows_as_one_types(games: Page) -> None:
    games.get_by_label("Search").press_sequentially("hex")
    assert names(games)[0] == "Hex"
    assert len(names(games)) < len(library.names())
    games.get_by_label("Search").fill("xyzzy")
    assert names(games) == []
    assert "No game fits" in games.locator(".library-count").inner_text()


def test_search_knows_no_case_accents_or_punctuation(games: Page) -> None:
    games.get_by_label("Search").fill("NÍNE mens")
    assert names(games)[0] == "Nine Men's Morris"


def test_search_knows_other_names(games: Page) -> None:
    games.get_by_label("Search").fill("game of the amazons")
    assert names(games)[0] == "Amazons"


def test_filters_are_kept_in_the_address(games: Page) -> None:
    games.get_by_label("Kind", exact=True).select_option("mancala")
    found = names(games)
    assert "Oware" in found
    assert "Chess" not in found
    games.reload()
    games.locator(".library-card").first.wait_for()
    assert names(games) == found
    assert games.get_by_label("Kind", exact=True).input_value() == "mancala"


def test_pictures_are_drawn(page: Page) -> None:
    page.goto("/library?query=tic-tac-toe")
    picture = page.locator(".library-picture[src]").first
    assert picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0


def test_board_without_pieces_is_asked_for_again(page: Page) -> None:
    sent: list[str] = []

    def draw(route: Route) -> None:
        whole = len(sent) > 1
        sent.append(f'<svg xmlns="http://www.w3.org/2000/svg" width="{len(sent) + 1}" height="1"/>')
        route.fulfill(body=sent[-1], headers=DRAWN if whole else {"Content-Type": "image/svg+xml"})

    page.clock.install()
    page.route("**/picture.svg", draw)
    page.goto("/library?query=domineering")
    for number in (1, 2, 3):
        page.locator(f'.library-picture[src*="width%3D%22{number}%22"]').wait_for()
        page.clock.run_for(5000)
    assert len(sent) == 3


def test_keyboard_walks_over_the_cards(games: Page) -> None:
    games.keyboard.press("/")
    assert games.evaluate("document.activeElement.id") == "library-search"
    games.locator(".library-start").first.focus()
    games.keyboard.press("ArrowRight")
    assert games.evaluate("document.activeElement.textContent") == names(games)[1]
    games.keyboard.press("End")
    assert games.evaluate("document.activeElement.textContent") == names(games)[-1]


def test_card_leads_to_the_dialog_of_a_new_game(games: Page) -> None:
    games.get_by_role("button", name="Hex", exact=True).click()
    games.get_by_role("dialog").wait_for()


def test_pencil_leads_to_the_description(games: Page) -> None:
    games.get_by_label("Search").fill("hex")
    games.get_by_role("button", name="Look at the description of Hex", exact=True).click()
    games.wait_for_url(re.compile(r"/design\?game=Hex"))
    games.locator(".token-string", has_text='"Hex"').wait_for()


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("chss", "Chess"),
        ("mühle", "Nine Men's Morris"),
        ("bakgammon", "Backgammon"),
        ("ohtello", "Reversi"),
        ("drafts", "English Draughts"),
    ],
)
def test_search_forgives_slips_and_knows_other_languages(games: Page, typed: str, first: str) -> None:
    games.get_by_label("Search").fill(typed)
    assert names(games)[0] == first


@BOTH_SIZES
def test_enter_opens_the_only_match(games: Page, viewport: tuple[int, int]) -> None:
    search = games.get_by_label("Search")
    search.fill("o")
    search.press("Enter")
    assert games.get_by_role("dialog").count() == 0
    search.fill("surakrta")
    search.press("Enter")
    games.get_by_role("dialog").wait_for()
    assert "Surakarta" in games.get_by_role("dialog").inner_text()


@BOTH_SIZES
def test_favourites_are_kept(games: Page, viewport: tuple[int, int]) -> None:
    games.get_by_role("button", name="Favourites", exact=True).click()
    assert "No favourites yet" in games.locator(".library-count").inner_text()
    games.get_by_role("button", name="Favourites", exact=True).click()
    for name in ("Hex", "Go"):
        games.get_by_role("button", name=f"Favourite: {name}", exact=True).click()
    games.reload()
    games.locator(".library-card").first.wait_for()
    games.get_by_role("button", name="Favourites", exact=True).click()
    assert names(games) == ["Go", "Hex"]
    games.get_by_role("button", name="Favourite: Go", exact=True).click()
    games.reload()
    games.locator(".library-card").first.wait_for()
    assert names(games) == ["Hex"]
    games.goto("/")
    assert games.locator(".featured-game").first.inner_text() == "Hex"


def test_games_stand_in_other_orders(games: Page) -> None:
    order = games.get_by_label("Order", exact=True)
    order.select_option("backwards")
    assert names(games) == sorted(library.names(), key=str.casefold, reverse=True)
    order.select_option("players")
    assert "1 player" in games.locator(".library-card").first.inner_text()
    games.reload()
    games.locator(".library-card").first.wait_for()
    assert games.get_by_label("Order", exact=True).input_value() == "players"


def test_a_random_game_is_one_of_those_shown(games: Page) -> None:
    games.get_by_label("Search").fill("backgammon")
    games.get_by_role("button", name="A random game").click()
    games.get_by_role("dialog").wait_for()


def test_the_start_page_has_a_random_game_too(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="A random game").click()
    page.get_by_role("dialog").wait_for()
