"""Random playouts a second, beside the figures of the peers.

    python benchmarks/playouts.py [GAME ...] [--seconds S] [--peers figures.tsv]

Each game is loaded with an empty cache and played in one thread, after a warm-up, for about S seconds; lengths are
those of the games really played.
"""

from __future__ import annotations

import argparse
import csv
import math
import os
import sys
import tempfile
import time
from pathlib import Path

import ludens
import ludens.game

GAMES = [
    "Tic-Tac-Toe",
    "Amazons",
    "Connect Four",
    "Hex",
    "Reversi",
    "Breakthrough",
    "Gomoku",
    "English Draughts",
    "Nine Men's Morris",
    "Chess",
]
PEERS = Path(__file__).parents[2] / "shared" / "peers" / "figures.tsv"
PEER_COLUMNS = ("peer_rbg", "peer_openspiel_python")


def measure(name: str, seconds: float) -> tuple[float, float, float]:
    """Playouts a second, mean length, and the seconds from the name to the first playout."""
    began = time.perf_counter()
    game = ludens.load(name)
    rate = game.playouts(1, seed=0).playouts_per_second
    loaded = time.perf_counter() - began
    for _ in range(3):
        rate = game.playouts(max(1, int(rate * seconds / 10)), seed=1).playouts_per_second
    result = game.playouts(max(1, int(rate * seconds)), seed=2)
    return result.playouts_per_second, float(result.lengths.mean()), loaded


def read_peers(path: Path) -> dict[str, dict[str, str]]:
    if not path.exists():
        return {}
    with path.open(encoding="utf-8") as file:
        return {row["game"]: row for row in csv.DictReader(file, delimiter="\t")}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--peers", type=Path, default=PEERS)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as cache:
        os.environ["LUDENS_CACHE"] = cache
        table(arguments.games, arguments.seconds, read_peers(arguments.peers))
    return 0


def table(games: list[str], seconds: float, peers: dict[str, dict[str, str]]) -> None:
    """Print a row for each game as soon as it has been measured."""
    ratios: list[float] = []
    print("| game | playouts/s | length | load (s) | x reference | x fastest peer |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name in games:
        rate, length, loaded = measure(name, seconds)
        row = peers.get(name, {})
        reference = float(row.get("reference") or 0)
        fastest = max((float(row.get(column) or 0) for column in PEER_COLUMNS), default=0.0)
        ratios += [rate / reference] if reference else []
        shown = [f"{rate / x:.1f}" if x else "" for x in (reference, fastest)]
        print(f"| {name} | {rate:,.0f} | {length:.1f} | {loaded:.2f} | {shown[0]} | {shown[1]} |", flush=True)
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"\ngeometric mean of the ratios to the reference: {mean:.1f}")


if __name__ == "__main__":
    sys.exit(main())
