"""The loop of designing: an honest state, the old board until the new one, numbers, templates, tutorial, versions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from editing import SMALL, area, expect, settled, write, written
from watching import BOTH_SIZES

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Route

pytestmark = [pytest.mark.xdist_group("browser-pages"), BOTH_SIZES]


@pytest.fixture
def editor(page: Page) -> Page:
    """The editor with the beginner's description, compiled and measured."""
    page.goto("/design")
    settled(page)
    expect(page.locator(".measure").first).to_be_visible()
    return page


def hold(page: Page) -> list[Route]:
    """From now on what the page asks about its draft is not answered; the requests come to this list."""
    held: list[Route] = []
    page.route("**/api/design", lambda route: held.append(route))
    return held


def test_state_is_never_green_for_a_text_that_is_not_known(editor: Page) -> None:
    held = hold(editor)
    board = editor.locator(".editor-picture").get_attribute("src")
    area(editor).press("Control+Home")
    editor.keyboard.type("/")
    status = editor.locator(".error-status")
    expect(status).to_have_text("Changed")
    expect(status).not_to_have_class(re.compile("good"))
    expect(status).to_have_text("Checking")
    expect(editor.locator(".state-clock")).to_have_text(re.compile(r"^\d+ s$"))
    expect(editor.locator(".editor-picture")).to_have_attribute("src", board or "")
    expect(editor.get_by_role("region", name="In random games")).to_have_class(re.compile("measures-old"))
    expect(editor.get_by_role("button", name="Play it")).to_be_disabled()
    editor.get_by_role("button", name="Stop").click()
    expect(status).to_have_text("Stopped: this text has not been compiled")
    expect(editor.locator(".editor-picture")).to_have_attribute("src", board or "")
    assert len(held) == 1
    editor.unroute("**/api/design")
    write(editor, SMALL)
    settled(editor)
    expect(editor.locator(".editor-picture")).not_to_have_attribute("src", board or "")


def test_server_that_is_away_is_told_and_the_text_is_kept(context: BrowserContext) -> None:
    editor = context.new_page()  # one whose complaints are expected: it cannot reach its server
    editor.goto("/design")
    settled(editor)
    editor.route("**/api/design", lambda route: route.abort())
    write(editor, SMALL)
    expect(editor.locator(".error-status")).to_contain_text("cannot be reached")
    assert written(editor) == SMALL
    editor.unroute("**/api/design")
    editor.get_by_role("button", name="Compile it").click()
    settled(editor)


def test_numbers_follow_the_text_and_say_what_changed(editor: Page) -> None:
    write(editor, SMALL)
    settled(editor)
    expect(editor.locator(".measures-note")).to_have_text(re.compile(r"^[1-9][\d,]* games"))
    draws = editor.locator(".measure[data-name=draws]")
    expect(draws.locator(".measure-value")).to_have_text(re.compile(r"^1[0-9][.0-9]* %$"))
    write(editor, SMALL.replace("Line 3", "Line 2"))
    expect(draws.locator(".measure-value")).to_have_text(re.compile("^0.* %$"))
    expect(draws.locator(".measure-change-real")).to_contain_text("a real change")
    expect(editor.locator(".measures-pin")).to_contain_text("Keep comparing with the version of")


def test_every_family_has_a_template_that_is_opened(editor: Page) -> None:
    editor.get_by_role("button", name="New").click()
    dialog = editor.get_by_role("dialog")
    expect(dialog.locator(".choose-list li")).to_have_count(19)
    dialog.get_by_role("button", name=re.compile("^Little Hall")).click()
    settled(editor)
    expect(editor.locator("h1")).to_contain_text("Little Hall")
    assert "(board (square 5))" in written(editor)


def test_tutorial_writes_amazons_in_five_steps_and_checks_each(editor: Page) -> None:
    editor.get_by_role("button", name="New").click()
    editor.get_by_role("button", name="Learn it").click()
    following = editor.get_by_role("button", name="Next step")
    expect(editor.locator(".lesson-count")).to_have_text("Step 1 of 5")
    expect(following).to_be_disabled()
    # one's own way to write it will do
    rules = "(rules (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win))))"
    write(editor, f'(game "Mine" (players 2) (equipment {{(board (rectangle 10 10))}}) {rules})')
    expect(following).to_be_enabled()
    write(editor, written(editor).replace("10 10", "10 9"))
    expect(following).to_be_disabled()
    expect(editor.locator(".lesson-held")).to_have_count(1)
    for step in range(1, 5):
        editor.get_by_role("button", name="Show me").click()
        expect(following).to_be_enabled()
        following.click()
        expect(editor.locator(".lesson-count")).to_have_text(f"Step {step + 1} of 5")
        expect(following).to_be_disabled() if step < 4 else None
    editor.reload()
    expect(editor.locator(".lesson-count")).to_have_text("Step 5 of 5")
    editor.get_by_role("button", name="Hint").click()
    expect(editor.locator(".lesson-hint")).to_contain_text("metadata")
    editor.get_by_role("button", name="Show me").click()
    editor.get_by_role("button", name="Finish").click()
    expect(editor.locator(".lesson")).to_have_count(0)
    settled(editor)
    expect(editor.locator("h1")).to_contain_text("Amazons")


def test_versions_are_kept_compared_and_restored(editor: Page) -> None:
    write(editor, SMALL)
    settled(editor)
    write(editor, SMALL.replace("square 3", "squre 3"))
    expect(editor.locator(".error-item")).to_be_visible()
    editor.reload()
    expect(editor.locator(".error-item")).to_be_visible()
    editor.get_by_role("button", name="History").click()
    dialog = editor.get_by_role("dialog")
    rows = dialog.locator(".history-list .choose-item")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("Line 4")
    expect(rows.nth(1)).to_contain_text("No errors")
    rows.nth(1).click()
    expect(dialog.locator(".diff-gone")).to_contain_text("(square 3)")
    expect(dialog.locator(".diff-new")).to_contain_text("(squre 3)")
    dialog.get_by_role("button", name="Restore this version").click()
    settled(editor)
    assert written(editor) == SMALL
    editor.keyboard.press("Control+z")


def test_browser_that_keeps_nothing_says_so_and_the_text_stays(page: Page) -> None:
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };")
    page.goto("/design")
    settled(page)
    write(page, SMALL)
    expect(page.locator(".editor-saved")).to_contain_text("keeps nothing more: download your text")
    settled(page)
    assert written(page) == SMALL


def test_why_not_is_asked_by_clicks_and_shown_in_the_text(page: Page) -> None:
    page.goto("/design?game=Breakthrough")
    settled(page)
    page.get_by_role("button", name="Try it here").click()
    page.locator('.spot[data-ref="c:8"]').click()
    page.locator('.spot[data-ref="c:40"]').click()
    notice = page.locator(".why-notice")
    expect(notice).to_contain_text("Why not")
    notice.locator("summary").click()
    notice.get_by_role("button", name=re.compile(r"^Line \d+")).first.click()
    expect(area(page)).to_be_focused()
    assert str(page.evaluate("getSelection().toString()")).startswith("(")
