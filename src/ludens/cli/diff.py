"""diff: the shortest game in which two descriptions differ, or to which depth they do not."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import seconds
from ludens.cli.common import OPTION, Misuse, add_command, count, counted, load, positive, say, tell
from ludens.cli.errors import INTERRUPTED
from ludens.cli.facts import add_json, print_facts

if TYPE_CHECKING:
    from ludens.game import Game
    from ludens.lab.difference import Difference

SAME, DIFFERENT = 0, 1


def add(commands: Any) -> None:
    diff = add_command(commands, "diff", _diff)
    diff.add_argument("first", metavar="A", help="a library name, a path, or - for standard input")
    diff.add_argument("second", metavar="B", help="another one, or the same with other options")
    diff.add_argument("--option", **{**OPTION, "help": "choose an option of A; repeat"})
    diff.add_argument("--other-option", **{**OPTION, "help": "choose an option of B; repeat"})
    diff.add_argument("--depth", type=count, metavar="N", help="look at all lines of N plies, not at longer ones")
    diff.add_argument("--positions", type=positive, default=100_000, metavar="N", help="at most N positions")
    diff.add_argument(
        "--seconds", type=seconds(1e9), default=20.0, metavar="S", help="for all lines; then for random games"
    )
    diff.add_argument("--games", type=count, default=200, metavar="N", help="random games beyond that depth")
    diff.add_argument(
        "--folder", type=Path, metavar="DIR", help="keep the positions that were looked at there, and go on from them"
    )
    diff.add_argument("--seed", type=count, default=1, metavar="N", help="of the dice, and of random games")
    add_json(diff)


def _diff(arguments: argparse.Namespace) -> int:
    from ludens.cli.screen import share_bar
    from ludens.lab.difference import Searching, differ

    if arguments.first == "-" and arguments.second == "-":
        raise Misuse("only one of the descriptions can be standard input")
    first, second = load(arguments.first, arguments.option), load(arguments.second, arguments.other_option)
    how = Searching(arguments.depth, arguments.positions, arguments.seconds, arguments.games, arguments.seed)
    with share_bar() as bar:
        task = bar.add_task("comparing", total=1.0, note="")
        report = lambda note, part: bar.update(task, completed=part, note=note)  # noqa: E731
        try:
            difference = differ(first, second, how, folder=arguments.folder, report=report)
        except ValueError as error:
            raise Misuse(str(error)) from None
    if arguments.json:
        print_facts({"first": first.name, "second": second.name} | difference.to_dict())
    else:
        _tell(difference, first, second)
    if difference.stopped:
        if arguments.folder is not None:
            say(f"stopped: the same command goes on with what is in {arguments.folder}")
        else:
            say("stopped: with more --seconds and --positions it looks further, and with --folder it goes on")
        return INTERRUPTED
    return SAME if difference.line is None else DIFFERENT


def _tell(difference: Difference, first: Game, second: Game) -> None:
    if difference.same_code:
        print("the two descriptions mean the same game")
    elif difference.line is None:
        games = f", nor do {counted(difference.games, 'random game')}" if difference.games else ""
        if difference.depth is None:
            print(f"no line differs: all {counted(difference.positions, 'position')} were looked at")
        else:
            depth = counted(difference.depth, "ply") if difference.depth == 1 else f"{difference.depth} plies"
            print(f"no line of {depth} differs ({counted(difference.positions, 'position')}){games}")
    else:
        _tell_line(difference, first, second)
    if difference.texts and not difference.same_code:
        print("\nwhat is written differently, with line and column in A | in B:")
        for change in difference.texts[:_MOST]:
            tell(f"  {change}")
        if len(difference.texts) > _MOST:
            print(f"  and {len(difference.texts) - _MOST} more")


_MOST = 12


def _tell_line(difference: Difference, first: Game, second: Game) -> None:
    assert difference.line is not None
    if not difference.line:
        print("they differ at the start")
    else:
        surely = "the shortest game in which they differ" if difference.is_shortest else "they differ in this game"
        print(f"{surely}, {len(difference.line)} {'ply' if len(difference.line) == 1 else 'plies'}:")
        tell("  " + "  ".join(difference.line_names(first)))
    for finding in difference.findings:
        tell(f"  {finding.kind}:")
        tell(f"    A: {finding.first}")
        tell(f"    B: {finding.second}")
