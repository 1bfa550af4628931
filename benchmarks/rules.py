"""What each rule of the intermediate representation buys: games compiled and played with it, and without.

python benchmarks/rules.py [GAME ...]

Each line is a game with all rules, then without one: the processor time of emitting its fast module and of LLVM, the
bytes of object code, and the processor time of random games, as parts of those with all rules. A process is begun for
each, one after the other; the least of several rounds counts. The last lines are geometric means over the games.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import time

from ludens.game import Game
from ludens.stage.ir.rules import RULES

GAMES = [
    "Tic-Tac-Toe", "Hex", "Lasca", "Backgammon", "Oware", "Senet", "Go", "Havannah", "Hnefatafl", "Chess", "Shogi",
    "English Draughts", "Lines of Action", "Abalone", "Breakthrough", "Nine Men's Morris", "Konane", "Ludo", "Reversi",
    "Amazons",
]  # fmt: skip
ROUNDS, SECONDS = 3, 0.15
COLUMNS = ("emit", "LLVM", "bytes", "play")


def measured(name: str) -> dict[str, float]:
    """What one game takes in this process, by the rules in force."""
    import ludens
    from ludens.stage.engine import compile_ir

    game = ludens.load(name)
    emits, compiles, plays, number = [], [], [], 1
    for _ in range(ROUNDS):
        began = time.process_time()
        emitted = game.code.emitted()
        emits.append(time.process_time() - began)
    began = time.process_time()
    code = compile_ir(emitted.ir)
    compiles.append(time.process_time() - began)
    game.code.plain.best()
    while _played(game, number) < SECONDS:
        number *= 2
    for _ in range(ROUNDS):
        plays.append(_played(game, number) / number)
    return {"emit": min(emits), "LLVM": min(compiles), "bytes": len(code), "play": min(plays)}


def _played(game: Game, number: int) -> float:
    began = time.process_time()
    game.playouts(number, seed=1)
    return time.process_time() - began


def _apart(name: str, rule: str) -> dict[str, float]:
    """The same in a process of its own, without a rule."""
    environment = os.environ | {"LUDENS_WITHOUT": rule, "LUDENS_CACHE": "off"}
    command = [sys.executable, __file__, "--one", name]
    result: dict[str, float] = json.loads(
        subprocess.run(command, env=environment, check=True, capture_output=True).stdout
    )
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measured(options.one)))
        return
    logs: dict[tuple[str, str], list[float]] = {}
    print(f"{'game':20} {'without':8} " + " ".join(f"{column:>9}" for column in COLUMNS))
    for name in options.games:
        usual = _apart(name, "")
        figures = (f"{usual['emit']:9.3f}", f"{usual['LLVM']:9.2f}", f"{usual['bytes']:9.0f}", f"{usual['play']:9.2e}")
        print(f"{name:20} {'nothing':8} {' '.join(figures)}", flush=True)
        for rule in RULES:
            off = _apart(name, rule)
            parts = {column: off[column] / usual[column] for column in COLUMNS}
            print(f"{'':20} {rule:8} " + " ".join(f"{parts[column]:9.3f}" for column in COLUMNS), flush=True)
            for column, part in parts.items():
                logs.setdefault((rule, column), []).append(math.log(part))
    for rule in RULES:
        means = (math.exp(sum(logs[rule, column]) / len(logs[rule, column])) for column in COLUMNS)
        print(f"{'geometric mean':20} {rule:8} " + " ".join(f"{mean:9.3f}" for mean in means))


if __name__ == "__main__":
    main()
