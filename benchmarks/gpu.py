"""Random games on a graphics card: moves really played a second, by how many games are played at once.

    python benchmarks/gpu.py [--device cuda] [--games Tic-Tac-Toe Hex ...] [--batches 1 1024 1048576] [--seconds 3]

Every game is played to its end with its whole rules, and only moves that were made count. Each line is the best of the
rounds that fit into the seconds, behind one that warms up; loading and compiling are apart. Before that, a few games
are compared with the host's. The games are those for which PGX and Ludax publish figures; their peaks, in millions of
steps a second as they count them, stand beside for scale.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Final

import numpy as np

import ludens
from ludens.gpu import Table, playouts_table

#: by game: the published peak of PGX or Ludax in millions of steps a second, see ../shared/peers
PEERS: Final = {
    "Tic-Tac-Toe": 408, "Connect Four": 207, "Hex": 121, "Yavalath": 117, "Reversi": 66, "Gomoku": 37,
}  # fmt: skip
BATCHES: Final = (1, 32, 1024, 32_768, 262_144, 1_048_576)
SEED: Final = 7


def compare(table: Table, count: int = 64) -> None:
    """Raise SystemExit where the device plays other games than the host."""
    played, wanted = table.play(SEED, 0, count), table.game.playouts(count, seed=SEED)
    sound = played.errors == 0
    same = np.array_equal(played.lengths[sound], wanted.lengths[sound])
    if not same or not np.array_equal(played.winners[sound], wanted.winners[sound]):
        raise SystemExit(f"{table.game.name}: the device plays other games than the host")


def measure(table: Table, batch: int, seconds: float) -> tuple[float, float]:
    """The most moves a second of a round of so many games, and the share of games that the device left to the host."""
    best, left, ends, first = 0.0, 0.0, time.perf_counter() + seconds, 0
    table.play(SEED, 0, batch)
    while not best or time.perf_counter() < ends:
        began = time.perf_counter()
        played = table.play(SEED, first, batch)
        spent = time.perf_counter() - began
        sound = played.errors == 0
        best = max(best, float(played.lengths[sound].sum()) / spent)
        left, first = max(left, 1 - float(sound.mean())), (first + batch) % (1 << 30)
    return best, left


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--games", nargs="+", default=list(PEERS), metavar="GAME")
    parser.add_argument("--batches", nargs="+", type=int, default=BATCHES, metavar="N")
    parser.add_argument("--seconds", type=float, default=3.0)
    arguments = parser.parse_args(words)
    print("game\tbatch\tmoves/s\tleft to the host\tpeer's peak")
    for name in arguments.games:
        table = playouts_table(ludens.load(name), arguments.device)
        compare(table)
        for batch in arguments.batches:
            speed, left = measure(table, batch, arguments.seconds)
            peer = f"{PEERS[name]}M" if name in PEERS else ""
            print(f"{name}\t{batch}\t{speed:,.0f}\t{left:.2%}\t{peer}", flush=True)


if __name__ == "__main__":
    main()
