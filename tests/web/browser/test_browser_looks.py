"""How games look on the page, and how puzzles take their input: by key, by pad, by click; on a desktop and a phone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from watching import BOTH_SIZES, TablePage

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.xdist_group("browser-looks")

#: a square of the numbers 1 to 3, each once in a row and in a column; two are given
SQUARE = """(game "Square" (players 1)
    (equipment {(board (square 3) (values Cell (range 1 3))) (regions {Columns Rows})})
    (rules (start (set {{0 1} {4 3}})) (play (satisfy (all Different))) (end (if (is Solved) (result P1 Win)))))"""
FENCE = """(game "Fence" (players 1)
    (equipment {(board (square 2) (values Edge (range 0 1)) use:Edge) (hints {(hint {0} 4)} Cell)})
    (rules (play (satisfy {
        (forAll Cell (or (= (hint Cell at:(from)) Off)
            (is Count Edge (sites Incident Edge of:Cell at:(from)) (hint Cell at:(from)))))
        (forAll Vertex (or (is Count Edge (sites Incident Edge of:Vertex at:(from)) 0)
            (is Count Edge (sites Incident Edge of:Vertex at:(from)) 2)))
        (< (count Groups Edge) 2)})) (end (if (is Solved) (result P1 Win)))))"""
CAMP = """(game "Camp" (players {(player N) (player S)})
    (equipment {(board (rectangle 5 4)) (piece "King" Each (move Step (to if:(is Empty (to)))))
        (piece "Rook" Each) (piece "Gold" Each)})
    (rules (start {(place "King1" 1) (place "King2" 18) (place "Rook1" 0)}) (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))))
    (metadata (graphics {(board Style Shogi) (piece Style ExtendedShogi)}))"""
SOWING = "Oware"
MIDDLE = "(one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }"


def values(table: TablePage) -> dict[str, str]:
    """What stands where, in words."""
    return {piece["ref"]: piece["label"].partition(" on ")[0] for piece in table.position["pieces"]["pieces"]}


@BOTH_SIZES
def test_digits_go_into_a_puzzle_by_key_and_by_pad(table: TablePage) -> None:
    table.open(SQUARE, ["human"])
    page = table.page
    table.spot("c:1").click()
    page.keyboard.press("2")
    table.until(lambda: values(table).get("c:1") == "value 2")
    table.spot("c:2").click()
    page.get_by_role("button", name="Set 3").click()
    table.until(lambda: values(table).get("c:2") == "value 3")
    assert page.get_by_role("dialog").count() == 0
    assert page.get_by_role("button", name="Set 1").is_disabled()


@BOTH_SIZES
def test_notes_are_kept_and_go_where_a_value_comes(table: TablePage) -> None:
    table.open(SQUARE, ["human"])
    page, notes = table.page, table.page.locator(".value-note")
    table.spot("c:8").click()
    page.keyboard.press("Shift+Digit1")
    page.get_by_role("button", name="Notes").click()
    page.get_by_role("button", name="Note 2").click()
    assert notes.all_text_contents() == ["1", "2"]
    table.reload()
    notes.nth(1).wait_for()
    table.spot("c:8").click()
    page.keyboard.press("2")
    table.until(lambda: values(table).get("c:8") == "value 2")
    notes.first.wait_for(state="detached")


@BOTH_SIZES
def test_edges_are_drawn_by_click(table: TablePage) -> None:
    table.open(FENCE, ["human"])
    edge = table.position["moves"][0]["to"]
    crosses = table.page.locator(".value-note")
    for ply, value in ((1, "value 1"), (2, None)):
        table.spot(edge).click(force=True)
        table.until(lambda ply=ply: table.position["ply"] == ply)
        table.shown()
        assert values(table).get(edge) == value
    assert crosses.all_text_contents() == ["×"]
    table.spot(edge).click(force=True)
    crosses.first.wait_for(state="detached")
    assert table.position["ply"] == 2 and table.page.get_by_role("dialog").count() == 0


def test_characters_give_way_to_figures(table: TablePage) -> None:
    table.open(CAMP, ["human", "human"])
    page = table.page
    picture = page.locator("defs g[id]").first
    written = picture.inner_html()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Figures").check()
    assert picture.inner_html() != written
    page.get_by_label("As on real sets").check()
    assert picture.inner_html() == written


@BOTH_SIZES
def test_labels_stay_at_their_rows_when_a_board_is_turned(table: TablePage, viewport: tuple[int, int]) -> None:
    table.open("Hex", ["human", "human"])
    page = table.page

    def apart() -> float:
        label, corner = page.locator(".axis", has_text=re.compile("^k$")), table.spot("c:0")
        (x, y), (cx, cy) = (place.evaluate(MIDDLE) for place in (label, corner))
        return float(abs(x - cx) + abs(y - cy))

    table.until(lambda: apart() < 60)
    page.keyboard.press("f")
    page.get_by_role("button", name="Flip the board", pressed=True).wait_for()
    table.until(lambda: apart() < 60)
    assert page.locator(".axis.in-cell").count() == 0  # dark on light cells: nothing for the page's ground


def test_a_board_may_have_other_colours(table: TablePage) -> None:
    from playwright.sync_api import expect

    table.open("Breakthrough", ["human", "human"])
    page = table.page
    ground = page.locator('[data-ground="0"]').first
    before = ground.evaluate("(path) => getComputedStyle(path).fill")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Green", exact=True).check()
    expect(ground).not_to_have_css("fill", before)
    page.reload()
    table.shown()
    assert ground.evaluate("(path) => getComputedStyle(path).fill") != before


def test_sounds_are_on_until_they_are_switched_off(page: Page) -> None:
    page.goto("/library")
    page.get_by_role("button", name="Settings").click()
    sounds = page.get_by_role("switch", name="Sounds")
    assert sounds.is_checked()
    sounds.uncheck()
    page.reload()
    page.get_by_role("button", name="Settings").click()
    assert not sounds.is_checked()


def test_seeds_travel_unless_motion_is_reduced(table: TablePage) -> None:
    page = table.page
    page.add_init_script(
        "window.flown = 0; const seen = (node) => node.classList?.contains('flying-seed') && window.flown++;"
        "new MutationObserver((changes) => changes.forEach(({addedNodes}) => addedNodes.forEach(seen)))"
        ".observe(document, {childList: true, subtree: true})"
    )
    table.open(SOWING, ["human", "human"])
    table.play(table.position["moves"][0])
    table.shown()
    assert page.evaluate("window.flown") == 0
    page.emulate_media(reduced_motion="no-preference")
    table.play(table.position["moves"][0])
    table.shown()
    assert page.evaluate("window.flown") == 4
    page.locator(".flying-seed").first.wait_for(state="detached")


def test_a_puzzle_is_accessible(table: TablePage) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    table.open(SQUARE, ["human"])
    table.spot("c:8").click()
    table.page.keyboard.press("Shift+Digit1")
    for scheme in ("light", "dark"):
        table.page.emulate_media(color_scheme=scheme)
        table.page.wait_for_timeout(200)  # colours pass over to the other scheme
        found = axe.run(table.page)
        assert found.violations_count == 0, found.generate_report()


@BOTH_SIZES
def test_a_die_is_pale_once_it_is_used(table: TablePage, viewport: tuple[int, int]) -> None:
    table.open("Backgammon", ["human", "human"], seed=2)
    pale = table.page.locator('.board [opacity="0.35"]')
    assert table.my_turn() and pale.count() == 0
    before = [piece["symbol"] for piece in table.position["pieces"]["pieces"] if piece["kind"] == "die"]
    table.play_on(lambda moves: moves[0], plies=1)
    table.shown()
    assert len(before) == 2 and pale.count() == 1


@BOTH_SIZES
def test_a_tower_stays_on_its_square_and_a_tall_stack_says_its_height(
    table: TablePage, viewport: tuple[int, int]
) -> None:
    table.open("Tower of Hanoi", ["human"])
    stack = [piece for piece in table.position["pieces"]["pieces"] if piece["kind"] == "piece"]
    assert [piece["badge"] for piece in stack] == [None] * 4 + ["5"]
    assert table.page.locator(".board text", has_text="5").count() == 1
    table.open("Santorini", ["random", "random"])
    table.until(lambda: table.position["over"])
    table.shown()
    towers: dict[str, list[float]] = {}
    for piece in table.position["pieces"]["pieces"]:
        towers.setdefault(piece["ref"], []).append(piece["y"] / piece["size"])
    assert max(map(len, towers.values())) > 2
    assert all(max(heights) - min(heights) < 0.5 for heights in towers.values())


@BOTH_SIZES
def test_points_that_no_edge_joins_do_not_cover_each_other(table: TablePage, viewport: tuple[int, int]) -> None:
    """TwixT's edges are longer than its holes are apart: every hole is clicked all the same."""
    table.open("TwixT", ["human", "human"])
    for ref in ("v:13", "v:50", "v:38", "v:75", "v:61"):
        assert table.my_turn()
        table.play(next(move for move in table.position["moves"] if move["to"] == ref))
    links = [piece for piece in table.position["pieces"]["pieces"] if piece["kind"] == "edge"]
    assert sorted(link["owner"] for link in links) == [1, 1, 2]
