"""How many games of a folder in the Game Description Language can be imported and played as their rules say.

    python benchmarks/gdl.py FOLDER [--every N] [--steps 20] [--seconds 30]

A random game of each description goes beside the machine that plays the rules as they stand: the same moves, facts and
ends. Prints a table of counts, and what stops the others. The files are not ours and are not in the repository:
https://github.com/ggp-org/ggp-repository has them.
"""

from __future__ import annotations

import argparse
import collections
import random
import re
import signal
import sys
from pathlib import Path

import ludens
from ludens.imports import gdl


def compared(path: Path, steps: int) -> None:
    """Play one random game beside the machine. Raises AssertionError where they differ."""
    rules = gdl.read(path.read_text(encoding="utf-8", errors="replace"), path.name)
    imported = gdl.described(rules, path.stem, path.name)
    machine, game = gdl.Machine(gdl.grounded(rules, path.name)), ludens.load(imported.text)
    state, position, choose = game.start(seed=0), machine.start, random.Random(1)
    moves: dict[str, gdl.Term] = {}
    for _ in range(steps):
        if state.is_over:
            break
        role, legal = imported.roles[state.mover - 1], machine.legal(position)
        ours = {imported.actions[role][move.to_site]: move for move in state.legal_moves() if move.to_site >= 0}
        assert ours.keys() == {*legal[role]}, "other moves"
        moves[role] = choose.choice(sorted(ours, key=str))
        state.play(ours[moves[role]])
        taken = {row[1] for row in state.sites()}
        if any(site in taken for actions in imported.actions.values() for site in actions):
            continue
        for other in imported.roles:
            if other not in moves:
                assert len(legal[other]) == 1, "a role with a choice was passed over"
                moves[other] = legal[other][0]
        position, moves = machine.next(position, moves), {}
        assert {fact for fact, site in imported.facts.items() if site in taken} == position, "other facts"
        assert machine.is_terminal(position) == state.is_over, "another end"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take each N-th file only")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=30, help="the processor time for one game")
    arguments = parser.parse_args()

    def late(*_: object) -> None:
        raise TimeoutError("too slow")

    signal.signal(signal.SIGVTALRM, late)
    counts = collections.Counter[str]()
    for path in sorted(arguments.folder.rglob("*.kif"))[:: arguments.every]:
        signal.setitimer(signal.ITIMER_VIRTUAL, arguments.seconds)
        try:
            compared(path, arguments.steps)
            counts["agrees"] += 1
        except Exception as error:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            message = str(error).splitlines()[0] if str(error) else type(error).__name__
            counts[re.sub(r"^[^ ]+:\d+: |\d[\d,]*|'[^']*'", "...", message)[:90]] += 1
            print(f"{path.stem}: {type(error).__name__}: {str(error)[:200]}", file=sys.stderr, flush=True)
        else:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            print(f"{path.stem}: agrees", file=sys.stderr, flush=True)
    print("| what | games |\n| --- | --- |")
    for name, number in counts.most_common():
        print(f"| {name} | {number} |")


if __name__ == "__main__":
    main()
