"""bench: how fast ludens is, beside other systems, other trees of it and earlier runs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import add_command, number, positive
from ludens.cli.errors import FAILED, Misuse, say, unread
from ludens.system import files

if TYPE_CHECKING:
    from ludens.bench.comparison import Comparison
    from ludens.bench.games import BenchGame
    from ludens.bench.plan import GameRows, Plan
    from ludens.bench.report import Report
    from ludens.bench.suites import Suite
    from ludens.bench.systems import System

_SECONDS, _ROUNDS, _TOLERANCE = 2.0, 9, 3.0
_POSITIVE = number("a positive number is")
_SUITES = ("playouts", "load", "python", "search", "learning", "perft")
_ALL = "all"


def add(commands: Any) -> None:
    bench = add_command(commands, "bench", _bench)
    bench.epilog = (
        "The exit code is 1 where something is slower than in the other tree or the saved run, or was not measured, or "
        "is not in the saved run."
    )
    bench.add_argument("suites", nargs="*", metavar="SUITE", help=f"{', '.join(_SUITES)}, or {_ALL} (playouts)")
    game = "measure this one, by its library name or path, in place of the suite's; repeat for more"
    bench.add_argument("--game", action="append", default=[], metavar="GAME", help=game)
    seconds = f"for each game and system, all rounds together ({_SECONDS:g})"
    bench.add_argument("--seconds", type=_POSITIVE, default=_SECONDS, metavar="S", help=seconds)
    bench.add_argument("--rounds", type=positive, default=_ROUNDS, metavar="N", help=f"in turn ({_ROUNDS})")
    alone = "leave out other systems, which are measured in the same rounds where they are installed"
    bench.add_argument("--alone", action="store_true", help=alone)
    tree = "measure another ludens in the same rounds: a folder with its sources, or a wheel"
    bench.add_argument("--against", type=Path, metavar="PATH", help=tree)
    bench.add_argument("--compare", type=Path, metavar="FILE", help="compare with a run that was saved")
    share = f"changes of less are none ({_TOLERANCE:g})"
    bench.add_argument("--tolerance", type=_POSITIVE, default=_TOLERANCE, metavar="PERCENT", help=share)
    figures = "show the ratios to figures from elsewhere, a table separated by tabulators; they are not calibrated"
    bench.add_argument("--peers", type=Path, metavar="FILE", help=figures)
    bench.add_argument("--read", type=Path, metavar="FILE", help="show a run that was saved, and measure nothing")
    bench.add_argument("--json", type=Path, metavar="FILE", help="save the run")
    bench.add_argument("--svg", type=Path, metavar="FILE", help="draw it")


def _bench(arguments: argparse.Namespace) -> int:
    from ludens.bench import peers
    from ludens.bench.report import Report, SavedError
    from ludens.bench.systems import NoTree

    try:
        saved = Report.read(arguments.compare) if arguments.compare else None
        figures = peers.read(arguments.peers) if arguments.peers else {}
        if arguments.read:
            run = _Run(Report.read(arguments.read), saved, arguments.tolerance / 100)
            run.tell_all()
        else:
            run = _measure(arguments, saved)
    except (SavedError, NoTree, peers.NoFigures) as error:
        raise Misuse(str(error)) from None
    for line in run.summary(figures):
        print(line)
    if arguments.svg:
        from ludens.bench import picture

        drawing = picture.draw(run.report, run.comparison.changes(run.report.rows))
        files.write_text(arguments.svg, drawing)
    return 0 if run.is_well() else FAILED


def _measure(arguments: argparse.Namespace, saved: Report | None) -> _Run:
    """Measure what the arguments name, and print each result as it comes; an interrupted run keeps its results."""
    from ludens.bench import systems
    from ludens.bench.plan import Plan
    from ludens.bench.report import Report
    from ludens.bench.rows import OTHER, OWN

    games = _games(arguments)
    names = [OWN] if arguments.alone else [OWN, *systems.PACKAGES]
    names = [name for name in names if any(name in suite.probes and getattr(game, name) for suite, game in games)]
    for name, package in systems.missing(names).items():
        say(f"{name} is left out: {package} is not installed")
        names.remove(name)
    report = Report.new(seconds=arguments.seconds, rounds=arguments.rounds)
    with ExitStack() as stack:
        taking_turns = [stack.enter_context(systems.System(name)) for name in names]
        if arguments.against is not None:
            tree = stack.enter_context(systems.other_tree(arguments.against))
            taking_turns.insert(1, stack.enter_context(systems.System(OTHER, tree)))
            report.about["against"] = str(arguments.against)
        run = _Run(report, saved, arguments.tolerance / 100, arguments.json, [one.name for one in taking_turns])
        run.measure(Plan(games, arguments.rounds, arguments.seconds), taking_turns)
    return run


def _games(arguments: argparse.Namespace) -> list[tuple[Suite, BenchGame]]:
    """The games of the suites that the arguments name. Raises Misuse, UnknownGame, OSError."""
    from ludens.bench.games import chosen
    from ludens.bench.suites import SUITES

    names = arguments.suites or ["playouts"]
    for name in names:
        if name not in (*SUITES, _ALL):
            raise Misuse(f"there is no suite {name!r}; there are {', '.join(SUITES)}, and {_ALL}. --game names games")
    suites = [suite for name, suite in SUITES.items() if name in names or _ALL in names]
    own = [game for name in dict.fromkeys(map(_name, arguments.game)) for game in chosen(name)]
    return [(suite, game) for suite in suites for game in own or suite.games]


def _name(text: str) -> str:
    """The name of a library game, or the whole path of a file."""
    from ludens import library

    path = Path(text)
    if path.suffix == ".lud":
        path.stat()  # raises where there is nothing
        return str(path.resolve())
    return library.find(text).stem


class _Run:
    """A run, whose results are printed, and kept in a file that is written after each game.

    On a full disk the file is written when there is room again.
    """

    def __init__(
        self,
        report: Report,
        saved: Report | None,
        tolerance: float,
        path: Path | None = None,
        systems: Sequence[str] | None = None,
    ) -> None:
        from ludens.bench.comparison import Comparison

        self.report, self._path, self._trouble = report, path, ""
        names = dict.fromkeys(row.system for row in report.rows) if systems is None else systems
        self.comparison: Comparison = Comparison(list(names), saved, tolerance)
        self._is_whole, self._suite = True, ""
        if path is not None:
            report.write(path)  # raises at once if it can never be written

    def measure(self, plan: Plan, systems: Sequence[System]) -> None:
        """Measure, with a progress bar."""
        from ludens.cli.screen import progress_bar, shown

        with progress_bar() as progress:
            task = progress.add_task("", total=len(plan.games) * (plan.rounds + 1))

            def begin(suite: Suite, game: BenchGame) -> None:
                progress.update(task, description=shown(f"{suite.name}: {game.name}"))

            for measured in plan.run(systems, begin, lambda: progress.advance(task)):
                self._keep(measured)
                self._tell(measured.suite, measured.rows)
                for system, why in measured.failed.items():
                    say(f"ludens: {measured.suite.name}, {measured.game.name}, {system}: {why}")

    def _keep(self, measured: GameRows) -> None:
        self.report.rows += measured.rows
        self._is_whole = self._is_whole and not measured.failed
        if self._path is not None:
            try:
                self.report.write(self._path)
                self._trouble = ""
            except OSError as error:
                self._trouble = unread(error)

    def tell_all(self) -> None:
        from ludens.bench.suites import SUITES

        for suite in SUITES.values():
            self._tell(suite, [row for row in self.report.rows if row.suite == suite.name])

    def _tell(self, suite: Suite, rows: Sequence[Any]) -> None:
        """Some rows of a suite, below its head where they are the first."""
        from ludens.bench import tables
        from ludens.bench.comparison import SAVED
        from ludens.bench.rows import OTHER
        from ludens.language import printed

        ratios = self.comparison.ratios(rows)
        ratios = {name: by for name, by in ratios.items() if name in (OTHER, SAVED) or name in suite.probes}
        lines = tables.lines(rows, ratios)
        if lines and suite.name != self._suite:
            between = [""] if self._suite else []
            lines, self._suite = [*between, *tables.head(suite, list(ratios)), *lines], suite.name
        for line in lines:
            print(printed(line), flush=True)

    def summary(self, figures: dict[str, dict[str, float]]) -> list[str]:
        """Geometric means and remarks, for the end of a run."""
        from ludens.bench import peers, tables
        from ludens.bench.rows import OWN
        from ludens.language import printed

        elsewhere = peers.ratios(self.report.of(OWN), figures)
        lines = tables.beside(self.report.rows, elsewhere) if elsewhere else []
        if means := tables.summary({**self.comparison.ratios(self.report.rows), **elsewhere}):
            lines += ["", *means]
        for name, games in self.comparison.other_games(self.report.rows).items():
            lines.append(f"not the same games as {name}, by equal seeds: {', '.join(games)}")
        if unknown := self.comparison.not_saved(self.report.rows):
            lines.append(f"not in the saved run: {', '.join(unknown)}")
        return [printed(line) for line in lines]

    def is_well(self) -> bool:
        """Whether all was measured, compared and saved, and nothing is slower; says what is not saved."""
        if self._trouble:
            say(f"ludens: the run is not saved: {self._trouble}")
        changes = self.comparison.changes(self.report.rows)
        is_slower = any(ratio.verdict == "slower" for by in changes.values() for ratio in by.values())
        is_compared = not self.comparison.not_saved(self.report.rows)
        return self._is_whole and not self._trouble and not is_slower and is_compared
