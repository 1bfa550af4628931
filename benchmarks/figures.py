"""Renew the tables of docs/figures.md from runs of `ludens bench`.

    python benchmarks/figures.py commands                     the commands that measure what the tables show
    python benchmarks/figures.py sweep --against TREE         the command that compares two trees in all recorded games
    python benchmarks/figures.py tables RUN.json..            write the tables of these runs into the page

Each table stands between `<!-- table: NAME -->` and `<!-- end -->`. A run fills those of the suites that it has; the
others stay. The recorded games and the figures of other engines lie in `../shared` beside the repository.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from ludens.bench.report import Report
from ludens.bench.rows import OWN, Row
from ludens.bench.statistics import median

HERE = Path(__file__).resolve().parents[1]
PAGE = HERE / "docs" / "figures.md"
#: beside the repository, or where LUDENS_SHARED says
SHARED = Path(os.environ.get("LUDENS_SHARED") or HERE.parent / "shared")
FIGURES = SHARED / "peers" / "figures.tsv"
Rows = dict[tuple[str, str, str], Row]


def listed() -> list[str]:
    """The games that there are figures of."""
    return [line.partition("\t")[0] for line in FIGURES.read_text(encoding="utf-8").splitlines()[1:]]


def recorded() -> list[Path]:
    """The recorded descriptions of these games, in their order."""
    paths = {path.stem: path for path in sorted((SHARED / "conformance" / "corpus" / "lud").rglob("*.lud"))}
    return [paths[game] for game in listed() if game in paths]


def commands() -> list[str]:
    """What to run on a machine that does nothing else."""
    games = " ".join(f"--game {shlex.quote(str(path))}" for path in recorded())
    bench = "ludens bench"
    return [
        f"{bench} playouts load --alone --rounds 5 --seconds 1 --json games.json {games}",
        f"{bench} python --json python.json",
        f"{bench} playouts search --alone --json threads.json",
        f"{bench} playouts python --json picture.json --svg docs/assets/bench.svg",
        "python benchmarks/figures.py tables games.json python.json threads.json",
    ]


def sweep(against: str, every: int) -> str:
    """What compares all recorded games, or one of so many, with another tree."""
    paths = sorted((SHARED / "conformance" / "corpus" / "lud").rglob("*.lud"))[::every]
    games = " ".join(f"--game {shlex.quote(str(path))}" for path in paths)
    return f"ludens bench --alone --against {shlex.quote(against)} --rounds 5 --seconds 0.3 --json sweep.json {games}"


def games_table(rows: Rows) -> list[str]:
    """The games of the figures: playouts a second, and the seconds to load."""
    lines = table(("game", "playouts/s", "load, s"))
    for game in listed():
        own, load = (rows.get((game, metric, OWN)) for metric in ("games", "empty cache, processor"))
        if own is not None:
            lines.append(line([game, f"{own.value:,.0f}", f"{load.value:.2f}" if load else ""]))
    return lines


def python_table(rows: Rows) -> list[str]:
    """One state at a time: plies a second of both, by the ratio."""
    found = []
    for (game, metric, system), own in rows.items():
        other = rows.get((game, metric, "openspiel"))
        if (metric, system) == ("plies", OWN) and other is not None:
            ratio = median([a / b for a, b in zip(own.samples, other.samples, strict=True)])
            found.append((ratio, [game, f"{own.value:,.0f}", f"{other.value:,.0f}", f"{ratio:.2f}"]))
    found.sort(key=lambda one: -one[0])
    lines = [*table(("game", "ludens", "OpenSpiel", "ratio")), *(line(cells) for _, cells in found)]
    return [*lines, "", f"Geometric mean of the ratios: {mean([ratio for ratio, _ in found]):.2f}."]


def threads_table(rows: Rows) -> list[str]:
    """What a second thread adds, by wall clock."""
    metrics = ("two threads", "uct, two threads", "alphabeta, two threads")
    games = dict.fromkeys(game for game, metric, system in rows if system == OWN and metric in metrics)
    lines = table(("game", "playouts", "`uct`", "`alphabeta`"))
    for game in games:
        found = [rows.get((game, metric, OWN)) for metric in metrics]
        lines.append(line([game, *(f"{row.value:.2f}" if row else "" for row in found)]))
    return lines


class Table(NamedTuple):
    """How a table is made of which suites, and the metric and the system without which it stays as it is."""

    make: Callable[[Rows], list[str]]
    suites: tuple[str, ...]
    metric: str
    system: str


TABLES = {
    "games": Table(games_table, ("playouts", "load"), "games", OWN),
    "python": Table(python_table, ("python",), "plies", "openspiel"),
    "threads": Table(threads_table, ("playouts", "search"), "uct, two threads", OWN),
}


def renewed(page: str, name: str, lines: Sequence[str]) -> str:
    """The page with another table of that name. Raises ValueError where it has no place for one."""
    place = re.compile(rf"(<!-- table: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
    if len(place.findall(page)) != 1:
        raise ValueError(f"the page has not one place for the table {name}")
    return place.sub(lambda found: "\n".join((f"{found[1]}", *lines, "", found[2])), page)


def tables(page: str, runs: Iterable[Sequence[Row]]) -> str:
    """The page with the tables of some runs; a table is of the first run that has its rows."""
    left = dict(TABLES)
    for run in runs:
        for name, told in list(left.items()):
            rows = {(row.game, row.metric.name, row.system): row for row in run if row.suite in told.suites}
            if any((metric, system) == (told.metric, told.system) for _, metric, system in rows):
                page = renewed(page, name, told.make(rows))
                del left[name]
    return page


def table(head: Sequence[str]) -> list[str]:
    return [line(head), line(["---", *["---:"] * (len(head) - 1)])]


def line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def short(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 20 else f"{ratio:.1f}"


def mean(ratios: Sequence[float]) -> float:
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(dest="action", required=True)
    actions.add_parser("commands", help="the commands that measure")
    swept = actions.add_parser("sweep", help="the command that compares two trees in the recorded games")
    swept.add_argument("--against", default="../ludens-before", metavar="TREE", help="the code before")
    swept.add_argument("--every", type=int, default=1, metavar="N", help="of so many games take one (1)")
    written = actions.add_parser("tables", help="write the tables of some runs into the page")
    written.add_argument("runs", nargs="+", type=Path, metavar="RUN.json")
    chosen = parser.parse_args(arguments)
    if chosen.action == "commands":
        print(*commands(), sep="\n")
    elif chosen.action == "sweep":
        print(sweep(chosen.against, chosen.every))
    else:
        runs = [Report.read(path).rows for path in chosen.runs]
        PAGE.write_text(tables(PAGE.read_text(), runs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
