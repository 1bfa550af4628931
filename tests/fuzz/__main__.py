"""Run the fuzzers: `python -m fuzz`, in the folder `tests`, or `make fuzz`."""

from __future__ import annotations

import argparse
import itertools
import json
import secrets
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from fuzz.corpus_files import read
from fuzz.coverage import Coverage
from fuzz.driver import Input, Worker, working
from fuzz.findings import Findings
from fuzz.generators import AIMED, GENERATORS, aimed, numbered
from fuzz.outcome import Outcome


@dataclass
class Run:
    """How far a run is; kept in its folder, so that it can go on."""

    place: Path
    seed: int
    done: Counter[str] = field(default_factory=Counter)
    became: Counter[str] = field(default_factory=Counter)
    coverage: Coverage = field(default_factory=Coverage)

    @classmethod
    def of(cls, folder: Path, seed: int | None) -> Run:
        """The run of a folder, where it left off; another one where another seed is asked for."""
        place = folder / "run"
        if place.is_file():
            told = json.loads(place.read_text(encoding="utf-8"))
            if seed in (None, told["seed"]):
                counters = Counter(told["done"]), Counter(told["became"])
                return cls(place, told["seed"], *counters, Coverage.of(told["coverage"]))
        return cls(place, secrets.randbits(32) if seed is None else seed)

    def save(self) -> None:
        self.place.parent.mkdir(parents=True, exist_ok=True)
        told = {"seed": self.seed, "done": self.done, "became": self.became, "coverage": self.coverage.to_dict()}
        self.place.write_text(json.dumps(told))

    def next(self, generator: str) -> tuple[Input, str | None]:
        """The next input of a generator, and what it aims at: every other one at what was reached least."""
        number = self.done[generator]
        if generator not in AIMED or not number % 2:
            return numbered(generator, self.seed, number), None
        aim = self.coverage.rarest()
        return aimed(generator, self.seed, number, aim), aim

    def count(self, generator: str, outcome: Outcome, aim: str | None) -> None:
        if generator in AIMED:
            self.coverage.count(outcome, aim)
        self.done[generator] += 1
        self.became[f"{generator} {outcome.kind}"] += 1

    def told(self) -> str:
        return ", ".join(f"{name} {number}" for name, number in sorted(self.became.items()))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="fuzz", description="Feed ludens what strangers might, and keep what goes wrong."
    )
    parser.add_argument("generator", nargs="*", default=list(GENERATORS), help=f"which: {', '.join(GENERATORS)} (all)")
    parser.add_argument("--minutes", type=float, default=60, help="how long (60)")
    parser.add_argument("--inputs", type=int, default=sys.maxsize, help="how many of each generator at most")
    parser.add_argument("--seed", type=int, help="equal seeds make equal inputs; a run goes on with its own")
    parser.add_argument("--findings", type=Path, default=Path("build/fuzz"), help="where they are kept (build/fuzz)")
    parser.add_argument("--shorten", type=float, default=20, help="seconds to make a finding short (20)")
    parser.add_argument("--again", type=Path, nargs="+", help="handle these files, and say what becomes of each")
    given = parser.parse_args()
    for name in given.generator:
        if name not in GENERATORS:
            parser.error(f"there is no generator {name}")
    return given


def _steps(run: Run, generators: list[str], most: int, until: float) -> Iterator[tuple[str, int]]:
    """The generators in turn, with the number of the next input of each."""
    for name in itertools.cycle(generators):
        if time.monotonic() > until or all(run.done[one] >= most for one in generators):
            return
        if run.done[name] < most:
            yield name, run.done[name]


def _fuzz(given: argparse.Namespace, worker: Worker) -> int:
    run, found = Run.of(given.findings, given.seed), 0
    findings = Findings(given.findings, worker, given.shorten)
    print(f"seed {run.seed}, findings in {given.findings}", flush=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=None)
        for name, number in _steps(run, given.generator, given.inputs, time.monotonic() + 60 * given.minutes):
            one, aim = run.next(name)
            outcome = worker.handle(one)
            run.count(name, outcome, aim)
            if outcome.is_finding:
                found += 1
                origin = {"generator": name, "seed": run.seed, "number": number, "aim": aim}
                kept = findings.add(one, outcome, origin)
                if kept is not None:
                    print(f"{kept}: {str(outcome)[:300]}", flush=True)
            progress.update(task, description=run.told())
            if run.done.total() % 20 == 0:
                run.save()
    run.save()
    print(run.told())
    if run.coverage.played:
        print("\n".join(run.coverage.report()))
    return 1 if found else 0


def _again(places: list[Path], worker: Worker) -> int:
    outcomes = [(place, worker.handle(read(place))) for place in places]
    for place, outcome in outcomes:
        print(f"{place}: {str(outcome)[:500]}")
    return 1 if any(outcome.is_finding for _, outcome in outcomes) else 0


def main() -> int:
    given = _arguments()
    with working() as worker:
        return _again(given.again, worker) if given.again else _fuzz(given, worker)


if __name__ == "__main__":
    sys.exit(main())
