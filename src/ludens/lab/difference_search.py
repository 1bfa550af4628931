"""The search for a game in which two descriptions differ: all lines, shortest first, then random games beyond."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludens.game import Game
from ludens.lab.lockstep import Pair, differences_of_games, start
from ludens.lab.lockstep_shortening import Report, Shortening
from ludens.lab.lockstep_store import Refuted, Store

#: random games end here, whatever their rules say
_LONGEST = 2000
#: bytes of positions that wait to be looked at, where nobody said where to keep them
_MEMORY = 512 << 20
#: every so many positions are tried for what rules look at
_TRIED = 97
#: seconds between two notes of how far one came
_NOTED = 5.0


@dataclass(frozen=True)
class Searching:
    """How far is looked: plies, positions, seconds (None: no limit), and random games after that."""

    depth: int | None = None
    positions: int = 100_000
    seconds: float | None = 20.0
    games: int = 200
    seed: int = 1


def search(first: Game, second: Game, how: Searching, folder: Path | None, report: Report) -> dict[str, Any]:
    """Search, and return the fields of a Difference. Raises ValueError for a folder with something else."""
    findings = tuple(differences_of_games(first, second))
    if findings:
        return {"line": (), "findings": findings, "is_shortest": True}
    if folder is not None:
        return _Search(Store(folder, first, second, how.seed), how, report, None).run()
    with tempfile.TemporaryDirectory(prefix="ludens-diff-") as temporary:
        return _Search(Store(Path(temporary), first, second, how.seed), how, report, _MEMORY).run()


class _Search:
    """The search, which goes on from what its store knows."""

    def __init__(self, store: Store, how: Searching, report: Report, memory: int | None) -> None:
        self.store, self.how, self.report, self.memory = store, how, report, memory
        self.games = store.games
        #: to which depth all lines have been looked at, and how many positions
        self.depth, self.positions = max(len(store.starts) - 3, 0), store.expanded
        self.until = None if how.seconds is None else time.monotonic() + how.seconds
        self.noted = time.monotonic()

    def run(self) -> dict[str, Any]:
        """Search, and return the fields of a Difference."""
        try:
            return self._search()
        except KeyboardInterrupt:
            return self._same() | {"stopped": True}
        finally:
            self.store.note()

    def _search(self) -> dict[str, Any]:
        deep = self._all_lines_safely()
        if isinstance(deep, Pair):
            return self._result(deep, self.store.line(self.positions - 1), shortest=True)
        if deep:  # all lines have been looked at
            return self._same() | {"depth": None}
        best = self._random_games()
        if best is None:
            return self._same()
        seed, line = best
        shorter = Shortening(self.games, seed, self.how.seconds, self.report).shorter(line)
        return self._result(*shorter, shortest=False) | {"seed": seed}

    def _same(self) -> dict[str, Any]:
        return {"line": None, "depth": self.depth, "positions": self.positions, "games": self.store.played}

    def _result(self, pair: Pair, line: Sequence[str], *, shortest: bool) -> dict[str, Any]:
        is_shortest = shortest or len(line) <= self.depth + 1
        return self._same() | {
            "line": tuple(line), "findings": tuple(pair.differences()), "is_shortest": is_shortest,
        }  # fmt: skip

    # --- all lines

    def _all_lines_safely(self) -> Pair | bool:
        """The same as `_all_lines`, from the start on where keys turn out to leave out what rules look at."""
        while True:
            try:
                return self._all_lines()
            except Refuted:
                self.store.begin()
                self.depth = self.positions = 0

    def _all_lines(self) -> Pair | bool:
        """The first position that differs, by all lines, shortest first; else whether all there are were looked at."""
        store = self.store
        while store.expanded < store.count:
            depth, end = len(store.starts) - 2, store.starts[-1]
            is_last = self.how.depth is not None and depth >= self.how.depth
            for number, pair in enumerate(store.pairs(store.expanded, end), store.expanded):
                if self._is_enough(depth):
                    return False
                self.positions = number + 1
                if pair.differs:
                    self.depth = depth - 1
                    return pair
                if not is_last:
                    self._follow(number, pair)
            self.depth = depth
            if is_last:
                return False
            store.starts.append(store.count)
        return True

    def _follow(self, number: int, pair: Pair) -> None:
        """Find the pairs that follow on one."""
        store = self.store
        if number % _TRIED == 0:
            store.keys.try_out(pair)
        for turn, choice in enumerate(pair.choices()):
            store.add(pair.after(choice), number, turn)
        store.expanded = number + 1
        if time.monotonic() - self.noted > _NOTED:
            store.note()
            self.noted = time.monotonic()

    def _is_enough(self, depth: int) -> bool:
        self.report(f"all lines of {depth} plies", min(1.0, self.positions / self.how.positions))
        if self.until is not None and time.monotonic() > self.until:
            return True
        is_full = self.memory is not None and self.store.waiting > self.memory
        return is_full or self.positions >= self.how.positions

    # --- random games

    def _random_games(self) -> tuple[int, list[str]] | None:
        """Of the random games that differ the one that does so first: its seed and line."""
        store, until = self.store, None if self.until is None else self.until + (self.how.seconds or 0.0)
        while store.played < self.how.games:
            self.report("random games", store.played / self.how.games)
            seed = self.how.seed + store.played
            longest = _LONGEST if store.best is None else len(store.best[1]) - 1
            line = self._random_game(seed, longest)
            store.played += 1
            if line is not None:
                store.best = seed, line
            if until is not None and time.monotonic() > until:
                break
        return store.best

    def _random_game(self, seed: int, longest: int) -> list[str] | None:
        """The line of a random game till the games differ; None where they do not, in so many plies."""
        chance, pair, line = random.Random(seed), start(self.games, seed), list[str]()
        while not pair.differs:
            choices = list(pair.choices())
            if not choices or len(line) >= longest:
                return None
            choice = chance.choice(choices)
            line.append(choice.text)
            pair = pair.after(choice)
        return line
