"""Measures a game bit by bit, for as long as somebody wants."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Final

import numpy as np

from ludens.game import Game
from ludens.game.playouts import Series
from ludens.game.single import SingleGame
from ludens.lab import playing
from ludens.lab.estimates import Estimate
from ludens.lab.evidence import Evidence, Walk
from ludens.lab.measures.base import measures
from ludens.lab.report import Measured, Report, Usage
from ludens.lab.rules import Used
from ludens.lab.valuing import Valuer
from ludens.lab.walking import can_batch, walk
from ludens.native import Block

#: seconds of one portion of work, about: between two the clock is looked at
_PORTION: Final = 0.05
#: a kind of work that ends within so many seconds, at its pace, goes before the others
_SOON: Final = 5.0
#: games that are followed side by side, at most
_SIDE_BY_SIDE: Final = 128


@dataclass(frozen=True)
class Effort:
    """How much is done: random games to their ends (`n`), games followed ply by ply (`walks`), games of which positions
    are judged by random games (`courses`), games followed for the use of clauses (`rules`), and `duels`.

    With an `agent` the games are played by it, `n` of them and no more; `thinking` is who plays the duels against one
    that thinks twice as long, such as `uct:50`; this one the next, after so many `doublings`.
    """

    n: int = 10_000
    walks: int = 300
    courses: int = 60
    rules: int = 50
    duels: int = 0
    agent: str | None = None
    thinking: str | None = None
    doublings: int = 1

    def __post_init__(self) -> None:
        if min(self.n, self.walks, self.courses, self.rules, self.duels) < 0:
            raise ValueError("a number of games is not negative")

    @classmethod
    def of(
        cls, n: int, *, agent: str | None = None, thinking: str | None = None, duels: int = 0, doublings: int = 1
    ) -> Effort:
        """What goes with so many games: some are followed, fewer of them judged, no more than are of use."""
        few, courses, rules = (min(n, max(least, n // part)) for least, part in ((20, 10), (10, 50), (10, 20)))
        walks = 0 if agent is not None else min(few, 300)
        return cls(n, walks, min(courses, 60), min(rules, 50), duels, agent, thinking, doublings)


class Measuring:
    """A game under measurement: `step` does some of the work, `report` tells what is known so far.

    What is found depends on the game, the seed and how much was done, not on time. No threads are started; what is
    found may raise LimitExceeded, as the game may, and AgentError.
    """

    def __init__(self, game: Game, seed: int = 1, agent: str | None = None, *, effort: Effort | None = None) -> None:
        self.game, self.seed = game, seed
        self.effort = effort if effort is not None else Effort.of(10_000 if agent is None else 100, agent=agent)
        self.evidence = Evidence(game.num_players)
        self.notes: list[str] = []
        if self.effort.agent is not None:
            playing.check(game, self.effort.agent)
        self._players = (
            list(playing.doublings(self.effort.thinking, self.effort.doublings)) if self.effort.duels else []
        )
        playing.check(game, *self._players)
        if isinstance(game, SingleGame):
            self.evidence.sites = game.model.board_sites
        self._used: Used | None = None
        self._begun = False
        self._works = self._planned()

    def _planned(self) -> list[_Work]:
        effort, single, n = self.effort, isinstance(self.game, SingleGame), self.game.num_players
        followed = can_batch(self.game)
        works: list[_Work] = []
        if not n:  # a simulation, which nobody plays
            self.notes.append("nobody plays this game: nothing is measured")
            return []
        if effort.agent is not None:
            works.append(_Work(effort.n, self._play, most=1))
        else:
            works.append(_Work(effort.n, self._playouts))
            works.append(_Work(effort.walks, self._walk, most=_SIDE_BY_SIDE if followed else 1, behind=0.05))
            if followed and n > 1:
                works.append(_Work(effort.courses, self._course, most=4, behind=0.1))
        if n > 1:
            for shorter, longer in pairwise(self._players):
                works.append(_Work(effort.duels, partial(self._duel, shorter, longer), most=1, behind=0.1))
        if followed:
            works.append(_Work(effort.rules, self._rules, most=8, behind=0.5))
        if not single:
            self.notes.append("a match is measured by its results: positions are those of its games")
        return [work for work in works if work.total]

    # --- doing

    @property
    def progress(self) -> float:
        """The part of the work that is done, from 0 to 1: of each kind of work as much."""
        return sum(work.done / work.total for work in self._works) / len(self._works) if self._works else 1.0

    @property
    def is_done(self) -> bool:
        return all(work.done >= work.total for work in self._works)

    def step(self, seconds: float | None = None, games: int | None = None) -> bool:
        """Go on for about so many seconds, or by so many games of one kind; tells whether something is left to do.

        First come some games to their ends, for first numbers; then what will be ready soon, and of all other kinds of
        work the one of which least is done. Without any argument one small portion is done.
        """
        if not self._begun:
            for one in self.game.games:
                one.begin()
            self._begun = True
        end, left = time.perf_counter() + (seconds or 0.0), games
        while not self.is_done:
            work = min((one for one in self._works if one.done < one.total), key=lambda one: one.turn)
            left = work.step(left)
            if (seconds is None or time.perf_counter() >= end) and not left:
                break
        return not self.is_done

    def more(self, n: int) -> None:
        """Let there be so many games to their ends, if that is more than was planned."""
        for work in self._works[:1]:
            work.total = max(work.total, n)

    def finish(self, report: Callable[[float], object] | None = None) -> Report:
        """Do all that is left; `report` hears how much is done now and then."""
        while self.step(_PORTION):
            if report is not None:
                report(self.progress)
        return self.report()

    def until(
        self, half: float, names: tuple[str, ...], most: int, report: Callable[[float], object] | None = None
    ) -> bool:
        """Play on until half the width of the intervals of all these measures is no more than `half`, `most` games at
        most; tells whether they are.

        It is looked at after ever more games, by a tenth each time, and not before 100: looking often would stop by
        chance too soon (Chow and Robbins 1965). Names that do not apply are left out.
        """
        looked = 0
        while True:
            now = len(self.evidence.winners)
            found = self.report()
            wide = [name for name in names if name in found and found[name].half > half]
            if now >= 100 and not wide:
                return True
            if now >= most:
                return False
            looked = min(most, max(100, now + now // 10))
            self.more(looked)
            while self._works and self._works[0].done < looked:
                self._works[0].step(None)
                if report is not None:
                    report(self._works[0].done / most)

    # --- kinds of work

    def _playouts(self, first: int, last: int) -> None:
        series = Series(last, self.seed)
        self.game.play_part(series, first, last)
        self._ended(series.winners[first:], series.lengths[first:])

    def _ended(self, winners: np.ndarray, lengths: np.ndarray) -> None:
        found = self.evidence
        found.winners = np.concatenate([found.winners, winners.astype(np.int32)])
        found.lengths = np.concatenate([found.lengths, lengths.astype(np.int32)])

    def _walk(self, first: int, last: int) -> None:
        self.evidence.walks += walk(self.game, self.seed, first, last)

    def _course(self, first: int, last: int) -> None:
        for number in range(first, last):
            positions: list[Block] = []
            followed = walk(self.game, self.seed, number, number + 1, partial(_keep, positions))[0]
            self._value(positions, followed, number)

    def _value(self, positions: list[Block], followed: Walk, number: int) -> None:
        assert isinstance(self.game, SingleGame)
        if positions:
            self.evidence.courses.append(Valuer(self.game, self.seed, number).course(positions, followed.winner))

    def _rules(self, first: int, last: int) -> None:
        assert isinstance(self.game, SingleGame)
        if self._used is None:
            self._used = Used(self.game)
        for number in range(first, last):
            self._used.follow(self.seed, number)

    def _play(self, first: int, last: int) -> None:
        assert self.effort.agent is not None
        for number in range(first, last):
            positions: list[Block] = []
            specs = [self.effort.agent] * self.game.num_players
            followed = playing.played(self.game, specs, self.seed, number, partial(_keep, positions))
            self.evidence.walks.append(followed)
            self._ended(np.array([followed.winner]), np.array([len(followed.choices)]))
            if number < self.effort.courses and can_batch(self.game) and self.game.num_players > 1:
                self._value(positions, followed, number)

    def _duel(self, shorter: str, longer: str, first: int, last: int) -> None:
        points = self.evidence.duels.setdefault(f"{longer} against {shorter}", [])
        points += [playing.duel(self.game, longer, shorter, self.seed, number) for number in range(first, last)]

    # --- telling

    def report(self) -> Report:
        """What is known so far."""
        found = list[Measured]()
        for kind in measures().values():
            if self.game.num_players < 2 and not kind.solitaire:
                continue
            for name, title, estimate in kind.instances(self.evidence):
                if estimate is not None:
                    found.append(_measured(name, title, estimate, kind.unit))
        options = tuple(self.game.options)
        return Report(
            self.game.name, self.seed, tuple(found), self._usage(), options, self.effort.agent, tuple(self.notes)
        )

    def _usage(self) -> tuple[Usage, ...]:
        used = self._used.usage() if self._used is not None else []
        return (*self._pieces(), *used)

    def _pieces(self) -> list[Usage]:
        """Of each kind of piece in how many games it stood on the board, and how many moves ended with it."""
        walks = [one for one in self.evidence.walks if one.stood is not None and one.moved is not None]
        if not walks:
            return []
        stood = np.array([one.stood for one in walks]).sum(axis=0)
        moved = np.array([one.moved for one in walks]).sum(axis=0)
        total = max(1, int(moved[1:].sum()))
        return [
            Usage(
                "piece", one.name, int(stood[one.index]), len(walks), float(moved[one.index] / total), *_place(one.item)
            )
            for one in self.game.components
            if not one.faces
        ]


def _keep(positions: list[Block], blocks: Block) -> None:
    positions.append(blocks[0].copy())


def _place(item: object) -> tuple[int, int]:
    node = getattr(item, "node", None)
    return (node.span.line, node.span.column) if node is not None else (0, 0)


def _measured(name: str, title: str, found: Estimate, unit: str) -> Measured:
    return Measured(name, title, found.value, found.low, found.high, found.n, unit)  # type: ignore[arg-type]


class _Work:
    """One kind of work: so many games, some at a time, so that a portion takes about as long as it should.

    It is `behind` where it begins when others are that far, unless it will be ready soon.
    """

    def __init__(self, total: int, do: Callable[[int, int], None], *, most: int = 1 << 30, behind: float = 0.0) -> None:
        self.total, self.done = total, 0
        self._do, self._most, self._size, self._behind = do, most, 1, behind
        #: how many seconds a game has taken of late: code gets faster while it runs
        self._pace = 0.0

    @property
    def turn(self) -> float:
        """Of several the one goes on for which this is least."""
        if self.done and self._pace * (self.total - self.done) < _SOON:
            return -1.0
        return self._behind + self.done / self.total

    def step(self, games: int | None) -> int:
        """Do a portion, or at most so many games of one; gives how many of them are left to do."""
        number = min(self._size if games is None else games, self._most, self.total - self.done)
        began = time.perf_counter()
        self._do(self.done, self.done + number)
        seconds = time.perf_counter() - began
        self.done += number
        self._pace = seconds / max(number, 1)
        if number >= self._size or seconds > _PORTION:
            self._size = max(1, min(8 * number, self._most, int(number * _PORTION / max(seconds, 1e-6))))
        return 0 if games is None else games - number


def measure(
    game: Game,
    n: int = 10_000,
    seed: int = 1,
    *,
    agent: str | None = None,
    thinking: str | None = None,
    duels: int = 0,
    doublings: int = 1,
    report: Callable[[float], object] | None = None,
) -> Report:
    """Measure a game: by name, each value with the interval that holds the true one 95 times in 100.

    `n` random games are played, or games of an `agent` such as `uct:100` against itself. With `duels`, so many games
    tell whether an agent (`thinking`, such as `uct:50`) is beaten by one that thinks twice as long, and this by the
    next, after so many `doublings`. `report` hears which part is done now and then.

    >>> import ludens
    >>> found = measure(ludens.load("Tic-Tac-Toe"), n=2000, seed=1)
    >>> found["points_1"].low < 0.5849 + 0.1270 / 2 < found["points_1"].high
    True
    """
    effort = Effort.of(n, agent=agent, thinking=thinking, duels=duels, doublings=doublings)
    return Measuring(game, seed, effort=effort).finish(report)
