"""What players take for granted at a table, on desktops and on phones: keys, marks, clocks, notices, hints, passes."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from watching import BOTH_SIZES, TablePage
from web_client import SERIES, WAITING

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

pytestmark = [pytest.mark.xdist_group("browser-pages"), BOTH_SIZES]
POINTS = """(game "Points" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)}) (rules
    (play (move Add (to (sites Empty)) (then (addScore Mover 1)))) (end (if (no Moves Next) (byScore)))))"""


def steps(table: TablePage) -> str:
    return table.page.locator(".navigation .ply").inner_text()


def test_arrow_keys_step_through_the_game_whatever_has_the_focus(table: TablePage) -> None:
    page = table.page
    table.open("Tic-Tac-Toe", ["human", "human"])
    for _ in range(3):
        table.play(table.position["moves"][0])
        table.shown()
    page.keyboard.press("ArrowLeft")  # the focus is on the board, which was clicked
    page.locator(".navigation .ply", has_text="2 / 3").wait_for()
    page.get_by_role("tab", name="Moves").focus()
    page.keyboard.press("ArrowLeft")
    page.locator(".navigation .ply", has_text="1 / 3").wait_for()
    page.get_by_role("button", name="Flip the board").focus()
    page.keyboard.press("ArrowRight")
    page.locator(".navigation .ply", has_text="2 / 3").wait_for()
    page.keyboard.press("End")
    page.locator(".navigation .ply", has_text="3 / 3").wait_for()
    page.keyboard.press("u")
    table.until(lambda: table.position["ply"] == 2)


def test_shift_and_arrow_keys_go_over_the_board(table: TablePage) -> None:
    page = table.page
    table.open("Tic-Tac-Toe", ["human", "human"])
    page.get_by_role("button", name="Flip the board").focus()
    page.keyboard.press("Shift+ArrowRight")
    first = page.evaluate("document.activeElement.dataset.ref")
    page.keyboard.press("Shift+ArrowRight")
    assert page.evaluate("document.activeElement.dataset.ref") not in (None, first)
    table.type(table.position["moves"][8])
    assert steps(table) == "1 / 1"


def test_the_whole_last_turn_is_marked(table: TablePage) -> None:
    """Amazons: where the queen came from, where it went, and where it shot."""
    table.open("Amazons", ["human", "human"], ["Board Size/6x6"])
    marked = table.page.locator(".mark-last")
    table.play(next(m for m in table.position["moves"] if m["from"]))
    table.shown()
    assert marked.count() == 2
    table.play(table.position["moves"][0])
    table.shown()
    assert marked.count() == 3


def test_discs_of_reversi_are_counted_while_they_are_played(table: TablePage) -> None:
    table.open("Reversi", ["human", "human"])
    score = table.page.locator(".player-score")
    assert score.all_inner_texts() == ["2", "2"]
    table.play(table.position["moves"][0])
    table.shown()
    assert score.all_inner_texts() == ["4", "1"]
    assert score.first.get_attribute("title") == "If the game ended now"
    table.open("Go", ["human", "human"], ["Board Size/9x9"])
    table.play(table.position["moves"][0])
    table.shown()
    assert score.all_inner_texts() == ["", ""]


def test_no_score_is_told_before_there_are_points(table: TablePage) -> None:
    table.open(POINTS, ["human", "human"])
    assert table.page.locator(".player-score").all_inner_texts() == ["", ""]
    table.play(table.position["moves"][0])
    table.shown()
    assert table.page.locator(".player-score").all_inner_texts() == ["1", "0"]


def test_clocks_go_on_where_they_were(table: TablePage) -> None:
    """The server says how long everybody has thought, so that a page that comes later shows the same."""

    def pass_on(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def told(text: str | bytes) -> None:
            frame = json.loads(text)
            if frame["type"] == "table":
                frame["times"] = {"used": [125_000, 3000], "turn": 0}
            line.send(json.dumps(frame))

        server.on_message(told)

    table.page.route_web_socket(re.compile("/ws/"), pass_on)
    table.open("Tic-Tac-Toe", ["human", "human"])
    table.page.locator(".player-clock").nth(1).get_by_text("0:03").wait_for(state="attached")
    assert "2:0" in (table.page.locator(".player-clock").first.text_content() or "")
    table.reload()
    table.page.locator(".player-clock").nth(1).get_by_text("0:03").wait_for(state="attached")


@pytest.mark.parametrize("game", ["Hex", "Shogi"])
def test_notices_lie_beside_the_board_and_its_hands(table: TablePage, game: str) -> None:
    table.open(game, ["human", "human"])
    table.page.evaluate("import('/static/dom.js').then(({ toast }) => toast('Something to say about this game.'))")
    notice = table.page.locator(".toast")
    notice.wait_for()
    box, board = notice.bounding_box(), table.page.locator(".board-area .board").bounding_box()
    assert box is not None
    assert board is not None
    beside = box["x"] >= board["x"] + board["width"] or box["y"] >= board["y"] + board["height"]
    assert beside
    assert table.page.evaluate("innerHeight") >= box["y"] + box["height"] > 0


def test_a_hint_is_offered_where_one_can_be_given(table: TablePage) -> None:
    page = table.page
    hint = page.get_by_role("button", name="Hint", exact=True)
    table.open("Tic-Tac-Toe", ["human", "human"])
    assert hint.is_enabled()
    table.play(table.position["moves"][0])
    table.shown()
    page.keyboard.press("ArrowLeft")
    page.locator(".navigation .ply", has_text="0 / 1").wait_for()
    assert hint.is_disabled()
    page.keyboard.press("End")
    page.locator(".navigation .ply", has_text="1 / 1").wait_for()
    assert hint.is_enabled()
    table.play_on(lambda moves: moves[0])
    table.shown()
    assert hint.is_disabled()


def test_who_can_only_pass_is_told_and_not_asked(table: TablePage) -> None:
    table.open(WAITING, ["human", "human"])
    table.play(table.position["moves"][0])
    table.until(lambda: table.position["ply"] == 2)
    table.page.get_by_text("cannot move, and passes").wait_for()
    assert table.page.locator(".actions button").count() == 0
    table.play(table.position["moves"][0])
    table.until(lambda: table.position["ply"] == 4)
    table.page.get_by_text("cannot move, and passes").wait_for()
    assert table.page.locator(".toast").count() == 1, "one notice of this takes the place of another"


def test_a_seed_is_asked_for_where_something_is_drawn(table: TablePage) -> None:
    page = table.page
    for game, drawn in (("Tic-Tac-Toe", False), ("Backgammon", True)):
        table.open(game, ["human", "human"])
        page.get_by_role("button", name="New game").click()
        page.get_by_role("dialog").wait_for()
        assert (page.get_by_role("dialog").get_by_text("More", exact=True).count() > 0) == drawn
        page.keyboard.press("Escape")


def test_a_match_names_the_game_that_is_played(table: TablePage) -> None:
    table.open(SERIES, ["human", "human"])
    assert table.page.get_by_role("heading", level=1).inner_text().startswith("Series: Tic-Tac-Toe")
