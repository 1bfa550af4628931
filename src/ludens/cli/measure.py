"""measure: what games are like, in numbers with their intervals."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.archive import add_archive, archive_of
from ludens.cli.arguments import OPTION
from ludens.cli.common import FAILED, Misuse, add_command, games_of, source_of, tell
from ludens.cli.facts import add_json, print_facts
from ludens.cli.measurement import (
    PICTURES,
    add_effort,
    add_output,
    check_output,
    complain,
    effort_of,
    results,
    write_picture,
    write_table,
)

if TYPE_CHECKING:
    from ludens.lab import Change, Report, UsageChange
    from ludens.lab.tasks import MeasuringTask
    from ludens.web.schemas.archive import Playtests


def add(commands: Any) -> None:
    parser = add_command(commands, "measure", _measure)
    games = "library names, .lud files, folders of such files, all, or - for standard input"
    parser.add_argument("games", nargs="*", metavar="GAME", help=games)
    parser.add_argument("--option", **OPTION)
    against = "show what changed since an older version: a game, or the .json of it that -o wrote"
    parser.add_argument("--against", metavar="OLD", help=against)
    parser.add_argument("--explain", action="store_true", help="what each measure means and where it comes from")
    people = "beside the numbers, what people's games of the same text on a server tell (--data, --database)"
    parser.add_argument("--people", action="store_true", help=people)
    add_archive(parser, "with --people: ")
    add_effort(parser)
    add_output(parser, "pictures:")
    add_json(parser)


def _measure(arguments: argparse.Namespace) -> int:
    if arguments.explain:
        return _explain(arguments)
    if not arguments.games:
        raise Misuse("name a game to measure, or --explain")
    check_output(arguments)
    names = [one.name for one in games_of(arguments.games)]
    if arguments.people and arguments.against is not None:
        raise Misuse("--people is for measuring one version: leave out --against")
    if arguments.against is not None and len(names) != 1:
        raise Misuse("--against is for one game")
    before = _read_report(arguments.against)
    tasks = [_task(arguments, name) for name in names]
    if arguments.against is not None and before is None:
        tasks.append(_task(arguments, arguments.against))
    by_number, people, failed = dict[int, Any](), dict[int, Any](), False
    order = {id(task): number for number, task in enumerate(tasks)}
    for task, result in results(arguments, tasks):
        if isinstance(result, str):
            failed = True
            complain(task, result)
            continue
        number = order[id(task)]
        by_number[number] = result
        if arguments.people:
            people[number] = _played_by_people(arguments, task)
        if not arguments.json and arguments.against is None:
            _tell(result)
            _tell_people(people.get(number))
    reports = [by_number[number] for number in sorted(by_number)]
    if arguments.against is not None:
        if failed:
            return FAILED
        old = before if before is not None else reports.pop()
        return _compare(arguments, old, reports[0])
    _write(arguments, reports)
    if arguments.json:
        facts = {"reports": [report.to_dict() for report in reports]}
        if arguments.people:
            import msgspec

            facts["people"] = [msgspec.to_builtins(people[number]) for number in sorted(people)]
        print_facts(facts)
    return FAILED if failed else 0


def _played_by_people(arguments: argparse.Namespace, task: MeasuringTask) -> Playtests:
    """What people's games of a description tell. Raises Misuse."""
    from ludens.web.archive.reading import opened
    from ludens.web.archive.shelf import playtests
    from ludens.web.database import StorageError
    from ludens.web.sources import GameSource

    try:
        with opened(archive_of(arguments)) as query:
            return playtests(query, GameSource(task.text).key)
    except StorageError as error:
        raise Misuse(str(error)) from None


def _tell_people(played: Playtests | None) -> None:
    if played is None:
        return
    tell(f"  people: {played.games} games played to their end, {played.resigned} of them resigned")
    if played.games:
        for seat, (wins, (low, high)) in enumerate(zip(played.wins, played.intervals, strict=True), 1):
            tell(f"    seat {seat} wins {wins / played.games:.0%} [{low:.0%}, {high:.0%}]")
        tell(f"    draws {played.draws / played.games:.0%}")
        tell(f"    plies {played.shortest} to {played.longest}, median {played.median:g}")
    if played.stopped:
        tell("    left behind plies " + ", ".join(f"{one.ply} ({one.games})" for one in played.stopped))
    if played.fun is not None and played.clear is not None:
        tell(f"    fun {played.fun:.1f}, clear {played.clear:.1f} of 5 ({played.answers} answers)")


def _task(arguments: argparse.Namespace, name: str) -> MeasuringTask:
    from ludens.lab.tasks import MeasuringTask

    effort, until = effort_of(arguments)
    text, file = source_of(name)
    return MeasuringTask(file, text, tuple(arguments.option), arguments.seed, effort, until)


def _read_report(name: str | None) -> Report | None:
    """The report in a file of measures; None where the name is that of a game. Raises Misuse."""
    from ludens.lab import Report

    if name is None or not name.endswith(".json"):
        return None
    try:
        data = json.loads(Path(name).read_text(encoding="utf-8"))
        reports = [Report.from_dict(one) for one in data["reports"]]
    except (ValueError, KeyError, TypeError) as error:
        raise Misuse(f"{name} holds no measures: {error}") from None
    if len(reports) != 1:
        raise Misuse(f"{name} holds the measures of {len(reports)} games, not of one")
    return reports[0]


def _tell(report: Report) -> None:
    by = report.agent or "random moves"
    named = f"{report.game} ({', '.join(report.options)})" if report.options else report.game
    judged = "" if report.judge == "random" else f", judged by {report.judge}"
    tell(f"{named}: {by}, seed {report.seed}{judged}")
    for line in report.table().splitlines():
        tell(f"  {line}")


def _write(arguments: argparse.Namespace, reports: Sequence[Report]) -> None:
    from ludens.lab import plots
    from ludens.lab.report import rows

    for path in arguments.output:
        if path.suffix in PICTURES:
            write_picture(path, partial(plots.chart, reports))
        else:
            write_table(path, {"reports": [report.to_dict() for report in reports]}, rows(reports))


def _compare(arguments: argparse.Namespace, old: Report, new: Report) -> int:
    from ludens.lab import compare, compare_usage, plots

    changes, used = compare(old, new), compare_usage(old, new)
    facts = {
        "old": old.to_dict(),
        "new": new.to_dict(),
        "changes": [_facts(change) for change in changes],
        "usage": [_facts_of_usage(change) for change in used],
    }
    table = [{**_facts(change)} for change in changes]
    for path in arguments.output:
        if path.suffix in PICTURES:
            write_picture(path, partial(plots.changes, changes))
        else:
            write_table(path, facts, table)
    if arguments.json:
        print_facts(facts)
        return 0
    significant = [change for change in changes if change.significant]
    verdict = f"{len(significant)} of {len(changes)} measures changed" if significant else "no change is seen"
    tell(f"{old.game} -> {new.game}: {verdict}")
    for change in changes:
        tell(f"  {'*' if change.significant else ' '} {change}")
    for each in used:
        if each.significant:
            tell(f"  * {each}")
    return 0


def _facts(change: Change) -> dict[str, Any]:
    """A change as one row."""
    return {
        "name": change.name,
        "title": change.title,
        "old": change.old.value if change.old else None,
        "new": change.new.value if change.new else None,
        "difference": change.difference,
        "low": change.low,
        "high": change.high,
        "p": change.p,
        "significant": change.significant,
        "unit": change.unit,
    }


def _facts_of_usage(change: UsageChange) -> dict[str, Any]:
    there = change.latest
    return {
        "kind": there.kind,
        "name": there.name,
        "line": there.line,
        "column": there.column,
        "old": None if change.old is None else {"games": change.old.games, "n": change.old.n},
        "new": None if change.new is None else {"games": change.new.games, "n": change.new.n},
        "p": change.p,
        "significant": change.significant,
    }


def _explain(arguments: argparse.Namespace) -> int:
    from ludens.lab import measures

    if arguments.json:
        kinds = measures().values()
        print_facts({"measures": [{"name": k.name, "title": k.title, "definition": k.definition()} for k in kinds]})
        return 0
    for name, kind in measures().items():
        tell(f"{kind.title} ({name})\n  {kind.definition()}")
    return 0
