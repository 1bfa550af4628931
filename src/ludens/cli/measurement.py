"""The arguments, runs and files that the commands that measure games share."""

from __future__ import annotations

import argparse
import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import count, positive
from ludens.cli.common import Misuse, say
from ludens.cli.screen import progress_bar, share_bar, shown
from ludens.cli.workers import add_other_workers, workers
from ludens.system import files
from ludens.workers.cluster import OtherRun, pool

if TYPE_CHECKING:
    from ludens.lab import Effort, Report
    from ludens.lab.tasks import MeasuringTask, Until

#: the suffixes of the files that are written
TABLES, PICTURES = (".json", ".csv", ".parquet"), (".svg", ".png", ".html")


def share(text: str) -> float:
    """A part of a whole: `1%` or `0.01`."""
    try:
        value = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        value = 0.0
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"a part as 1% or 0.01 is expected, not {text!r}")
    return value


def add_effort(parser: argparse.ArgumentParser) -> None:
    """Arguments for how much is done."""
    games = "how many games (of agents 100, else 10000 or more, until the balance is within 1%%)"
    parser.add_argument("-n", type=positive, metavar="N", help=games)
    parser.add_argument("--seed", type=count, default=1, help="of all random choices (1)")
    parser.add_argument("--agent", metavar="AGENT", help="who plays, as uct:100, in place of random moves")
    judge = "who says which player stands better: random (games), heuristic (an evaluation), or an agent as uct:50"
    parser.add_argument("--judge", metavar="JUDGE", help=f"{judge}; without it the --agent, else random")
    duels = "of an agent against one that thinks twice as long, for each doubling: does thinking help?"
    parser.add_argument("--duels", type=count, default=0, metavar="N", help=f"games {duels}")
    parser.add_argument("--thinking", metavar="AGENT", default="uct:25", help="the agent of the duels (uct:25)")
    parser.add_argument("--doublings", type=positive, default=1, metavar="N", help="how often it is doubled (1)")
    until = "play on until half the width of the intervals is no more, as 1%%; of what each player gets, or of --of"
    parser.add_argument("--until", type=share, metavar="PART", help=until)
    parser.add_argument("--of", action="append", default=[], metavar="MEASURE", help="look at this one; repeat")
    most = "but no more games than this (1000000)"
    parser.add_argument("--most", type=positive, default=1_000_000, metavar="N", help=most)
    journal = "keep what is measured there, and measure only what is left"
    parser.add_argument("--journal", type=Path, metavar="FILE", help=journal)
    add_other_workers(parser)


def add_output(parser: argparse.ArgumentParser, pictures: str) -> None:
    """The argument for files that are written."""
    output = f"write this file, too, by its suffix: {', '.join(TABLES)}, or {pictures} {', '.join(PICTURES)}"
    parser.add_argument("-o", "--output", type=Path, action="append", default=[], metavar="FILE", help=output)


def check_output(arguments: argparse.Namespace) -> None:
    """Raises Misuse for a file that cannot be written, before anything is measured."""
    from ludens.lab import plots, report

    for path in arguments.output:
        if path.suffix not in TABLES + PICTURES:
            raise Misuse(f"{path} should end in {', '.join(TABLES + PICTURES)}")
        if not path.parent.is_dir():
            raise Misuse(f"there is no folder {path.parent}")
        try:
            if path.suffix in PICTURES:
                plots.require_libraries()
            elif path.suffix == ".parquet":
                report.require_parquet()
        except ImportError as error:
            raise Misuse(str(error)) from None


def effort_of(arguments: argparse.Namespace) -> tuple[Effort, Until | None]:
    """How much is to be done. Raises Misuse for a measure that does not exist."""
    from ludens.lab import Effort, measures
    from ludens.lab.tasks import Until

    wrong = [name for name in arguments.of if name.rstrip("_0123456789") not in measures() and name not in measures()]
    if wrong:
        raise Misuse(f"there is no measure {wrong[0]!r}; there are {', '.join(measures())}")
    if arguments.until is not None and arguments.agent is not None:
        raise Misuse("--until is for random games")
    effort = Effort.of(
        arguments.n,
        agent=arguments.agent,
        thinking=arguments.thinking,
        duels=arguments.duels,
        doublings=arguments.doublings,
        judge=arguments.judge,
    )
    if arguments.until is None:
        return effort, None
    return replace(effort, within=None), Until(arguments.until, arguments.most, tuple(arguments.of))


def results(
    arguments: argparse.Namespace, tasks: Sequence[MeasuringTask]
) -> Iterator[tuple[MeasuringTask, Report | str]]:
    """Each task as it is done, with its report, or why there is none. Raises Misuse."""
    from ludens.lab.tasks import measured, report_of

    places = workers(arguments)
    if places is None and arguments.journal is not None:
        places = pool("threads:1")
    if places is None:
        with share_bar() as progress:
            bar = progress.add_task("measuring", total=100, note="")
            for number, task in enumerate(tasks):
                tell = partial(_tell, progress, bar, number, len(tasks), _title(task))
                tell(0.0)
                yield task, report_of(measured(task, tell, threads=os.cpu_count() or 1))
        return
    with progress_bar() as progress:
        bar = progress.add_task("", total=len(tasks))
        name = hashlib.sha256("".join(task.digest for task in tasks).encode()).hexdigest()
        try:
            with places, closing(places.run(measured, tasks, journal=arguments.journal, name=name)) as answers:
                for done, answer in enumerate(answers, 1):
                    task = tasks[answer.number]
                    progress.update(bar, completed=done, description=shown(_title(task)))
                    yield task, report_of(answer.result) if answer.result is not None else str(answer.error)
        except OtherRun as error:
            raise Misuse(str(error)) from None


def _tell(progress: Any, bar: Any, number: int, of: int, title: str, part: float) -> None:
    progress.update(bar, completed=round(100 * (number + min(part, 1.0)) / of, 1), note=shown(title))


def _title(task: MeasuringTask) -> str:
    return " ".join([Path(task.name).stem, *(f"{name}={value}" for name, value in task.labels)])


def write_table(path: Path, facts: Mapping[str, Any], table: Sequence[Mapping[str, Any]]) -> None:
    """Write a file of facts or rows. Raises Misuse where something is not installed, OSError."""
    import json

    from ludens.cli.facts import versioned
    from ludens.lab.report import to_csv, to_parquet

    if path.suffix == ".json":
        files.write_text(path, json.dumps(versioned(facts), indent=1, ensure_ascii=False) + "\n")
    elif path.suffix == ".csv":
        files.write_text(path, to_csv(table))
    else:
        try:
            files.write_bytes(path, to_parquet(table))
        except ImportError as error:
            raise Misuse(str(error)) from None


def write_picture(path: Path, draw: Any) -> None:
    """Write the picture that `draw()` gives. Raises Misuse where something is not installed, OSError."""
    from ludens.lab import plots

    try:
        plots.save(draw(), path)
    except ImportError as error:
        raise Misuse(str(error)) from None


def complain(task: MeasuringTask, reason: str) -> None:
    """Say why there is no report of a task."""
    say(f"{_title(task)}: {reason}")
