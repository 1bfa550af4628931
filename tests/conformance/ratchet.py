#!/usr/bin/env python3
"""Hold every corpus game at the conformance level it has reached.

    python ratchet.py                         a sample of levels.tsv: the games marked `always`, and an even spread
    python ratchet.py --all                   every game with a level
    python ratchet.py --checks                in the checking mode: an access outside its object is an error
    python ratchet.py --update report.json    raise the levels from a report of `replay.py --json`; never lower one

`levels.tsv` lists a game a line: path, level, and `always` where it is in every sample. The levels are those of the
replay script in the folder of recorded games, which is no part of this repository: it is looked for in
`../shared/conformance` beside the repository, or where `--conformance` or LUDENS_CONFORMANCE says. Where it is missing
there is nothing to compare with, and the ratchet says so and succeeds.

A game that gives no answer in its time is asked once more, at the end, with more of it.

Exit code: 0 where no game fell, 1 where one did, gave no answer twice, or too few were judged in time, 2 for misuse.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
LEVELS_FILE = HERE / "levels.tsv"
LEVEL_NAMES = ["fails", "compiles", "starts", "partial", "replays", "exact"]
BATCH = 24  # games given to the worker processes at a time; the budget is looked at between two batches
SECONDS = 60.0  # for one game
MORE_SECONDS = 400.0  # for one that gave no answer in them: the machine may be a slow one, or busy


@dataclass(frozen=True)
class Entry:
    """One line of levels.tsv."""

    path: str
    level: int
    always: bool = False

    def line(self) -> str:
        return "\t".join([self.path, str(self.level), *(["always"] if self.always else [])])


def read_levels(file: Path) -> list[Entry]:
    """The committed levels; the first line is the heading."""
    rows = (line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()[1:] if line)
    return [Entry(row[0], int(row[1]), "always" in row[2:]) for row in rows]


def write_levels(file: Path, entries: list[Entry]) -> None:
    lines = ["path\tlevel\tsample", *(entry.line() for entry in sorted(entries, key=lambda entry: entry.path))]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def raised(entries: list[Entry], report: list[dict[str, Any]]) -> list[Entry]:
    """The entries with every level raised to the reported one where that is higher; unknown games are added."""
    known = {entry.path: entry for entry in entries}
    for result in report:
        old = known.get(result["path"], Entry(result["path"], 0))
        known[old.path] = replace(old, level=max(old.level, int(result["level"])))
    return list(known.values())


def sample(entries: list[Entry], size: int) -> list[Entry]:
    """Every game marked `always`, then an even spread of the others that have a level, `size` in all."""
    always = [entry for entry in entries if entry.always and entry.level > 0]
    others = [entry for entry in entries if not entry.always and entry.level > 0]
    wanted = min(len(others), max(0, size - len(always)))
    spread = [others[i * len(others) // wanted] for i in range(wanted)] if wanted else []
    return always + spread


def batches(tasks: list[Any], deadline: float) -> Iterator[list[Any]]:
    """The tasks, a batch at a time, until the deadline has passed."""
    for first in range(0, len(tasks), BATCH):
        if time.monotonic() >= deadline:
            return
        yield tasks[first : first + BATCH]


def judge_all(
    folder: Path, entries: list[Entry], jobs: int, budget: float, report: Callable[[dict[str, Any]], None]
) -> None:
    """Judge the games in processes of their own, so that a crash or a hang costs one game only.

    One that gave no answer is asked again behind all others, with more time.
    """
    sys.path.insert(0, str(folder))  # worker processes inherit it, and find the script's functions by their module
    replay = importlib.import_module("replay")
    corpus = folder / "corpus"
    tasks = {}
    for entry in entries:
        name = entry.path.removesuffix(".lud")
        tasks[entry.path] = (corpus / "lud" / entry.path, corpus / "trials" / f"{name}.json.xz", entry.path)
    late: list[str] = []

    def first(result: dict[str, Any]) -> None:
        if gave_no_answer(result):
            late.append(result["path"])
        else:
            report(result)

    for batch in batches(list(tasks.values()), time.monotonic() + budget):
        replay.run(batch, jobs, SECONDS, first)
    replay.run([tasks[path] for path in late], jobs, MORE_SECONDS, report)


def gave_no_answer(result: dict[str, Any]) -> bool:
    """Whether the script stopped waiting for a game: that says nothing of its level."""
    return str(result.get("why", "")).startswith("no answer")


def check(folder: Path, entries: list[Entry], jobs: int, budget: float, minimum: int) -> int:
    """Judge the entries, print what fell and what rose, and return the exit code."""
    levels = {entry.path: entry.level for entry in entries}
    fell: list[str] = []
    rose: list[str] = []
    judged: list[str] = []
    silent: list[str] = []

    def report(result: dict[str, Any]) -> None:
        path, level = result["path"], int(result["level"])
        if gave_no_answer(result):
            silent.append(path)
            print(f"{path}: {result['why']}", flush=True)
            return
        judged.append(path)
        if level < levels[path]:
            change = f"{path}: {LEVEL_NAMES[levels[path]]} -> {LEVEL_NAMES[level]}"
            fell.append(change)
            print(f"FELL {change}\n     {result.get('why', '')}", flush=True)
        elif level > levels[path]:
            rose.append(path)

    started = time.monotonic()
    judge_all(folder, entries, jobs, budget, report)
    print(f"{len(judged)} of {len(entries)} games judged in {time.monotonic() - started:.0f} s: "
          f"{len(fell)} fell, {len(rose)} rose, {len(silent)} gave no answer")  # fmt: skip
    if len(judged) < min(minimum, len(entries)):
        print(f"fewer than {minimum} games were judged within {budget:.0f} s")
        return 1
    return 1 if fell or silent else 0


def conformance_folder(given: Path | None) -> Path:
    """Where the recorded games lie."""
    if given is not None:
        return given
    named = os.environ.get("LUDENS_CONFORMANCE")
    return Path(named) if named else HERE.parents[2] / "shared" / "conformance"


def arguments(argv: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--conformance", type=Path, help="the folder of replay.py and the recorded games")
    parser.add_argument("--levels", type=Path, default=LEVELS_FILE)
    parser.add_argument("--all", action="store_true", help="every game with a level, not a sample")
    parser.add_argument("--sample", type=int, default=220, help="how many games to judge (default %(default)s)")
    parser.add_argument("--minimum", type=int, default=150, help="fail where fewer were judged in time")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--checks", action="store_true", help="replay in the checking mode (LUDENS_CHECKS=1)")
    parser.add_argument("--budget", type=float, default=1200.0, help="seconds after which no more games are begun")
    parser.add_argument("--update", type=Path, metavar="REPORT", help="raise levels from a report of replay.py --json")
    return parser.parse_args(argv)


def update(file: Path, report: Path) -> int:
    """Raise the levels in `file` and say how many rose."""
    before = read_levels(file) if file.exists() else []
    after = raised(before, json.loads(report.read_text(encoding="utf-8")))
    old = {entry.path: entry.level for entry in before}
    rose = [entry for entry in after if entry.level > old.get(entry.path, 0)]
    write_levels(file, after)
    counts = ", ".join(f"{sum(e.level >= n for e in after)} {LEVEL_NAMES[n]}" for n in (1, 2, 4, 5))
    print(f"{len(rose)} raised; at least: {counts}, of {len(after)}")
    return 0


def main(argv: list[str] | None = None) -> int:
    options = arguments(argv)
    if options.update:
        return update(options.levels, options.update)
    folder = conformance_folder(options.conformance)
    if not (folder / "replay.py").is_file():
        print(f"no recorded games at {folder}: nothing to hold")
        return 0
    if options.checks:
        os.environ["LUDENS_CHECKS"] = "1"  # worker processes inherit it
    entries = read_levels(options.levels)
    chosen = [entry for entry in entries if entry.level > 0] if options.all else sample(entries, options.sample)
    return check(folder, chosen, options.jobs, options.budget, options.minimum)


if __name__ == "__main__":
    sys.exit(main())
