"""moves: the legal moves, at the start or after random moves."""

from __future__ import annotations

import argparse
from typing import Any

from ludens import notation
from ludens.cli.common import add_command, count, counted, load, tell
from ludens.cli.eyes import add_eyes, eyes_of
from ludens.cli.facts import add_json, print_facts
from ludens.cli.plies import after
from ludens.cli.screen import drawn, status
from ludens.game import State


def add(commands: Any) -> None:
    moves = add_command(commands, "moves", _moves, game=True)
    moves.add_argument("--plies", type=count, default=0, metavar="N", help="after N random moves")
    moves.add_argument("--seed", type=int, help="of the random moves")
    moves.add_argument("--trial", action="store_true", help="in trial format")
    add_eyes(moves)
    add_json(moves)


def _moves(arguments: argparse.Namespace) -> int:
    game = load(arguments.game, arguments.option)
    viewer = eyes_of(arguments, game)
    state = after(game, arguments.plies, arguments.seed)
    if arguments.json:
        print_facts(_facts(state))
        return 0
    if arguments.plies:
        print(drawn(state, coordinates=True, viewer=viewer) + "\n")
    moves = state.legal_moves()
    tell(status(state) + f" {counted(len(moves), 'move')}" * (not state.is_over))
    for line in [m.to_trial() for m in moves] if arguments.trial else notation.of(game).names(state):
        tell(line)
    return 0


def _facts(state: State) -> dict[str, Any]:
    """The position's players, and its moves by number, from 0."""
    moves = state.legal_moves()
    rows = [
        {"move": text, "trial": move.to_trial(), "mover": move.mover, "from": move.from_site, "to": move.to_site}
        for text, move in zip(state.notations(), moves, strict=True)
    ]
    return {
        "game": state.game.name,
        "mover": state.mover,
        "over": state.is_over,
        "winner": state.winner if state.is_over else None,
        "moves": [] if state.is_over else rows,
    }
