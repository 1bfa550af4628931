"""Renew the tables of docs/performance.md from runs of `ludens bench`.

    python benchmarks/figures.py commands --against TREE      the commands that measure what the tables show
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
from ludens.bench.rows import OTHER, OWN, Row
from ludens.bench.statistics import median

HERE = Path(__file__).resolve().parents[1]
PAGE = HERE / "docs" / "performance.md"
#: beside the repository, or where LUDENS_SHARED says
SHARED = Path(os.environ.get("LUDENS_SHARED") or HERE.parent / "shared")
FIGURES = SHARED / "peers" / "figures.tsv"
#: the columns of the figures that are compared with
PEERS = {"reference": "the reference", "peer_rbg": "Regular Boardgames"}
Rows = dict[tuple[str, str, str], Row]


def figures() -> dict[str, dict[str, float]]:
    """Playouts a second of other engines, by game and column."""
    head, *lines = (line.split("\t") for line in FIGURES.read_text().splitlines())
    told = (dict(zip(head, line, strict=False)) for line in lines)
    return {one["game"]: {name: float(one[name]) for name in PEERS if one.get(name)} for one in told}


def recorded() -> list[Path]:
    """The recorded descriptions of the games that there are figures of, in their order."""
    paths = {path.stem: path for path in sorted((SHARED / "conformance" / "corpus" / "lud").rglob("*.lud"))}
    return [paths[game] for game in figures() if game in paths]


def commands(against: str) -> list[str]:
    """What to run on a machine that does nothing else."""
    games = " ".join(f"--game {shlex.quote(str(path))}" for path in recorded())
    bench, other = "ludens bench", shlex.quote(against)
    return [
        f"{bench} playouts load --alone --against {other} --rounds 5 --seconds 1 --json games.json {games}",
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


def _summed(name: str, ratios: dict[str, float]) -> str:
    least = min(ratios, key=lambda game: ratios[game])
    return f"{mean([*ratios.values()]):.3g} times {name}, the least {ratios[least]:.3g} ({least})"


def games_table(rows: Rows) -> list[str]:
    """The games of the figures: rates, ratios to the other tree and to other engines, times to load."""
    head = (
        "game",
        "playouts/s",
        "x before",
        "x reference, before",
        "now",
        "x RBG, before",
        "now",
        "load, before",
        "now",
    )
    lines, kept = table(head), dict[str, dict[str, float]]()
    for game, known in figures().items():
        own, other = (rows.get((game, "games", system)) for system in (OWN, OTHER))
        if own is None or other is None:
            continue
        gain = median([a / b for a, b in zip(own.samples, other.samples, strict=True)])
        cells = [game, f"{own.value:,.0f}", f"{gain:.2f}"]
        kept.setdefault("before", {})[game] = gain
        for peer, name in PEERS.items():
            ratio = own.value / known[peer] if peer in known else None
            cells += ["", ""] if ratio is None else [short(ratio / gain), short(ratio)]
            if ratio is not None:
                kept.setdefault(name, {})[game] = ratio
        loads = (rows.get((game, "empty cache, processor", system)) for system in (OTHER, OWN))
        cells += [f"{load.value:.2f}" if load else "" for load in loads]
        lines.append(line(cells))
    told = (_summed(name, ratios) for name, ratios in kept.items())
    return [*lines, "", f"Geometric means: {'; '.join(told)}."]


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
    "games": Table(games_table, ("playouts", "load"), "games", OTHER),
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
    told = actions.add_parser("commands", help="the commands that measure")
    told.add_argument("--against", default="../ludens-before", metavar="TREE", help="the code before")
    swept = actions.add_parser("sweep", help="the command that compares two trees in the recorded games")
    swept.add_argument("--against", default="../ludens-before", metavar="TREE", help="the code before")
    swept.add_argument("--every", type=int, default=1, metavar="N", help="of so many games take one (1)")
    written = actions.add_parser("tables", help="write the tables of some runs into the page")
    written.add_argument("runs", nargs="+", type=Path, metavar="RUN.json")
    chosen = parser.parse_args(arguments)
    if chosen.action == "commands":
        print(*commands(chosen.against), sep="\n")
    elif chosen.action == "sweep":
        print(sweep(chosen.against, chosen.every))
    else:
        runs = [Report.read(path).rows for path in chosen.runs]
        PAGE.write_text(tables(PAGE.read_text(), runs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
