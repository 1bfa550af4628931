"""What the page says is to be done, why something is no move, and how what has happened can be seen, on both sizes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from watching import BOTH_SIZES, TablePage

pytestmark = [pytest.mark.xdist_group("browser-pages"), BOTH_SIZES]


@pytest.fixture
def moving(context: object) -> Iterator[None]:
    """Pieces are seen to move."""
    context.pages[0].emulate_media(reduced_motion="no-preference")  # type: ignore[attr-defined]
    yield


def todo(table: TablePage) -> str:
    return str(table.page.locator(".status-todo").inner_text())


def test_what_is_to_be_done_is_said_for_each_part_of_a_turn(table: TablePage) -> None:
    table.open("Amazons", ["human", "human"], ["Board Size/6x6"])
    assert todo(table) == "Move a queen"
    table.play(table.position["moves"][0])
    table.shown()
    assert todo(table) == "Then: shoot a dot (part 2 of the turn)"


def test_a_piece_that_is_dragged_where_it_does_not_go_gets_an_answer(table: TablePage) -> None:
    table.open("Chess", ["human", "human"])
    page, sites = table.page, {site["label"]: site["ref"] for site in table.table["scene"]["sites"]}
    source, target = table.spot(sites["c1"]).bounding_box(), table.spot(sites["c2"]).bounding_box()
    assert source is not None and target is not None
    table.spot(sites["e2"]).drag_to(table.spot(sites["e5"]))
    notice = page.locator(".why-notice")
    notice.get_by_text("The pawn on e2 does not go to e5").wait_for()
    assert "(move" not in notice.locator("p").first.inner_text()
    assert notice.get_by_text("Show the rule").count() <= 1


def test_players_are_called_by_their_names(table: TablePage) -> None:
    table.open("Chess", ["human", "human"])
    sites = {site["label"]: site["ref"] for site in table.table["scene"]["sites"]}
    table.spot(sites["e7"]).click()
    table.spot(sites["e5"]).click()
    table.page.locator(".why-notice").get_by_text(
        "the pawn on e7 is Black's, and White is to move", exact=False
    ).wait_for()


def test_enter_confirms_a_move_where_one_wants_it(table: TablePage) -> None:
    table.page.add_init_script("localStorage.setItem('ludens.settings', JSON.stringify({ enter: true }))")
    table.open("Hex", ["human", "human"], ["Board Size/5x5"])
    first, second = (move["to"] for move in table.position["moves"][:2])
    table.spot(first).click()
    table.page.locator(".actions .btn-primary").wait_for()
    table.spot(second).click()
    assert table.position["ply"] == 0
    table.page.keyboard.press("Enter")
    table.until_past(0)
    table.shown()
    assert table.position["last"]["to"] == second


def test_the_last_turn_is_played_again(table: TablePage) -> None:
    table.open("Amazons", ["human", "random"], ["Board Size/6x6"])
    for _ in range(2):
        table.play(table.position["moves"][0])
    table.until(lambda: table.position["ply"] == 4 and bool(table.position["moves"]))
    table.shown()
    page, seen = table.page, list[str]()
    steps = page.locator(".navigation .ply")
    page.keyboard.press("l")
    table.until(lambda: (seen.append(steps.inner_text()) or seen[-1] == "4 / 4") and "2 / 4" in seen)
    assert [text for n, text in enumerate(seen) if text != seen[n - 1] or n == 0][-3:] == ["2 / 4", "3 / 4", "4 / 4"]


def test_what_takes_its_time_is_said(table: TablePage) -> None:
    table.page.add_init_script(
        """const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (data) { setTimeout(() => send.call(this, data), 700); };"""
    )
    table.open("Tic-Tac-Toe", ["human", "human"])
    table.spot(table.position["moves"][0]["to"]).click()
    table.page.get_by_text("Your move is on its way").wait_for()
    table.until_past(0)
    table.page.locator(".busy-notice").wait_for(state="hidden")


def test_a_reply_waits_until_the_own_move_has_been_seen(table: TablePage, moving: None) -> None:
    table.page.add_init_script("localStorage.setItem('ludens.settings', JSON.stringify({ pace: 'calm' }))")
    table.open("Kalah", ["human", "random"])
    table.page.evaluate(
        """() => {
          const ply = document.querySelector('.navigation .ply'), seeds = [];
          const look = () => {
            if (ply.textContent.startsWith('1 ')) seeds.push(...document.querySelectorAll('.flying-seed'));
            const left = seeds.filter((one) => one.isConnected).length;
            if (ply.textContent.startsWith('2 ')) document.body.dataset.flying ??= [seeds.length, left];
          };
          new MutationObserver(look).observe(ply, { childList: true, characterData: true, subtree: true });
        }"""
    )
    table.spot(table.position["moves"][0]["to"]).click()
    table.until(lambda: bool(table.page.evaluate("document.body.dataset.flying ?? ''")))
    flown, flying = map(int, table.page.evaluate("document.body.dataset.flying").split(","))
    assert flown > 0 and not flying, "seeds are sown one after another, and then the next move is shown"
