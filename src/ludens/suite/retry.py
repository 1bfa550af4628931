"""What becomes of errors that say nothing of a player: an API's limits, lost connections, code that fails."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ludens.arena.entrants import AgentFailed
from ludens.game import IllegalMove
from ludens.workers.programs import Fault

T = TypeVar("T")
#: what servers say where the same may succeed later
_LATER = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})
_NUMBER = re.compile(r"\b(408|425|429|500|502|503|504|520|522|524|529)\b")
_NAMED = re.compile(r"rate.?limit|overload|timeout|timed out|temporar|unavailable|connection|too many requests", re.I)
#: errors of the code itself, whatever they say
_CODE = (TypeError, NameError, AttributeError, ImportError, LookupError, AssertionError, NotImplementedError)


class SpeakerFailed(AgentFailed):
    """A player could not be asked; the message says where, and how often it was tried. The error is the cause.

    Nothing is lost: games that were over are in the transcripts, and are not played again.
    """


def is_passing(error: BaseException) -> bool:
    """Whether an error may pass by itself: a limit of requests, a server that is busy, a connection that was lost.

    >>> is_passing(RuntimeError("429 Too Many Requests")), is_passing(TypeError("choose() takes 1 argument"))
    (True, False)
    """
    if isinstance(error, _CODE):
        return False
    if isinstance(error, ConnectionError | TimeoutError):
        return True
    status = _status(error)
    if status is not None:
        return status in _LATER
    return bool(_NAMED.search(type(error).__name__) or _NAMED.search(str(error)) or _NUMBER.search(str(error)))


def _status(error: BaseException) -> int | None:
    """The number that a server answered with, as the clients of providers tell it."""
    response = getattr(error, "response", None)
    for holder in (error, response):
        for name in ("status_code", "status", "http_status", "code"):
            value = getattr(holder, name, None)
            if isinstance(value, int) and 100 <= value < 600:
                return value
    return None


def _retry_after(error: BaseException) -> float:
    """The seconds that a server wants one to wait (`Retry-After`); 0 where it says nothing."""
    response = getattr(error, "response", None)
    headers: Any = getattr(response, "headers", None) or getattr(error, "headers", None)
    value = getattr(error, "retry_after", None)
    if value is None and isinstance(headers, Mapping):
        value = next((own for key, own in headers.items() if str(key).lower() == "retry-after"), None)
    try:
        return max(float(value), 0.0) if value is not None else 0.0
    except (TypeError, ValueError):
        return 0.0


@dataclass(frozen=True)
class Retry:
    """How often and how fast a request is tried again whose error may pass.

    The first wait is `first` seconds, each later one `factor` times the one before, none longer than `most`; each is
    shortened at random by up to a quarter, so that many games do not come back at once. A server's own `Retry-After`
    counts where it is longer, up to `most`. Other errors are not tried again.
    """

    tries: int = 5
    first: float = 0.5
    factor: float = 2.0
    most: float = 60.0
    sleep: Callable[[float], object] = field(default=time.sleep, compare=False)
    passing: Callable[[BaseException], bool] = is_passing

    def __post_init__(self) -> None:
        if self.tries < 1 or self.first < 0 or self.factor < 1 or self.most < 0:
            raise ValueError("Retry wants tries >= 1, first >= 0, factor >= 1 and most >= 0")

    def call(self, function: Callable[[], T], where: str, failed: Callable[[str, float], object]) -> T:
        """What a function gives. `failed` hears of each error that is tried again, and of the seconds of the wait.

        Raises SpeakerFailed, which names the place and the error.
        """
        for number in range(1, self.tries + 1):
            try:
                return function()
            except (IllegalMove, Fault, AgentFailed):  # what was said, and what is named already
                raise
            except Exception as error:
                message = f"{type(error).__name__}: {error}"
                if not self.passing(error):
                    raise SpeakerFailed(f"{where}: {message}") from error
                if number == self.tries:
                    raise SpeakerFailed(f"{where}, after {number} tries: {message}") from error
                own = self.first * self.factor ** (number - 1) * random.uniform(0.75, 1.0)
                wait = min(max(own, _retry_after(error)), self.most)
                failed(message, wait)
                self.sleep(wait)
        raise AssertionError("there is at least one try")
