"""A game to be measured as a task, which other processes and machines can do."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from ludens import agents
from ludens.board.errors import BoardError
from ludens.game import LimitExceeded, compile_text
from ludens.lab.measurement import Effort, Measuring
from ludens.lab.report import Report
from ludens.language import LudError
from ludens.version import __version__


@dataclass(frozen=True)
class Until:
    """Random games are played until half the width of the intervals of these measures is no more than `half`; `most`
    games at most. Without names it is looked at what each player gets, of one player alone at how often games are won.
    """

    half: float
    most: int = 1_000_000
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class MeasuringTask:
    """A game to be measured: the text of a description and the options, and how.

    `name` is that of the source; `labels` tell the task from others of a sweep.
    """

    name: str
    text: str
    options: tuple[str, ...] = ()
    seed: int = 1
    effort: Effort = field(default_factory=Effort)
    until: Until | None = None
    labels: tuple[tuple[str, str], ...] = ()

    @property
    def digest(self) -> str:
        """What tells it from other tasks, and from those of other versions of ludens."""
        fields = (__version__, self.text, self.options, self.seed, asdict(self.effort), self.until)
        return hashlib.sha256(repr(fields).encode()).hexdigest()


def measured(task: MeasuringTask, report: Callable[[float], object] | None = None, threads: int = 1) -> dict[str, Any]:
    """What `Report.to_dict` gives for a task; `{"error": ...}` where the game cannot be played or measured."""
    try:
        game = compile_text(task.text, task.name, list(task.options))
        measuring = Measuring(game, task.seed, effort=task.effort, threads=threads)
        if task.until is not None and not measuring.until(
            task.until.half, task.until.names or usual(measuring), task.until.most, report
        ):
            measuring.notes.append(f"the intervals are still wider after {task.until.most:,} games")
        return measuring.finish(report).to_dict()
    except (LudError, BoardError, LimitExceeded, agents.AgentError, ValueError) as error:
        return {"error": str(error)}


def usual(measuring: Measuring) -> tuple[str, ...]:
    """The measures whose intervals are looked at where nobody says which."""
    players = measuring.game.num_players
    return tuple(f"points_{seat}" for seat in range(1, players + 1)) if players > 1 else ("decisiveness",)


def report_of(result: dict[str, Any]) -> Report | str:
    """The report that `measured` gave, or why there is none."""
    return str(result["error"]) if "error" in result else Report.from_dict(result)
