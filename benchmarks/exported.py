"""How fast exported pages play in Chromium, beside this machine's own code on the same core.

python benchmarks/exported.py [GAME ...]

Random games in the page's worker and of the host take turns, on one core. Both play the same games, those of a seed.
Time is the processor's, as Linux tells it of the thread that plays, and the middle of several rounds counts: other work
on the core does not.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import tempfile
import time
from pathlib import Path
from statistics import median
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
    played_there(shown, 1)  # makes the worker
    rounds = [(_speed(*played(game, games)), _speed(*played_there(shown, games))) for _ in range(ROUNDS)]
    return median(host for host, _ in rounds), median(there for _, there in rounds)


def played(game: ludens.Game, games: int) -> tuple[int, float]:
    """Moves and seconds of random games of the host."""
    begun = time.process_time()
    result = game.playouts(games, seed=7, threads=1)
    return int(sum(result.lengths)), time.process_time() - begun


def played_there(shown: Any, games: int) -> tuple[int, float]:
    """The same in a page's worker."""
    begun = _worker_time()
    told = shown.evaluate("(count) => ludens.inWorker({ playouts: count, seed: 7n })", games)
    return sum(length for length, _ in told["games"]), _worker_time() - begun


def _worker_time() -> float:
    """The seconds of the processor that the newest worker of this program's browser has had; 0 before there is one."""
    parents = {path.name: _parent(path) for path in Path("/proc").glob("[0-9]*")}
    workers = dict[int, float]()
    for thread in Path("/proc").glob("[0-9]*/task/[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended
            if (thread / "comm").read_text().strip() == "DedicatedWorker" and _is_ours(thread.parts[2], parents):
                workers[int(thread.name)] = int((thread / "schedstat").read_text().split()[0]) / 1e9
    return workers[max(workers)] if workers else 0.0


def _parent(process: Path) -> str:
    """The number of a process's parent; "" where it has ended."""
    with contextlib.suppress(OSError):
        return (process / "stat").read_text().rpartition(")")[2].split()[1]
    return ""


def _is_ours(process: str, parents: dict[str, str]) -> bool:
    while process in parents and process != str(os.getpid()):
        process = parents[process]
    return process == str(os.getpid())


def _speed(moves: int, seconds: float) -> float:
    return moves / seconds


if __name__ == "__main__":
    main()
