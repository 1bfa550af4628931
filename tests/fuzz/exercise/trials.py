"""Trial files: read, and played again."""

from __future__ import annotations

import functools
import json
from typing import Any

from fuzz.exercise.base import Notes, hold
from ludens.game import compile_text
from ludens.game.trial import TrialError, read_trial, replay_trial


def trial(data: str, at: Notes) -> str:
    """Read a trial of a game and play it again: `{"game": text or name, "trial": text}`."""
    given: dict[str, Any] = json.loads(data)
    at("read")
    try:
        read = read_trial(given["trial"], "a.trial")
    except TrialError as error:
        hold(error.line >= 1, "no line: an error in a trial names its line")
        return "refused"
    at("load")
    game = compiled(given["game"])
    at("replay")
    try:
        for state, _ in replay_trial(game, read):
            state.sites()
    except TrialError as error:
        hold(error.line >= 1, "no line: an error in a trial names its line")
        return "refused"
    return "played"


#: games are few, and the trials many
compiled = functools.lru_cache(maxsize=8)(compile_text)
