"""rate: how strong an agent is, on a fixed ladder of reference agents, or against another one."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import OPTION, new_parser, number, positive
from ludens.cli.common import tell
from ludens.cli.errors import FAILED, Misuse, say
from ludens.cli.facts import add_json, print_facts
from ludens.cli.matches import add_forfeits, ended_politely
from ludens.cli.workers import add_workers, workers

if TYPE_CHECKING:
    from ludens.arena.rating import Compared, Rated, Rater, Seating
    from ludens.game import Game

_ABOUT = """\
rate an agent on a ladder of reference agents that count iterations, not seconds: Elo points above random play, the same
on every machine for agents whose limits are counts. With --against it is tested whether the agent is stronger than
another one, in no more games than that takes (Wald 1945)"""


def add(commands: Any) -> None:
    parser = new_parser(commands, "rate", _ABOUT)
    parser.add_argument("agent", metavar="AGENT", help="such as uct:1000, alphabeta:3, level:5, greedy")
    parser.add_argument("games", nargs="+", metavar="GAME", help="library names or .lud files")
    parser.add_argument("--option", **OPTION)
    parser.add_argument(
        "--precision",
        type=number("Elo points above 0 are"),
        default=50.0,
        metavar="ELO",
        help="play until the interval is that wide (50)",
    )
    parser.add_argument("-n", type=positive, metavar="N", help="games at most (400; with --against 1000)")
    parser.add_argument("--against", metavar="AGENT", help="test whether AGENT is stronger than this one")
    parser.add_argument("--elo0", type=float, default=0.0, metavar="ELO", help="what would not be stronger (0)")
    parser.add_argument("--elo1", type=float, default=50.0, metavar="ELO", help="what would be (50)")
    parser.add_argument("--seed", type=int, default=0, help="of the starts and of the agents (0)")
    add_forfeits(parser)
    add_workers(parser, "games")
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="add each game to a file; those in it are not repeated"
    )
    add_json(parser)
    parser.set_defaults(run=_rate)


def _rate(arguments: argparse.Namespace) -> int:
    from ludens.arena.match import UnfitGame
    from ludens.arena.rating import Rater
    from ludens.cli.common import load
    from ludens.workers.cluster.journal import Journal, read_journal

    if arguments.elo0 >= arguments.elo1:
        raise Misuse(f"--elo1 must be more than --elo0, {arguments.elo0:g}")
    games = [load(name, arguments.option) for name in arguments.games]
    path, rows = arguments.record, list[dict[str, Any]]()
    earlier = list(read_journal(path)) if path and path.exists() else []
    with Journal(path) as journal, ended_politely(), ExitStack() as stack:
        pool = workers(arguments)
        if pool is not None:
            stack.enter_context(pool)
        for game in games:
            try:
                rater = Rater(
                    game, arguments.seed, arguments.threads, pool, journal, earlier,
                    forfeit_errors=arguments.forfeit_errors,
                )  # fmt: skip
            except UnfitGame as error:
                raise Misuse(str(error)) from None
            facts, lines = _of_game(arguments, game, rater)
            rows.append(facts)
            if not arguments.json:
                tell("\n".join(lines))
    if arguments.json:
        print_facts({"seed": arguments.seed, "ratings" if arguments.against is None else "tests": rows})
    if journal.trouble:
        say(f"ludens: {journal.trouble}; what was written before is kept")
    return FAILED if journal.trouble else 0


def _of_game(arguments: argparse.Namespace, game: Game, rater: Rater) -> tuple[dict[str, Any], list[str]]:
    """The results for a game, ready for JSON and in words; shows a progress bar while games are played."""
    from ludens.cli.screen import progress_bar, shown

    most = arguments.n or (400 if arguments.against is None else 1000)
    with progress_bar() as progress:
        task = progress.add_task(shown(game.name), total=None)

        def report(seating: Seating) -> None:
            text = f"{shown(game.name)}: {seating.agent} against {seating.others}"
            progress.update(task, advance=1, description=text)

        rater.report = report
        if arguments.against is None:
            rated = rater.rate(arguments.agent, precision=arguments.precision, most=most)
            return _rated_facts(rated), _rated_lines(rated)
        compared = rater.compare(
            arguments.agent, arguments.against, elo0=arguments.elo0, elo1=arguments.elo1, most=most
        )
        return asdict(compared) | {"verdict": compared.verdict}, _compared_lines(arguments, compared)


def _rated_facts(rated: Rated) -> dict[str, Any]:
    return asdict(rated) | {"games": rated.games, "interval": list(rated.interval())}


def _rated_lines(rated: Rated) -> list[str]:
    low, high = rated.interval()
    details = f"95 % interval {low:.0f} to {high:.0f}; {rated.games} games; ladder {rated.ladder}"
    lines = [f"{rated.game}: {rated.agent} has {rated.elo:.0f} Elo points above random play ({details})"]
    lines += [f"  {name:<8} {met.elo:5.0f}  {met.points:g} of {met.games} points" for name, met in rated.met.items()]
    return lines


def _compared_lines(arguments: argparse.Namespace, compared: Compared) -> list[str]:
    from ludens.arena.rating import gap_of

    one, other = compared.agent, compared.against
    verdict = {
        "stronger": f"{one} is stronger than {other}, by {arguments.elo1:g} Elo points rather than {arguments.elo0:g}",
        "not stronger": f"{one} is not stronger than {other} by {arguments.elo1:g} Elo points",
        "undecided": f"undecided between {one} and {other}: more games would tell (-n)",
    }[compared.verdict]
    gap = gap_of(compared.points, compared.games)
    details = f"{compared.points:g} of {compared.games} points, {gap:+.0f} Elo points"
    low, high = compared.bounds
    return [
        f"{compared.game}: {verdict}",
        f"  {details}; likelihood ratio {compared.ratio:.2f}, decided at {low:.2f} and {high:.2f}",
    ]
