"""notation: how a game is written, and positions in its notation."""

from __future__ import annotations

import argparse
from typing import Any

from ludens.cli.common import FAILED, add_command, counted, load, say, tell
from ludens.cli.screen import drawn, status


def add(commands: Any) -> None:
    command = add_command(commands, "notation", "show how a game is written, and read positions", _notation, game=True)
    command.add_argument("--position", metavar="TEXT", help="the moves of this position, such as a FEN")
    command.add_argument("--as", dest="form", metavar="FORMAT", help="the format of the position, where there are more")


def _notation(arguments: argparse.Namespace) -> int:
    from ludens import notation

    game = load(arguments.game, arguments.option)
    style = notation.of(game)
    try:
        state = game.start(seed=0) if arguments.position is None else style.state(arguments.position, arguments.form)
        text = style.position(state, arguments.form) if style.positions else ""
    except notation.NotationError as error:
        say(str(error))
        return FAILED
    if arguments.position is None:
        tell(f"{game.name}: {style.family} notation")
        for what, names in (("positions", style.positions), ("files", style.files)):
            tell(f"{what}: {', '.join(names) or 'none of its own'}")
    else:
        print(drawn(state, coordinates=True) + "\n")
    if text:
        tell(text)
    moves = state.legal_moves()
    tell(status(state) + f" {counted(len(moves), 'move')}" * (not state.is_over))
    for move in moves:
        tell(style.ply(state, move))
    return 0
