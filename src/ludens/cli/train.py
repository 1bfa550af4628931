"""train: an agent for a game, by self-play from nothing."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import add_command, count, number, positive
from ludens.cli.errors import FAILED, Misuse, say
from ludens.cli.matches import ended_politely
from ludens.cli.workers import add_other_workers, workers

if TYPE_CHECKING:
    from ludens.learning.run import Report, Run

#: how long to train by default
_MINUTES = 15.0
#: sizes of nets: channels and blocks
_SIZES = {"small": (32, 3), "medium": (48, 4), "large": (64, 6)}


def add(commands: Any) -> None:
    train = add_command(commands, "train", _train, game=True)
    train.add_argument(
        "--out", type=Path, metavar="FOLDER", help="the folder of the agent and of all about it (GAME.train)"
    )
    train.add_argument("--resume", action="store_true", help="go on with the run that the folder has")
    train.add_argument(
        "--minutes", type=number("a number of minutes is", 1e7), metavar="N", help=f"end after N minutes ({_MINUTES:g})"
    )
    busy = "end after N minutes of processor time, of all threads together"
    train.add_argument("--cpu-minutes", type=number("a number of minutes is", 1e7), metavar="N", help=busy)
    train.add_argument("--iterations", type=positive, metavar="N", help="end after N rounds of playing and learning")
    size = f"{', '.join(_SIZES)}, or channels x blocks as in 48x4 (medium)"
    train.add_argument("--net-size", type=_size, default=_SIZES["medium"], metavar="SIZE", help=size)
    train.add_argument("--simulations", type=positive, default=16, metavar="N", help="positions searched a move (16)")
    train.add_argument("--games", type=positive, default=256, metavar="N", help="games played at once (256)")
    train.add_argument("--batch", type=positive, default=256, metavar="N", help="positions of a step of learning (256)")
    train.add_argument(
        "--rate",
        type=number("a positive number is", 1e7),
        default=2e-3,
        metavar="R",
        help="how fast the net learns (0.002)",
    )
    train.add_argument("--threads", type=positive, default=os.cpu_count() or 1, metavar="N", help="(one a core)")
    add_other_workers(train)
    train.add_argument("--ratings", type=count, default=6, metavar="N", help="how often it is rated meanwhile (6)")
    train.add_argument("--rated-games", type=positive, default=20, metavar="N", help="games against each opponent (20)")
    train.add_argument("--seed", type=count, default=0, help="of all random choices (0)")
    train.add_argument("--json", action="store_true", help="print the result as JSON")


def _size(text: str) -> tuple[int, int]:
    if text in _SIZES:
        return _SIZES[text]
    channels, cross, blocks = text.partition("x")
    if not (cross and channels.isdigit() and blocks.isdigit() and int(channels) and int(blocks)):
        raise argparse.ArgumentTypeError(f"{', '.join(_SIZES)} or a size as in 48x4 is expected, not {text!r}")
    return int(channels), int(blocks)


def _train(arguments: argparse.Namespace) -> int:
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # threads that wait leave the cores to those that play
    from ludens.cli.common import load
    from ludens.learning.nets.file import NetError

    try:
        from ludens.learning.run import Run
        from ludens.learning.settings import Settings
    except ImportError as error:
        raise Misuse(str(error)) from None
    game = load(arguments.game, arguments.option)
    ends = {name: getattr(arguments, name) for name in ("iterations", "minutes", "cpu_minutes")}
    if all(end is None for end in ends.values()) and not arguments.resume:
        ends["minutes"] = _MINUTES
    channels, blocks = arguments.net_size
    same = {name: getattr(arguments, name) for name in ("simulations", "games", "batch", "rate", "threads", "seed")}
    rated = {"ratings": arguments.ratings, "rated_games": arguments.rated_games}
    folder = arguments.out or Path(f"{game.name}.train")
    with ended_politely(), ExitStack() as stack:
        if (pool := workers(arguments)) is not None:
            stack.enter_context(pool)
        size = pool.size if pool else 0
        settings = Settings(channels=channels, blocks=blocks, workers=size, **same, **rated, **ends)
        try:
            run = Run(game, settings, folder, resume=arguments.resume, pool=pool)
        except (NetError, FileExistsError, FileNotFoundError) as error:
            raise Misuse(str(error)) from None
        _go(run)
    _tell(run, as_json=arguments.json)
    return 0 if run.progress >= 1 else FAILED


def _go(run: Run) -> None:
    """Train with a progress bar; an interrupted run keeps what was learned."""
    from ludens.cli.screen import share_bar, shown

    for iteration in sorted({result.iteration for result in run.results() if result.iteration}):  # of a resumed run
        say(_rating_line(run, iteration))
    began, before, last = time.monotonic(), run.progress, list[str]()
    with share_bar() as progress:
        task = progress.add_task(shown(run.game.name), total=100, completed=int(100 * before), note="")

        def report(now: Report) -> None:
            done = now.progress - before
            left = (time.monotonic() - began) * (1 - now.progress) / done if done > 0 else 0.0
            progress.update(task, completed=100 * now.progress, note=_note(now, last, left))

        def rated(iteration: int) -> None:
            line = _rating_line(run, iteration)
            last[:] = [line.partition(": ")[2].partition(" (")[0]]
            progress.console.print(line, highlight=False, markup=False)

        try:
            run.run(report, rated)
        except (KeyboardInterrupt, SystemExit):
            run.save()
            raise


def _note(now: Report, last: Sequence[str], left: float) -> str:
    """The losses, the last rating and the time that is left."""
    losses = f"{now.games} games, {now.positions} positions, policy {now.policy:.3f}, value {now.value:.3f}"
    minutes, seconds = divmod(round(left), 60)
    return ", ".join([losses, *last, f"{minutes}:{seconds:02} left"])


def _rating_line(run: Run, iteration: int) -> str:
    """How strong the net of an iteration is, in one line."""
    from ludens.learning import rating

    rated = rating.elo(run.results())
    if iteration not in rated:
        return f"iteration {iteration}: not rated"
    (low, high), elo = rated[iteration].interval(), rated[iteration].elo
    return f"iteration {iteration}: Elo {elo:.0f} ({low:.0f} to {high:.0f}) above {rating.OPPONENTS[0]}"


def _tell(run: Run, *, as_json: bool) -> None:
    from ludens.cli.common import counted, tell
    from ludens.cli.facts import versioned
    from ludens.learning import rating

    results = run.results()
    summary = run.summary()
    if as_json:
        print(json.dumps(versioned(summary)))
        return
    minutes = f"{run.seconds / 60:.1f} minutes, {run.cpu_seconds / 60:.1f} of processor time"
    tell(f"{run.game.name}: {counted(run.tally.games, 'game')}, {run.tally.positions} positions, {minutes}")
    last = max((result.iteration for result in results if result.player == rating.NET), default=-1)
    for result in results:
        if result.player == rating.NET and result.iteration == last:
            tell(f"against {result.opponent}: {result.score}")
    rated = rating.elo(results)
    if last in rated:
        low, high = rated[last].interval()
        tell(f"Elo {rated[last].elo:.0f} ({low:.0f} to {high:.0f}) above {rating.OPPONENTS[0]}")
    tell(f"play against it: --p2 net:{summary['agent']}:1s")
