"""disguise: a game under other names, so that nobody can recall it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import add_command, count
from ludens.cli.errors import FAILED, say
from ludens.cli.facts import print_facts
from ludens.system import files

if TYPE_CHECKING:
    from ludens.suite import Disguise


def add(commands: Any) -> None:
    parser = add_command(commands, "disguise", _disguise, game=True)
    parser.add_argument("--seed", type=count, default=0, help="equal seeds give equal disguises (0)")
    parser.add_argument("--no-mirror", action="store_true", help="leave the board as it is")
    parser.add_argument("--misere", action="store_true", help="turn the goal round: who would have won loses")
    about = "change one rule first, so that it is a game that nobody has seen"
    parser.add_argument("--unseen", action="store_true", help=about)
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the description to a file")
    parser.add_argument("--json", action="store_true", help="what is what, as JSON")


def _disguise(arguments: argparse.Namespace) -> int:
    from ludens.cli.common import load
    from ludens.suite import DisguiseError, disguise
    from ludens.suite.disguise_levels import unseen

    game = load(arguments.game, arguments.option)
    try:
        game = unseen(game, arguments.seed) if arguments.unseen else game
        disguised = disguise(game, arguments.seed, mirror=not arguments.no_mirror, misere=arguments.misere)
    except DisguiseError as error:
        say(f"ludens: {error}")
        return FAILED
    if arguments.output:
        files.write_text(arguments.output, disguised.text + "\n")
    if arguments.json:
        print_facts(_facts(disguised))
    elif not arguments.output:
        print(disguised.text)
    return 0


def _facts(disguised: Disguise) -> dict[str, Any]:
    return {
        "game": disguised.original.name,
        "disguise": disguised.game.name,
        "names": disguised.names,
        "kept": list(disguised.unreplaced),
        "board": disguised.symmetry.name,
        "misere": disguised.misere,
        "text": disguised.text,
    }
