"""Whole games against the machine, played on the board of a real browser."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from serving import serve
from watching import Move, TablePage, give_seat

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.xdist_group("browser-games")


def at_random(seed: int = 1) -> Callable[[list[Move]], Move]:
    return random.Random(seed).choice


def ended(table: TablePage) -> None:
    """The game is over, and the page says how."""
    assert table.position["over"]
    table.shown()
    table.page.get_by_role("status").filter(has_text=table.position["result"]).wait_for()
    table.page.get_by_role("button", name="Play again").wait_for()


def test_amazons_by_dragging_and_keyboard(table: TablePage) -> None:
    table.open("Amazons", ["human", "random"], ["Board Size/6x6"])
    table.my_turn()
    table.drag(next(m for m in table.position["moves"] if m["from"]))
    table.my_turn()
    table.type(table.position["moves"][0])
    table.my_turn()
    table.type(table.position["moves"][-1])
    table.play_on(at_random())
    ended(table)


def test_greener_whose_last_moves_are_passes(table: TablePage) -> None:
    table.open("Greener", ["human", "greedy"])
    table.play_on(at_random())
    ended(table)
    assert table.page.locator(".moves, .move-list").last.inner_text().lower().count("pass") >= 1


def test_ludo_with_three_machines(table: TablePage) -> None:
    table.open("Ludo", ["human", "random", "random", "random"], seed=6)  # a short game
    table.play_on(lambda moves: moves[0])
    ended(table)


def test_connect_four_with_undo(table: TablePage) -> None:
    table.open("Connect Four", ["human", "uct:100"])
    choose = at_random()
    table.play_on(choose, plies=3)
    table.my_turn()
    before = table.position
    table.play(choose(before["moves"]))
    table.my_turn()
    table.page.get_by_role("button", name="Undo").click()
    table.until(lambda: table.position["ply"] == before["ply"])
    table.shown()
    assert table.position["pieces"] == before["pieces"]
    assert table.position["moves"] == before["moves"]
    table.play_on(choose)
    ended(table)


def test_hex_with_an_option_and_a_reload(table: TablePage) -> None:
    page = table.page
    page.goto("/library?query=hex")
    page.get_by_role("button", name="Hex", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Board Size").select_option("Board Size/5x5")
    give_seat(dialog, "Player 2", "random")
    dialog.get_by_role("button", name="Start").click()
    table.arrived()
    assert len(table.table["scene"]["sites"]) >= 25
    assert page.locator(".spot:not(.minor)").count() == 25
    table.play_on(at_random(), plies=6)
    table.my_turn()
    before = table.position
    table.reload()
    table.my_turn()
    assert {key: table.position[key] for key in ("ply", "pieces", "moves")} == {
        key: before[key] for key in ("ply", "pieces", "moves")
    }
    table.play_on(at_random())
    ended(table)
    assert page.locator(".mark-won").count() >= 5  # the chain between two sides
    assert re.search("win", table.position["result"])


def test_game_outlives_its_server(chromium: Browser, tmp_path: Path) -> None:
    context = chromium.new_context(reduced_motion="reduce")
    table = TablePage(context.new_page())
    with serve(tmp_path) as address:
        table.open("Hex", ["human", "random"], ["Board Size/5x5"], address=address)
        table.play_on(at_random(), plies=4)
        table.my_turn()
        before = table.position
    notice = table.page.locator(".line-notice")
    notice.wait_for()
    with serve(tmp_path, int(address.rsplit(":", 1)[1])):
        notice.wait_for(state="hidden")
        table.until(lambda: table.position is not before)
        assert table.position["pieces"] == before["pieces"]
        table.play_on(at_random())
        ended(table)
        context.close()


TWO_SORTS = """(game "Two Sorts"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Shared) (piece "Square" Shared)})
    (rules
        (play (move Add (piece {"Disc" "Square"}) (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))
    )
)"""

AT_ONCE = """(game "At Once"
    (players 2)
    (mode Simultaneous)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Full) (result All Draw)))
    )
)"""


def test_page_asks_which_of_several_moves_is_meant(table: TablePage) -> None:
    table.open(TWO_SORTS, ["human", "random"])
    table.my_turn()
    move = table.position["moves"][-1]
    assert len(table.alike(move)) == 2
    table.spot(move["to"]).click()
    choices = table.page.locator(".choice")
    assert choices.all_inner_texts() == ["Disc", "Square"]
    table.page.keyboard.press("Escape")
    choices.first.wait_for(state="detached")
    assert table.position["ply"] == 0
    table.play_on(at_random())
    ended(table)


def test_game_where_all_move_at_once(table: TablePage) -> None:
    table.open(AT_ONCE, ["human", "random"])
    table.play_on(lambda moves: next(move for move in moves if move["player"] == 1))
    ended(table)


def test_chess_against_a_search_that_mates(table: TablePage) -> None:
    table.open("Chess", ["human", "alphabeta:4"])
    table.play_on(at_random(4))
    ended(table)
