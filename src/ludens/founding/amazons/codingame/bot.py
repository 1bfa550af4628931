"""Our own bot for the Amazons arena of CodinGame.

A process of its own loads the compiled game and searches (`Engine`), while lines are read from the first millisecond
on. A turn that it does not answer in time, because it still loads or the machine is busy, is played by the stopgap.
This module imports nothing heavy.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from dataclasses import dataclass
from typing import TextIO

from ludens.founding.amazons.codingame import protocol as codingame
from ludens.founding.amazons.codingame.engine import Engine, complain
from ludens.founding.amazons.codingame.protocol import Answer, ProtocolError
from ludens.founding.amazons.codingame.stopgap import stopgap
from ludens.system import scheduling
from ludens.system.pipes import has_waiting_input

DEFAULT_AGENT = "territory"
#: seconds that pass between the end of a search and its answer where nothing is late
USUAL = 0.003
#: seconds in which a line is read that was there before
PROMPT = 0.002


@dataclass(frozen=True)
class Plan:
    """How a turn's seconds are used.

    The shares say when the search is to end, when it is no longer waited for, and when the stopgap ends then, after a
    turn's begin; `most` is the share that is given up at most where the machine is busy.
    """

    first: float = codingame.FIRST_SECONDS
    turn: float = codingame.TURN_SECONDS
    first_shares: tuple[float, float, float] = (0.7, 0.82, 0.85)
    turn_shares: tuple[float, float, float] = (0.6, 0.72, 0.74)
    most: float = 0.3

    def deadlines(self, began: float, *, first: bool, late: float = 0.0) -> tuple[float, float, float]:
        """When the search is to end, until when it is waited for, when the stopgap ends.

        The search is to end earlier by the seconds for which things are `late` at present, the rest by half of them.
        """
        seconds, shares = (self.first, self.first_shares) if first else (self.turn, self.turn_shares)
        search, wait, stopgap = (began + share * seconds for share in shares)
        late = min(late, self.most * seconds)
        return search - late, wait - late / 2, stopgap - late / 2


class Lateness:
    """By how many seconds turns were late recently: the most of a turn, which decays with each turn."""

    decay = 0.9

    def __init__(self) -> None:
        self.seconds = 0.0

    def record(self, late: float) -> None:
        """Note by how much a turn was late."""
        self.seconds = max(late, self.decay * self.seconds, 0.0)


def play(source: TextIO, sink: TextIO, engine: Engine, plan: Plan, began: float | None = None) -> None:
    """Answer turns from `source` on `sink` until it ends. Raises ProtocolError, Misused.

    `began` is when the first turn began, where its lines are there already.
    """
    rng, lateness, first = random.Random(0), Lateness(), True
    line = source.readline()
    if not line:
        return
    size, clock = codingame.read_size(line), Stopwatch(source, began)
    while (request := codingame.read_request(clock.line, size)) is not None:
        until, latest, end = plan.deadlines(clock.lap(), first=first, late=lateness.seconds)
        turn = engine.think(request, until, latest)
        if turn is None:
            with engine.held():
                turn = stopgap(request.rows, request.colour, end, rng)
            complain("the search was not ready in time: played by the stopgap")
        if turn is None:
            raise ProtocolError("a turn is asked for where no action is legal")
        sink.write(codingame.write_answer(Answer(turn.compact)))
        sink.flush()
        if not first:  # in which it was late by loading
            lateness.record(time.monotonic() - until - USUAL)
        engine.revive()
        first = False


class Stopwatch:
    """Reads lines, and knows when the first one since the last lap came.

    That is when it was read, less the time for which a core was waited for. `began` is the first lap's begin, if its
    first line need not be waited for.
    """

    def __init__(self, source: TextIO, began: float | None = None) -> None:
        self._source, self._began, self._first_begin = source, 0.0, began

    def line(self) -> str:
        if self._began:
            return self._source.readline()
        began, waited = time.monotonic(), scheduling.waited()
        line = self._source.readline()
        self._began = time.monotonic() - (scheduling.waited() - waited)
        if self._first_begin is not None and self._began - began < PROMPT:
            self._began = self._first_begin
        self._first_begin = None
        return line

    def lap(self) -> float:
        began, self._began = self._began, 0.0
        return began


def run(agent: str, plan: Plan, *, seed: int | None = None) -> None:
    """Play on standard input and output to the end. Raises ProtocolError, Misused."""
    gc.disable()  # a turn leaves no cycles behind here, and a collection would take a fiftieth of the next one
    engine = Engine(agent, seed=seed)
    scheduling.wake_soon()
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    try:
        play(sys.stdin, sys.stdout, engine, plan, _waited_since())
    finally:
        engine.close()


def _waited_since() -> float | None:
    """When somebody began to wait for this process: its start, where lines are there already."""
    return scheduling.started() if has_waiting_input(sys.stdin) else None
