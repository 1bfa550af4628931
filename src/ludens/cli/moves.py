"""moves: what can be played, at the start or after random moves."""

from __future__ import annotations

import argparse
from typing import Any

from ludens.cli.common import add_command, count, counted, load, tell
from ludens.cli.plies import after
from ludens.cli.screen import drawn, status


def add(commands: Any) -> None:
    moves = add_command(commands, "moves", "list the legal moves", _moves, game=True)
    moves.add_argument("--plies", type=count, default=0, metavar="N", help="after so many random moves")
    moves.add_argument("--seed", type=int, help="of the random moves")
    moves.add_argument("--trial", action="store_true", help="in trial format")


def _moves(arguments: argparse.Namespace) -> int:
    state = after(load(arguments.game, arguments.option), arguments.plies, arguments.seed)
    if arguments.plies:
        print(drawn(state, coordinates=True) + "\n")
    moves = state.legal_moves()
    tell(status(state) + f" {counted(len(moves), 'move')}" * (not state.is_over))
    for line in [m.to_trial() for m in moves] if arguments.trial else state.notations():
        tell(line)
    return 0
