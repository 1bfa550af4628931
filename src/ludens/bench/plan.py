"""A run: the systems take turns at each game of each suite."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludens.bench.games import BenchGame
from ludens.bench.rows import OTHER, OWN, Row
from ludens.bench.suites import Suite
from ludens.bench.systems import Failed, System


@dataclass
class GameRows:
    """A game of a suite: its rows, and why a system has none."""

    suite: Suite
    game: BenchGame
    rows: list[Row] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """What is measured: games by suite; how many rounds there are, and how long each system takes for them all."""

    games: Sequence[tuple[Suite, BenchGame]]
    rounds: int
    seconds: float

    def run(
        self, systems: Sequence[System], begin: Callable[[Suite, BenchGame], object], report: Callable[[], object]
    ) -> Iterator[GameRows]:
        """Each game as soon as it is measured.

        `begin` is told of each one, `report` is called after each of its rounds, and once before them.

        The first of the systems is this tree of ludens, whose rounds the yardstick is measured beside.
        """
        for suite, game in self.games:
            begin(suite, game)
            measured = GameRows(suite, game)
            turns = list[_Turn]()
            for system in systems:
                if _has(suite, game, system.name) and (turn := self._begin(measured, system, turns)) is not None:
                    turns.append(turn)
            report()
            for _ in range(self.rounds):
                for turn in list(turns):
                    try:
                        turn.round()
                    except Failed as error:
                        measured.failed[turn.system.name] = str(error)
                        turns.remove(turn)
                report()
            measured.rows = [row for turn in turns for row in turn.rows(suite, game)]
            yield measured

    def _begin(self, measured: GameRows, system: System, before: Sequence[_Turn]) -> _Turn | None:
        """A system that has loaded the game; None where it cannot, which is noted. Other trees play as much as ours."""
        ours = next((turn.sizes for turn in before if turn.system.name == OWN and system.name == OTHER), None)
        try:
            played = system.ask(do="prepare", suite=measured.suite.name, game=measured.game.to_dict())["played"]
            sizes = ours or system.ask(do="sizes", seconds=self.seconds / self.rounds)["sizes"]
        except Failed as error:
            measured.failed[system.name] = str(error)
            return None
        return _Turn(system, played, sizes)


def _has(suite: Suite, game: BenchGame, system: str) -> bool:
    """Whether a system has a game and can be measured so."""
    kind = OWN if system == OTHER else system
    return kind in suite.probes and bool(getattr(game, kind))


class _Turn:
    """One system at one game."""

    def __init__(self, system: System, played: str, sizes: dict[str, int]) -> None:
        self.system, self.played, self.sizes = system, played, sizes
        self.samples: list[dict[str, float]] = []
        self.yardstick: list[float] = []

    def round(self) -> None:
        if self.system.name == OWN:
            self.yardstick.append(self.system.ask(do="yardstick")["rate"])
        self.samples.append(self.system.ask(do="round", sizes=self.sizes)["samples"])

    def rows(self, suite: Suite, game: BenchGame) -> Iterator[Row]:
        for metric in suite.metrics:
            samples = [sample[metric.name] for sample in self.samples if metric.name in sample]
            if samples:
                yardstick: Any = self.yardstick
                yield Row(suite.name, game.name, self.system.name, metric, samples, yardstick, self.played)
