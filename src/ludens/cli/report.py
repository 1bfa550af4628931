"""report: a game on one page."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from ludens.cli.common import FAILED, Misuse, add_command, load, source_of, tell
from ludens.cli.facts import add_json, print_facts
from ludens.cli.measurement import add_effort, complain, effort_of, results
from ludens.system import files


def add(commands: Any) -> None:
    report = add_command(commands, "report", _report, game=True)
    report.epilog = "A PDF needs the extra print. --n and its like are those of `ludens measure`."
    players = "whose games are measured beside those of random moves, as uct:100; repeat (uct:50)"
    report.add_argument("--by", action="append", default=[], metavar="AGENT", help=players)
    report.add_argument("--against", metavar="OLD", help="an earlier version: show what changed by more than chance")
    report.add_argument("--html", type=Path, metavar="FILE", help="a page that needs nothing else")
    report.add_argument("--markdown", type=Path, metavar="FILE", help="the same as Markdown, without the picture")
    report.add_argument("--pdf", type=Path, metavar="FILE", help="the same as PDF")
    seconds = "how long a forced win from the start is looked for (5)"
    report.add_argument("--seconds", type=float, default=5.0, metavar="S", help=seconds)
    add_effort(report)
    add_json(report)


def _report(arguments: argparse.Namespace) -> int:
    from ludens.lab import sheet
    from ludens.lab.dossier import Dossier
    from ludens.lab.sheet.typeset import as_pdf
    from ludens.lab.tasks import MeasuringTask

    if arguments.agent is not None:
        raise Misuse("name the agents by --by: random games are measured as well")
    game = load(arguments.game, arguments.option)
    effort, until = effort_of(arguments)
    options, seed = tuple(arguments.option), arguments.seed
    text, file = source_of(arguments.game)
    tasks = [MeasuringTask(file, text, options, seed, effort, until)]
    for agent in arguments.by or ["uct:50"]:
        tasks.append(MeasuringTask(file, text, options, seed, replace(effort.of(arguments.n, agent=agent)), None))
    if arguments.against is not None:
        old, old_file = source_of(arguments.against)
        tasks.append(MeasuringTask(old_file, old, (), seed, effort, until))
    reports = []
    for task, result in results(arguments, tasks):
        if isinstance(result, str):
            complain(task, result)
            return FAILED
        reports.append(result)
    before = reports.pop() if arguments.against is not None else None
    page = Dossier(game, reports, before, arguments.seconds).sheet(pictures=bool(arguments.html or arguments.pdf))
    if arguments.html is not None:
        files.write_text(arguments.html, sheet.as_html([page], f"{game.name}: report"))
    if arguments.markdown is not None:
        files.write_text(arguments.markdown, sheet.as_markdown(page))
    if arguments.pdf is not None:
        files.write_bytes(arguments.pdf, as_pdf(page))
    if arguments.json:
        print_facts({"game": game.name, "reports": [one.to_dict() for one in reports], "page": page.to_dict()})
    elif not (arguments.html or arguments.markdown or arguments.pdf):
        tell(sheet.as_text(page))
    return 0
