"""sweep: measures of a game over its options and numbers, and which variants are good."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import OPTION
from ludens.cli.common import FAILED, Misuse, add_command, source_of, tell
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
from ludens.language import LudError

if TYPE_CHECKING:
    from ludens.lab.sweep import Swept

#: the measures that are shown of each variant by default
_SHOWN = ("balance", "decisiveness", "length", "branching")


def add(commands: Any) -> None:
    parser = add_command(commands, "sweep", _sweep)
    parser.add_argument("game", metavar="GAME", help="a library name, a path, or - for standard input")
    parser.add_argument("--option", **OPTION)
    over = (
        "an option (all its items, or those of VALUES), a define whose body is a number, or the LINE:COLUMN of one "
        "in the text; VALUES as in 3,5 or 0..9 or 0..1:0.25; repeat"
    )
    parser.add_argument("--over", action="append", required=True, metavar="NAME[=VALUES]", help=over)
    good = "which variants are good, as balance>=0.9 or draws<10%%; all of them are to hold"
    parser.add_argument("--good", action="append", default=[], metavar="CONDITION", help=good)
    shown = f"the measures that are shown of each variant ({', '.join(_SHOWN)}); the first one is that of the map"
    parser.add_argument("--show", action="append", default=[], metavar="MEASURE", help=shown)
    add_effort(parser)
    add_output(parser, "the map:")
    add_json(parser)


def _sweep(arguments: argparse.Namespace) -> int:
    from ludens.lab import measures, sweep

    check_output(arguments)
    effort, until = effort_of(arguments)
    text, file = source_of(arguments.game)
    try:
        conditions = tuple(sweep.Condition.read(spec) for spec in arguments.good)
        axes = tuple(sweep.axis(text, spec) for spec in arguments.over)
        tasks = sweep.tasks(file, text, axes, options=arguments.option, seed=arguments.seed, effort=effort, until=until)
    except LudError:
        raise
    except ValueError as error:
        raise Misuse(str(error)) from None
    names = [one.name for one in axes]
    if len(set(names)) < len(names):
        raise Misuse("each --over needs a name of its own")
    shown = tuple(arguments.show) or _SHOWN
    for name in (*shown, *(one.name for one in conditions)):
        if name not in measures() and name.rpartition("_")[0] not in measures():
            raise Misuse(f"there is no measure {name!r}; there are {', '.join(measures())}")
    variants_by_number = dict[int, sweep.SweepVariant]()
    order = {id(task): number for number, task in enumerate(tasks)}
    for task, outcome in results(arguments, tasks):
        wrong = outcome if isinstance(outcome, str) else ""
        if wrong:
            complain(task, wrong)
        variants_by_number[order[id(task)]] = sweep.SweepVariant(
            dict(task.labels), None if isinstance(outcome, str) else outcome, wrong
        )
    variants = tuple(variants_by_number[number] for number in sorted(variants_by_number))
    game = next((one.report.game for one in variants if one.report is not None), arguments.game)
    swept = sweep.Swept(game, axes, variants, conditions)
    _write(arguments, swept, shown[0])
    if arguments.json:
        print_facts(_facts(swept))
    else:
        _tell(swept, shown)
    return FAILED if any(one.report is None for one in variants) else 0


def _write(arguments: argparse.Namespace, swept: Swept, name: str) -> None:
    from ludens.lab import plots
    from ludens.lab.report import rows

    table = [
        {**one.labels, "good": swept.is_good(one), **row}
        for one in swept.variants
        if one.report is not None
        for row in rows([one.report])
    ]
    for path in arguments.output:
        if path.suffix in PICTURES:
            write_picture(path, partial(plots.sweep_map, swept, name))
        else:
            write_table(path, _facts(swept), table)


def _facts(swept: Swept) -> dict[str, Any]:
    return {
        "game": swept.game,
        "axes": [{"name": axis.name, "values": list(axis.values)} for axis in swept.axes],
        "variants": [
            {
                "labels": dict(one.labels),
                "good": swept.is_good(one),
                "surely": swept.is_good(one, surely=True),
                "report": None if one.report is None else one.report.to_dict(),
                "error": one.error or None,
            }
            for one in swept.variants
        ],
    }


def _tell(swept: Swept, shown: tuple[str, ...]) -> None:
    from ludens.lab.report import format_value

    titles = {one.name: one.title for v in swept.variants if v.report is not None for one in v.report.values()}
    head = [*(axis.name for axis in swept.axes), *(titles.get(name, name) for name in shown)]
    lines = []
    for variant in swept.variants:
        measures = [variant.report.get(name) if variant.report is not None else None for name in shown]
        cells = [
            f"{format_value(one.value, one.unit)} ±{format_value(one.half, one.unit)}" if one else "-"
            for one in measures
        ]
        good = " good" if swept.is_good(variant, surely=True) else " good?" if swept.is_good(variant) else ""
        lines.append([*variant.labels.values(), *cells, good])
    widths = [max(len(row[k]) for row in [head, *lines]) for k in range(len(head))]
    tell(f"{swept.game}: {len(lines)} variants")
    for row in [head, *lines]:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        tell(f"  {'  '.join(cells)}{''.join(row[len(head) :])}".rstrip())
    if swept.conditions:
        tell("good: by the whole intervals; good?: by the values, which may be chance")
