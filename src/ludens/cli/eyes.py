"""The viewer for whom a command shows a position. Imports nothing of ludens before it has to."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ludens.cli.arguments import positive
from ludens.cli.errors import Misuse

if TYPE_CHECKING:
    from ludens.game import Game
    from ludens.render import Viewer


def add_eyes(parser: argparse.ArgumentParser) -> None:
    """The arguments `--seat` and `--all`, of a command that shows positions."""
    eyes = parser.add_mutually_exclusive_group()
    eyes.add_argument("--seat", type=positive, metavar="N", help="as player N sees it (the player to move)")
    eyes.add_argument("--all", action="store_true", help="with all that is hidden from players")


def eyes_of(arguments: argparse.Namespace, game: Game) -> Viewer:
    """The viewer. Raises Misuse if the game has no such player."""
    seat: int | None = arguments.seat
    if seat is not None and seat > game.num_players:
        raise Misuse(f"--seat: {game.name} has {game.num_players} players, and no player {seat}")
    return None if arguments.all else seat or "mover"
