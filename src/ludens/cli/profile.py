"""profile: which clauses of a description take the time."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import seconds
from ludens.cli.common import Misuse, add_command, count, counted, load, positive, tell
from ludens.cli.facts import add_json, print_facts
from ludens.cli.screen import thinking
from ludens.system import files

if TYPE_CHECKING:
    from ludens.lab.rule_profile import Clause, RuleProfile

#: the clauses that the table has at most
_ROWS = 20


def add(commands: Any) -> None:
    parser = add_command(commands, "profile", _profile, game=True)
    parser.add_argument("-n", type=positive, metavar="N", help="play so many random games, however long it takes")
    parser.add_argument("--seconds", type=seconds(3600), default=2.0, metavar="S", help="play for so long (2)")
    parser.add_argument("--seed", type=count, default=1, help="of the games (1)")
    parser.add_argument("--all", action="store_true", help=f"list all clauses, and not the first {_ROWS}")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="write a flame graph there")
    add_json(parser)


def _profile(arguments: argparse.Namespace) -> int:
    from ludens.game.single import SingleGame
    from ludens.lab.flame import flame_graph
    from ludens.lab.rule_profile import profile

    game = load(arguments.game, arguments.option)
    if not isinstance(game, SingleGame):
        raise Misuse(f"{game.name} is a match of several games: profile one of them")
    with thinking("playing"):
        result = profile(game, n=arguments.n, seconds=arguments.seconds, seed=arguments.seed)
    if arguments.svg is not None:
        files.write_text(arguments.svg, flame_graph(result))
    if arguments.json:
        print_facts(result.to_dict())
    else:
        _tell(result, None if arguments.all else _ROWS)
    return 0


def _tell(profile: RuleProfile, rows: int | None) -> None:
    speed = profile.moves / profile.seconds if profile.seconds else 0
    tell(f"{profile.game}: {counted(profile.games, 'random game')}, {speed:,.0f} moves/s with marks in the code")
    tell("  itself   whole   a move  line")
    listed = sorted((one for one in profile.clauses if one.whole or one.calls), key=_order)
    for clause in listed[:rows]:
        entered = f"{clause.calls / max(profile.moves, 1):8.2f} {clause.line:5}" if clause.number else " " * 14
        tell(f"{100 * clause.own:6.1f} % {100 * clause.whole:5.1f} % {entered}  {clause.text}")
    if len(listed) > len(listed[:rows]):
        tell(f"and {counted(len(listed) - len(listed[:rows]), 'clause')} more: --all")


def _order(clause: Clause) -> tuple[float, float, int]:
    return -clause.own, -clause.whole, -clause.calls
