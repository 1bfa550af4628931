"""replay: trial files played again, and where they differ."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens import library, notation
from ludens.cli.common import FAILED, Misuse, add_command, counted, load, read_text, say, source_of, tell
from ludens.cli.eyes import add_eyes, eyes_of
from ludens.cli.facts import add_json, print_facts
from ludens.cli.screen import drawn, player_name, progress_bar, shown, status
from ludens.cli.workers import add_other_workers, workers
from ludens.game import Game, State, compile_text
from ludens.game.trial import Trial, TrialError, TrialSkipped, follow, read_trial
from ludens.game.trial.replay import played_again
from ludens.language import printed

if TYPE_CHECKING:
    from ludens.testing.certificates.trials import Descriptions, TrialBatch

#: how files are counted, by what comes of them
_COUNTED = {
    "replays": "replay",
    "skipped": "skipped",
    "differs": "differ",
    "stops": "stop at a move",
    "damaged": "damaged",
    "no game": "of games that are not found or do not compile",
}


def add(commands: Any) -> None:
    replay = add_command(commands, "replay", _replay)
    places = "a trial file, - for standard input, or several files and folders, of which there is a summary"
    replay.add_argument("trial", nargs="+", metavar="TRIAL", help=places)
    replay.add_argument("--game", metavar="GAME", help="the game, where the file's own name for it is not found")
    games = "descriptions to find games in, by the ends of their paths; what is not there is looked for in the library"
    replay.add_argument("--games", type=Path, metavar="DIR", help=games)
    replay.add_argument("-v", "--verbose", action="store_true", help="show every position; in a summary, every file")
    journal = "of a summary: keep there what is done, and do only what is left of it"
    replay.add_argument("--journal", type=Path, metavar="FILE", help=journal)
    add_other_workers(replay)
    add_eyes(replay)
    add_json(replay)


def _replay(arguments: argparse.Namespace) -> int:
    if len(arguments.trial) > 1 or Path(arguments.trial[0]).is_dir():
        return _replay_many(arguments)
    if arguments.processes or arguments.ray or arguments.journal:
        raise Misuse("--processes, --ray and --journal are for several files, or for folders")
    if arguments.json and arguments.verbose:
        raise Misuse("--json shows moves, not positions: it goes without --verbose")
    trial, damage = _read(arguments.trial[0])
    game = game_of(trial, arguments.game, arguments.games)
    viewer = eyes_of(arguments, game)
    moves = list[str]()
    followed = follow(game, trial)
    state = game.start(rng_state=trial.rng_state)
    style, before = notation.of(game), state
    for number, (state, move) in enumerate(played_again(game, trial, followed)):
        if move is not None:
            moves.append(style.ply(before, move))
            if not arguments.json:
                tell(f"{number:>4}. {player_name(game, move.mover)}: {moves[-1]}")
        before = state.copy()
        if arguments.verbose:
            print(drawn(state, coordinates=True, viewer=viewer) + "\n")
    differences = [str(one) for one in followed.differences]
    skipped = followed.error.message if isinstance(followed.error, TrialSkipped) else None
    if skipped is not None:
        followed.error = None
    if arguments.json:
        errors = [str(error) for error in (followed.error, damage) if error is not None]
        print_facts(_facts(game, state, moves, [*differences, *errors]) | {"skipped": skipped})
        return FAILED if differences or errors else 0
    shown = "" if arguments.verbose else drawn(state, coordinates=True, viewer=viewer) + "\n"
    print(shown + printed(status(state)))
    if skipped is not None:
        say(f"{trial.name}: skipped: {skipped}")
    for difference in differences[:10]:
        say(f"{trial.name}: {difference}")
    for error in (followed.error, damage):
        if error is not None:
            say(f"{error}; {counted(len(moves), 'move')} before it {'was' if len(moves) == 1 else 'were'} played again")
    return FAILED if differences or followed.error or damage else 0


def _read(file: str) -> tuple[Trial, TrialError | None]:
    """A trial, as far as it can be read, and what is wrong with the rest. Raises TrialError if nothing can be read."""
    name = "<stdin>" if file == "-" else file
    text = sys.stdin.read() if file == "-" else read_text(Path(file))
    try:
        return read_trial(text, name), None
    except TrialError as error:
        if error.read is None or not error.read.moves:
            raise
        return error.read, error


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


# --- which game a trial is of


def game_of(trial: Trial, name: str | None = None, games: Path | None = None) -> Game:
    """The game of a trial: that of `name`, the file that it names, one of a folder, or a library game of that name."""
    from ludens.testing.certificates.trials import Descriptions

    source = _source(name, Descriptions(games) if games is not None else None, trial)
    if source is None:
        raise Misuse(f"the trial is of {trial.game!r}, which is not found: say which game with --game")
    return load(name, trial.options) if name is not None else compile_text(*source, trial.options)


def _source(name: str | None, descriptions: Descriptions | None, trial: Trial) -> tuple[str, str] | None:
    """The text of a trial's game and the name of its file; None if there is none."""
    if name is not None:
        return source_of(name)
    file = Path(trial.game)
    path = file if file.is_file() else descriptions.find(trial.game) if descriptions is not None else None
    if path is not None:
        return read_text(path), str(path)
    try:
        return library.read(trial.stem), f"{trial.stem}.lud"
    except library.UnknownGame:
        return None


# --- many files


def _replay_many(arguments: argparse.Namespace) -> int:
    from ludens.testing.certificates.trials import Descriptions, batches, trial_files

    missing = [place for place in arguments.trial if not Path(place).exists()]
    if missing:
        raise Misuse(f"there is no {missing[0]}")
    files = list(trial_files(map(Path, arguments.trial)))
    if not files:
        raise Misuse(f"there is no trial file in {', '.join(arguments.trial)}")
    descriptions = Descriptions(arguments.games) if arguments.games is not None else None
    tasks = batches(files, partial(_source, arguments.game, descriptions))
    rows = list[dict[str, Any]]()
    for one in _answers(arguments, tasks, len(files)):
        rows.append(one)
        if not arguments.json and (arguments.verbose or one["verdict"] != "replays"):
            _tell(one)
    counts = Counter(str(one["verdict"]) for one in rows)
    if arguments.json:
        print_facts({"counts": {name: counts[name] for name in _COUNTED}, "files": rows})
    else:
        parts = [f"{counts[name]:,} {words}" for name, words in _COUNTED.items() if counts[name] or name == "replays"]
        moves, games = sum(one["moves"] for one in rows), len({one["game"] for one in rows})
        tell(f"{counted(len(rows), 'file')} of {counted(games, 'game')}, {moves:,} moves: {', '.join(parts)}")
    return 0 if counts["replays"] + counts["skipped"] == len(rows) else FAILED


def _tell(one: dict[str, Any]) -> None:
    place = f"{one['file']}:{one['line']}" if one["line"] else one["file"]
    words = one["told"][0] if one["told"] else f"{counted(one['moves'], 'move')}"
    more = f" (and {len(one['told']) - 1} more)" if len(one["told"]) > 1 else ""
    tell(f"{one['verdict']:<8} {place}: {words}{more}")


def _answers(arguments: argparse.Namespace, tasks: list[TrialBatch], total: int) -> Iterator[dict[str, Any]]:
    """The result of each file, as workers report it."""
    from ludens.testing.certificates.trials import digest, replayed
    from ludens.workers.cluster import OtherRun, pool

    with progress_bar() as progress, workers(arguments) or pool("threads:1") as using:
        bar, done = progress.add_task("", total=total), 0
        try:
            for answer in using.run(replayed, tasks, journal=arguments.journal, name=f"replay {digest(tasks)}"):
                task = tasks[answer.number]
                if answer.error is not None:  # a worker that died costs its games only
                    why = {"verdict": "stops", "line": 0, "told": [str(answer.error)], "moves": 0, "of": 0}
                    rows = [{"file": file, "game": task.game} | why for file in task.files]
                else:
                    rows = answer.value
                done += len(rows)
                progress.update(bar, completed=done, description=shown(Path(task.game).stem))
                yield from rows
        except OtherRun as error:
            raise Misuse(f"{error}: it has other files, or games that have changed since") from None
