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

from ludens.protocols import codingame
from ludens.protocols.codingame import Answer, ProtocolError
from ludens.protocols.engine import Engine, complain
from ludens.protocols.stopgap import stopgap

DEFAULT_AGENT = "territory"


@dataclass(frozen=True)
class Plan:
    """How a turn's seconds are used.

    The shares say when the search is to end, when it is no longer waited for, and when the stopgap ends then, after a
    turn's first line; the first turn has to start Python, too.
    """

    first: float = codingame.FIRST_SECONDS
    turn: float = codingame.TURN_SECONDS
    first_shares: tuple[float, float, float] = (0.6, 0.72, 0.75)
    turn_shares: tuple[float, float, float] = (0.6, 0.7, 0.73)

    def deadlines(self, began: float, *, first: bool) -> tuple[float, float, float]:
        """When the search is to end, until when it is waited for, when the stopgap ends."""
        seconds, shares = (self.first, self.first_shares) if first else (self.turn, self.turn_shares)
        search, wait, stopgap = (began + share * seconds for share in shares)
        return search, wait, stopgap


def play(source: TextIO, sink: TextIO, engine: Engine, plan: Plan) -> None:
    """Answer turns from `source` on `sink` until it ends. Raises ProtocolError, Misused."""
    rng, first = random.Random(0), True
    line = source.readline()
    if not line:
        return
    size, clock = codingame.read_size(line), Stopwatch(source)
    while (request := codingame.read_request(clock.line, size)) is not None:
        until, latest, end = plan.deadlines(clock.lap(), first=first)
        turn = engine.think(request, until, latest)
        if turn is None:
            with engine.held():
                turn = stopgap(request.rows, request.colour, end, rng)
            complain("the search was not ready in time: played by the stopgap")
        if turn is None:
            raise ProtocolError("a turn is asked for where no action is legal")
        sink.write(codingame.write_answer(Answer(turn.compact)))
        sink.flush()
        engine.revive()
        first = False


class Stopwatch:
    """Reads lines, and knows when the first one since the last lap came."""

    def __init__(self, source: TextIO) -> None:
        self._source, self._began = source, 0.0

    def line(self) -> str:
        line = self._source.readline()
        self._began = self._began or time.monotonic()
        return line

    def lap(self) -> float:
        began, self._began = self._began, 0.0
        return began


def run(agent: str, plan: Plan, *, seed: int | None = None) -> None:
    """Play on standard input and output to the end. Raises ProtocolError, Misused."""
    gc.disable()  # a turn leaves no cycles behind here, and a collection would take a fiftieth of the next one
    engine = Engine(agent, seed=seed)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    try:
        play(sys.stdin, sys.stdout, engine, plan)
    finally:
        engine.close()
