"""Why moves are legal, or are not, what ended a game, and what a move does action by action: as the page tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from editing import expect
from watching import BOTH_SIZES, TablePage

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Route

pytestmark = [pytest.mark.xdist_group("browser-pages"), BOTH_SIZES]


def test_a_piece_and_a_site_where_it_cannot_go(table: TablePage) -> None:
    page = table.page
    table.open("Chess", ["human", "human"])
    notice = page.locator(".why-notice")
    assert notice.is_hidden()
    table.spot("c:2").click()  # a bishop that cannot move yet
    notice.get_by_text("C1 has no move now").wait_for()
    table.spot("c:38").click()
    notice.get_by_text("Why not C1-G5?").wait_for()
    assert "The way is blocked: d2 is not empty." in notice.inner_text()
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
    page.locator(".why-notice").get_by_text("is not empty").wait_for()


def barriers(table: TablePage) -> list[Any]:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found: list[Any] = axe.run(table.page).response["violations"]
    return [(one["id"], [node["target"] for node in one["nodes"]]) for one in found]


def move_of(table: TablePage, origin: str, target: str) -> dict[str, Any]:
    return next(move for move in table.position["moves"] if (move["from"], move["to"]) == (origin, target))


def notice_of(table: TablePage) -> Locator:
    return table.page.locator(".why-notice")


def test_a_move_is_asked_about_and_not_played(table: TablePage) -> None:
    page, notice = table.page, notice_of(table)
    table.open("Chess", ["human", "human"])
    toggle = page.get_by_role("button", name="Why?", exact=True)
    toggle.click()
    expect(notice).to_contain_text("Nothing is played meanwhile")
    table.spot("c:12").click()
    table.spot("c:28").click()
    expect(notice).to_contain_text("Why e4? It is legal.")
    last = notice.locator(".why-chain > li").last
    expect(last).to_contain_text("(move Slide Forward")
    assert table.position["ply"] == 0
    last.get_by_role("button").click()
    source = page.get_by_role("dialog")
    expect(source.locator("mark")).to_contain_text("(move Slide")
    expect(source.locator("mark")).to_be_in_viewport()
    assert not barriers(table)
    page.keyboard.press("Escape")
    page.keyboard.press("w")
    expect(toggle).to_have_attribute("aria-pressed", "false")
    table.play(move_of(table, "c:12", "c:28"))
    table.shown()


def test_the_move_that_led_here_and_those_before(table: TablePage) -> None:
    page, notice = table.page, notice_of(table)
    table.open("Chess", ["human", "human"])
    why = page.get_by_role("button", name="Why this move?")
    expect(why).to_be_disabled()
    for move in (("c:12", "c:28"), ("c:48", "c:40")):
        table.play(move_of(table, *move))
    table.shown()
    why.click()
    expect(notice).to_contain_text("Why a6? It was legal.")
    page.get_by_role("button", name="One move back").click()
    expect(notice).to_be_hidden()
    why.click()
    expect(notice).to_contain_text("Why e4? It was legal.")
    assert not barriers(table)


def test_a_move_action_by_action(table: TablePage) -> None:
    page = table.page
    table.open("Oware", ["human", "human"])
    table.play(table.position["moves"][0])
    table.shown()
    page.get_by_role("button", name="Step by step").click()
    steps = page.get_by_role("group", name="Action by action")
    expect(steps).to_contain_text("Before the first of 5")
    before = page.locator(".layer-pieces").inner_html()
    steps.get_by_role("button", name="One action forward").click()
    page.keyboard.press("ArrowRight")
    expect(steps).to_contain_text("2 of 5")
    expect(steps).to_contain_text("asked for by (sow")
    assert page.locator(".layer-pieces").inner_html() != before
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    expect(steps).to_contain_text("Before the first of 5")
    assert page.locator(".layer-pieces").inner_html() == before
    assert not barriers(table)
    steps.get_by_role("button", name="Close").click()
    expect(steps).to_be_hidden()
    assert page.locator(".layer-pieces").inner_html() != before
    table.play(table.position["moves"][0])
    table.shown()


def test_what_ended_the_game(table: TablePage) -> None:
    page = table.page
    table.open("Tic-Tac-Toe", ["human", "human"])
    ended = page.get_by_role("button", name="What ended it?")
    expect(ended).to_be_hidden()
    for site in (0, 3, 1, 4, 2):
        table.play(next(move for move in table.position["moves"] if move["to"] == f"c:{site}"))
    table.shown()
    ended.click()
    notice = notice_of(table)
    expect(notice).to_contain_text("What ended the game: Three in a row.")
    expect(notice.locator(".why-chain > li").first).to_contain_text("(is Line 3)")
    notice.get_by_role("button", name="Line").last.click()
    expect(page.get_by_role("dialog").locator("mark")).to_have_text("(result Mover Win)")


def test_a_question_that_takes_long_says_so_and_can_be_stopped(table: TablePage) -> None:
    page, notice, held = table.page, notice_of(table), list["Route"]()
    table.open("Chess", ["human", "human"])
    page.route("**/why", lambda route: held.append(route))
    table.spot("c:12").click()
    table.spot("c:36").click()
    expect(notice).to_contain_text("Looking into the rules, 1 s")
    notice.get_by_role("button", name="Stop").click()
    expect(notice).to_be_hidden()
    page.unroute("**/why")
    table.play(move_of(table, "c:12", "c:28"))
    table.shown()


def test_a_game_that_hides_tells_what_is_seen(table: TablePage) -> None:
    page, notice = table.page, notice_of(table)
    table.open("Phantom Tic-Tac-Toe", ["human", "random"])
    page.get_by_role("button", name="Why?", exact=True).click()
    table.spot("c:4").click()
    expect(notice).to_contain_text("told once the game is over")
    assert table.position["ply"] == 0
