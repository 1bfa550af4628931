"""perft: how many positions there are after some plies."""

from __future__ import annotations

import argparse
from typing import Any

from ludens.cli.common import add_command, count, load


def add(commands: Any) -> None:
    perft = add_command(commands, "perft", "count the positions after some plies", _perft, game=True)
    perft.add_argument("depth", type=count, metavar="DEPTH", help="games that ended earlier are not counted")


def _perft(arguments: argparse.Namespace) -> int:
    print(load(arguments.game, arguments.option).perft(arguments.depth))
    return 0
