"""Choosing whom to play against: faces, a sentence, a level; searches and their times for experts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from watching import BOTH_SIZES, TablePage, give_seat

from resting import rested

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.xdist_group("browser-pages"), BOTH_SIZES]


def opened(page: Page, game: str = "Tic-Tac-Toe") -> Locator:
    """The dialog of a new game."""
    page.goto(f"/library?query={game.lower()}")
    page.get_by_role("button", name=game, exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.locator(".seat-who").first.wait_for()
    return dialog


def test_a_level_is_chosen_by_its_face(page: Page) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    dialog = opened(page)
    assert dialog.locator(".seat-who").all_inner_texts() == ["Human", "Cat, casual"]
    opponent = dialog.locator("details.seat").nth(1)
    cards = opponent.locator(".seat-card:visible")
    assert cards.count() == 9
    assert all(face.bounding_box() for face in opponent.locator(".seat-card .face").all())
    opponent.get_by_role("radio", name="Chick Beginner").check()
    assert "learnt the rules" in opponent.locator(".seat-told").inner_text()
    opponent.get_by_role("radio", name="Chick Beginner").press("ArrowRight")
    assert dialog.locator(".seat-who").nth(1).inner_text() == "Mouse, novice"
    assert not opponent.locator(".seat-time select").count()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        rested(page)
        found = axe.run(page)
        assert found.violations_count == 0, f"{scheme}: {found.generate_report()}"
    table = TablePage(page)
    dialog.get_by_role("button", name="Start").click()
    table.arrived()
    table.play_on(lambda moves: moves[0], plies=1)
    table.until_past(1)
    row = page.locator(".player", has_text="Mouse, novice")
    assert row.locator(".face").is_visible()
    assert [seat["who"] for seat in table.table["seats"]] == ["human", "level:2"]


def test_the_last_level_takes_a_time_and_so_do_searches(page: Page) -> None:
    dialog = opened(page)
    opponent, who = dialog.locator("details.seat").nth(1), dialog.locator(".seat-who").nth(1)
    opponent.get_by_role("radio", name="Dragon Master").check()
    opponent.get_by_label("Thinking time").select_option("200ms")
    assert who.inner_text() == "Dragon, master, 0.2 s"
    give_seat(dialog, "Player 2", "uct")
    assert who.inner_text() == "Monte-Carlo tree search, 1 s"
    opponent.get_by_label("Thinking time").select_option("200ms")
    assert not opponent.locator(".seat-card input:checked").count()
    dialog.get_by_role("button", name="Start").click()
    table = TablePage(page)
    page.wait_for_url(re.compile("/table/"))
    table.reload()
    assert [seat["who"] for seat in table.table["seats"]] == ["human", "uct:200ms"]
    dialog = opened(page)
    assert dialog.locator(".seat-who").nth(1).inner_text() == "Monte-Carlo tree search, 0.2 s"
    give_seat(dialog, "Player 2", "")
    assert dialog.locator(".seat-who").nth(1).inner_text() == "Cat, casual"


def test_players_of_a_table_are_changed(page: Page) -> None:
    table = TablePage(page)
    table.open("Tic-Tac-Toe", ["human", "human"])
    page.get_by_role("button", name="Players").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("details.seat").first.locator("summary").first.click()
    dialog.locator("details.seat").first.get_by_role("radio", name="Owl Expert").check()
    dialog.get_by_role("button", name="Apply").click()
    table.until_past(0)
    page.locator(".player", has_text="Owl, expert").wait_for()
