"""Measures a game bit by bit, for as long as somebody wants."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Final

import numpy as np

from ludens.game import Game
from ludens.game.playouts import Series
from ludens.game.seats import may_swap
from ludens.game.single import SingleGame
from ludens.lab import agent_games, valuation
from ludens.lab.estimates import Estimate
from ludens.lab.evidence import Evidence, Walk
from ludens.lab.measures.base import measures
from ludens.lab.measures.outcomes import Balance
from ludens.lab.portions import PORTION, Work
from ludens.lab.random_games import can_batch, play_to_ends, walk
from ludens.lab.report import Measured, Report
from ludens.lab.usage import UsageGames
from ludens.native import Limits

#: games that are followed side by side, at most
_SIDE_BY_SIDE: Final = 128
#: fewer random games are not worth a thread
_SHARED: Final = 16
#: half the width of the interval of the balance for which more random games than usual are played, and of how many
#: moves in all they may be
WITHIN: Final = 0.01
_MOVES: Final = 6_000_000
#: a part of the games tells how many it takes, and so many more are played to be on the safe side
_FIRST, _MORE = 0.1, 1.03


@dataclass(frozen=True)
class Effort:
    """How much is done: random games to their ends (`n`), games followed ply by ply (`walks`), games of which positions
    are judged by random games (`courses`), games followed for the use of clauses (`rules`), and `duels`.

    With an `agent` the games are played by it, `n` of them and no more; `thinking` is who plays the duels against one
    that thinks twice as long, such as `uct:50`; this one the next, after so many `doublings`.

    The `judge` says who stands better: "random" games, "heuristic" (the evaluation of an agent that has one), or an
    agent such as `uct:50`; without one it is the `agent` itself, where it can, else random games. More random games
    than `n` are played where that brings the balance `within` so much (half the width of its interval), as long as
    these are no more than six million moves.
    """

    n: int = 10_000
    walks: int = 300
    courses: int = 60
    rules: int = 50
    duels: int = 0
    agent: str | None = None
    thinking: str | None = None
    doublings: int = 1
    judge: str | None = None
    within: float | None = None

    def __post_init__(self) -> None:
        if min(self.n, self.walks, self.courses, self.rules, self.duels) < 0:
            raise ValueError("a number of games is not negative")

    @classmethod
    def of(
        cls,
        n: int | None = None,
        *,
        agent: str | None = None,
        thinking: str | None = None,
        duels: int = 0,
        doublings: int = 1,
        judge: str | None = None,
    ) -> Effort:
        """What goes with so many games: some are followed, fewer of them judged, no more than are of use.

        Where nobody says how many, they are 100 of an agent, else 10,000 and as many as the balance wants.
        """
        within = WITHIN if n is None and agent is None else None
        n = n if n is not None else 10_000 if agent is None else 100
        few, courses, rules = (min(n, max(least, n // part)) for least, part in ((20, 10), (10, 50), (10, 20)))
        walks = 0 if agent is not None else min(few, 300)
        return cls(n, walks, min(courses, 60), min(rules, 50), duels, agent, thinking, doublings, judge, within)


class Measuring:
    """A game under measurement: `step` does some of the work, `report` tells what is known so far.

    What is found depends on the game, the seed and how much was done, not on time. What is
    found may raise LimitExceeded, as the game may, and AgentError. Random games are played to their ends on so many
    `threads`.
    """

    def __init__(
        self,
        game: Game,
        seed: int = 1,
        agent: str | None = None,
        *,
        effort: Effort | None = None,
        threads: int = 1,
    ) -> None:
        self.game, self.seed, self._threads = game, seed, threads
        self.effort = effort if effort is not None else Effort.of(agent=agent)
        self.evidence = Evidence(game.num_players, swaps=may_swap(game))
        self.notes: list[str] = []
        if self.effort.agent is not None:
            agent_games.check(game, self.effort.agent)
        self._players = (
            list(agent_games.doublings(self.effort.thinking, self.effort.doublings)) if self.effort.duels else []
        )
        agent_games.check(game, *self._players)
        if isinstance(game, SingleGame):
            self.evidence.sites = game.model.board_sites
        self.judge = self.effort.judge or valuation.judge_for(game, self.effort.agent)
        valuation.check(game, self.judge)
        self._uses, self._begun = UsageGames(game, seed), False
        self._works = self._plan()

    def _plan(self) -> list[Work]:
        effort, n = self.effort, self.game.num_players
        followed = can_batch(self.game)
        works: list[Work] = []
        if not n:  # a simulation, which nobody plays
            self.notes.append("nobody plays this game: nothing is measured")
            return []
        if effort.agent is not None:
            works.append(Work(effort.n, self._play, most=1))
        else:
            works.append(Work(effort.n, self._playouts))
            works.append(Work(effort.walks, self._walk, most=_SIDE_BY_SIDE if followed else 1, behind=0.05))
            if n > 1:
                works.append(Work(effort.courses, self._course, most=4, behind=0.1))
        if n > 1:
            for shorter, longer in pairwise(self._players):
                works.append(Work(effort.duels, partial(self._duel, shorter, longer), most=1, behind=0.1))
        works.append(Work(effort.rules, self._uses.follow, most=8, behind=0.5))
        if not isinstance(self.game, SingleGame):
            self.notes.append("pieces, clauses and end rules are those of the games of the match, each on its own")
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
            left = self._go_on(work, left)
            if (seconds is None or time.perf_counter() >= end) and not left:
                break
        return not self.is_done

    def _go_on(self, work: Work, games: int | None) -> int | None:
        """Do a portion of a work; on the way it is looked at whether the random games suffice."""
        if self.effort.within is None or work is not self._works[0]:
            return work.step(games)
        first = math.ceil(_FIRST * self.effort.n)
        left = work.step(games, until=first if work.done < first else None)
        if work.done in (first, work.total):
            self.more(self._games_for_balance(work.done))
        return left

    def _games_for_balance(self, played: int) -> int:
        """How many random games it takes for the balance, as those that were played say (Stein 1945)."""
        assert self.effort.within is not None
        balance, moves = Balance.of(self.evidence), int(self.evidence.lengths.sum())
        if balance is None:
            return 0
        away = max(balance.high - balance.value, balance.value - balance.low)  # at 1 one end is cut off
        if away <= self.effort.within:
            return 0
        most = int(played * _MOVES / max(moves, 1))
        return min(most, math.ceil(_MORE * played * (away / self.effort.within) ** 2))

    def more(self, n: int) -> None:
        """Let there be so many games to their ends, if that is more than was planned."""
        for work in self._works[:1]:
            work.total = max(work.total, n)

    def finish(self, report: Callable[[float], object] | None = None) -> Report:
        """Do all that is left; `report` hears how much is done now and then."""
        while self.step(PORTION):
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
            report_now = self.report()
            wide = [name for name in names if name in report_now and report_now[name].half > half]
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
        series, seats = Series(last, self.seed), np.zeros(last - first, np.int32)

        def play(begin: int, end: int) -> None:
            seats[begin - first : end - first] = play_to_ends(self.game, series, begin, end)

        if self._threads > 1 and last - first >= _SHARED * self._threads:
            ends = np.linspace(first, last, self._threads + 1).astype(int).tolist()
            with ThreadPoolExecutor(self._threads) as pool, Limits():
                parts = [pool.submit(copy_context().run, play, *bounds) for bounds in pairwise(ends)]
                for part in parts:
                    part.result()
        else:
            play(first, last)
        self._ended(seats, series.winners[first:], series.lengths[first:])

    def _ended(self, winners: np.ndarray, sides: np.ndarray, lengths: np.ndarray) -> None:
        evidence = self.evidence
        evidence.winners = np.concatenate([evidence.winners, winners.astype(np.int32)])
        evidence.sides = np.concatenate([evidence.sides, sides.astype(np.int32)])
        evidence.lengths = np.concatenate([evidence.lengths, lengths.astype(np.int32)])

    def _walk(self, first: int, last: int) -> None:
        self.evidence.walks += walk(self.game, self.seed, first, last)

    def _course(self, first: int, last: int) -> None:
        for number in range(first, last):
            positions: list[bytes] = []
            followed = walk(self.game, self.seed, number, number + 1, partial(_keep, positions))[0]
            self._value(positions, followed, number)

    def _value(self, positions: list[bytes], followed: Walk, number: int) -> None:
        if not positions:
            return
        judge = valuation.judge_of(self.game, self.judge, self.seed, number)
        rng = np.random.default_rng([self.seed & (1 << 64) - 1, 2, number])
        self.evidence.courses.append(valuation.course(judge, self.game, positions, followed.winner, rng))

    def _play(self, first: int, last: int) -> None:
        assert self.effort.agent is not None
        for number in range(first, last):
            positions: list[bytes] = []
            specs = [self.effort.agent] * self.game.num_players
            followed = agent_games.play(self.game, specs, self.seed, number, partial(_keep, positions))
            self.evidence.walks.append(followed)
            self._ended(np.array([followed.winner]), np.array([followed.side]), np.array([len(followed.choices)]))
            if number < self.effort.courses and self.game.num_players > 1:
                self._value(positions, followed, number)

    def _duel(self, shorter: str, longer: str, first: int, last: int) -> None:
        points = self.evidence.duels.setdefault(f"{longer} against {shorter}", [])
        points += [agent_games.duel(self.game, longer, shorter, self.seed, number) for number in range(first, last)]

    # --- telling

    def report(self) -> Report:
        """What is known so far."""
        measured = list[Measured]()
        for kind in measures().values():
            if self.game.num_players < 2 and not kind.solitaire:
                continue
            for name, title, estimate in kind.instances(self.evidence):
                if estimate is not None:
                    measured.append(_as_measured(name, title, estimate, kind.unit))
        options = tuple(self.game.options)
        usage = self._uses.usage(self.evidence.walks)
        agent, notes = self.effort.agent, tuple(self.notes)
        return Report(self.game.name, self.seed, tuple(measured), usage, options, agent, self.judge, notes)


def _keep(positions: list[bytes], position: bytes) -> None:
    positions.append(position)


def _as_measured(name: str, title: str, estimate: Estimate, unit: str) -> Measured:
    return Measured(name, title, estimate.value, estimate.low, estimate.high, estimate.n, unit)  # type: ignore[arg-type]


def measure(
    game: Game,
    n: int | None = None,
    seed: int = 1,
    *,
    agent: str | None = None,
    thinking: str | None = None,
    duels: int = 0,
    doublings: int = 1,
    judge: str | None = None,
    threads: int = 1,
    report: Callable[[float], object] | None = None,
) -> Report:
    """Measure a game: by name, each value with the interval that holds the true one 95 times in 100.

    `n` random games are played, or games of an `agent` such as `uct:100` against itself; without `n`, as many as it
    takes for the balance to be within 1 % (`Effort`). The `judge` says who stands better meanwhile. With `duels`, so
    many games tell whether an agent (`thinking`, such as `uct:50`) is beaten by one that thinks twice as long, and this
    by the next, after so many `doublings`. `report` hears which part is done now and then.

    >>> import ludens
    >>> found = measure(ludens.load("Tic-Tac-Toe"), n=2000, seed=1)
    >>> found["points_1"].low < 0.5849 + 0.1270 / 2 < found["points_1"].high
    True
    """
    effort = Effort.of(n, agent=agent, thinking=thinking, duels=duels, doublings=doublings, judge=judge)
    return Measuring(game, seed, effort=effort, threads=threads).finish(report)
