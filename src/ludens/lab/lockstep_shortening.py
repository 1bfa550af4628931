"""A line after which two games differ made shorter: turns are left out, and others tried in their place."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Final

from ludens.game import Game
from ludens.lab.lockstep import Pair, SharedTurn, start

Report = Callable[[str, float], object]
#: the position that a line leads to, and the line
Reached = tuple[Pair, tuple[str, ...]]

#: a line is not made shorter any more when so many tries in a row have failed
_TRIES: Final = 150
#: runs of so many turns are left out one after the other, and shorter ones from each turn on
_RUN: Final = 8
#: how many turns are left out where others may take the place of those that follow
_LEFT_OUT: Final = (1, 2, 2, 4, 1000)
#: positions that are kept, as most lines begin as others do
_CACHED: Final = 1500


class Shortening:
    """Makes lines of two games shorter, for so many seconds (None: as long as it takes)."""

    def __init__(self, games: tuple[Game, Game], seed: int, seconds: float | None, report: Report) -> None:
        self.start, self.report = start(games, seed), report
        self.chance = random.Random(seed)
        self.until = None if seconds is None else time.monotonic() + seconds
        self._cache: dict[tuple[str, ...], Pair] = {}

    def shorter(self, line: Sequence[str]) -> Reached:
        """The position after a line, less all turns that can be left out so that the games still differ; the line."""
        best = self._replayed(line) or (self.start, ())
        before, failed = len(line) + 1, 0
        while failed < _TRIES and not self._is_late():
            self.report("shortening", failed / _TRIES)
            if len(best[1]) < before:
                before = len(best[1])
                best, failed = self._thinned(best), 0
            other = self._otherwise(best[1])
            best, failed = (other, 0) if other is not None else (best, failed + 1)
        return best

    def _is_late(self) -> bool:
        return self.until is not None and time.monotonic() > self.until

    def _thinned(self, best: Reached) -> Reached:
        """A line less runs of turns, as long as the games still differ."""
        size = max(1, len(best[1]) // 2)
        while size:
            at, tried = 0, best[1]
            while at < len(tried) and not self._is_late():
                shorter = self._replayed(tried[:at] + tried[at + size :])
                if shorter is not None and len(shorter[1]) < len(tried):
                    best, tried = shorter, shorter[1]
                else:
                    at += 1 if size < _RUN else size
            size //= 2
        return best

    def _otherwise(self, line: tuple[str, ...]) -> Reached | None:
        """A line that leaves out some turns of this one, and has others where those that follow cannot be made; None
        where the games do not differ earlier then."""
        left = self.chance.randrange(len(line)) if line else 0
        plan = line[:left] + line[left + self.chance.choice(_LEFT_OUT) :]
        reached: Reached = self.start, ()
        while len(reached[1]) < len(line) and not reached[0].differs:
            pair, made = reached
            choice = pair.choice_of(plan[len(made)]) if len(made) < len(plan) else None
            if choice is None:
                if not (choices := list(pair.choices())):
                    return None
                choice = self.chance.choice(choices)
            reached = self._after(reached, choice)
        return reached if len(reached[1]) < len(line) else None

    def _replayed(self, line: Sequence[str]) -> Reached | None:
        """The first position along a line that differs; None where there is none, or a move is not there."""
        reached: Reached = self.start, ()
        for text in line:
            if reached[0].differs:
                break
            if (choice := reached[0].choice_of(text)) is None:
                return None
            reached = self._after(reached, choice)
        return reached if reached[0].differs else None

    def _after(self, reached: Reached, choice: SharedTurn) -> Reached:
        pair, made = reached
        line = *made, choice.text
        after = self._cache.get(line)
        if after is None:
            if len(self._cache) >= _CACHED:
                self._cache.clear()
            after = self._cache[line] = pair.after(choice)
        return after, line
