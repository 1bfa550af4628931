"""The table of the library's games beside other programs.

    python -m tests.oracles                      every game that another program has, 20 games each
    python -m tests.oracles Oware Chess -n 200   some of them
    python -m tests.oracles --markdown           as docs/oracles.md has it

Exit code 1 where a game differs.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.oracles import ORACLES


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.oracles")
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("-n", "--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plies", type=int, default=300)
    parser.add_argument("--program", choices=list(ORACLES))
    parser.add_argument("--markdown", action="store_true")
    asked = parser.parse_args()
    if asked.markdown:
        print("| game | program | games | positions | ends | agreement |\n| --- | --- | ---: | ---: | ---: | --- |")
    failed = False
    for program, oracle in ORACLES.items():
        if asked.program in (None, program):
            for name in [one for one in oracle.names if not asked.names or one in asked.names]:
                began = time.monotonic()
                found = oracle.against(name, asked.games, asked.seed, asked.plies)
                failed |= not found.agrees
                verdict = "all" if found.agrees else f"{len(found.differences)} games differ"
                cells = [name, program, found.games, found.positions, found.ends, verdict]
                if asked.markdown:
                    print("|", " | ".join(map(str, cells)), "|", flush=True)
                else:
                    print(*cells, f"{time.monotonic() - began:.1f} s", sep="\t", flush=True)
                    print(*(f"    {one}" for one in found.differences), sep="\n", end="\n" if found.differences else "")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
