"""suite box: a game as a folder for an arena of language models."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ludens.cli.errors import Misuse, say

_ARENAS = ("gymnasium", "inspect", "kaggle", "openenv", "openspiel", "textarena", "verifiers")


def add_action(actions: Any) -> None:
    """`suite box`, among the actions of `suite`."""
    about = "a game as a folder that can be handed in to an arena of language models"
    box = actions.add_parser("box", help=about, description=about)
    box.add_argument("game", metavar="GAME", help="a library name or a .lud file")
    box.add_argument("--for", dest="arena", required=True, choices=_ARENAS, help="the arena")
    box.add_argument("-o", "--output", type=Path, required=True, metavar="DIR", help="a folder that is new, or empty")
    box.add_argument(
        "--option", action="append", default=[], metavar="OPTION", help='as "Heading/Item"; repeat for more'
    )
    box.set_defaults(run=_box)


def _box(arguments: argparse.Namespace) -> int:
    from ludens.cli.common import load
    from ludens.envs import boxes

    game = load(arguments.game, arguments.option)
    try:
        made = list(boxes.write(game, arguments.arena, arguments.output))
    except (OSError, ValueError) as error:
        raise Misuse(str(error)) from None
    for path in made:
        say(f"ludens: {path}")
    return 0
