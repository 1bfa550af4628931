"""Studies in the browser, on a desktop and on a phone: the tree, the review, set-ups, marks; open to everybody."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from watching import BOTH_SIZES

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.xdist_group("browser-study"), BOTH_SIZES]

HIDING = """(game "Hiding" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (start {(place "Disc1" (sites {0})) (set Hidden (sites {0}) to:P2)})
        (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
MATE = "1. e4 {Best by test. [%cal Gd2d4]} e5 (1... c5 {The <i>Sicilian</i>.} 2. Nf3) 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# *"


def open_study(page: Page, **asked: Any) -> None:
    answer = page.request.post("/api/studies", data=asked, timeout=120_000)
    assert answer.status == 201, answer.text()
    page.goto(f"/analysis/{answer.json()['table']}")
    page.locator(".study-move").first.wait_for()


def choose(page: Page, *sites: str) -> None:
    for site in sites:
        page.locator(f'.spot[data-ref="{site}"]').dispatch_event("click")


def barriers(page: Page, axe: Any) -> list[Any]:
    found: list[Any] = axe.run(page).response["violations"]
    return [(one["id"], [node["target"] for node in one["nodes"]]) for one in found]


def expect(page: Page, name: str) -> None:
    page.locator(".study-tree .study-move[aria-current]", has_text=name).wait_for()


def test_a_game_that_is_pasted_becomes_a_tree(page: Page) -> None:
    page.goto("/analysis")
    page.locator("#study-file").fill(MATE)
    page.locator("#study-game").select_option("Chess")
    page.get_by_role("button", name="Open this game").click()
    page.wait_for_url(re.compile(r"/analysis/[\w-]+$"))
    page.locator(".study-move", has_text="Qxf7#").wait_for()
    assert page.locator(".study-variation .study-move").count() == 2
    assert page.locator(".study-comment", has_text="<i>Sicilian</i>").count() == 1  # text, not markup
    page.keyboard.press("ArrowRight")
    expect(page, "e4")
    assert page.locator(".overlay-notes .overlay-arrow").count() == 1
    page.keyboard.press("ArrowRight")
    expect(page, "e5")
    page.keyboard.press("ArrowDown")
    expect(page, "c5")
    page.keyboard.press("End")
    expect(page, "Nf3")
    page.keyboard.press("Home")
    expect(page, "Start")
    page.get_by_role("tab", name="Analysis").click()  # whatever has the focus
    page.keyboard.press("ArrowRight")
    page.locator(".navigation .ply", has_text="1 /").wait_for()
    page.get_by_label("Show what the machine thinks").check()
    page.keyboard.press("ArrowLeft")
    page.locator(".navigation .ply", has_text="0 /").wait_for()
    assert page.get_by_role("tab", name="Analysis").get_attribute("aria-selected") == "true"


def test_other_moves_are_tried_promoted_and_deleted(page: Page) -> None:
    open_study(page, game="Tic-Tac-Toe")
    choose(page, "c:4")
    expect(page, "B2")
    choose(page, "c:0")
    expect(page, "A1")
    page.keyboard.press("ArrowLeft")
    expect(page, "B2")
    page.locator(".navigation .ply", has_text="1 /").wait_for()  # the position follows the tree
    choose(page, "c:8")
    expect(page, "C3")
    assert page.locator(".study-variation .study-move").inner_text().strip() == "C3"
    page.get_by_role("button", name="This move", exact=True).click()
    page.get_by_role("button", name="Promote this variation").click()
    page.locator(".study-variation .study-move", has_text="A1").wait_for()
    page.get_by_role("button", name="This move", exact=True).click()
    page.get_by_role("button", name="Delete from here on").click()
    expect(page, "B2")
    assert page.locator(".study-tree .study-move").count() == 3


def test_a_study_of_a_game_begins_where_the_game_is(page: Page) -> None:
    table = page.request.post("/api/tables", data={"game": "Tic-Tac-Toe", "players": ["random", "random"], "seed": 1})
    page.goto(f"/table/{table.json()['table']}")
    page.get_by_role("button", name="Play again").wait_for()
    plies = page.locator(".navigation .ply").inner_text()
    page.get_by_role("button", name="More").click()
    page.get_by_text("Analyse this game").click()
    page.wait_for_url(re.compile(r"/analysis/[\w-]+$"))
    page.locator(".study-move").nth(4).wait_for()
    page.locator(".navigation .ply", has_text=plies).wait_for()
    page.go_back()
    page.get_by_role("status").get_by_role("button", name="Analyse").click()
    page.wait_for_url(re.compile(r"/analysis/[\w-]+$"))
    page.locator(".navigation .ply", has_text=plies).wait_for()


def test_comments_and_marks_stay(page: Page) -> None:
    open_study(page, game="Tic-Tac-Toe")
    choose(page, "c:4")
    expect(page, "B2")
    page.locator("#study-comment").fill("The centre <b>of all</b>")
    page.locator("#study-comment").blur()
    page.locator(".study-comment", has_text="<b>of all</b>").wait_for()
    page.locator("#study-glyph").select_option("!")
    page.locator(".study-move", has_text="B2!").wait_for()
    page.get_by_role("button", name="Draw arrows and rings").click()
    choose(page, "c:0", "c:8", "c:4", "c:4")
    page.locator(".overlay-notes .overlay-mark").wait_for()
    assert page.locator(".overlay-notes .overlay-arrow").count() == 1
    page.reload()
    page.locator(".overlay-notes .overlay-mark").wait_for()
    assert page.locator("#study-comment").input_value() == "The centre <b>of all</b>"
    assert page.locator(".overlay-notes .overlay-arrow").count() == 1


def test_arrows_by_the_right_mouse_button(page: Page) -> None:
    open_study(page, game="Tic-Tac-Toe")
    boxes = [page.locator(f'.spot[data-ref="{site}"]').bounding_box() for site in ("c:0", "c:8")]
    points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    page.mouse.move(*points[0])
    page.mouse.down(button="right")
    page.mouse.move(*points[1], steps=3)
    page.mouse.up(button="right")
    page.locator(".overlay-notes .overlay-arrow").wait_for()
    assert page.locator(".study-tree .study-move").count() == 1  # nothing was played


def test_a_review_draws_the_curve_and_names_the_blunder(page: Page) -> None:
    open_study(page, game="Chess", file=MATE)
    page.get_by_role("tab", name="Review").click()
    page.get_by_label("Time of the review").select_option("0.3")
    page.get_by_role("button", name="Review this line").click()
    page.locator(".study-costs .judged-blunder", has_text="Nf6").wait_for()
    page.locator(".study-summary", has_text="8 of 8").wait_for()
    assert page.locator(".study-curve").count() == 1 and page.locator(".study-dot").count() >= 1
    page.locator(".study-costs .judged-blunder", has_text="Nf6").get_by_role("button", name="Look before it").click()
    page.locator(".ply", has_text="5 / 7").wait_for()
    page.locator(".study-plot").click(position={"x": 4, "y": 20})
    page.locator(".ply", has_text="0 / 7").wait_for()
    page.get_by_role("tab", name="Moves").click()
    page.locator(".study-move", has_text="Nf6??").wait_for()
    assert page.locator(".study-number").all_inner_texts() == ["1.", "1…", "2.", "2.", "3.", "4."]


def test_puzzles_are_looked_for(page: Page) -> None:
    open_study(page, game="Tic-Tac-Toe")
    page.get_by_role("tab", name="Review").click()
    page.get_by_role("button", name="Find puzzles").click()
    page.locator(".study-puzzles", has_text="none in this line").wait_for()


def test_several_lines_at_once(page: Page) -> None:
    open_study(page, game="Tic-Tac-Toe")
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("switch").check(force=True)
    page.locator(".analysis-name").nth(4).wait_for()
    page.wait_for_function("document.querySelectorAll('.analysis-rest')[1]?.textContent.length > 0")


def test_a_position_is_set_up_by_hand_and_tried(page: Page) -> None:
    open_study(page, game="Tic-Tac-Toe")
    page.get_by_role("button", name="Set up a position").click()
    page.locator(".study-piece").first.click()
    choose(page, "c:4")
    page.locator('.layer-pieces [data-ref="c:4"]').wait_for()
    page.locator(".study-number select").select_option("2")
    page.get_by_role("button", name="Use this position").click()
    page.locator(".study-setup").wait_for(state="hidden")
    page.locator(".study-status").wait_for()
    choose(page, "c:0")
    expect(page, "A1")
    page.get_by_role("button", name="Try it here").click()
    page.wait_for_url(re.compile(r"/table/[\w-]+$"))
    page.locator('.layer-pieces [data-ref="c:4"]').wait_for()
    # who looked plays the side to move, against one of the usual strength
    assert page.locator(".player-who").all_inner_texts() == ["You", "Cat, casual"]


def test_what_is_hidden_and_the_phases_are_set_by_hand(page: Page) -> None:
    open_study(page, game="Phantom Tic-Tac-Toe")
    page.get_by_role("button", name="Set up a position").click()
    page.locator(".study-piece").first.click()
    choose(page, "c:4")
    page.locator('.layer-pieces [data-ref="c:4"]').wait_for()
    page.locator(".study-piece").last.click()  # hide from the second player
    choose(page, "c:4")
    page.locator(".target").wait_for()
    choose(page, "c:4")
    page.locator(".target").wait_for(state="detached")
    page.get_by_role("button", name="Cancel").click()
    open_study(page, game="Nine Men's Morris")
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_label(re.compile("^Phase of")).first.select_option(label="Moving")
    page.get_by_role("button", name="Use this position").click()
    page.locator(".study-setup").wait_for(state="hidden")
    page.get_by_role("button", name="Set up a position").click()
    chosen = page.get_by_label(re.compile("^Phase of")).first.locator("option:checked")
    assert chosen.text_content() == "Moving"


def test_pieces_are_put_and_taken_away_until_all_is_cancelled(page: Page) -> None:
    open_study(page, game="Tic-Tac-Toe")
    page.get_by_role("button", name="Set up a position").click()
    page.locator(".study-piece").nth(1).click()
    choose(page, "c:4", "c:5")  # at once, faster than the server answers
    for site in ("c:4", "c:5"):
        page.locator(f'.layer-pieces [data-ref="{site}"]').wait_for()
    page.get_by_role("button", name="Take away").click()
    choose(page, "c:4")
    page.locator('.layer-pieces [data-ref="c:4"]').wait_for(state="detached")
    page.get_by_role("button", name="Cancel").click()
    page.locator(".study-setup").wait_for(state="hidden")
    page.locator('.layer-pieces [data-ref="c:5"]').wait_for(state="detached")
    choose(page, "c:0")
    expect(page, "A1")


def test_a_game_at_a_table_is_analysed(page: Page) -> None:
    answer = page.request.post("/api/tables", data={"game": "Tic-Tac-Toe", "players": ["human", "human"]})
    page.goto(f"/table/{answer.json()['table']}")
    page.locator(".spot.target-spot").first.wait_for(state="attached")
    choose(page, "c:4")
    page.locator(".status-last").wait_for()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Analyse this game").click()
    page.wait_for_url(re.compile(r"/analysis/[\w-]+$"))
    expect(page, "B2")


def test_no_barriers(page: Page) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page.goto("/analysis")
    page.locator("#study-game").wait_for()
    assert barriers(page, axe) == []
    open_study(page, game="Chess", file=MATE)
    page.keyboard.press("ArrowRight")
    expect(page, "e4")
    assert barriers(page, axe) == []
    page.get_by_role("tab", name="Review").click()
    assert barriers(page, axe) == []
    page.get_by_role("button", name="Set up a position").click()
    page.locator(".study-piece").first.wait_for()
    assert barriers(page, axe) == []


TOUCH = """async ([from, to]) => {
    const about = { bubbles: true, composed: true, pointerType: "touch", isPrimary: true, pointerId: 7, button: 0 };
    const send = (name, [x, y]) =>
        document.elementFromPoint(x, y).dispatchEvent(new PointerEvent(name, { ...about, clientX: x, clientY: y }));
    send("pointerdown", from);
    await new Promise((resolve) => setTimeout(resolve, 600));
    send("pointermove", to);
    send("pointerup", to);
}"""


def test_a_long_press_draws(page: Page) -> None:
    open_study(page, game="Tic-Tac-Toe")
    boxes = [page.locator(f'.spot[data-ref="{site}"]').bounding_box() for site in ("c:0", "c:8")]
    points = [[box["x"] + box["width"] / 2, box["y"] + box["height"] / 2] for box in boxes if box]
    page.evaluate(TOUCH, points)
    page.locator(".overlay-notes .overlay-arrow").wait_for()
    assert page.locator(".study-tree .study-move").count() == 1
    page.evaluate(TOUCH, [points[0], points[0]])
    page.locator(".overlay-notes .overlay-mark").wait_for()


def test_a_seat_sees_what_it_saw(page: Page) -> None:
    open_study(page, text=HIDING)
    choose(page, "c:4")
    expect(page, "B2")
    choose(page, "c:5")
    corner = page.locator('.spot[data-ref="c:0"]')
    shown = corner.get_attribute("aria-label")
    page.get_by_label("Whose view").select_option("2")
    page.locator(f'.spot[data-ref="c:0"]:not([aria-label="{shown}"])').wait_for(state="attached")
    assert "Disc" not in (corner.get_attribute("aria-label") or "")
    page.get_by_label("Whose view").select_option("0")
    page.locator(f'.spot[data-ref="c:0"][aria-label="{shown}"]').wait_for(state="attached")


def test_ones_own_studies_are_listed(page: Page, viewport: tuple[int, int]) -> None:
    page.set_viewport_size({"width": viewport[0], "height": viewport[1]})
    page.goto("/analysis")
    page.get_by_role("heading", name="Analysis", level=1).wait_for()
    assert not page.get_by_role("heading", name="Go on with").count()
    open_study(page, game="Chess", file=MATE)
    address = page.url
    page.goto("/analysis")
    page.get_by_role("heading", name="Go on with").wait_for()
    page.get_by_role("link", name="Chess just now").click()
    page.locator(".study-move").first.wait_for()
    assert page.url == address


def test_a_study_tells_why_and_shows_moves_action_by_action(page: Page) -> None:
    open_study(page, game="Chess", file=MATE)
    page.keyboard.press("End")
    expect(page, "Qxf7#")
    page.get_by_role("button", name="What ended it?").click()
    notice = page.locator(".why-notice")
    notice.get_by_text("checkmated").wait_for()
    page.get_by_role("button", name="Step by step").click()
    steps = page.get_by_role("group", name="Action by action")
    steps.get_by_text("Before the first of").wait_for()
    page.keyboard.press("ArrowRight")
    steps.get_by_text("1 of").wait_for()
    steps.get_by_role("button", name="Close").click()
    expect(page, "Qxf7#")
