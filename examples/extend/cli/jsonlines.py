"""jsonlines: an interface in one file, which lets programs in any language play: a line of JSON in, a line out.

    {"play": "D1-D5"}, {"undo": 1}, {"load": STATE}    each is answered by the state, with its legal moves
    {"error": "...", "candidates": ["D1-D5"]}          is the answer to what cannot be done

It is found where `ludens.cli` is walked: in that package, or in a folder that is appended to its path.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from ludens.cli.common import add_command, load
from ludens.game import Game, IllegalMove, State


def add(commands: Any) -> None:
    command = add_command(commands, "jsonlines", _run, summary="play by lines of JSON", game=True)
    command.add_argument("--seed", type=int, help="of the game's own chance")


def _run(arguments: argparse.Namespace) -> int:
    game = load(arguments.game, arguments.option)
    state = game.start(seed=arguments.seed)
    _tell(_answer(state))
    for line in sys.stdin:
        try:
            state = _done(game, state, json.loads(line))
            _tell(_answer(state))
        except IllegalMove as error:
            _tell({"error": str(error), "candidates": error.candidates})
        except (ValueError, IndexError) as error:
            _tell({"error": str(error)})
    return 0


def _done(game: Game, state: State, asked: dict[str, Any]) -> State:
    """The state after what a line asks for. Raises ValueError, IndexError."""
    match asked:
        case {"play": str(text)}:
            state.play(state.parse_all(text))
        case {"undo": _}:
            state.undo()
        case {"load": dict(data)}:
            return game.from_dict(data)
        case _:
            raise ValueError("a line says play, undo or load")
    return state


def _answer(state: State) -> dict[str, Any]:
    return state.to_dict() | {"moves": state.notations()}


def _tell(answer: dict[str, Any]) -> None:
    print(json.dumps(answer), flush=True)
