"""A bot's seat at a board: its process, and the time that it has."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ludens.workers.programs import Process


@dataclass(frozen=True)
class Clock:
    """The seconds that a process has for its first turn, its start included, and for each later one."""

    first: float
    turn: float


@dataclass
class Seat:
    """A player's place: its process runs from its first turn until the seat is closed."""

    command: str
    clock: Clock
    stderr: Path | None = None
    process: Process | None = None
    complaints: str = ""

    def ask(self, text: str, greeting: str = "") -> tuple[str, float]:
        """The line that answers `text`, and the seconds it took; a new process is told the greeting first.

        Raises Fault, and CommandError where the process cannot be started.
        """
        seconds = self.clock.turn
        if self.process is None:  # the time to start is part of the first turn's
            self.process = Process(self.command, self.stderr)
            seconds, text = self.clock.first, greeting + text
        return self.process.ask(text, seconds)

    def close(self) -> None:
        """Kill the process; the next question starts another."""
        if self.process is not None:
            self.process.close()
            self.complaints = self.process.complaints
            self.process = None
