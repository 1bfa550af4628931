"""What players once missed at the table and must not miss again, on desktops and on phones.

`test_browser_comfort` has the others: arrow keys, the last turn, clocks, notices, hints, passes, seeds, matches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from watching import BOTH_SIZES, TablePage

from ludens import library

if TYPE_CHECKING:
    from playwright.sync_api import Page, Response

pytestmark = [pytest.mark.xdist_group("browser-pages"), BOTH_SIZES]

#: what may have the focus at a table and is not written in
FOCUSED = "main :is(button, a[href], select, summary, [tabindex='0'], input[type=checkbox]):not(:disabled)"


@pytest.mark.parametrize("opponent", ["alphabeta:3", "uct:200", "informed:2", "mcts:200"])
def test_an_analysis_beside_any_opponent_has_moves_a_line_and_a_unit(table: TablePage, opponent: str) -> None:
    table.open("Amazons", ["human", opponent], ["Board Size/6x6"])
    page = table.page
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_label("Show what the machine thinks").check()
    page.locator(".analysis-name").nth(2).wait_for()
    assert page.locator(".analysis-value").inner_text().strip()
    assert page.locator(".analysis-line").inner_text().strip()
    assert page.locator(".overlay-analysis *").count() > 0


def test_several_lines_of_an_analysis_are_seen_at_once(table: TablePage, viewport: tuple[int, int]) -> None:
    if viewport[0] < 900:
        pytest.skip("a phone shows them below the board")
    table.open("Chess", ["human", "alphabeta:2"])
    page = table.page
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_label("Show what the machine thinks").check()
    page.locator(".analysis-name").nth(4).wait_for()
    bottom = page.locator("#panel-analysis").evaluate("(one) => one.getBoundingClientRect().bottom")
    rows = page.locator(".analysis-moves tbody tr:visible")
    assert rows.nth(3).evaluate("(one) => one.getBoundingClientRect().bottom") <= bottom + 1


def test_where_something_is_hidden_own_turns_are_looked_at(table: TablePage) -> None:
    table.open("Phantom Tic-Tac-Toe", ["human", "random"])
    page = table.page
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_label("Show what the machine thinks").check()
    page.locator(".analysis-name").nth(4).wait_for()


def test_how_many_discs_of_a_stack_go_is_asked(table: TablePage) -> None:
    table.open("Mixtour", ["human", "human"])
    for name in ("D1", "C1", "D2", "D1-D2", "A5", "B5", "D2-D3"):
        if name in (names := [move["name"] for move in table.position["moves"]]):
            table.play(table.position["moves"][names.index(name)])
    wanted = next(move for move in table.position["moves"] if move["name"].endswith("=2"))
    table.play(wanted)
    assert table.position["last"]["text"].replace("x", "-") == wanted["name"]


def test_letters_work_whatever_has_the_focus(table: TablePage) -> None:
    page = table.page
    table.open("Tic-Tac-Toe", ["human", "human"])
    table.play(table.position["moves"][0])
    table.shown()
    flip, places = page.get_by_role("button", name="Flip the board"), page.locator(FOCUSED)
    pressed, tried = False, 0
    for number in range(places.count()):
        place = places.nth(number)
        if not place.is_visible():
            continue
        place.focus()
        page.keyboard.press("f")
        pressed, tried = not pressed, tried + 1
        assert flip.get_attribute("aria-pressed") == str(pressed).lower(), place.evaluate("(one) => one.outerHTML")
    assert tried > 10


def test_a_letter_that_is_written_presses_nothing(table: TablePage) -> None:
    page = table.page
    table.open("Tic-Tac-Toe", ["human", "human"])
    page.get_by_role("button", name="New game").click()
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("f")
    page.keyboard.press("Escape")
    assert page.get_by_role("button", name="Flip the board").get_attribute("aria-pressed") == "false"


def test_clocks_that_the_server_keeps_outlive_a_reload(table: TablePage) -> None:
    """What a page is told of the clocks after a reload is no less than before."""
    table.open("Tic-Tac-Toe", ["human", "human"])
    for _ in range(3):
        table.play(table.position["moves"][0])
        table.shown()
    told = [0, 0]
    for _ in range(2):
        table.reload()
        used = table.table["times"]["used"]
        assert all(now >= before for now, before in zip(used, told, strict=True)) and min(used) > 0
        told = used
    assert table.page.locator(".player-clock").count() == 2


def test_the_first_visit_has_a_picture_of_every_game(page: Page) -> None:
    """Pictures ship: none is of a board that still waits for its pieces, which would have no tag."""
    untagged: list[str] = []

    def heard(response: Response) -> None:
        if response.url.endswith("picture.svg") and "etag" not in response.headers:
            untagged.append(response.url)

    page.on("response", heard)
    page.goto("/library")
    pictures = page.locator(".library-picture")
    pictures.first.wait_for()
    assert pictures.count() == len(library.names())
    for number in range(pictures.count()):
        pictures.nth(number).scroll_into_view_if_needed()
    page.wait_for_function(
        "[...document.querySelectorAll('.library-picture')].every((one) => one.complete && one.naturalWidth > 0)"
    )
    assert untagged == []


def test_a_description_that_asks_too_much_says_so(table: TablePage) -> None:
    """A limit that a real game may meet is told in words, and the page goes on."""
    huge = """(game "Huge" (players 2) (equipment {(board (square 2000)) (piece "Disc" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
    page = table.page
    answer = page.request.post("/api/tables", data={"text": huge, "players": ["human", "human"]}, timeout=120_000)
    assert answer.status in (422, 503)
    error = answer.json()["error"]
    told = " ".join([error["message"], *(one["message"] for one in error.get("errors", []))])
    assert "Error" not in told and "Traceback" not in told and len(told.split()) > 4


def test_a_limit_that_is_met_in_play_is_told_and_the_game_goes_on(table: TablePage) -> None:
    spin = """(game "Spin" (players 2) (equipment {(board (square 10)) (piece "Disc" Each)})
        (rules (play (move Add (to (sites Empty))
                (then (while (all Sites (sites {0 1 2}) if:(is Occupied (site))) (set Counter)))))
            (end (if (>= (count Moves) 4) (result Mover Win)))))"""
    page = table.page
    table.open(spin, ["human", "human"])
    for site in ("c:0", "c:1"):
        table.play(next(move for move in table.position["moves"] if move["to"] == site))
    table.spot("c:2").click()
    notice = page.locator(".toast, .notice").filter(has_text="beyond what can be played here")
    notice.first.wait_for()
    assert "a loop of the rules ran 10000 times without ending" in notice.first.inner_text()
    assert table.position["ply"] == 2
    table.play(next(move for move in table.position["moves"] if move["to"] == "c:3"))
    assert table.position["ply"] == 3


def test_what_is_hidden_is_nowhere_in_the_page(table: TablePage) -> None:
    page = table.page
    table.open("Barrage", ["human", "random"])
    for _ in range(3):
        table.play(table.position["moves"][0])
        table.my_turn()
    whole = page.content().lower()
    assert "red marshal" in whole or "marshal on" in whole
    assert "blue marshal" not in whole and "blue flag" not in whole and "hand2" not in whole
