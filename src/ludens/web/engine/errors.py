"""What playing raises, as clients are told it."""

from __future__ import annotations

import traceback
from typing import Any

from ludens.agents.agent import AgentError
from ludens.board.errors import BoardError
from ludens.game import IllegalMove, LimitExceeded
from ludens.game.trial import TrialError
from ludens.language import LudError
from ludens.notation import NotationError
from ludens.study import StudyError
from ludens.web.engine.requests import Choose, Refusal, Request, Search
from ludens.web.errors import ApiError
from ludens.web.workers.jobs import errors_of

_LONGEST_TRACE = 8000


class GameLost(ApiError):
    """The game cannot go on here: a thread is still at work on it, or it has ended one process after the other."""


class TookTooLong(ApiError):
    """What was asked has been stopped when its time was over; all stands as it did before."""


def late(why: object) -> TookTooLong:
    """The error that says so."""
    return TookTooLong("limit", f"{why}, and was stopped", 422)


def refusal_of(error: Exception, request: Request[Any] | None = None) -> Refusal:
    """Why a request is not done; without one, why a description is not opened."""
    match error:
        case TookTooLong():
            return Refusal(error.code, error.message, error.status, late=True)
        case ApiError():
            return Refusal(error.code, error.message, error.status, error.errors)
        case IllegalMove():
            return Refusal("illegal", str(error))
        case TrialError() | NotationError():
            return Refusal("trial", str(error), 422)
        case StudyError():
            return Refusal("study", str(error), 422)
        case AgentError() | LimitExceeded() | KeyError() | ValueError() if isinstance(request, Search):
            who = request.agent if isinstance(request, Choose) else "the analysis"
            return Refusal("agent", f"{who} cannot play here: {error}")
        case LimitExceeded() if request is not None:
            return Refusal("limit", f"this is beyond what can be played here, and all stands as it did: {error}", 422)
        case LudError() | BoardError() | LimitExceeded():
            errors = tuple(errors_of(error))
            return Refusal("description", errors[0].message, 422, errors)
        case _:
            trace = "".join(traceback.format_exception(error))[-_LONGEST_TRACE:]
            return Refusal("unknown", f"ludens fails on this game: {error!r}"[:1000], 422, trace=trace)


def raised(refusal: Refusal) -> ApiError:
    """The error that says so."""
    kind = TookTooLong if refusal.late else ApiError
    return kind(refusal.code, refusal.message, refusal.status, errors=refusal.errors)
