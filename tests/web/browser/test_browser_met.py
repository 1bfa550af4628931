"""What people met in 31 games and must not meet again, on desktops and on phones."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from watching import BOTH_SIZES, TablePage

pytestmark = [pytest.mark.xdist_group("browser-pages"), BOTH_SIZES]


def play(table: TablePage, names: Sequence[str]) -> None:
    """Play moves by their names."""
    for name in names:
        table.play(next(move for move in table.position["moves"] if move["name"] == name))
    table.shown()


def who(table: TablePage) -> list[str]:
    """Who plays each player, as the page says it."""
    names = table.page.locator(".player .player-words")
    return [": ".join(names.nth(n).locator("span, bdi").all_text_contents()) for n in range(names.count())]


def overlaps(table: TablePage, one: str, other: str) -> bool:
    """Whether two things cover each other on the screen."""
    found: bool = table.page.evaluate(
        """([one, other]) => {
          const [a, b] = [one, other].map((name) => document.querySelector(name).getBoundingClientRect());
          return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        }""",
        [one, other],
    )
    return found


def test_who_swaps_sides_plays_the_opening(table: TablePage) -> None:
    table.open("Hex", ["random", "human"], ["Board Size/5x5"])
    table.until(lambda: table.position["ply"] == 1 and bool(table.position["moves"]))
    table.shown()
    assert who(table) == ["Red: Random moves", "Blue: You"]
    table.page.get_by_role("button", name="Swap sides").click()
    table.until(lambda: table.position["ply"] == 3 and bool(table.position["moves"]))
    table.shown()
    assert who(table) == ["Red: You", "Blue: Random moves"]
    assert table.position["mover"] == 1
    assert table.page.locator(".status strong").inner_text() == "Your move"
    assert table.page.locator(".turn-moves[data-player='2']").count() == 2, "the swap is a turn of its own"


def test_a_pawn_whose_promotion_is_not_chosen_goes_back(table: TablePage) -> None:
    table.open("Chess", ["human", "human"])
    play(table, ["A2-A4", "B7-B5", "A4-B5", "H7-H6", "B5-B6", "H6-H5", "B6-A7", "H5-H4"])
    move = next(move for move in table.position["moves"] if move["name"] == "A7-B8")
    table.spot(move["from"]).click()
    table.spot(move["to"]).click()
    table.page.get_by_role("dialog").wait_for()
    assert table.position["ply"] == 9
    table.page.keyboard.press("Escape")
    table.until(lambda: table.position["ply"] == 8)
    table.shown()
    assert "white pawn" in (table.spot(move["from"]).get_attribute("aria-label") or "")
    table.spot(move["from"]).click()
    table.spot(move["to"]).click()
    table.page.get_by_role("dialog").get_by_text("Queen").click()
    table.until(lambda: table.position["mover"] == 2)


def test_a_king_that_is_mated_is_no_triumph(table: TablePage) -> None:
    table.open("Chess", ["human", "human"])
    play(table, ["F2-F3", "E7-E5", "G2-G4", "D8-H4"])
    assert table.page.locator(".mark-lost").count() == 1 and not table.page.locator(".mark-won").count()
    assert not table.page.locator(".status.lost").count(), "two people look at it"


def test_a_row_that_wins_stays_green_and_who_lost_sees_no_green_words(table: TablePage) -> None:
    table.open("Tic-Tac-Toe", ["human", "alphabeta:9"])
    while table.my_turn():
        table.play(table.position["moves"][-1])
    lost = table.position["ranking"][0] > 1.5
    assert table.page.locator(".mark-won").count() == (3 if lost else 0)
    assert table.page.locator(".status.lost").count() == int(lost)
    assert table.page.locator(".status.drawn").count() == int(not lost)


def test_tints_stay_inside_their_cells(table: TablePage) -> None:
    table.open("Chess", ["human", "human"])
    play(table, ["F2-F3", "E7-E5", "G2-G4", "D8-H4"])
    order = table.page.locator(".board > g").evaluate_all("(all) => all.map((one) => one.getAttribute('class'))")
    assert order.index("layer-lines") > order.index("layer-marks")
    frame = table.page.locator(".layer-lines path").last
    assert float(frame.get_attribute("stroke-width") or 0) > 2, "the frame lies over what is marked at the edge"


def test_a_notice_leaves_whose_turn_it_is_to_be_seen(table: TablePage) -> None:
    table.open("Chess", ["human", "human"])
    play(table, ["G1-F3"])
    table.page.get_by_role("button", name="Hint").click()
    table.page.locator(".toast").wait_for()
    for covered in (".status", ".board", ".players"):
        assert not overlaps(table, ".toast", covered), covered
    told = table.page.locator(".toast p").inner_text()
    assert "-" not in told.replace("O-O", ""), f"{told}: moves are called as the list calls them"


def test_cards_are_read_with_their_value_and_hidden_ones_as_hidden(table: TablePage) -> None:
    table.open("Agram", ["human", "random"])
    labels = table.page.locator(".spot").evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))")
    own = [label for label in labels if label.startswith("hand of player 1")]
    others = [label for label in labels if label.startswith("hand of player 2")]
    assert all(any(character.isdigit() for character in label.partition(": ")[2]) for label in own), own
    assert others and all("hidden from you" in label for label in others), others


def test_a_position_is_pasted_into_the_analysis(table: TablePage) -> None:
    page = table.page
    page.goto("/analysis")
    page.locator("#study-file").fill("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1")
    page.get_by_role("button", name="Open this game").click()
    page.wait_for_url("**/analysis/*")
    page.get_by_text("White to move").wait_for()
    assert page.locator('.spot[aria-label^="f3: white queen"]').count() == 1


def test_an_empty_chess_board_is_not_accepted(table: TablePage) -> None:
    page = table.page
    page.goto("/analysis")
    page.locator("#study-game").select_option("Chess")
    page.get_by_role("button", name="From the start").click()
    page.wait_for_url("**/analysis/*")
    page.get_by_role("button", name="Set up").click()
    page.get_by_role("button", name="Empty board").click()
    page.get_by_text("Nobody can move here.").wait_for()
    assert page.get_by_role("button", name="Use this position").is_disabled()


def test_a_move_that_the_line_lost_is_made_once_it_is_back(table: TablePage) -> None:
    table.open("Tic-Tac-Toe", ["human", "human"])
    # the line is dead, and nothing says so: what is sent goes nowhere
    table.page.evaluate(
        """() => {
          const send = WebSocket.prototype.send;
          WebSocket.prototype.send = function (data) { return this.revived ? send.call(this, data) : undefined; };
          const open = window.WebSocket;
          window.WebSocket = class extends open { revived = true; };
        }"""
    )
    table.spot(table.position["moves"][4]["to"]).click()
    table.until_past(0)
    table.shown()
    assert table.position["ply"] == 1 and len(table.position["moves"]) == 8


def test_a_move_made_while_there_is_no_line_waits_for_it(table: TablePage) -> None:
    table.page.add_init_script(
        """window.lines = [];
        const Open = window.WebSocket;
        window.WebSocket = class extends Open { constructor(...told) { super(...told); window.lines.push(this); } };"""
    )
    table.open("Tic-Tac-Toe", ["human", "human"])
    table.page.evaluate("window.lines.at(-1).close()")
    table.page.locator(".offline").wait_for()
    table.spot(table.position["moves"][0]["to"]).click()
    table.until_past(0)
    table.shown()
    assert table.position["ply"] == 1 and not table.page.locator(".toast-error").count()


def test_long_names_are_not_broken_where_there_is_room(table: TablePage) -> None:
    table.open("Amazons", ["human", "human"], ["Board Size/6x6"])
    for _ in range(4):
        table.play(table.position["moves"][-1])
    table.shown()
    heights = table.page.locator(".round .ply-button").evaluate_all("(all) => all.map((one) => one.offsetHeight)")
    assert heights and max(heights) <= 32, heights
