"""The editor in a real browser: slips are shown where they are, and a right description is drawn and played at once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from editing import SMALL, area, await_text, expect, put_caret, settled, write, written
from watching import BOTH_SIZES

from resting import rested

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.xdist_group("browser-pages")


@pytest.fixture
def editor(page: Page) -> Page:
    """The editor with the beginner's description, checked and drawn."""
    page.goto("/design")
    expect(page.locator(".error-status")).to_have_text("No errors")
    expect(page.locator(".editor-picture")).to_be_visible()
    return page


def picture(page: Page) -> str:
    return page.locator(".editor-picture").get_attribute("src") or ""


def test_slip_is_underlined_with_its_hint_and_mending_it_redraws(editor: Page) -> None:
    write(editor, SMALL.replace("(square 3)", "(squre 3)"))
    item = editor.locator(".error-item")
    expect(item).to_contain_text("Line 4")
    expect(item.locator(".error-hint")).to_contain_text("square")
    expect(editor.locator(".cm-lintRange-error")).to_have_text("(squre 3)")
    expect(editor.locator(".cm-lint-marker-error")).to_have_count(1)
    expect(area(editor)).to_have_attribute("aria-invalid", "true")
    expect(editor.get_by_role("button", name="Play it")).to_be_disabled()
    before = picture(editor)

    item.click()
    expect(area(editor)).to_be_focused()
    editor.keyboard.insert_text("(square 3)")
    expect(editor.locator(".error-status")).to_have_text("No errors")
    expect(editor.locator("h1")).to_contain_text("Small Line")
    expect(editor.locator(".cm-lintRange-error")).to_have_count(0)
    assert written(editor) == SMALL
    expect(editor.locator(".editor-picture")).not_to_have_attribute("src", before)


def test_pointing_at_an_underline_shows_the_message(editor: Page) -> None:
    write(editor, SMALL.replace("Line 3", "Lyne 3"))
    message = editor.locator(".error-message").first
    expect(message).to_be_visible()
    editor.locator(".cm-lintRange-error", has_text="Lyne").hover()
    tip = editor.locator(".cm-tooltip-lint")
    expect(tip).to_be_visible()
    assert tip.inner_text().split("\n")[0] in message.inner_text()


def test_board_follows_the_text_and_is_played(editor: Page) -> None:
    write(editor, SMALL)
    expect(editor.locator("h1")).to_contain_text("Small Line")
    before = picture(editor)
    write(editor, SMALL.replace("square 3", "hex 3"))
    expect(editor.locator(".editor-picture")).not_to_have_attribute("src", before)
    editor.get_by_role("button", name="Play it").click()
    editor.wait_for_url(re.compile(r"/table/"))


def test_board_beside_the_text_is_played_on_and_begins_anew_with_each_change(editor: Page) -> None:
    write(editor, SMALL)
    expect(editor.locator("h1")).to_contain_text("Small Line")
    editor.get_by_role("button", name="Try it here").click()
    status = editor.locator(".tryout-status")
    spots = editor.locator(".spot:not(.minor)")
    expect(spots).to_have_count(9)
    for site in (0, 3, 1, 4):
        editor.locator(f'.spot[data-ref="c:{site}"]').click()
        expect(status).to_contain_text("Last move")
        expect(editor.locator(f'.spot[data-ref="c:{site}"]')).to_have_attribute("aria-label", re.compile("last move"))
    editor.locator('.spot[data-ref="c:2"]').click()
    expect(status).to_contain_text("win")

    write(editor, SMALL.replace("square 3", "square 4"))
    expect(spots).to_have_count(16)
    write(editor, SMALL.replace("square 3", "squre 3"))
    expect(editor.locator(".error-item")).to_be_visible()
    expect(spots).to_have_count(16)
    editor.get_by_label("The machine plays the others").check()
    write(editor, SMALL)
    expect(spots).to_have_count(9)
    editor.locator('.spot[data-ref="c:4"]').click()
    expect(editor.locator('.spot[aria-label*="disc" i]')).to_have_count(2)


def test_completion_offers_the_defines_of_the_text(editor: Page) -> None:
    text = '(define "Whole Board" (sites Board))\n' + SMALL.replace("(sites Empty)", "")
    write(editor, text)
    put_caret(editor, text.index("(to ") + 4)
    editor.keyboard.type('("Who')
    expect(editor.get_by_role("option", name=re.compile("^Whole Board"))).to_be_visible()
    editor.keyboard.press("Tab")
    assert '(to ("Whole Board"' in written(editor)


def test_players_are_chosen_for_what_was_written_with_its_options(page: Page) -> None:
    page.goto("/design?game=Hex")
    expect(page.locator(".error-status")).to_have_text("No errors")
    page.get_by_label("Board Size").select_option("5x5")
    page.get_by_role("button", name="Choose players").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Board Size")).to_have_value("Board Size/5x5")
    dialog.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile("/table/"))
    expect(page.locator(".spot:not(.minor)")).to_have_count(25)


def test_file_is_opened(editor: Page) -> None:
    editor.get_by_role("button", name="Open").click()
    chosen = {"name": "Mine.lud", "mimeType": "text/plain", "buffer": SMALL.replace("\n", "\r\n").encode()}
    editor.locator("#open-file").set_input_files(chosen)
    expect(editor.locator("h1")).to_contain_text("Small Line")
    assert written(editor) == SMALL
    editor.reload()
    expect(editor.locator("h1")).to_contain_text("Small Line")


def test_completion_offers_ludemes_behind_a_bracket(editor: Page) -> None:
    write(editor, "")
    editor.keyboard.type("(gam")
    options = editor.get_by_role("option")
    expect(options.first).to_have_text(re.compile("^game"))
    editor.keyboard.press("Tab")
    assert written(editor) == "(game)"
    expect(editor.get_by_role("listbox")).to_have_count(0)


def test_completion_on_request_and_put_away(editor: Page) -> None:
    write(editor, "")
    editor.keyboard.type("(result M")
    expect(editor.get_by_role("listbox")).to_have_count(0)
    editor.keyboard.press("Control+Space")
    expect(editor.get_by_role("option", name=re.compile("^Mover")).first).to_be_visible()
    editor.keyboard.press("Escape")
    expect(editor.get_by_role("listbox")).to_have_count(0)
    assert written(editor) == "(result M)"


def test_ludeme_at_the_caret_is_explained(editor: Page) -> None:
    write(editor, SMALL)
    put_caret(editor, SMALL.index("players") + 2)
    expect(editor.locator(".doc-signature").first).to_contain_text("(players")


def test_lines_are_indented_and_escape_lets_go(editor: Page) -> None:
    write(editor, "")
    editor.keyboard.type("(a")
    editor.keyboard.press("Escape")
    editor.keyboard.press("Enter")
    assert written(editor) == "(a\n    \n)"
    editor.keyboard.press("Tab")
    assert written(editor) == "(a\n        \n)"
    editor.keyboard.press("Shift+Tab")
    assert written(editor) == "(a\n    \n)"
    editor.keyboard.press("Escape")
    editor.keyboard.press("Tab")
    expect(area(editor)).not_to_be_focused()


def test_undo_takes_back_what_completion_and_tab_did(editor: Page) -> None:
    start = written(editor)
    put_caret(editor, 0)
    editor.keyboard.press("Tab")
    assert written(editor) == "    " + start
    editor.keyboard.press("Control+z")
    assert written(editor) == start


def test_draft_outlives_a_reload(editor: Page) -> None:
    write(editor, SMALL)
    expect(editor.locator(".editor-saved")).to_have_text("Saved in this browser")
    editor.reload()
    expect(editor.locator("h1")).to_contain_text("Small Line")
    assert written(editor) == SMALL
    editor.get_by_role("button", name="Drafts").click()
    expect(editor.get_by_role("dialog").get_by_role("button", name=re.compile("^Small Line"))).to_be_visible()


def test_library_game_with_options_is_opened_and_downloaded(editor: Page) -> None:
    editor.get_by_role("button", name="Open").click()
    editor.get_by_label("Search").fill("hex")
    editor.keyboard.press("Enter")
    expect(editor.locator("h1")).to_contain_text("Hex")
    expect(editor.locator(".error-status")).to_have_text("No errors")
    before = picture(editor)
    editor.get_by_label("Board Size").select_option("5x5")
    expect(editor.locator(".editor-picture")).not_to_have_attribute("src", before)
    with editor.expect_download() as download:
        editor.get_by_role("button", name="Save", exact=True).click()
        editor.get_by_role("button", name="The text").click()
    assert download.value.suggested_filename == "Hex.lud"
    assert download.value.path().read_text(encoding="utf-8") == written(editor)


LEXED = r"""async (text) => {
    const { tokens } = await import("/static/editor-lex.js");
    return tokens(text).map(({ from, to, kind }) => [text.slice(from, to), kind]);
}"""


def test_tokens(editor: Page) -> None:
    assert editor.evaluate(LEXED, '(< a:-1 "s ( \\" x" <Size:n> #1 Mover) // (c') == [
        ["(", "bracket"],
        ["<", "head"],
        ["a:", "label"],
        ["-1", "number"],
        ['"s ( \\" x"', "string"],
        ["<", "angle"],
        ["Size:", "label"],
        ["n", "word"],
        [">", "angle"],
        ["#1", "hole"],
        ["Mover", "name"],
        [")", "bracket"],
        ["// (c", "comment"],
    ]


def test_colours_are_those_of_the_tokens_also_in_texts_over_several_lines(editor: Page) -> None:
    write(editor, '(< a:-1 "one\ntwo" #1 Mover) // (c')
    kinds = ["head", "label", "number", "string", "hole", "name", "comment"]
    assert {kind: editor.locator(f".token-{kind}").all_inner_texts() for kind in kinds} == {
        "head": ["<"],
        "label": ["a:"],
        "number": ["-1"],
        "string": ['"one', 'two"'],
        "hole": ["#1"],
        "name": ["Mover"],
        "comment": ["// (c"],
    }


def test_brackets_fold(editor: Page) -> None:
    write(editor, SMALL)
    editor.get_by_title("Fold line").nth(2).click()
    expect(editor.locator(".cm-foldPlaceholder")).to_have_count(1)
    expect(editor.locator(".cm-line", has_text="(board (square 3))")).to_have_count(0)
    expect(editor.locator(".cm-line", has_text="(rules")).to_have_count(1)


def test_near_miss_is_mended_by_a_click(editor: Page) -> None:
    write(editor, SMALL.replace("square 3", "squre 3"))
    editor.get_by_role("button", name="Change to square").click()
    settled(editor)
    assert written(editor) == SMALL


def test_text_is_formatted_and_names_are_followed_and_changed(editor: Page) -> None:
    text = '(define "Free" (sites Empty))\n' + SMALL.replace("(sites Empty)", '("Free")')
    write(editor, text.replace("\n    ", "\n  "))
    editor.get_by_role("button", name="Format").click()
    expect(editor.locator(".cm-line", has_text="(players 2)")).to_have_text("    (players 2)")
    put_caret(editor, written(editor).rindex("Free") + 1)
    editor.keyboard.press("F12")
    editor.wait_for_function("() => getSelection().toString().includes('Free')")
    editor.keyboard.press("F2")
    editor.get_by_label("New name").fill("Open Squares")
    editor.keyboard.press("Enter")
    expect(editor.locator(".token-string", has_text="Open Squares")).to_have_count(2)
    settled(editor)


def test_doubts_are_told_and_keep_nobody_from_playing(editor: Page) -> None:
    write(editor, '(define "Unused" (sites Board))\n' + SMALL)
    expect(editor.locator(".error-status")).to_have_text("No errors, 1 warning")
    expect(editor.locator(".error-item")).to_contain_text("Line 1")
    expect(editor.get_by_role("button", name="Play it")).to_be_enabled()


FREE = '(define "Free" (sites Empty))\n' + SMALL.replace("(sites Empty)", '("Free")')


def test_words_have_the_colours_of_what_they_are(editor: Page) -> None:
    write(editor, FREE.replace("Mover", "Mvoer").replace("(is Line", "(is Lien"))
    expect(editor.locator(".semantic-define")).to_have_text(['"Free"', '"Free"'])
    expect(editor.locator(".semantic-name").first).to_be_visible()
    write(editor, FREE.replace("(players 2)", "(plaiers 2)"))
    expect(editor.locator(".semantic-unknown")).to_have_text(["plaiers"])
    expect(editor.locator(".semantic-role")).to_have_text(["Each", "Mover"])


@BOTH_SIZES
def test_uses_of_a_name_and_the_outline_lead_into_the_text(editor: Page) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    write(editor, FREE)
    put_caret(editor, FREE.index("Free") + 1)
    editor.keyboard.press("Shift+F12")
    dialog = editor.get_by_role("dialog")
    expect(dialog.locator(".choose-item")).to_have_count(2)
    assert axe.run(editor).response["violations"] == []
    dialog.get_by_role("button", name="Line 9").click()
    expect(area(editor)).to_be_focused()
    assert "Free" in str(editor.evaluate("getSelection().toString()"))
    editor.get_by_role("button", name="Outline").click()
    expect(dialog.locator(".outline-item", has_text="rules").first).to_be_visible()
    assert axe.run(editor).response["violations"] == []
    dialog.locator(".outline-item", has_text="Disc").click()
    assert "Disc" in str(editor.evaluate("getSelection().toString()"))


@BOTH_SIZES
def test_a_draft_goes_with_its_history_to_another_browser(editor: Page, chromium: Browser, address: str) -> None:
    write(editor, SMALL)
    settled(editor)
    write(editor, SMALL.replace("square 3", "squre 3"))
    expect(editor.locator(".error-item")).to_be_visible()
    with editor.expect_download() as download:
        editor.get_by_role("button", name="Save", exact=True).click()
        editor.get_by_role("button", name="The draft with its history").click()
    assert download.value.suggested_filename == "Small Line.draft.json"
    other = chromium.new_context(base_url=address).new_page()
    other.goto("/design")
    settled(other)
    other.get_by_role("button", name="Open").click()
    other.locator("#open-file").set_input_files(
        {"name": "Small Line.draft.json", "mimeType": "application/json", "buffer": download.value.path().read_bytes()}
    )
    expect(other.locator(".error-item")).to_be_visible()
    other.get_by_role("button", name="History").click()
    rows = other.get_by_role("dialog").locator(".history-list .choose-item")
    expect(rows).to_have_count(2)
    rows.nth(1).click()
    other.get_by_role("button", name="Restore this version").click()
    await_text(other, SMALL)
    settled(other)
    other.get_by_role("button", name="Open").click()
    other.locator("#open-file").set_input_files({"name": "a.json", "mimeType": "text/plain", "buffer": b"{}"})
    expect(other.locator(".toast")).to_contain_text("a.json is no draft of ludens")
    assert written(other) == SMALL
    other.context.close()


@BOTH_SIZES
def test_a_draft_is_saved_as_a_file_and_opened_again(context: BrowserContext, viewport: tuple[int, int]) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    editor = context.new_page()  # one whose complaints are expected: it is refused a file
    editor.goto("/design")
    name = f"Saved {viewport[0]}"
    write(editor, SMALL.replace("Small Line", name))
    settled(editor)
    editor.get_by_role("button", name="Save", exact=True).click()
    rested(editor)
    assert axe.run(editor).response["violations"] == []
    editor.get_by_role("button", name=f"Save as {name}.lud").click()
    expect(editor.locator(".toast").last).to_contain_text(f"Saved as {name}.lud in ")
    saved = editor.request.get(f"/api/drafts/{name}").json()
    assert saved["text"] == written(editor)
    # another editor changes the file: it is not written over
    changed = {"name": name, "text": SMALL.replace("Small Line", f"{name} "), "stamp": saved["stamp"]}
    assert editor.request.post("/api/drafts", data=changed).ok
    write(editor, SMALL.replace("Small Line", name).replace("square 3", "square 4"))
    settled(editor)
    area(editor).press("Control+s")
    expect(editor.locator(".toast").last).to_contain_text("has been changed since you opened it")
    editor.get_by_role("button", name="Drafts").click()
    editor.get_by_role("dialog").get_by_role("button", name=f"{name} {name}.lud").click()
    await_text(editor, changed["text"])
    settled(editor)
