"""Chromium, and pages in it that were opened from a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.export.pages import CHROMIUM, made

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("Chromium is missing")
    driving = pytest.importorskip("playwright.sync_api")
    with driving.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def opened(chromium: Browser, tmp_path: Path) -> Iterator[Callable[[str], Page]]:
    """Opens the page of a game from a file; whatever the browser complains of fails the test."""
    complaints: list[str] = []
    context = chromium.new_context(offline=True, viewport={"width": 1200, "height": 800})

    def open_(name: str) -> Page:
        file = tmp_path / "game.html"
        file.write_text(made(name), encoding="utf-8")
        shown = context.new_page()
        shown.on("pageerror", lambda error: complaints.append(str(error)))
        shown.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        shown.goto(file.as_uri())
        shown.wait_for_selector("body[data-plies='0']")
        return shown

    yield open_
    context.close()
    assert not complaints
