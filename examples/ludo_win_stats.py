"""How often each of pyludo's standard players wins, seats drawn anew for every game.

python examples/ludo_win_stats.py [--games N] [--seed S]
"""

import argparse
import random
import time
from collections import Counter

from ludens.ludo import LudoGame, LudoPlayerAggressive, LudoPlayerDefensive, LudoPlayerFast, LudoPlayerRandom


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, help="for the same games again")
    arguments = parser.parse_args()
    if arguments.games < 1:
        parser.error("--games wants a number from 1 on")
    random.seed(arguments.seed)

    players = [LudoPlayerRandom(), LudoPlayerFast(), LudoPlayerAggressive(), LudoPlayerDefensive()]
    wins: Counter[str] = Counter()
    began = time.perf_counter()
    for _ in range(arguments.games):
        random.shuffle(players)
        wins[players[LudoGame(players).play_full_game()].name] += 1
    seconds = time.perf_counter() - began

    for name, number in wins.most_common():
        print(f"{name:<12}{number:>6}{number / arguments.games:>8.1%}")
    print(f"{arguments.games / seconds:.0f} games a second")


if __name__ == "__main__":
    main()
