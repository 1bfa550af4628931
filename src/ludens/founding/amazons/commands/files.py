"""Games of Amazons in files: records, trials, and what a referee wrote."""

from __future__ import annotations

import sys
from pathlib import Path

from ludens.cli.common import read_text
from ludens.cli.errors import Misuse
from ludens.cli.replay import game_of
from ludens.founding.amazons.record import Record, read_record
from ludens.game.trial import TrialError, read_trial


def is_referees(file: str) -> bool:
    return Path(file).suffix == ".jsonl"


def referees_record(file: str) -> Record:
    """The game of a file that `ludens referee` wrote, as far as it came."""
    from ludens.founding.amazons.codingame.referee import read_game

    try:
        return read_game(Path(file))
    except ValueError as error:
        raise Misuse(str(error)) from None


def text_of(file: str) -> tuple[str, str]:
    """The text of a file, or of standard input, and its name."""
    return (sys.stdin.read(), "<stdin>") if file == "-" else (read_text(Path(file)), file)


def is_trial(text: str) -> bool:
    return text.removeprefix("\ufeff").startswith("game=")


def record_of(text: str, name: str, size: int) -> Record:
    """The record that a text holds, or that of the trial that it holds."""
    if not is_trial(text):
        return read_record(text.removeprefix("\ufeff"), name, size)
    trial = read_trial(text, name)
    game = game_of(trial)
    try:
        return Record.of_trial(game, trial)
    except TrialError:
        raise
    except ValueError as error:
        raise Misuse(f"{name}: {error}") from None
