"""Failures in words, for a model to read, and never as a traceback."""

from __future__ import annotations

import logging

from ludens.agents import AgentError
from ludens.board.errors import BoardError
from ludens.envs.tables.bounds import Refused
from ludens.game import IllegalMove, LimitExceeded, Stopped
from ludens.game.trial import TrialError
from ludens.language import LudError
from ludens.library import UnknownGame

_log = logging.getLogger("ludens.mcp")
_EXPECTED = (AgentError, BoardError, IllegalMove, LimitExceeded, LudError, Refused, TrialError, UnknownGame)


def describe_failure(error: Exception, seconds: float) -> str:
    """The message for an error of a call with a limit of seconds; an unexpected one is logged, too."""
    if isinstance(error, Stopped):
        return f"this takes more than {seconds:g} seconds, the limit of a call here ({error})"
    if isinstance(error, _EXPECTED):
        return str(error)
    _log.error("a defect of ludens", exc_info=error)
    return f"ludens fails here, which is a defect of ludens: {type(error).__name__}: {error}"
