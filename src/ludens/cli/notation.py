"""notation: how a game is written, and positions in its notation."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ludens.cli.common import FAILED, add_command, counted, load, say, tell
from ludens.cli.eyes import add_eyes, eyes_of
from ludens.cli.facts import add_json, print_facts
from ludens.cli.screen import drawn, status

if TYPE_CHECKING:
    from ludens.game import State
    from ludens.notation import Style


def add(commands: Any) -> None:
    command = add_command(commands, "notation", _notation, game=True)
    command.add_argument("--position", metavar="TEXT", help="the moves of this position, such as a FEN")
    command.add_argument("--as", dest="form", metavar="FORMAT", help="the format of the position, where there are more")
    add_eyes(command)
    add_json(command)


def _notation(arguments: argparse.Namespace) -> int:
    from ludens import notation
    from ludens.notation.errors import noting

    game = load(arguments.game, arguments.option)
    viewer = eyes_of(arguments, game)
    style = notation.of(game)
    if wrong := notation.misdeclared(game):
        say(f"ludens: {wrong}")
    position, form = arguments.position, arguments.form
    with noting() as remarks:
        try:
            state = game.start(seed=0) if position is None else style.state(position, form)
            text = style.position(state, form) if style.positions else ""
        except notation.NotationError as error:
            say(str(error))
            return FAILED
    for remark in remarks:
        say(remark)
    if arguments.json:
        print_facts(_facts(style, state, text))
        return 0
    if arguments.position is None:
        tell(f"{game.name}: {style.family} notation")
        for what, names in (("positions", style.positions), ("files", style.files)):
            tell(f"{what}: {', '.join(names) or 'none of its own'}")
    else:
        print(drawn(state, coordinates=True, viewer=viewer) + "\n")
    if text:
        tell(text)
    moves = state.legal_moves()
    tell(status(state) + f" {counted(len(moves), 'move')}" * (not state.is_over))
    for move in moves:
        tell(style.ply(state, move))
    return 0


def _facts(style: Style, state: State, text: str) -> dict[str, Any]:
    """The notation of a game and of a position, ready for JSON; `position` is null where it has no notation."""
    return {
        "game": style.game.name,
        "notation": style.family,
        "positions": list(style.positions),
        "files": list(style.files),
        "position": text or None,
        "mover": state.mover,
        "over": state.is_over,
        "moves": [style.ply(state, move) for move in state.legal_moves()],
    }
