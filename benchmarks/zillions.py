"""How many games of a folder of Zillions rules files can be imported, compiled and played; what stops the others.

    python benchmarks/zillions.py FOLDER [--every N] [--variants] [--plies 100] [--seconds 60]

Prints a table of counts, and the constructs that were not said, the most frequent first. The files are not ours and are
not in the repository: https://github.com/DagazProject/DagazProject.github.io has some four hundred.
"""

from __future__ import annotations

import argparse
import collections
import random
import re
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import ludens
from ludens.imports import zillions
from ludens.imports.ini import ImportFailed


def included_from(folder: Path) -> Callable[[str], str | None]:
    def included(name: str) -> str | None:
        path = folder / name.replace("\\", "/")
        return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else None

    return included


def imported(path: Path, *, all_variants: bool) -> Iterator[tuple[str, zillions.Imported | Exception]]:
    text = path.read_text(encoding="utf-8", errors="replace")
    try:
        games = zillions.read(text, path.name, included_from(path.parent))
    except ImportFailed as error:
        yield path.stem, error
        return
    for title in list(games) if all_variants else list(games)[:1]:
        try:
            yield f"{path.stem}: {title}", zillions.described(games[title])
        except Exception as error:
            yield f"{path.stem}: {title}", error


def played(text: str, plies: int) -> int:
    """The plies of a random game, which begins anew where it ends."""
    game = ludens.load(text)
    choose, count = random.Random(1), 0
    state = game.start(seed=1)
    while count < plies:
        if state.is_over:
            state = game.start(seed=count)
            if state.is_over:
                raise ValueError("the game is over at the start")
        moves = state.legal_moves()
        state.play(moves[choose.randrange(len(moves))])
        count += 1
    return count


def construct(message: str) -> str:
    """What a remark is about, without its place and names."""
    plain = re.sub(r"^[^ ]+:\d+: ", "", message)
    plain = re.sub(r"a (move|drop) of .+? is left out: ", r"a \1 is left out: ", plain)
    return re.sub(r"'[^']*'|\"[^\"]*\"", "...", plain)[:100]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take each N-th file only")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first file to take")
    parser.add_argument("--variants", action="store_true", help="all games of a file, not the first only")
    parser.add_argument("--plies", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=60, help="the processor time for one game")
    arguments = parser.parse_args()

    def late(*_: object) -> None:
        raise TimeoutError("too slow")

    signal.signal(signal.SIGVTALRM, late)
    counts, kinds, stops = (collections.Counter[str]() for _ in range(3))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        for path in sorted(arguments.folder.rglob("*.zrf"))[arguments.first :: arguments.every]:
            signal.setitimer(signal.ITIMER_VIRTUAL, arguments.seconds)
            try:
                for name, result in imported(path, all_variants=arguments.variants):
                    signal.setitimer(signal.ITIMER_VIRTUAL, arguments.seconds)
                    counts["games"] += 1
                    if isinstance(result, Exception):
                        counts["no description"] += 1
                        stops[construct(str(result)) or type(result).__name__] += 1
                        print(f"{name}: {type(result).__name__}: {result}", file=sys.stderr, flush=True)
                        continue
                    counts["described"] += 1
                    counts["whole"] += not result.remarks
                    for one in {construct(remark) for remark in result.remarks}:
                        kinds[one] += 1
                    try:
                        played(result.text, arguments.plies)
                        counts["played"] += 1
                        counts["whole and played"] += not result.remarks
                        print(f"{name}: played", file=sys.stderr, flush=True)
                    except Exception as error:
                        stops[construct(str(error).splitlines()[0])] += 1
                        print(f"{name}: {type(error).__name__}: {str(error)[:300]}", file=sys.stderr, flush=True)
            except TimeoutError:
                stops["too slow"] += 1
                print(f"{path.stem}: too slow", file=sys.stderr, flush=True)
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    finally:
        for title, table in (("count", counts), ("not said, in games", kinds), ("stopped", stops)):
            print(f"\n| {title} | games |\n| --- | --- |")
            for name, number in table.most_common():
                print(f"| {name} | {number} |")


if __name__ == "__main__":
    main()
