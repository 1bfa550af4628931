#!/usr/bin/env python3
"""Photograph the page for playing.md, into screenshots/, and draw the thirty boards of looks.md, into looks/.

The page: ten games in play, the analysis, a study, the editor, the library. `boards` as an argument draws those alone.

Needs `pip install 'ludens[dev]'` and Chromium. The games are played by tree search with a fixed number of playouts and
fixed seeds, so that the same games are shown each time.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import ludens
from ludens import agents, render
from ludens.game.trial import Recorder, write_trial

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests" / "web" / "browser"))

from serving import browse, serve  # noqa: E402
from watching import TablePage  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Page

PICTURES = HERE / "screenshots"
PLAYOUTS = 400
RNG_STATE = bytes(range(1, 9))

#: the scholar's mate, with a mark
STUDY = "1. e4 {[%cal Gd2d4]} e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# *"

#: game, options, how many moves have been played
GAMES: list[tuple[str, list[str], int]] = [
    ("Amazons", [], 24),
    ("Greener", [], 12),
    ("Ludo", [], 90),
    ("Connect Four", [], 17),
    ("Hex", [], 22),
    ("Chess", [], 21),
    ("Go", ["Board Size/9x9"], 26),
    ("Backgammon", [], 40),
    ("Hnefatafl", [], 18),
    ("Oware", [], 12),
]

#: the boards of looks.md: game, and how many moves were played at random
LOOKS: dict[str, int] = {
    "Shogi": 0, "Xiangqi": 0, "Janggi": 0, "Dobutsu Shogi": 4, "Tori Shogi": 0, "Chess": 0, "Makruk": 0,
    "Courier Chess": 0, "International Draughts": 0, "Turkish Draughts": 0, "Lasca": 16, "Hnefatafl": 0, "Go": 60,
    "Reversi": 20, "Connect Four": 16, "Quarto": 6, "Hex": 30, "Oware": 4, "Hus": 6, "Backgammon": 0, "Senet": 0,
    "Royal Game of Ur": 12, "Ludo": 60, "Snakes and Ladders": 12, "Bagh-Chal": 14, "Fox and Geese": 0, "Adugo": 0,
    "Nine Men's Morris": 14, "Tower of Hanoi": 0, "Barrage": 12, "Peg Solitaire": 6, "Dots and Boxes": 24,
}  # fmt: skip


def boards() -> None:
    """Draw the boards of looks.md."""
    folder = HERE / "looks"
    folder.mkdir(exist_ok=True)
    for name, plies in LOOKS.items():
        draw, state = random.Random(3), ludens.load(name).start(seed=3)
        for _ in range(plies):
            if not state.is_over:
                state.play(draw.choice(list(state.legal_moves())))
        picture = render.png(render.svg(state, size=360, captions=False))
        (folder / f"{slug(name)}.png").write_bytes(picture)
        sys.stdout.write(f"looks/{slug(name)}\n")


def slug(name: str) -> str:
    """The name of a picture's file."""
    return name.lower().replace(" ", "-").replace("'", "")


def trial(name: str, options: list[str], plies: int) -> str:
    """The trial file of a game after so many moves."""
    game = ludens.load(name, options=options)
    recorder = Recorder(game, RNG_STATE, name)
    state = game.start(rng_state=RNG_STATE)
    agent = agents.make(f"uct:{PLAYOUTS}", game, seed=1)
    for _ in range(plies):
        if state.is_over:
            break
        choices = len(state.legal_moves())
        recorder.add(state.play(agent.choose(state)), choices)
    return write_trial(recorder.trial(state))


def table(page: Page, name: str, options: list[str], plies: int) -> TablePage:
    """The table of such a game."""
    opened = TablePage(page)
    answer = page.request.post("/api/tables/open", data={"trial": trial(name, options, plies)}, timeout=120_000)
    page.goto(f"/table/{answer.json()['table']}")
    opened.arrived()
    return opened


def game(name: str, options: list[str], plies: int) -> Callable[[Page], None]:
    """What brings a page to such a table."""

    def go(page: Page) -> None:
        table(page, name, options, plies)

    return go


def analysis(page: Page) -> None:
    page.set_viewport_size({"width": 1000, "height": 800})
    table(page, "Amazons", ["Board Size/6x6"], 6)
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_label("Show what the machine thinks").check()
    page.locator(".analysis-note", has_text="playouts").filter(has_not_text="so far").wait_for()


def study(page: Page) -> None:
    page.set_viewport_size({"width": 1000, "height": 700})
    answer = page.request.post("/api/studies", data={"game": "Chess", "file": STUDY}, timeout=120_000)
    page.goto(f"/analysis/{answer.json()['table']}")
    page.get_by_role("tab", name="Review").click()
    page.get_by_label("Time of the review").select_option("0.3")
    page.get_by_role("button", name="Review this line").click()
    page.locator(".study-summary", has_text="8 of 8").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator(".ply", has_text="1 / 7").wait_for()


def editor(page: Page) -> None:
    page.goto("/design?game=Hex")
    page.locator(".measure").first.wait_for()
    page.get_by_text("Connected", exact=True).first.dblclick()
    page.keyboard.insert_text("Conected")
    page.locator(".error-item").wait_for()


def library(page: Page) -> None:
    page.goto("/library")
    page.locator(".library-picture[src]").nth(3).wait_for()
    page.wait_for_timeout(8_000)  # pictures of games that were not compiled before come later


def shoot(page: Page, place: Callable[[Page], None], name: str) -> None:
    place(page)
    page.screenshot(path=PICTURES / f"{name}.png", animations="disabled")
    sys.stdout.write(f"{name}\n")


def main() -> None:
    if sys.argv[1:] in ([], ["boards"]):
        boards()
    if sys.argv[1:] == ["boards"]:
        return
    PICTURES.mkdir(exist_ok=True)
    wanted = {slug(name): game(name, options, plies) for name, options, plies in GAMES}
    wanted |= {"analysis": analysis, "editor": editor, "library": library}
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as address, browse() as browser:
        context = browser.new_context(
            base_url=address, viewport={"width": 1000, "height": 640}, reduced_motion="reduce"
        )
        for name, place in wanted.items():
            if not sys.argv[1:] or name in sys.argv[1:]:
                shoot(context.new_page(), place, name)


if __name__ == "__main__":
    main()
