"""replay: a trial file played again, and where it differs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ludens import library, notation
from ludens.cli.common import FAILED, Misuse, add_command, counted, load, read_text, say, tell
from ludens.cli.eyes import add_eyes, eyes_of
from ludens.cli.facts import add_json, print_facts
from ludens.cli.screen import drawn, status
from ludens.game import Game, State, compile_text
from ludens.game.trial import Trial, end_differences, read_trial, replay_trial
from ludens.language import printed


def add(commands: Any) -> None:
    replay = add_command(commands, "replay", "play a trial file again", _replay)
    replay.add_argument("trial", metavar="TRIAL", help="a path, or - for standard input")
    replay.add_argument("--game", metavar="GAME", help="the game, where the file's own name for it is not found")
    replay.add_argument("-v", "--verbose", action="store_true", help="show every position")
    add_eyes(replay)
    add_json(replay)


def _replay(arguments: argparse.Namespace) -> int:
    if arguments.json and arguments.verbose:
        raise Misuse("--json tells moves, not positions: it goes without --verbose")
    name = "<stdin>" if arguments.trial == "-" else arguments.trial
    text = sys.stdin.read() if arguments.trial == "-" else read_text(Path(arguments.trial))
    trial = read_trial(text, name)
    game = game_of(trial, arguments.game)
    viewer = eyes_of(arguments, game)
    differences, moves = list[str](), list[str]()
    sizes = iter(trial.sizes)
    state = game.start(seed=0)
    style, before = notation.of(game), state
    for number, (state, move) in enumerate(replay_trial(game, trial)):
        if move is not None:
            moves.append(style.ply(before, move))
            if not arguments.json:
                tell(f"{number:>4}. player {move.mover}: {moves[-1]}")
        before = state.copy()
        if arguments.verbose:
            print(drawn(state, coordinates=True, viewer=viewer) + "\n")
        expected, found = next(sizes, None), len(state.legal_moves())
        if expected is not None and expected != found and not state.is_over:
            differences.append(f"after move {number} the file has {counted(expected, 'legal move')}, here are {found}")
    differences += end_differences(trial, state)
    if arguments.json:
        print_facts(_facts(game, state, moves, differences))
    else:
        shown = "" if arguments.verbose else drawn(state, coordinates=True, viewer=viewer) + "\n"
        print(shown + printed(status(state)))
        for difference in differences[:10]:
            say(f"{trial.name}: {difference}")
    return FAILED if differences else 0


def _facts(game: Game, state: State, moves: list[str], differences: list[str]) -> dict[str, Any]:
    """A replayed game, ready for JSON; the ranking is null while it is not over."""
    return {
        "game": game.name,
        "options": list(game.options),
        "moves": moves,
        "over": state.is_over,
        "winner": state.winner if state.is_over else None,
        "ranking": list(state.ranking) if state.is_over else None,
        "differences": differences,
    }


def game_of(trial: Trial, wanted: str | None = None) -> Game:
    """The game of a trial: the one wanted, the file that it names, or a library game of that name."""
    if wanted is not None:
        return load(wanted, trial.options)
    if Path(trial.game).is_file():
        return load(trial.game, trial.options)
    stem = trial.game.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".lud")
    try:
        return compile_text(library.read(stem), f"{stem}.lud", trial.options)
    except library.UnknownGame:
        raise Misuse(f"the trial is of {trial.game!r}, which is not found: say which game with --game") from None
