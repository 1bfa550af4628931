"""How fast exported pages play in Chromium, beside this machine's own code on the same core.

python benchmarks/exported.py [GAME ...]

Random games in the page's worker and of the host take turns, on one core, and the fastest of several rounds counts,
which other work on the core disturbed least. Both play the same games, those of a seed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import ludens
from ludens.export import page

GAMES = ["Amazons", "Chess", "Hex", "Ludo", "Oware", "Nine Men's Morris"]
ROUNDS, SECONDS = 9, 0.3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--core", type=int, default=min(os.sched_getaffinity(0)))
    options = parser.parse_args()
    os.sched_setaffinity(0, {options.core})
    chromium = os.environ.get("LUDENS_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    print(f"{'game':20} {'page, kB':>9} {'host, moves/s':>14} {'page, moves/s':>14} {'part':>6}")
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name in options.games:
            text = page(ludens.load(name))
            file = Path(folder, "game.html")
            file.write_text(text, encoding="utf-8")
            shown = browser.new_page()
            shown.goto(file.as_uri())
            shown.wait_for_selector("body[data-plies='0']")
            host, there = measured(ludens.load(name), shown)
            print(f"{name:20} {len(text) / 1000:9.0f} {host:14,.0f} {there:14,.0f} {there / host:6.2f}", flush=True)
            shown.close()
        browser.close()


def measured(game: ludens.Game, shown: Any) -> tuple[float, float]:
    """Moves a second, of the host and of a page."""
    games = 8
    while played(game, games)[1] < SECONDS:
        games *= 2
    rounds = [(_speed(*played(game, games)), _speed(*played_there(shown, games))) for _ in range(ROUNDS)]
    return max(host for host, _ in rounds), max(there for _, there in rounds)


def played(game: ludens.Game, games: int) -> tuple[int, float]:
    """Moves and seconds of random games of the host."""
    begun = time.perf_counter()
    result = game.playouts(games, seed=7, threads=1)
    return int(sum(result.lengths)), time.perf_counter() - begun


def played_there(shown: Any, games: int) -> tuple[int, float]:
    """The same in a page's worker."""
    told = shown.evaluate("(count) => ludens.inWorker({ playouts: count, seed: 7n })", games)
    return sum(length for length, _ in told["games"]), told["seconds"]


def _speed(moves: int, seconds: float) -> float:
    return moves / seconds


if __name__ == "__main__":
    main()
