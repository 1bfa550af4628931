"""playouts: random games, how fast they are and how they end."""

from __future__ import annotations

import argparse
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import closing
from contextvars import copy_context
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ludens.cli.common import FAILED, Misuse, add_command, counted, load, positive, say, tell
from ludens.cli.facts import add_json, print_facts
from ludens.cli.matches import ended_politely
from ludens.cli.screen import progress_bar, shown
from ludens.cli.workers import add_workers, workers
from ludens.game import Game, Limits, Playouts, Series
from ludens.workers.cluster import OtherRun, Pool, TaskLost

#: the number of parts of games on other workers; there are more if these would have too many games
_PARTS, _PART = 64, 5000


def add(commands: Any) -> None:
    playouts = add_command(commands, "playouts", _playouts, game=True)
    playouts.add_argument("-n", type=positive, default=1000, metavar="N", help="how many (1000)")
    playouts.add_argument("--seed", type=int, help="equal seeds give equal games")
    add_workers(playouts, "how many")
    playouts.add_argument("--device", metavar="NAME", help="play on a graphics card: cuda, or cuda:1 and so on")
    playouts.add_argument(
        "--journal", type=Path, metavar="FILE", help="keep what is played, and play only what is left"
    )
    add_json(playouts)


def _playouts(arguments: argparse.Namespace) -> int:
    if arguments.journal and (arguments.seed is None or not (arguments.processes or arguments.ray)):
        raise Misuse("--journal is for games of a --seed, on --processes or --ray")
    if arguments.device and (arguments.threads > 1 or arguments.processes or arguments.ray):
        raise Misuse("--device plays in place of --threads, --processes and --ray")
    game = load(arguments.game, arguments.option)
    seed = secrets.randbits(64) if arguments.seed is None else arguments.seed
    began = time.perf_counter()
    if arguments.device:
        from ludens.gpu import DeviceError, playouts_table

        try:
            playouts_table(game, arguments.device)
        except DeviceError as error:
            say(f"ludens: {error}")
            return FAILED
    else:
        for one in game.games:
            _ = one.fast
    compiled = time.perf_counter() - began
    lost = list[str]()
    with ended_politely(), progress_bar() as progress:
        task = progress.add_task(shown(game.name), total=arguments.n)

        def report(done: int) -> None:
            progress.update(task, completed=done)

        places = workers(arguments)
        if arguments.device:
            result = game.playouts(arguments.n, seed=seed, device=arguments.device)
            report(arguments.n)
        elif places is None:
            result = Runner(game, arguments.n, seed & (1 << 64) - 1, arguments.threads).run(report)
        else:
            with places:
                try:
                    result, lost = _on(places, game, arguments.n, seed, arguments.journal, report)
                except OtherRun as error:
                    raise Misuse(str(error)) from None
    if arguments.json:
        print_facts(_facts(game, result, seed, compiled) | {"lost": lost})
        return FAILED if lost else 0
    tell(f"{game.name}: {counted(arguments.n, 'playout')}, seed {seed}, compiled in {compiled:.2f} s")
    print(f"{result.playouts_per_second:,.0f} playouts a second, {result.moves_per_second:,.0f} moves a second")
    print(f"length: {result.lengths.mean():.1f} on average, {result.lengths.min()} to {result.lengths.max()}")
    print("\n".join(_wins(game, result.winners)))
    for reason in lost:
        say(f"ludens: games are lost: {reason}")
    return FAILED if lost else 0


def _on(
    pool: Pool, game: Game, n: int, seed: int, journal: Path | None, report: Callable[[int], None]
) -> tuple[Playouts, list[str]]:
    """Play the games of `Game.playouts` on a pool's workers; also which of them are lost, and why.

    The tasks do not depend on the pool, so that any pool can go on with a journal.
    """
    began, done, lost = time.perf_counter(), 0, list[str]()
    size = max(1, min(n // _PARTS, _PART))
    parts = [(first, min(first + size, n)) for first in range(0, n, size)]
    series, played = Series(n, seed), np.zeros(n, np.bool_)
    name = [game.fingerprint, n, seed]
    with closing(pool.run(partial(_part, game, seed), parts, journal=journal, name=name)) as answers:
        for answer in answers:
            first, last = parts[answer.number]
            if isinstance(answer.error, TaskLost):
                lost.append(f"{first + 1} to {last}: {answer.error}")
                continue
            series.winners[first:last], series.lengths[first:last] = answer.value
            played[first:last] = True
            report(done := done + last - first)
    return Playouts(series.winners[played], series.lengths[played], time.perf_counter() - began), lost


def _part(game: Game, seed: int, part: tuple[int, int]) -> list[list[int]]:
    """Winners and lengths of some of the games, on some worker."""
    first, last = part
    series = Series(last, seed)
    game.play_part(series, first, last)
    return [series.winners[first:].tolist(), series.lengths[first:].tolist()]


class Runner:
    """Plays the games of `Game.playouts` in portions of a tenth of a second, and can be interrupted between them."""

    def __init__(self, game: Game, n: int, seed: int, threads: int) -> None:
        self.game, self.series = game, Series(n, seed)
        self.parts = self.series.parts(threads)
        self.done = [0] * len(self.parts)
        self.errors: list[BaseException] = []
        self.limits = Limits()

    def run(self, report: Callable[[int], None]) -> Playouts:
        """Play them all; `report` receives now and then how many are done."""
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


def _outcomes(game: Game, winners: Any) -> tuple[list[int], int, int]:
    """How often each player won, how many draws there were, how many games were broken off."""
    n = game.num_players
    wins = [int((winners == p).sum()) for p in range(1, n + 1)]
    return wins, int(((winners == 0) | (winners == n + 1)).sum()), int((winners < 0).sum())


def _wins(game: Game, winners: Any) -> list[str]:
    wins, draws, unfinished = _outcomes(game, winners)
    shown = [(f"player {p} wins", won) for p, won in enumerate(wins, 1)]
    shown += [(name, number) for name, number in (("draws", draws), ("not finished", unfinished)) if number]
    share = 100 / max(len(winners), 1)
    return [f"{name}: {count} ({count * share:.1f} %)" for name, count in shown]


def _facts(game: Game, result: Playouts, seed: int, compiled: float) -> dict[str, Any]:
    """What the lines for people say, ready for JSON; times are in seconds, wins by player."""
    wins, draws, unfinished = _outcomes(game, result.winners)
    lengths = result.lengths
    return {
        "game": game.name,
        "playouts": len(lengths),
        "seed": seed,
        "compiled": compiled,
        "seconds": result.seconds,
        "playouts_per_second": result.playouts_per_second,
        "moves_per_second": result.moves_per_second,
        "length": {"mean": float(lengths.mean()), "min": int(lengths.min()), "max": int(lengths.max())},
        "wins": wins,
        "draws": draws,
        "unfinished": unfinished,
    }
