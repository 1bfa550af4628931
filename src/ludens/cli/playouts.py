"""playouts: random games, how fast they are and how they end."""

from __future__ import annotations

import argparse
import secrets
import threading
import time
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from typing import Any

from ludens.cli.common import add_command, counted, load, positive, tell
from ludens.cli.screen import progress_bar
from ludens.game import Game, Limits, Playouts, Series


def add(commands: Any) -> None:
    playouts = add_command(commands, "playouts", "play random games: speed, lengths, wins", _playouts, game=True)
    playouts.add_argument("-n", type=positive, default=1000, metavar="N", help="how many (1000)")
    playouts.add_argument("--seed", type=int, help="equal seeds give equal games")
    playouts.add_argument("--threads", type=positive, default=1, metavar="N", help="how many at a time (1)")


def _playouts(arguments: argparse.Namespace) -> int:
    game = load(arguments.game, arguments.option)
    seed = secrets.randbits(64) if arguments.seed is None else arguments.seed
    began = time.perf_counter()
    for one in game.games:
        _ = one.fast
    compiled = time.perf_counter() - began
    with progress_bar() as progress:
        task = progress.add_task(game.name, total=arguments.n)
        runner = Runner(game, arguments.n, seed & (1 << 64) - 1, arguments.threads)
        result = runner.run(lambda done: progress.update(task, completed=done))
    tell(f"{game.name}: {counted(arguments.n, 'playout')}, seed {seed}, compiled in {compiled:.2f} s")
    print(f"{result.playouts_per_second:,.0f} playouts a second, {result.moves_per_second:,.0f} moves a second")
    print(f"length: {result.lengths.mean():.1f} on average, {result.lengths.min()} to {result.lengths.max()}")
    print("\n".join(_wins(game, result.winners)))
    return 0


class Runner:
    """Plays the games of `Game.playouts` in portions of a tenth of a second, and can be interrupted between them."""

    def __init__(self, game: Game, n: int, seed: int, threads: int) -> None:
        self.game, self.series = game, Series(n, seed)
        self.parts = self.series.parts(threads)
        self.done = [0] * len(self.parts)
        self.errors: list[BaseException] = []
        self.limits = Limits()

    def run(self, report: Callable[[int], None]) -> Playouts:
        """Play them all; `report` is told now and then how many are done."""
        began = time.perf_counter()
        with self.limits:
            targets = [partial(copy_context().run, self._work, k) for k in range(len(self.done))]
            workers = [threading.Thread(target=target, daemon=True) for target in targets]
            try:
                for worker in workers:
                    worker.start()
                for worker in workers:
                    while worker.is_alive():
                        worker.join(0.05)
                        report(sum(self.done))
            finally:
                self.limits.stop()
        if self.errors:
            raise self.errors[0]
        return self.series.played(time.perf_counter() - began)

    def _work(self, k: int) -> None:
        first, last = self.parts[k]
        size = 1
        while first < last and not self.errors:
            began, end = time.perf_counter(), min(first + size, last)
            try:
                self.game.play_part(self.series, first, end)
            except BaseException as error:  # handed to the caller's thread
                self.errors.append(error)
            self.done[k] += end - first
            first, elapsed = end, time.perf_counter() - began
            size = max(1, min(size * 8, int(size * 0.1 / max(elapsed, 1e-6))))


def _wins(game: Game, winners: Any) -> list[str]:
    """How often each player won, how many draws there were, how many games were broken off."""
    n = game.num_players
    named = [(f"player {p} wins", winners == p) for p in range(1, n + 1)]
    named += [("draws", (winners == 0) | (winners == n + 1)), ("not finished", winners < 0)]
    share = 100 / max(len(winners), 1)
    shown = [(name, int(which.sum())) for name, which in named if which.any() or "wins" in name]
    return [f"{name}: {count} ({count * share:.1f} %)" for name, count in shown]
