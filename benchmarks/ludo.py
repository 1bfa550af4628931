"""Games of Ludo a second, beside pyludo's: native playouts, and games between players written in Python.

    python benchmarks/ludo.py [--seconds S]

All in one thread, after a warm-up. Seconds are those of the processor, so that a busy machine counts little.
"""

from __future__ import annotations

import argparse
import random
import time

import ludens
from ludens.founding.ludo import LudoGame
from ludens.founding.ludo.players import STANDARD_PLAYERS

#: games of random players a second that pyludo plays on one core
PYLUDO = 31
#: what native playouts have to reach, as a multiple of that
WANTED = 500


def native(seconds: float) -> float:
    """Random games a second of the compiled game."""
    game = ludens.load("Ludo")
    game.playouts(100, seed=0)
    games, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        games += len(game.playouts(1000, seed=games).winners)
    return games / (time.process_time() - began)


def in_python(kind: type, seconds: float) -> float:
    """Games a second between four players of a class."""
    random.seed(1)
    LudoGame([kind() for _ in range(4)]).play_full_game()
    games, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        LudoGame([kind() for _ in range(4)]).play_full_game()
        games += 1
    return games / (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each row")
    seconds = parser.parse_args().seconds

    def row(name: str, rate: float) -> None:
        print(f"{name:<28}{rate:>12,.0f}{rate / PYLUDO:>12,.1f}")

    print(f"{'':<28}{'games/s':>12}{'of pyludo':>12}")
    rate = native(seconds)
    row("native playouts", rate)
    for kind in STANDARD_PLAYERS:
        row(f"LudoGame, {kind.name} players", in_python(kind, seconds))
    print(f"native playouts are to reach {WANTED} times pyludo: {'yes' if rate >= WANTED * PYLUDO else 'no'}")


if __name__ == "__main__":
    main()
