"""Pages of single games, in Chromium, from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ludens
from ludens.cli import main
from ludens.export import ExportError, page
from tests.export.pages import SHOWN, click, made, plies, until
from tests.resting import rested

pytest.importorskip("ziglang")
browsing = pytest.mark.browser


@browsing
def test_two_people_play_hex_and_take_a_move_back(opened: Any) -> None:
    shown = opened("Hex")
    for n, ref in enumerate(("c:0", "c:5", "c:7"), 1):
        click(shown, ref)
        assert plies(shown) == n
    assert shown.evaluate(SHOWN) == ["c:0", "c:5", "c:7"]
    shown.get_by_role("button", name="Undo").click()
    assert shown.evaluate(SHOWN) == ["c:0", "c:5"]
    assert shown.locator(".page-moves li").count() == 2
    shown.keyboard.press("r")
    assert shown.evaluate(SHOWN) == ["c:0", "c:5", "c:7"]
    shown.keyboard.press("u")
    click(shown, "c:9")
    assert shown.get_by_role("button", name="Redo").is_disabled()


@browsing
def test_a_person_writes_values_by_key_and_from_the_pad_and_notes_others(opened: Any) -> None:
    shown = opened("Latin Square")
    click(shown, "c:0")
    shown.locator(".pad-value", has_text="2").click()
    until(shown, "ludens.plies.length === 2")
    assert shown.locator(".page-moves li").last.inner_text() == "A1=2"
    assert "value 2 on A1" in shown.evaluate("ludens.board.pieces.shown.map(({ piece }) => piece.label)")
    click(shown, "c:1")
    may = shown.evaluate(
        "ludens.moves.filter(({ to, label }) => to === 'c:1' && /^[0-9]$/.test(label)).map(({ label }) => label)"
    )
    shown.keyboard.press("Shift+Digit4")
    shown.keyboard.press(f"Shift+Digit{may[0]}")
    assert plies(shown) == 1
    assert shown.locator(".value-note").all_text_contents() == sorted(["4", may[0]])
    shown.keyboard.press("Digit4")
    assert plies(shown) == 1, "there is a 4 in this row"
    shown.keyboard.press(f"Digit{may[0]}")
    until(shown, "ludens.plies.length === 3")
    assert shown.locator(".page-moves li").last.inner_text() == f"B1={may[0]}"
    assert not shown.locator(".value-note").count(), "what is written stands in place of what was noted"
    shown.get_by_role("button", name="Undo").click()
    assert plies(shown) == 1
    assert shown.locator(".value-note").count() == 2
    shown.get_by_role("button", name="New game").click()
    assert plies(shown) == shown.locator(".value-note").count() == 0


@browsing
def test_edges_of_a_puzzle_are_drawn_by_click(opened: Any) -> None:
    shown = opened("Slitherlink")
    assert shown.locator(".pad").is_hidden()
    names = shown.evaluate("ludens.moves.filter(({ twin }) => !twin).map(({ name }) => name)")
    assert len(set(names)) == len(names)
    click(shown, shown.evaluate("ludens.moves[0].to"))
    until(shown, "ludens.plies.length === 2")
    assert shown.locator(".page-moves li").last.inner_text().endswith("=1")


@browsing
def test_edges_are_drawn_and_boxes_taken(opened: Any) -> None:
    """Where moves name edges and pieces lie on cells as well."""
    shown = opened("Dots and Boxes")
    state = ludens.load("Dots and Boxes").start()
    around = [move.to_site for move in state.legal_moves() if _is_beside(state, move.to_site)]
    for ref in (f"e:{edge}" for edge in around):
        click(shown, ref)
    assert plies(shown) == len(around) == 4
    assert shown.evaluate(SHOWN) == sorted(["c:0", *(f"e:{edge}" for edge in around)])
    assert shown.locator(".page-moves li").first.inner_text() == "A1 to B1"


def _is_beside(state: ludens.State, edge: int) -> bool:
    """Whether an edge is one of the first cell's."""
    return edge in state.game.model.topology.cell_edges[0]


@browsing
def test_the_opponent_answers_in_hex(opened: Any) -> None:
    shown = opened("Hex")
    shown.locator("select[data-seat='2']").select_option("200")
    click(shown, "c:20")
    shown.wait_for_selector("body[data-plies='2']")
    shown.get_by_role("button", name="Undo").click()
    assert plies(shown) == 0


@browsing
def test_on_a_phone_the_board_is_above_everything_else(opened: Any) -> None:
    shown = opened("Oware")
    shown.set_viewport_size({"width": 390, "height": 420})
    board, status = (shown.locator(part).bounding_box() for part in (".board", ".page-status"))
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= status["y"]
    for _ in range(12):
        shown.evaluate("ludens.play([...ludens.picker.direct.values()].flat()[0])")
    assert shown.evaluate("scrollY") == 0


@browsing
def test_everyone_can_use_a_page(opened: Any) -> None:
    """By the rules of axe: names of all controls, contrast in both themes, on a phone and on a desk."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    shown = opened("Hex")
    click(shown, "c:0")
    for scheme, size in (("light", {"width": 1200, "height": 800}), ("dark", {"width": 390, "height": 844})):
        shown.emulate_media(color_scheme=scheme)
        shown.set_viewport_size(size)
        rested(shown)
        found = axe.run(shown)
        assert found.violations_count == 0, found.generate_report()
    shown.get_by_role("button", name="Rules").click()
    rested(shown)
    found = axe.run(shown)
    assert found.violations_count == 0, found.generate_report()


@browsing
def test_amazons_go_and_shoot(opened: Any) -> None:
    shown = opened("Amazons")
    start = shown.evaluate(SHOWN)
    state = ludens.load("Amazons").start()
    first = state.legal_moves()[0]
    state.play(first)
    second = state.legal_moves()[0]
    click(shown, f"c:{first.from_site}")
    click(shown, f"c:{first.to_site}")
    click(shown, f"c:{second.to_site}")
    assert plies(shown) == 2
    assert len(shown.evaluate(SHOWN)) == len(start) + 1


@browsing
@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Amazons"])
def test_random_games_are_those_of_the_host(opened: Any, name: str) -> None:
    shown = opened(name)
    told = shown.evaluate("ludens.engine.playouts(1000, 7n)")
    host = ludens.load(name).playouts(1000, seed=7)
    assert [length for length, _ in told] == list(host.lengths)
    assert [winner for _, winner in told] == list(host.winners)


@browsing
@pytest.mark.parametrize(
    ("name", "reached"),
    [
        ("Tic-Tac-Toe", "body[data-over]:not([data-over=''])"),
        ("Chess", ".page-moves li:nth-child(12)"),
        ("Oware", ".page-moves li:nth-child(12)"),
        ("Nine Men's Morris", ".page-moves li:nth-child(20)"),
    ],
)
def test_the_opponent_plays_itself(opened: Any, name: str, reached: str) -> None:
    """Until the game is over, or for a while; what is shown is what the state says."""
    shown = opened(name)
    shown.evaluate("ludens.seats = ludens.seats.map(() => '1'), ludens.show()")
    shown.wait_for_selector(reached, state="attached")
    shown.evaluate("ludens.seats = ludens.seats.map(() => ''), ludens.show()")
    expected = "ludens.engine.field(ludens.state, 'what').filter((what) => what).length"
    assert len(shown.evaluate(SHOWN)) == shown.evaluate(expected)


def test_a_page_is_small_and_asks_nothing_of_a_network() -> None:
    text = made("Hex")
    assert len(text.encode()) < 1_500_000
    assert "default-src 'none'" in text
    assert 'src="' not in text.split("<script type")[0]


def test_what_a_page_cannot_play_is_said_before_anything_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "out.html"
    assert main(["export", "Three in Three", "--html", str(file)]) != 0
    assert "Three in Three is a match of several games" in capsys.readouterr().err
    assert not file.exists()


#: what keeps a game from a page, and a game
REFUSED = {
    "it has no board": """(game "Strewn" (players 2) (equipment {(boardless Square) (piece "Ball" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))""",
    "something is hidden in stacks": """(game "Towers" (players 2) (equipment {(board (square 3)) (piece "Ball" Each)})
        (rules (start {(set Hidden What (sites Board) to:P1)}) (play (move Add (to (sites Board)) stack:True))
            (end (if (is Line 3) (result Mover Win)))))""",
}


@pytest.mark.parametrize("why", REFUSED)
def test_what_a_page_does_not_show_is_refused(why: str) -> None:
    with pytest.raises(ExportError, match=f"a page cannot play .*: {why}"):
        page(ludens.load(REFUSED[why]))


def test_the_command_writes_a_page(tmp_path: Path) -> None:
    file = tmp_path / "ttt.html"
    assert main(["export", "Tic-Tac-Toe", "--html", str(file)]) == 0
    assert file.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_shelf_lists_the_pages_that_lie_on_it(tmp_path: Path) -> None:
    for name in ("Tic-Tac-Toe", "Nine Men's Morris"):
        assert main(["export", name, "--dir", str(tmp_path / "shelf")]) == 0
    index = (tmp_path / "shelf" / "index.html").read_text(encoding="utf-8")
    assert index.index("nine-mens-morris.html") < index.index("tic-tac-toe.html")
    assert (tmp_path / "shelf" / "nine-mens-morris.html").exists()


@browsing
def test_a_person_who_swaps_sides_plays_the_opening(opened: Any) -> None:
    shown = opened("Hex")
    shown.locator("select[data-seat='1']").select_option("200")
    shown.wait_for_selector("body[data-plies='1']")
    shown.get_by_role("button", name="Swap").click()
    shown.wait_for_selector("body[data-plies='3']")
    who = [shown.locator(f"select[data-seat='{player}']").input_value() for player in (1, 2)]
    assert who == ["", "200"], "red is the person's now, and the machine has moved as blue"
    assert shown.locator(".page-status").inner_text() == "Red to move"
    assert shown.evaluate("ludens.moves[0].player") == 1
    shown.get_by_role("button", name="Undo").click()
    assert plies(shown) == 1 and shown.locator("select[data-seat='1']").input_value() == "200"
