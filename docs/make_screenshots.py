#!/usr/bin/env python3
"""Photograph the page for playing.md, into screenshots/, and for looks.md, into looks/.

The page: ten games in play, the analysis, a study, the editor, the library; and for looks.md thirty games at a table.
`boards` as an argument photographs those alone; names of pictures, such as `hex` or `boards shogi`, only these.

Needs `pip install 'ludens[dev]'` and Chromium. The games are played by tree search with a fixed number of playouts and
fixed seeds, so that the same games are shown each time.
"""

from __future__ import annotations

import io
import random
import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

import ludens
from ludens import agents
from ludens.game.trial import Recorder, write_trial

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests" / "web" / "browser"))

import editing  # noqa: E402
from serving import browse, serve  # noqa: E402
from watching import TablePage  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

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


def boards(browser: Browser, address: str, names: Sequence[str]) -> None:
    """Photograph the boards of looks.md, each at a table of a small window: all of them, or those that are named."""
    folder = HERE / "looks"
    folder.mkdir(exist_ok=True)
    context = browser.new_context(base_url=address, viewport={"width": 480, "height": 640}, reduced_motion="reduce")
    for name, plies in LOOKS.items():
        if names and slug(name) not in names:
            continue
        page = context.new_page()
        opened(page, name, drawn_trial(name, plies))
        if (show := page.get_by_role("button", name="Show the board")).count():
            show.click()
            page.wait_for_timeout(500)  # the board appears slowly
        page.mouse.move(0, 0)
        picture = Image.open(io.BytesIO(page.screenshot(animations="disabled")))
        picture.save(folder / f"{slug(name)}.webp", quality=82, method=6)
        page.close()
        sys.stdout.write(f"looks/{slug(name)}\n")


def drawn_trial(name: str, plies: int) -> str:
    """The trial file of a game after so many moves at random."""
    draw, game = random.Random(3), ludens.load(name)
    recorder, state = Recorder(game, RNG_STATE, name), game.start(rng_state=RNG_STATE)
    for _ in range(plies):
        if not state.is_over:
            moves = list(state.legal_moves())
            recorder.add(state.play(draw.choice(moves)), len(moves))
    return write_trial(recorder.trial(state))


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
    return opened(page, name, trial(name, options, plies))


def opened(page: Page, name: str, text: str) -> TablePage:
    """The table where a trial of a game goes on."""
    found = TablePage(page)
    answer = page.request.post("/api/tables/open", data={"trial": text}, timeout=120_000)
    assert answer.ok, f"{name}: {answer.text()}"
    page.goto(f"/table/{answer.json()['table']}")
    found.arrived()
    return found


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
    page.locator(".analysis-note", has_text=re.compile("playouts|positions|visits")).filter(
        has_not_text="so far"
    ).wait_for()


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
    page.locator(".error-status", has_text="No errors").wait_for()
    editing.put_caret(page, editing.written(page).index("Connected") + len("Con"))
    page.keyboard.press("Delete")
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
    PICTURES.mkdir(exist_ok=True)
    wanted = {slug(name): game(name, options, plies) for name, options, plies in GAMES}
    wanted |= {"analysis": analysis, "study": study, "editor": editor, "library": library}
    named = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as address, browse() as browser:
        if named[:1] in ([], ["boards"]):
            boards(browser, address, named[1:])
        if named[:1] == ["boards"]:
            return
        context = browser.new_context(
            base_url=address, viewport={"width": 1000, "height": 640}, reduced_motion="reduce"
        )
        for name, place in wanted.items():
            if not named or name in named:
                shoot(context.new_page(), place, name)


if __name__ == "__main__":
    main()
