"""How large regions of Amazons are solved: random regions by size and shape, some seconds each.

Regions grow square by square on a board of ten columns, and of amazons one or two are put in. An open one grows
anywhere; a narrow one only where the new square has at most two neighbours in it, a thin one where it has one: those
are the hardest, for they have many dead ends. Times are of the processor, the limit is of the clock.

    python benchmarks/territory.py --sizes 20 30 40 --number 10 --seconds 10
"""

from __future__ import annotations

import argparse
import random
import time

from ludens.founding.amazons.filling import Region, fill
from ludens.founding.amazons.geometry import bits, border, neighbours

BOARD = 10
SHAPES = {"open": 8, "narrow": 2, "thin": 1}


def grown(squares: int, amazons: int, most: int, choose: random.Random) -> Region:
    """A region of so many empty squares; one in fifty squares may have more neighbours than `most`, so that it ends."""
    board = 1 << choose.randrange(BOARD * BOARD)
    while board.bit_count() < squares + amazons:
        site = choose.choice(list(bits(border(BOARD, board) & ~board)))
        if (neighbours(BOARD)[site] & board).bit_count() <= most or choose.random() < 0.02:
            board |= 1 << site
    own = sum(1 << site for site in choose.sample(list(bits(board)), amazons))
    return Region(BOARD, board & ~own, own)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[20, 30, 40])
    parser.add_argument("--number", type=int, default=10, help="regions of each kind")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each region")
    arguments = parser.parse_args()
    print(
        "| empty squares | shape | amazons | solved | median | longest | defective |\n| --- " * 1 + "| --- " * 6 + "|"
    )
    for squares in arguments.sizes:
        for shape, most in SHAPES.items():
            for amazons in (1, 2):
                print(_row(squares, shape, most, amazons, arguments), flush=True)


def _row(squares: int, shape: str, most: int, amazons: int, arguments: argparse.Namespace) -> str:
    choose = random.Random(squares * 100 + most * 10 + amazons)
    times, solved, defective = [], 0, 0
    for _ in range(arguments.number):
        region = grown(squares, amazons, most, choose)
        began = time.process_time()
        found = fill(region, arguments.seconds)
        times.append(time.process_time() - began)
        solved += found.is_exact
        defective += found.upper < squares
    times.sort()
    cells = [
        squares,
        shape,
        amazons,
        f"{solved} of {len(times)}",
        f"{times[len(times) // 2]:.3f} s",
        f"{times[-1]:.2f} s",
    ]
    return "| " + " | ".join(map(str, [*cells, defective])) + " |"


if __name__ == "__main__":
    main()
