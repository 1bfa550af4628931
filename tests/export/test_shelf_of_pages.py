"""A folder of pages, opened from its index as people do, without a server or a network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import ludens
from ludens.cli import main
from tests.export.pages import SHOWN, plies

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytest.importorskip("ziglang")

#: those of docs/exporting.md
SHELF = ["Amazons", "Chess", "Hex", "Ludo", "Oware", "Go", "Reversi", "Senet", "Gomoku", "Lasca"]
MOVES = 6


@pytest.mark.browser
@pytest.mark.slow
def test_ten_games_are_opened_from_their_index_and_played(chromium: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "shelf"
    assert main(["export", *SHELF, "--dir", str(folder)]) == 0
    complaints: list[str] = []
    context = chromium.new_context(offline=True)
    shown = context.new_page()
    shown.on("pageerror", lambda error: complaints.append(str(error)))
    shown.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    shown.goto((folder / "index.html").as_uri())
    assert shown.locator("li a").all_inner_texts() == sorted(SHELF)
    for name in SHELF:
        shown.get_by_role("link", name=name, exact=True).click()
        shown.wait_for_selector("body[data-plies='0']")
        assert shown.title() == shown.locator("h1").inner_text() == name
        shown.evaluate("ludens.plies = [{ state: ludens.engine.start(11n), moves: [] }], ludens.show()")
        state = ludens.load(name).start(seed=11)
        for number in range(MOVES):
            index = number * 7919 % len(state.legal_moves())
            shown.evaluate("(index) => ludens.play(ludens.moves[index])", index)
            state.play(state.legal_moves()[index])
        assert plies(shown) == MOVES
        assert bytes(shown.evaluate("[...ludens.state]")) == state.tobytes()
        assert bool(shown.evaluate(SHOWN)) == any(row[3] for row in state.sites())
        shown.go_back()
    context.close()
    assert not complaints
