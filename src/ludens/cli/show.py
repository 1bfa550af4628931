"""show: how a game looks, and its options."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Sequence
from typing import Any

from ludens import render
from ludens.cli.common import Misuse, add_command, count, counted, filled, load, source_of, tell
from ludens.cli.eyes import add_eyes, eyes_of
from ludens.cli.facts import add_json, print_facts
from ludens.cli.plies import walk
from ludens.cli.screen import drawn
from ludens.game import Game, Move, State
from ludens.game.hidden import hides
from ludens.lab.sheet import rules_of
from ludens.language import Description, parse
from ludens.ludemes.boards import board_of
from ludens.ludemes.metadata import Metadata, read_metadata
from ludens.system import files


def add(commands: Any) -> None:
    show = add_command(commands, "show", _show, game=True)
    show.add_argument("--svg", metavar="FILE", help="write the picture to a file (- for standard output)")
    show.add_argument("--png", metavar="FILE", help="write the picture as PNG (needs the extra ludens[png])")
    show.add_argument(
        "--board",
        action="store_true",
        help="the board alone, also where the rules cannot be compiled; with --plies the position",
    )
    show.add_argument("--coordinates", action="store_true", help="with the labels of the sites")
    show.add_argument("--indices", action="store_true", help="with the numbers of the sites")
    show.add_argument("--plies", type=count, default=0, metavar="N", help="after N random moves")
    show.add_argument("--seed", type=int, help="of the random moves")
    add_eyes(show)
    add_json(show)


def _show(arguments: argparse.Namespace) -> int:
    if arguments.json and (arguments.board or arguments.svg or arguments.png):
        raise Misuse("--json is for a whole game, without --board, --svg and --png")
    if arguments.board and not arguments.plies:
        return _show_board(arguments)
    game = load(arguments.game, arguments.option)
    viewer = eyes_of(arguments, game)
    state, turn, last_turn = walk(game, arguments.plies, arguments.seed)
    if _pictures(state, arguments, viewer=viewer, turn=turn):
        return 0
    if arguments.board:  # the position alone
        print(drawn(state, coordinates=arguments.coordinates, indices=arguments.indices, viewer=viewer))
        return 0
    if arguments.json:
        print_facts(_facts(game, state, viewer))
        return 0
    tell(f"{game.name} ({counted(game.num_players, 'player')})")
    if text := game.metadata.text("description"):
        tell("\n" + textwrap.fill(text, 100))
    tell("\n" + "\n".join(filled(text) for text in rules_of(game)))
    print("\n" + drawn(state, coordinates=arguments.coordinates, indices=arguments.indices, viewer=viewer))
    if turn and (viewer is None or not hides(game)):
        tell(f"\nlast turn: {last_turn}")
    if options := options_text(game.description):
        tell("\n" + options)
    return 0


def _facts(game: Game, state: State, viewer: render.Viewer) -> dict[str, Any]:
    """The facts of a game, ready for JSON; the position is its picture in text."""
    description = game.description
    options = [
        {
            "heading": option.heading,
            "items": [
                {"name": item.name, "selected": option.full_name(item) in description.selected} for item in option.items
            ],
        }
        for option in description.options
    ]
    texts = {"description": game.metadata.text("description"), "rules": "\n".join(rules_of(game))}
    return {
        "game": game.name,
        "players": game.num_players,
        **texts,
        "options": options,
        "rulesets": [ruleset.heading for ruleset in description.rulesets],
        "position": render.text(state, viewer=viewer),
    }


def _show_board(arguments: argparse.Namespace) -> int:
    text, source = source_of(arguments.game)
    description = parse(text, name=source, options=arguments.option)
    topology = board_of(description.game)
    if not _pictures(topology, arguments, read_metadata(description)[0]):
        print(render.text(topology, arguments.coordinates, indices=arguments.indices))
    return 0


def _pictures(
    drawn: render.Drawable,
    arguments: argparse.Namespace,
    metadata: Metadata | None = None,
    *,
    viewer: render.Viewer = "mover",
    turn: Sequence[Move] = (),
) -> bool:
    """Write the pictures that the arguments name, with the last turn marked; whether there were any."""
    if not (arguments.svg or arguments.png):
        return False
    axes = {"coordinates": arguments.coordinates, "indices": arguments.indices}
    shown = () if isinstance(drawn, State) and viewer is not None and hides(drawn.game) else turn
    picture = render.svg(drawn, **axes, metadata=metadata, viewer=viewer, last=shown)
    if arguments.svg == "-":
        print(picture)
    elif arguments.svg:
        files.write_text(arguments.svg, picture)
    if arguments.png:
        try:
            files.write_bytes(arguments.png, render.png(picture))
        except ImportError as error:
            raise Misuse(str(error)) from None
    return True


def options_text(description: Description) -> str:
    """The options and rulesets, a line each, with a star at what is selected."""
    lines = []
    for option in description.options:
        items = (item.name + "*" * (option.full_name(item) in description.selected) for item in option.items)
        lines.append(f"  {option.heading}: {', '.join(items)}")
    lines += [f"  {ruleset.heading}" for ruleset in description.rulesets]
    return "\n".join(["Options (--option Heading/Item):", *lines]) if lines else ""
