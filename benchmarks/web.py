"""How fast the game table in the browser answers: first paint, moves, fifty games at once.

python benchmarks/web.py [GAME ...]
python benchmarks/web.py --visit

The server runs on one core, with a cache of compiled games that is warm. `--visit` measures the first visit instead,
with nothing kept and nothing compiled: seconds from the address of a page until Chromium shows all that is in its
window, pictures included.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import math
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

GAMES = ["Amazons", "Hex", "Chess", "Go", "Backgammon", "Oware", "Tic-Tac-Toe"]
MOVES, TABLES, SECONDS = 200, 50, 20.0
#: a browser loads these before it can draw
PAGE = ["/", "/static/base.css", "/static/play.css", "/static/app.js", "/static/play.js"]


@dataclass(frozen=True)
class Server:
    """A server that runs: its address, and its process."""

    address: str
    process: int

    def processor_seconds(self) -> float:
        """The seconds that a core has worked for it, which say more than others where the machine is busy."""
        try:
            with open(f"/proc/{self.process}/stat", encoding="ascii") as file:
                user, system = file.read().rpartition(")")[2].split()[11:13]
        except OSError:  # not Linux
            return math.nan
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def serving(core: int | None, cache: str | None = None) -> Iterator[Server]:
    """A server of its own, on one core, with a folder for compiled games."""
    with tempfile.TemporaryDirectory() as data:
        environment = os.environ | ({} if cache is None else {"LUDENS_CACHE": cache})
        command = [sys.executable, "-m", "ludens", "web", "--no-browser", "--port", "0", "--data", data]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            if core is not None and hasattr(os, "sched_setaffinity"):
                os.sched_setaffinity(process.pid, {core})
            assert process.stdout is not None
            address = next(word for word in process.stdout.readline().split() if word.startswith("http"))
            yield Server(address.rstrip("/"), process.pid)
        finally:
            process.terminate()
            process.wait(30)


@contextlib.asynccontextmanager
async def page(
    address: str, game: str, players: Sequence[str]
) -> AsyncIterator[tuple[ClientConnection, dict[str, Any]]]:
    """A page at a new table: its line, and the frame that it draws first."""
    async with httpx.AsyncClient(base_url=address, timeout=300) as client:
        answer = await client.post("/api/tables", json={"game": game, "players": list(players)})
        table = answer.raise_for_status().json()["table"]
    async with connect(f"ws{address[4:]}/ws/{table}", max_size=1 << 26, proxy=None) as line:
        yield line, json.loads(await line.recv())


async def first_paint(address: str, game: str) -> float:
    """Seconds until all is there that the first picture of a new game needs."""
    began = time.perf_counter()
    async with httpx.AsyncClient(base_url=address, timeout=300) as client:
        for path in PAGE:
            await client.get(path)
    async with page(address, game, ["human", "human"]):
        return time.perf_counter() - began


async def answers(address: str, game: str, count: int) -> list[float]:
    """Seconds between a move and the position after it, without thinking."""
    times: list[float] = []
    choose = random.Random(1)
    async with page(address, game, ["human"] * 2) as (line, frame):
        position = frame["position"]
        while len(times) < count:
            if position["over"] or not position["moves"]:
                await line.send(json.dumps({"type": "new"}))
            else:
                move = choose.choice(position["moves"])["index"]
                began = time.perf_counter()
                await line.send(json.dumps({"type": "play", "ply": position["ply"], "move": move}))
            while (told := json.loads(await line.recv()))["type"] not in ("position", "table"):
                pass
            if told["type"] == "position":
                times.append(time.perf_counter() - began)
            position = told["position"]
    return times


async def watch(address: str, game: str, seconds: float) -> tuple[int, int]:
    """Moves and errors at a table where random agents play, one game after the other."""
    moves = errors = 0
    end = time.perf_counter() + seconds
    async with page(address, game, ["random", "random"]) as (line, _):
        while (left := end - time.perf_counter()) > 0:
            try:
                told = json.loads(await asyncio.wait_for(line.recv(), left))
            except TimeoutError:
                break
            moves += told["type"] == "position"
            errors += told["type"] == "error"
            if told["type"] == "position" and told["position"]["over"]:
                await line.send('{"type": "new"}')
    return moves, errors


#: the pages of a first visit
VISITED = {"start page": "/", "library": "/library"}
#: whether all pictures that a page has asked for are drawn
COMPLETE = """() => {
  const pictures = [...document.querySelectorAll("main img")];
  const near = pictures.filter((picture) => picture.getBoundingClientRect().top < innerHeight);
  return pictures.length > 8 && near.every((picture) => picture.complete && picture.naturalWidth > 0);
}"""


def visit(rounds: int) -> None:
    """First visits: a new server, without games that were compiled before, and a new browser each time."""
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("LUDENS_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as driver:
        for name, path in VISITED.items():
            times = []
            for _ in range(rounds):
                with tempfile.TemporaryDirectory() as cache, serving(None, cache) as server:
                    browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                    page = browser.new_page(viewport={"width": 1280, "height": 800})
                    began = time.perf_counter()
                    page.goto(server.address + path)
                    page.wait_for_function(COMPLETE)
                    times.append(time.perf_counter() - began)
                    browser.close()
            print(
                f"{name}: complete after {statistics.median(times):.2f} s ({min(times):.2f} to {max(times):.2f})",
                flush=True,
            )


def shown(times: Sequence[float]) -> str:
    ordered = sorted(times)
    median, last = statistics.median(ordered), ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return f"median {median * 1000:.1f} ms, 99 % {last * 1000:.1f} ms, most {ordered[-1] * 1000:.1f} ms"


async def measure(server: Server, games: Sequence[str]) -> None:
    for game in games:
        paints = [await first_paint(server.address, game) for _ in range(3)]
        before = server.processor_seconds()
        played = await answers(server.address, game, MOVES)
        worked = (server.processor_seconds() - before) / MOVES * 1000
        paint = f"first paint {paints[0]:.2f} s, then {min(paints[1:]):.2f} s"
        print(f"{game:12} {paint}; a move {shown(played)}, {worked:.1f} ms of the processor", flush=True)
    await measure_many(server, games)


async def measure_many(server: Server, games: Sequence[str]) -> None:
    before = server.processor_seconds()
    tables = (watch(server.address, games[n % len(games)], SECONDS) for n in range(TABLES))
    watched = [asyncio.create_task(table) for table in tables]
    await asyncio.sleep(SECONDS / 4)
    played = await answers(server.address, games[0], MOVES)
    found = await asyncio.gather(*watched)
    moves, errors = (sum(column) for column in zip(*found, strict=True))
    worked = (server.processor_seconds() - before) / SECONDS
    rate = f"{moves / SECONDS:.0f} moves a second, {worked:.0%} of a core, {errors} errors"
    print(f"{TABLES} games of random agents: {rate}")
    print(f"a move at another table meanwhile: {shown(played)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--core", type=int, default=0, help="the core on which the server runs (0); -1 for all")
    parser.add_argument("--visit", type=int, nargs="?", const=5, metavar="ROUNDS", help="measure first visits (5)")
    arguments = parser.parse_args()
    if arguments.visit:
        visit(arguments.visit)
        return
    with serving(None) as server:  # fills the cache
        asyncio.run(warm(server.address, arguments.games))
    with serving(arguments.core if arguments.core >= 0 else None) as server:
        asyncio.run(measure(server, arguments.games))


async def warm(address: str, games: Sequence[str]) -> None:
    for game in games:
        await first_paint(address, game)


if __name__ == "__main__":
    main()
