"""vary: variants of descriptions, by evolution, as far as measures find them good."""

from __future__ import annotations

import argparse
import math
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import seconds
from ludens.cli.common import OPTION, Misuse, add_command, count, counted, load, positive, say, tell
from ludens.cli.errors import INTERRUPTED
from ludens.cli.facts import add_json, print_facts
from ludens.system import files

if TYPE_CHECKING:
    from ludens.lab.variation_result import VariantResult
    from ludens.lab.variation_run import Evolution, Plan


def add(commands: Any) -> None:
    vary = add_command(commands, "vary", _vary)
    vary.add_argument(
        "games", nargs="+", metavar="GAME", help="a library name or a path; of several, clauses are crossed"
    )
    vary.add_argument("--option", **OPTION)
    vary.add_argument(
        "-o",
        "--output",
        required=True,
        type=Path,
        metavar="DIR",
        help="the folder of the results; a run goes on from there",
    )
    vary.add_argument("-n", "--number", type=positive, default=100, metavar="N", help="try N variants")
    vary.add_argument("--population", type=positive, default=20, metavar="N", help="how many live at a time")
    vary.add_argument("--games", dest="playouts", type=positive, default=300, metavar="N", help="random games of each")
    vary.add_argument(
        "--seconds", type=seconds(1e6), default=30.0, metavar="S", help="a variant that takes longer is refused"
    )
    vary.add_argument("--workers", type=positive, default=os.cpu_count() or 1, metavar="N", help="processes")
    vary.add_argument("--seed", type=count, default=1, metavar="N")
    vary.add_argument(
        "--crossing", type=float, default=0.25, metavar="P", help="part of the variants that have two parents"
    )
    vary.add_argument("--only", metavar="KINDS", help="changes of these kinds: number,constant,exchange,drop,add")
    vary.add_argument(
        "--keep",
        action="append",
        metavar="LIMIT",
        help="what a measure must be, as in draws<0.3 or length=10..200, in place of the usual limit; repeat",
    )
    agent = "judge by games of this agent as well, such as uct:50, and by whether who thinks twice as long wins"
    vary.add_argument("--agent", metavar="SPEC", help=agent)
    vary.add_argument("--agent-games", type=positive, default=10, metavar="N", help="how many games of it, and duels")
    axes = "the measures of the map, of whose cells the best variant of each lives, or none (length,branching)"
    vary.add_argument("--map", metavar="A,B", default="length,branching", help=axes)
    donors = "games of the library, drawn for each variant, whose clauses may come in (2)"
    vary.add_argument("--donors", type=count, default=2, metavar="N", help=donors)
    vary.add_argument(
        "--pages", action="store_true", help="a page to play each variant that lives; the map leads to it"
    )
    vary.add_argument("--time", type=seconds(1e9), metavar="S", help="stop after S seconds; the same command goes on")
    add_json(vary)


def _vary(arguments: argparse.Namespace) -> int:
    from ludens.cli.screen import share_bar
    from ludens.lab import agent_games
    from ludens.lab.variation_run import Evolution, OtherRun
    from ludens.lsp.formatting import format_text

    plan = _plan(arguments)
    games = [load(name, arguments.option) for name in arguments.games]
    if any(len(game.games) != 1 or game.description.game.keyword != "game" for game in games):
        raise Misuse("variants are made of games, not of matches")
    if plan.agent is not None:
        for game in games:
            agent_games.check(game, plan.agent, agent_games.doubled(plan.agent))
    try:
        evolution = Evolution(games, plan, arguments.output)
    except OtherRun as error:
        raise Misuse(str(error)) from None
    stopped: BaseException | None = None
    until = math.inf if arguments.time is None else time.monotonic() + arguments.time
    with share_bar() as bar:
        task, done = bar.add_task("variants", total=1.0, note=""), 0

        def report(tried: VariantResult) -> None:
            nonlocal done
            done += 1
            bar.update(task, completed=done / plan.number, note=_note(evolution))
            if time.monotonic() > until:
                raise _Enough

        try:
            evolution.run(report)
        except (_Enough, KeyboardInterrupt) as error:
            stopped = error
    paths = evolution.write(format_text)
    if plan.axes:
        evolution.write_map(_pages(evolution, paths) if arguments.pages else {})
    if arguments.json:
        print_facts(_facts(evolution, paths))
    else:
        _tell(evolution, paths)
    if stopped is not None:
        say(f"stopped after {done} of {plan.number} variants; the same command goes on")
    return INTERRUPTED if isinstance(stopped, KeyboardInterrupt) else 0


def _pages(evolution: Evolution, paths: list[Path]) -> dict[int, str]:
    """A page for each variant that lives, by its number; what cannot be a page is left out, and named."""
    from ludens.export import ExportError, page

    links = {}
    for variant, path in zip(evolution.survivors, paths, strict=True):
        try:
            target = path.with_suffix(".html")
            files.write_text(target, page(load(str(path), ())))
            links[variant.number] = target.name
        except ExportError as error:
            say(f"ludens: {error}")
    return links


class _Enough(Exception):
    """The time is over."""


def _plan(arguments: argparse.Namespace) -> Plan:
    """The plan of a run. Raises Misuse."""
    from ludens.lab import measures
    from ludens.lab.variation import KINDS
    from ludens.lab.variation_fitness import USUAL, FitnessLimit
    from ludens.lab.variation_map import read_axes
    from ludens.lab.variation_run import Plan

    kinds = tuple(arguments.only.split(",")) if arguments.only else KINDS
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise Misuse(f"there is no change of the kind {unknown[0]!r}; there are {', '.join(KINDS)}")
    if not 0 <= arguments.crossing <= 1:
        raise Misuse("--crossing needs a number from 0 to 1")
    try:
        own = [FitnessLimit.read(text, tuple(measures())) for text in arguments.keep or ()]
        axes = read_axes(arguments.map)
    except ValueError as error:
        raise Misuse(str(error)) from None
    usual = [limit for limit in map(FitnessLimit.read, USUAL) if limit.name not in {one.name for one in own}]
    return Plan(
        arguments.number,
        arguments.population,
        arguments.playouts,
        arguments.seconds,
        arguments.workers,
        arguments.seed,
        arguments.crossing,
        kinds,
        (*usual, *own),
        arguments.agent,
        arguments.agent_games,
        axes,
        arguments.donors,
    )


def _note(evolution: Evolution) -> str:
    variants = evolution.survivors
    return f"{len(variants)} kept, the best {variants[0].value:.3f}" if variants else "none kept"


def _facts(evolution: Evolution, paths: list[Path]) -> dict[str, Any]:
    files = {path.stem: str(path) for path in paths}
    keys = ("number", "parents", "generation", "changes", "why", "fitness")
    return {
        "tried": [
            {name: one.to_dict()[name] for name in keys} | {"file": files.get(f"variant-{one.number:04}")}
            for one in evolution.tried
            if one.number > 0
        ]
    }


def _tell(evolution: Evolution, paths: list[Path]) -> None:
    tried = [one for one in evolution.tried if one.number > 0]
    print(f"{counted(len(tried), 'variant')} tried, {len(evolution.survivors)} kept")
    begun = [one for one in evolution.tried if one.number <= 0 and one.fitness is not None]
    for root in begun:
        tell(f"  {root.value:.3f}  {evolution.games[-root.number].name}, as it is")
    for variant, path in zip(evolution.survivors, paths, strict=False):
        last = variant.changes[-1] if variant.changes else ""
        tell(f"  {variant.value:.3f}  {path}  {_numbers(variant)}  {last}")


def _numbers(variant: VariantResult) -> str:
    """The main measures of a variant; the agent's, if it played."""
    from ludens.lab.report import format_value

    report = variant.searched or variant.report
    assert report is not None
    return ", ".join(
        f"{name} {format_value(report[name].value, report[name].unit)}" for name in _SHOWN if name in report
    )


_SHOWN = ("balance", "draws", "length", "skill")
