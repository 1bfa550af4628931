"""Who may enter a match: the name of an agent, an agent, anything that chooses, or what makes one of these."""

from __future__ import annotations

import asyncio
import inspect
import os
import threading
import traceback
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

from ludens.agents import Agent
from ludens.game import Game, Move, State

T = TypeVar("T")


class Chooser(Protocol):
    """Whoever chooses moves; `choose` may be a coroutine function."""

    def choose(self, state: State) -> Move | Awaitable[Move]:
        """A legal move of the state."""


#: makes who plays a game, from the game and a seed
ChooserMaker = Callable[[Game, int], Chooser]
#: the name of an agent with its limit, an agent, whoever chooses moves, or what makes one for a game
Entrant = str | Agent | Chooser | ChooserMaker


class AgentFailed(RuntimeError):
    """An agent whose own Python code failed: the message names the agent, its seat, the game and the error.

    That is an error and no loss. The error is the cause (`__cause__`), where it could be brought here.
    """


def name_of(entrant: Entrant) -> str:
    """What an entrant is called in tables and records.

    >>> class Cautious:
    ...     def choose(self, state): ...
    >>> name_of("uct:50"), name_of(Cautious), name_of(Cautious())
    ('uct:50', 'Cautious', 'Cautious')
    """
    if isinstance(entrant, str):
        return entrant
    candidates = (getattr(entrant, attribute, None) for attribute in ("name", "__name__"))
    return next((name for name in candidates if name and isinstance(name, str)), type(entrant).__name__)


def describe_error(error: BaseException) -> str:
    """An error in words: its kind, what it says, and the line of code where it was raised."""
    words = "".join(traceback.format_exception_only(error)[-1:]).strip()
    frames = traceback.extract_tb(error.__traceback__)
    return f"{words} ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else words


class _Loop:
    """An event loop on a thread of its own, for all coroutines of a process."""

    def __init__(self) -> None:
        self._lock, self._process = threading.Lock(), 0
        self._loop: asyncio.AbstractEventLoop | None = None

    def get(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None or self._process != os.getpid():  # threads do not follow into a forked child
                self._loop, self._process = asyncio.new_event_loop(), os.getpid()
                threading.Thread(target=self._loop.run_forever, name="ludens-async", daemon=True).start()
            return self._loop


_loop = _Loop()


def await_value(value: T | Awaitable[T]) -> T:
    """A value; of what can be awaited, what it gives.

    All coroutines run on one event loop, so that a client that belongs to a loop may be used by many games.

    >>> async def three() -> int:
    ...     return 3
    >>> await_value(three()), await_value(4)
    (3, 4)
    """
    if not inspect.isawaitable(value):
        return value

    async def wait() -> Any:
        return await value

    future = asyncio.run_coroutine_threadsafe(wait(), _loop.get())
    try:
        result: T = future.result()
    except BaseException:
        future.cancel()  # as where the one who waits is interrupted
        raise
    return result
