"""Every page for everybody: accessible in light and dark, on phones, nothing from elsewhere; the analysis panel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from editing import write
from watching import TablePage, watch

from resting import rested

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.xdist_group("browser-pages")

DRAWN = {"Content-Type": "image/svg+xml", "ETag": '"1"'}
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'


def plain_pictures(page: Page) -> None:
    """No pictures of games: drawing them all would take longer than these tests."""
    page.route("**/picture.svg", lambda route: route.fulfill(body=PICTURE, headers=DRAWN))


def start(page: Page) -> None:
    plain_pictures(page)
    page.goto("/")
    page.get_by_role("heading", level=1).wait_for()


def games(page: Page) -> None:
    plain_pictures(page)
    page.goto("/library")
    page.locator(".library-card").first.wait_for()


def new_game(page: Page) -> None:
    games(page)
    page.get_by_role("button", name="Hex", exact=True).click()
    page.get_by_role("dialog").wait_for()


def editor(page: Page) -> None:
    page.goto("/design")
    page.locator(".error-status", has_text="No errors").wait_for()


def editor_with_slip(page: Page) -> None:
    editor(page)
    write(page, '(game "Slip" (plyers 2))')
    page.locator(".error-item").first.wait_for()


def editor_with_a_board(page: Page) -> None:
    editor(page)
    page.get_by_role("button", name="Try it here").click()
    page.locator(".spot").first.wait_for()


def editor_opening(page: Page) -> None:
    editor(page)
    page.get_by_role("button", name="Open").click()
    page.get_by_role("dialog").wait_for()


def editor_beginning(page: Page) -> None:
    editor(page)
    page.get_by_role("button", name="New").click()
    page.get_by_role("dialog").wait_for()


def editor_with_the_tutorial(page: Page) -> None:
    editor_beginning(page)
    page.get_by_role("button", name="Learn it").click()
    page.get_by_role("button", name="Show me").click()
    page.locator(".lesson-done:not(:empty)").wait_for()


def editor_with_history(page: Page) -> None:
    editor_with_slip(page)
    page.get_by_role("button", name="History").click()
    page.locator(".diff").wait_for()


def table(page: Page) -> None:
    played = TablePage(page)
    played.open("Tic-Tac-Toe", ["human", "random"])
    played.play_on(lambda moves: moves[0], plies=2)
    played.my_turn()


def analysed(page: Page) -> None:
    table(page)
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_label("Show what the machine thinks").check()
    page.locator(".analysis-name").first.wait_for()


def settings(page: Page) -> None:
    start(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").wait_for()


def menu(page: Page) -> None:
    table(page)
    page.get_by_role("button", name="More").click()
    page.get_by_role("dialog", name="More").wait_for()


PLACES = [
    start,
    games,
    new_game,
    editor,
    editor_with_slip,
    editor_with_a_board,
    editor_opening,
    editor_beginning,
    editor_with_the_tutorial,
    editor_with_history,
    table,
    analysed,
    settings,
    menu,
]
every_place = pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)


@pytest.fixture
def phone(chromium: Browser, address: str) -> Iterator[Page]:
    """A page on a telephone, held upright."""
    context = chromium.new_context(
        base_url=address,
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
        reduced_motion="reduce",
    )
    context.set_default_timeout(30_000)
    page = context.new_page()
    complaints = watch(page)
    yield page
    assert not complaints, "\n".join(complaints)
    context.close()


@every_place
@pytest.mark.parametrize("size", ["page", "phone"])
def test_accessible_in_light_and_dark(request: pytest.FixtureRequest, size: str, place: Callable[[Page], None]) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    shown: Page = request.getfixturevalue(size)
    place(shown)
    for scheme in ("light", "dark"):
        shown.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        rested(shown)
        found = axe.run(shown)
        assert found.violations_count == 0, f"{scheme}: {found.generate_report()}"


@every_place
def test_nothing_lies_beside_a_phone_s_screen(phone: Page, place: Callable[[Page], None]) -> None:
    place(phone)
    assert phone.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


def test_game_by_touch(phone: Page) -> None:
    played = TablePage(phone)
    played.open("Tic-Tac-Toe", ["human", "random"])
    played.play_on(lambda moves: moves[0], point=lambda place: place.tap())
    assert played.position["result"]


def test_content_security_policy_allows_nothing_from_elsewhere(page: Page) -> None:
    answer = page.goto("/")
    assert answer is not None
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["style-src"] == "'self'"


def test_analysis_is_shown_beside_and_on_the_board(page: Page) -> None:
    played = TablePage(page)
    played.open("Connect Four", ["human", "human"])
    page.get_by_role("tab", name="Analysis").click()
    toggle = page.get_by_label("Show what the machine thinks")
    toggle.check()
    page.locator(".analysis-name").nth(6).wait_for()
    assert "%" in page.locator(".analysis-value").inner_text()
    assert page.locator(".analysis-ply").count() > 0
    assert page.locator(".overlay-analysis *").count() > 0

    played.play(played.position["moves"][3])
    page.locator(".analysis-value", has_text="Red").wait_for()
    page.locator(".analysis-name").first.wait_for()

    toggle.uncheck()
    assert page.locator(".overlay-analysis *").count() == 0
    assert not page.locator(".analysis-results").is_visible()


def test_analysis_of_a_machine_s_position(page: Page) -> None:
    played = TablePage(page)
    played.open("Breakthrough", ["uct:5s", "human"])
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Resume").wait_for()
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_label("Show what the machine thinks").check()
    page.locator(".overlay-analysis .overlay-arrow").first.wait_for()
    page.locator(".analysis-name").first.focus()
    page.locator(".overlay-analysis .overlay-arrow").nth(1).wait_for(state="detached")
    assert page.locator(".overlay-analysis .overlay-arrow").count() == 1


def test_analysis_where_the_game_is_over(page: Page) -> None:
    played = TablePage(page)
    played.open("Tic-Tac-Toe", ["human", "random"])
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_label("Show what the machine thinks").check()
    played.play_on(lambda moves: moves[0])
    page.locator(".analysis-note", has_text="The game is over").wait_for()
    assert page.locator(".overlay-analysis *").count() == 0


def test_new_options_at_a_table(page: Page) -> None:
    played = TablePage(page)
    played.open("Hex", ["human", "random"], ["Board Size/7x7"])
    assert page.locator(".spot:not(.minor)").count() == 49
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Board Size").select_option("Board Size/5x5")
    dialog.get_by_role("button", name="Start").click()
    dialog.wait_for(state="detached")
    played.until(lambda: len(played.position["moves"]) == 25)
    assert page.locator(".spot:not(.minor)").count() == 25
