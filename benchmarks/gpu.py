"""Random games on a graphics card: moves really played a second, by how many games are played at once.

    python benchmarks/gpu.py [--device cuda] [--games Tic-Tac-Toe Hex ...] [--batches 1 1024 1048576] [--seconds 3]
    python benchmarks/gpu.py --emulate            a short run of the same kernels without a card
    python benchmarks/gpu.py --pack FOLDER        for a machine with nothing but Python and a driver: see gpu_away.py

Every game is played to its end with its whole rules, and only moves that were made count. Each line is the best of the
rounds that fit into the seconds, behind one that warms up; loading and compiling are apart. Before that, some games
are compared with the host's: the run ends where one differs. The games are those for which PGX and Ludax publish
figures; their peaks, in millions of steps a second as they count them, stand beside for scale.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

import ludens
from ludens.gpu import EMULATED, GAME_WORK, KERNEL, Table, playouts_table, ptx_of, stack_of
from ludens.gpu.kernel import ARGUMENTS
from ludens.stage.targets.cuda import ARCHITECTURES

#: by game: the published peak of PGX or Ludax in millions of steps a second, see ../shared/peers
PEERS: Final = {
    "Tic-Tac-Toe": 408, "Connect Four": 207, "Hex": 121, "Yavalath": 117, "Reversi": 66, "Gomoku": 37,
}  # fmt: skip
BATCHES: Final = (1, 32, 1024, 32_768, 262_144, 1_048_576)
#: those of a run without a card
EMULATED_BATCHES: Final = (1, 64)
SEED: Final = 7
#: how many games are compared with the host's, where they travel
COMPARED: Final = 4096


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


def pack(games: Sequence[str], folder: Path, compared: int = COMPARED) -> None:
    """Write the PTX of games for all kinds of cards, how it is run, and the host's results."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in games:
        table = playouts_table(ludens.load(name), EMULATED)
        wanted, file = table.game.playouts(compared, seed=SEED), name.lower().replace(" ", "-")
        code = {architecture: f"{file}.{architecture}.ptx" for architecture in ARCHITECTURES}
        stack = 0
        for architecture, place in code.items():
            text = ptx_of(table.kernel, architecture)
            stack = max(stack, stack_of(text))
            (folder / place).write_text(text, encoding="utf-8")
        told = {
            "game": name, "version": ludens.__version__, "kernel": KERNEL, "code": code,
            "arguments": [{"name": one, "type": kind} for one, kind in ARGUMENTS.items()],
            "thread_bytes": table.kernel.thread_bytes, "stack": stack, "seed": SEED, "work": GAME_WORK,
            "peer": f"{PEERS[name]}M" if name in PEERS else "",
            "winners": wanted.winners.tolist(), "lengths": wanted.lengths.tolist(),
        }  # fmt: skip
        (folder / f"{file}.json").write_text(json.dumps(told), encoding="utf-8")


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--games", nargs="+", default=list(PEERS), metavar="GAME")
    parser.add_argument("--batches", nargs="+", type=int, metavar="N")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--emulate", action="store_true", help="run the kernels here, in small batches")
    parser.add_argument("--pack", type=Path, metavar="FOLDER", help="write what has to travel, and measure nothing")
    arguments = parser.parse_args(words)
    if arguments.pack:
        pack(arguments.games, arguments.pack)
        return
    device, seconds = (EMULATED, 0.0) if arguments.emulate else (arguments.device, arguments.seconds)
    batches = arguments.batches or (EMULATED_BATCHES if arguments.emulate else BATCHES)
    print("game\tbatch\tmoves/s\tleft to the host\tpeer's peak")
    for name in arguments.games:
        table = playouts_table(ludens.load(name), device)
        compare(table)
        for batch in batches:
            speed, left = measure(table, batch, seconds)
            peer = f"{PEERS[name]}M" if name in PEERS else ""
            print(f"{name}\t{batch}\t{speed:,.0f}\t{left:.2%}\t{peer}", flush=True)


if __name__ == "__main__":
    main()
