"""levels: opponents by strength, and how much stronger each is than the one below."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import OPTION, new_parser, positive
from ludens.cli.catalogue import SUMMARIES
from ludens.cli.errors import FAILED, say
from ludens.cli.facts import add_json, print_facts
from ludens.cli.matches import ended_politely

if TYPE_CHECKING:
    from ludens.arena.ladder import Ladder


def add(commands: Any) -> None:
    seats = "of two levels, one seat is the stronger one's, each seat in its turn; both are given each puzzle"
    parser = new_parser(commands, "levels", f"{SUMMARIES['levels']}. {seats.capitalize()}.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="library names or .lud files")
    parser.add_argument("--option", **OPTION)
    parser.add_argument("-n", type=positive, default=20, metavar="N", help="games of each level and game (20)")
    parser.add_argument("--seed", type=int, default=0, help="of the starts and of the agents (0)")
    parser.add_argument("--top", default="300ms", metavar="TIME", help="how long the last level thinks (300ms)")
    parser.add_argument("--up-to", type=positive, metavar="LEVEL", help="leave out the levels above")
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="add each game to a file; those in it are not repeated"
    )
    add_json(parser)
    parser.set_defaults(run=_levels)


def _levels(arguments: argparse.Namespace) -> int:
    from ludens.agents.levels import LEVELS
    from ludens.cli.common import load

    if not arguments.games:
        if arguments.json:
            levels = [
                {"level": n, "name": one.name, "word": one.word, "about": one.about} for n, one in enumerate(LEVELS, 1)
            ]
            print_facts({"levels": levels})
        else:
            for number, one in enumerate(LEVELS, 1):
                print(f"level:{number}  {one.name + ',':<8} {one.word.lower():<9} {one.about}")
        return 0
    games = [load(name, arguments.option) for name in arguments.games]
    specs = [f"level:{number}" for number in range(1, len(LEVELS) + 1)][: arguments.up_to]
    if len(specs) == len(LEVELS):
        specs[-1] += f":{arguments.top}"
    return _climb(arguments, games, specs)


def _climb(arguments: argparse.Namespace, games: list[Any], specs: list[str]) -> int:
    """Play the ladder with a progress bar; show the table even if it is interrupted."""
    from ludens.arena.ladder import Ladder
    from ludens.cli.screen import progress_bar
    from ludens.workers.cluster.journal import Journal, read_journal

    path = arguments.record
    earlier = list(read_journal(path)) if path and path.exists() else []
    with Journal(path) as journal, ended_politely(), progress_bar() as progress:
        ladder = Ladder(games, specs, arguments.n, arguments.seed, journal, earlier)
        task = progress.add_task("levels", total=len(ladder))
        ladder.report = lambda rung: progress.advance(task)
        try:
            ladder.play()
        finally:
            progress.stop()
            if arguments.json:
                print_facts(_facts(ladder))
            else:
                print("\n".join(_table(ladder)))
    if journal.trouble:
        say(f"ludens: {journal.trouble}; what was written before is kept")
    return FAILED if journal.trouble else 0


def _table(ladder: Ladder) -> list[str]:
    """For each game, what share of the points the upper one of two levels next to each other has."""
    from ludens.language import printed

    rungs = range(1, len(ladder.specs))
    names = [printed(game.name) for game in ladder.games]
    width = max(map(len, [*names, "95 % interval"]))
    lines = [f"{'':<{width}}  " + " ".join(f"{f'{upper + 1} - {upper}':>7}" for upper in rungs)]
    for name in names:
        shares = (ladder.scores[name, upper].rate if (name, upper) in ladder.scores else None for upper in rungs)
        lines.append(f"{name:<{width}}  " + " ".join(f"{'' if one is None else f'{one:.0%}':>7}" for one in shares))
    totals = [ladder.total(upper) for upper in rungs]
    lines.append(f"{'together':<{width}}  " + " ".join(f"{score.rate:>7.0%}" for score in totals))
    intervals = ("-".join(f"{100 * bound:.0f}" for bound in score.interval()) for score in totals)
    lines.append(f"{'95 % interval':<{width}}  " + " ".join(f"{one:>7}" for one in intervals))
    return lines


def _facts(ladder: Ladder) -> dict[str, Any]:
    """The same, ready for JSON."""
    steps = [
        {"game": game, "lower": ladder.specs[upper - 1], "upper": ladder.specs[upper]}
        | asdict(score)
        | {"rate": score.rate, "interval": list(score.interval())}
        for (game, upper), score in ladder.scores.items()
    ]
    return {"seed": ladder.seed, "steps": steps}
