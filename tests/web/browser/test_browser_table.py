"""What a table offers besides playing: drags taken back, a choice beside its site, notes, keys, the menu, rematches."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from watching import Move, TablePage, give_seat

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, WebSocketRoute

pytestmark = pytest.mark.xdist_group("browser-pages")

PROMOTING = """(game "Promoting"
    (players 2)
    (equipment {
        (board (square 4))
        (piece "Runner" Each (move Step Forward (to if:(is Empty (to)))
            (then (if (is In (last To) (sites Top)) (moveAgain)))))
        (piece "Queen" Each) (piece "Rook" Each)
    })
    (rules
        (start {(place "Runner1" (sites {8})) (place "Runner2" (sites {3}))})
        (play (if (and (= (count Moves) 1) (is In (last To) (sites Top)))
            (move Promote (last To) (piece {"Queen" "Rook"}) Mover)
            (forEach Piece)))
        (end (if (>= (count Moves) 4) (result All Draw)))
    )
)"""


def centre(spot: Locator) -> tuple[float, float]:
    box = spot.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def place(piece: Locator) -> str:
    """Where a piece is drawn."""
    return piece.get_attribute("transform") or ""


def first(table: TablePage) -> Move:
    """A move that takes a piece from somewhere to somewhere else."""
    return next(m for m in table.position["moves"] if m["from"] and m["to"] != m["from"])


def test_piece_that_is_dropped_where_it_may_not_go_returns(table: TablePage) -> None:
    table.open("Breakthrough", ["human", "human"])
    move = first(table)
    piece = table.page.locator(f'.layer-pieces [data-ref="{move["from"]}"]')
    home, mouse = place(piece), table.page.mouse
    mouse.move(*centre(table.spot(move["from"])))
    mouse.down()
    mouse.move(*centre(table.spot("c:35")), steps=4)
    assert table.page.locator(".ghost").count() == 1
    assert place(table.page.locator(".layer-drag .board-piece:not(.ghost)")) != home
    mouse.up()
    assert place(piece) == home
    assert table.page.locator(".ghost").count() == 0
    assert table.position["ply"] == 0

    mouse.move(*centre(table.spot(move["from"])))
    mouse.down()
    mouse.move(*centre(table.spot(move["to"])), steps=4)
    table.page.keyboard.press("Escape")
    assert place(piece) == home
    mouse.up()
    assert table.position["ply"] == 0


def test_captures_are_marked_otherwise_than_quiet_moves(table: TablePage) -> None:
    table.open("Breakthrough", ["human", "human"])
    for name in ("B2-B3", "A7-A6", "B3-B4", "A6-A5"):
        table.play(next(m for m in table.position["moves"] if m["name"] == name))
        table.shown()
    capture = next(m for m in table.position["moves"] if m["name"] == "B4-A5")
    table.spot(capture["from"]).click()
    assert table.page.locator(".target-ring").count() == 1
    assert table.page.locator(".target-dot").count() == 2


def test_choice_stands_beside_its_site(table: TablePage) -> None:
    table.open(PROMOTING, ["human", "human"])
    table.play(first(table))
    table.page.locator(".choice").first.wait_for()
    dialog = table.page.get_by_role("dialog").bounding_box()
    site = table.spot(table.position["moves"][0]["to"]).bounding_box()
    assert dialog is not None
    assert site is not None
    assert 0 <= dialog["y"] - site["y"] - site["height"] < 40
    assert dialog["x"] < site["x"] + site["width"] / 2 < dialog["x"] + dialog["width"]
    assert table.page.locator(".choice").all_inner_texts() == ["Queen", "Rook"]


def test_right_button_draws_and_a_click_wipes(table: TablePage) -> None:
    table.open("Hex", ["human", "human"], ["Board Size/5x5"])
    mouse, drawn = table.page.mouse, table.page.locator(".overlay-notes > *")
    for begin, end in (("c:0", "c:12"), ("c:20", "c:20")):
        mouse.move(*centre(table.spot(begin)))
        mouse.down(button="right")
        mouse.move(*centre(table.spot(end)), steps=3)
        mouse.up(button="right")
    assert drawn.count() == 2
    table.spot("c:3").click()
    table.until_past(0)
    table.shown()
    assert drawn.count() == 0


def test_letters_press_buttons_unless_they_are_unwanted(table: TablePage) -> None:
    page = table.page
    table.open("Tic-Tac-Toe", ["human", "human"])
    table.play(table.position["moves"][0])
    page.keyboard.press("u")
    table.until(lambda: table.position["ply"] == 0)
    page.keyboard.press("r")
    table.until(lambda: table.position["ply"] == 1)
    flip = page.get_by_role("button", name="Flip the board")
    page.keyboard.press("f")
    assert flip.get_attribute("aria-pressed") == "true"
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Letters as shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    assert flip.get_attribute("aria-pressed") == "true"
    table.reload()
    assert flip.get_attribute("aria-pressed") == "true"


def test_game_is_taken_elsewhere(table: TablePage) -> None:
    page = table.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.open("Tic-Tac-Toe", ["human", "human"])
    table.play(table.position["moves"][4])

    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Copy the game as text").click()
    page.get_by_text("The game is on the clipboard").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").startswith("game=")

    page.get_by_role("button", name="More").click()
    with page.expect_download() as picture:
        page.get_by_role("button", name="Save a picture").click()
    assert picture.value.suggested_filename == "Tic-Tac-Toe.svg"
    drawn = ElementTree.fromstring(picture.value.path().read_text(encoding="utf-8"))
    assert len(drawn.findall(".//*[@class='board-piece']")) == 1

    page.get_by_role("button", name="More").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the game").click()
    assert saved.value.path().read_text(encoding="utf-8").startswith("game=")


def test_a_game_is_taken_to_other_programs(table: TablePage) -> None:
    page = table.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.open("Chess", ["human", "human"])
    for name in ("E2-E4", "E7-E5", "G1-F3"):
        table.play(next(move for move in table.position["moves"] if move["name"] == name))
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Copy the moves").click()
    page.get_by_text("The list of moves is on the clipboard").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == "1. e4 e5 2. Nf3"
    page.get_by_role("button", name="More").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as PGN").click()
    assert saved.value.suggested_filename == "Chess.pgn"
    assert saved.value.path().read_text(encoding="utf-8").endswith("1. e4 e5 2. Nf3 *\n")


def test_end_says_what_it_means_and_sides_are_changed(table: TablePage) -> None:
    page = table.page
    table.open("Tic-Tac-Toe", ["human", "random"])
    table.play_on(lambda moves: moves[0])
    table.shown()
    mine, other = table.position["ranking"]
    words = "You won!" if mine < other else "You lost" if mine > other else "A draw"
    page.locator(".status strong", has_text=words).wait_for()
    page.get_by_role("button", name="Change sides").click()
    table.until(lambda: [seat["who"] for seat in table.table["seats"]] == ["random", "human"])
    assert table.my_turn()
    assert table.position["ply"] == 1


@pytest.mark.parametrize(("players", "far"), [(["human", "random"], "false"), (["random", "human"], "true")])
def test_board_is_seen_from_the_side_of_the_only_human(table: TablePage, players: list[str], far: str) -> None:
    table.open("Breakthrough", players)
    assert table.my_turn()
    assert table.page.get_by_role("button", name="Flip the board").get_attribute("aria-pressed") == far
    near, beyond = (centre(table.spot(ref))[1] for ref in ("c:0", "c:63"))
    assert (near < beyond) == (far == "true")
    table.play(first(table))


def test_table_that_is_not_there(page: Page) -> None:
    page.goto("/table/nosuchtable")
    page.get_by_role("heading", name="There is no such game").wait_for()
    page.get_by_role("link", name="Choose a game").click()
    page.wait_for_url(re.compile("/library$"))


def test_sides_are_changed_and_the_opponent_is_remembered(page: Page) -> None:
    page.goto("/library?query=tic-tac-toe")
    card = page.get_by_role("button", name="Tic-Tac-Toe", exact=True)
    card.click()
    dialog = page.get_by_role("dialog")
    seats = dialog.locator(".seat-who")
    give_seat(dialog, "Player 2", "random")
    assert seats.all_inner_texts() == ["Human", "Random moves"]
    dialog.get_by_role("button", name="Change sides").click()
    assert seats.all_inner_texts() == ["Random moves", "Human"]
    dialog.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile("/table/"))
    page.goto("/library?query=tic-tac-toe")
    card.click()
    seats.first.wait_for()
    assert seats.all_inner_texts() == ["Human", "Random moves"]


def test_why_a_table_is_closed_is_told(table: TablePage) -> None:
    lines: list[WebSocketRoute] = []

    def follow(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    table.page.route_web_socket(re.compile("/ws/"), follow)
    table.open("Tic-Tac-Toe", ["human", "human"])
    lines[0].close(code=1008, reason="this game is closed: it ended the process that plays it")
    table.page.get_by_text("this game is closed: it ended the process that plays it. To the start page").wait_for()
