"""choose: which agent plays a game best, by games between those that could."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import add_command, seconds
from ludens.cli.errors import Misuse
from ludens.cli.facts import add_json, print_facts

if TYPE_CHECKING:
    from ludens.agents.champion import Contest

_ABOUT = """let the agents that search play a small tournament, and keep who won it with the compiled game: from then on
it is the opponent where nobody names another"""


def add(commands: Any) -> None:
    choose = add_command(commands, "choose", _choose, game=True)
    choose.description = _ABOUT
    choose.add_argument("--seconds", type=seconds(1e6), default=20.0, metavar="S", help="for all games together (20)")
    add_json(choose)


def _choose(arguments: argparse.Namespace) -> int:
    from ludens.agents.solved import Solved
    from ludens.arena.selection import choose
    from ludens.cli.common import load, tell
    from ludens.cli.screen import progress_bar, shown
    from ludens.game.single import SingleGame

    game = load(arguments.game, arguments.option)
    if not isinstance(game, SingleGame):
        raise Misuse(f"{game.name} is a match: choose for its games, one by one")
    if game.num_players < 2:
        raise Misuse(f"{game.name} is for one player: nobody plays against another there")
    with progress_bar() as progress:
        task = progress.add_task(shown(game.name), total=None)

        def report(met: Contest) -> None:
            progress.update(task, advance=1, description=f"{shown(game.name)}: {met}")

        choice = choose(game, arguments.seconds, report=report)
    if arguments.json:
        print_facts(asdict(choice))
        return 0
    tell(f"{choice.game}: {choice.agent}")
    alone = "all its positions are known" if choice.agent == Solved.kind else "nobody else searches here"
    for line in choice.matches or [alone]:
        tell(f"  {line}")
    return 0
