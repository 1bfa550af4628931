"""Trial files that were changed, of short games of the library."""

from __future__ import annotations

import functools
import json
import random
import re
from typing import Final

from fuzz.driver import Input
from ludens import library, load
from ludens.game.trial import Recorder, write_trial

GAMES: Final = ["Tic-Tac-Toe", "Breakthrough", "Reversi", "Kalah", "Snakes and Ladders", "Los Alamos Chess"]
NUMBERS: Final = ["-1", "0", "3", "77", "1000", "65536", "2147483648", "-9223372036854775809", "1.5", "", "x", "٣"]
LINES: Final = [
    "Move=[Move:mover=1,from=0,to=0,actions=[]]",
    "Move=[Move:mover=1,actions=[[[]]]]",
    "LEGAL MOVES LIST SIZE = -5",
    "numInitialPlacementMoves=-3",
    "numInitialPlacementMoves=99999999999999999999999",
    "rankings=nan,inf,-inf",
    "RNG internal state=1,2,3",
    "START GAME OPTIONS",
    "\0",
]


@functools.cache
def recorded(name: str) -> str:
    """A trial of a game of the library."""
    game, choose, rng_state = load(name), random.Random(1), bytes(range(8))
    state, recorder = game.start(rng_state=rng_state), Recorder(game, rng_state)
    for _ in range(12):
        moves = state.legal_moves()
        if not moves:
            break
        recorder.add(state.play(choose.choice(moves)), len(moves))
    return write_trial(recorder.trial(state))


def make(choose: random.Random) -> Input:
    name = choose.choice(GAMES)
    text = recorded(name)
    for _ in range(choose.choice([1, 1, 2, 4])):
        text = _changed(text, choose)
    return Input("trial", json.dumps({"game": library.read(name), "trial": text}))


def _changed(text: str, choose: random.Random) -> str:
    lines = text.split("\n")
    i, j = choose.randrange(len(lines)), choose.randrange(len(lines))
    match choose.randrange(7):
        case 0:
            del lines[i]
        case 1:
            lines.insert(j, lines[i])
        case 2:
            lines[i], lines[j] = lines[j], lines[i]
        case 3:
            lines.insert(i, choose.choice(LINES))
        case 4:
            return text[: choose.randrange(len(text) + 1)]
        case 5:
            at = choose.randrange(len(text) + 1)
            return text[:at] + choose.choice([*"[]=,:\0é(", "actions=", "Move:"]) + text[at + choose.randrange(3) :]
        case _:
            numbers = [*re.finditer(r"-?\d+", lines[i])]
            if numbers:
                found = choose.choice(numbers)
                lines[i] = lines[i][: found.start()] + choose.choice(NUMBERS) + lines[i][found.end() :]
    return "\n".join(lines)
