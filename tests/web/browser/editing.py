"""How people write in the editor of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

_VIEW = """const { EditorView } = await import("/static/vendor/codemirror.js");
    const view = EditorView.findFromDOM(document.querySelector(".cm-editor"));"""


#: a small game without a mistake
SMALL = """(game "Small Line"
    (players 2)
    (equipment {
        (board (square 3))
        (piece "Disc" Each)
    })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))
    )
)
"""


def expect(locator: Locator) -> Any:
    """Playwright's assertions, which wait; imported late, since Playwright may be missing."""
    from playwright.sync_api import expect

    expect.set_options(timeout=30_000)  # a description may have to be compiled
    return expect(locator)


def area(page: Page) -> Locator:
    """Where one writes."""
    return page.get_by_role("textbox", name="Description of the game")


def write(page: Page, text: str) -> None:
    """Put a text in the place of all that is there."""
    area(page).focus()
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(text)


def written(page: Page) -> str:
    """The whole text, also where it is out of sight."""
    return str(page.evaluate(f"async () => {{ {_VIEW} return view.state.doc.toString(); }}"))


def await_text(page: Page, text: str) -> None:
    """Wait until this is the whole text: what is opened comes from the server."""
    page.wait_for_function(f"async (text) => {{ {_VIEW} return view.state.doc.toString() === text; }}", arg=text)


def put_caret(page: Page, at: int) -> None:
    """Put the caret before a character."""
    page.evaluate(f"async (anchor) => {{ {_VIEW} view.dispatch({{ selection: {{ anchor }} }}); view.focus(); }}", at)


def settled(page: Page, words: str = "No errors") -> None:
    """Wait until the page says this of the text."""
    expect(page.locator(".error-status")).to_have_text(words)
