"""train: an agent for a game, by self-play from nothing or from the common net; or the common net, of many games."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import add_command, count, number, positive
from ludens.cli.errors import FAILED, Misuse, say
from ludens.cli.matches import ended_politely
from ludens.cli.workers import add_other_workers, workers

if TYPE_CHECKING:
    from ludens.learning.common.run import CommonReport, CommonRun
    from ludens.learning.run import Report, Run

#: in place of a game: the net that plays all games
_COMMON = "common"
#: how many games of each game the common net plays at once, and how many positions a step of its learning has
_COMMON_GAMES, _COMMON_BATCH = 32, 128
#: units of a budget, in minutes; those of cores are of processor time
_UNITS = {"core-hours": 60.0, "core-minutes": 1.0, "h": 60.0, "m": 1.0}
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
    train.add_argument(
        "--budget", type=_budget, metavar="TIME", help="the same as one text: 15m, 2h, 30core-minutes or 0.5core-hours"
    )
    train.add_argument(
        "--from", dest="start", type=Path, metavar="FILE", help="go on from a common net, which `train common` made"
    )
    train.add_argument(
        "--lists", type=Path, metavar="FILE", help="the games that `train common` is trained on (those of ludens)"
    )
    train.add_argument("--iterations", type=positive, metavar="N", help="end after N rounds of playing and learning")
    size = f"{', '.join(_SIZES)}, or channels x blocks as in 48x4 (medium)"
    train.add_argument("--net-size", type=_size, default=_SIZES["medium"], metavar="SIZE", help=size)
    train.add_argument("--simulations", type=positive, default=16, metavar="N", help="positions searched a move (16)")
    train.add_argument(
        "--games", type=positive, metavar="N", help="games played at once (256; common: 32 of each game)"
    )
    train.add_argument("--batch", type=positive, metavar="N", help="positions of a step of learning (256; common: 128)")
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


def _budget(text: str) -> tuple[str, float]:
    """What ends a run, and after how many minutes."""
    unit = next((unit for unit in _UNITS if text.endswith(unit)), "")
    try:
        minutes = float(text.removesuffix(unit)) * _UNITS[unit]
        if not 0 < minutes < 1e7:
            raise ValueError(text)
    except (KeyError, ValueError):
        raise argparse.ArgumentTypeError(
            f"15m, 2h, 30core-minutes or 0.5core-hours is expected, not {text!r}"
        ) from None
    return ("cpu_minutes" if unit.startswith("core") else "minutes"), minutes


def _ends(arguments: argparse.Namespace) -> dict[str, Any]:
    """What ends a run. Raises Misuse where two options say so of one thing."""
    ends = {name: getattr(arguments, name) for name in ("iterations", "minutes", "cpu_minutes")}
    if arguments.budget is not None:
        name, minutes = arguments.budget
        if ends[name] is not None:
            raise Misuse(f"--budget and --{name.replace('_', '-')} say the same of two ends: give one of them")
        ends[name] = minutes
    if all(end is None for end in ends.values()) and not arguments.resume:
        ends["minutes"] = _MINUTES
    return ends


def _train(arguments: argparse.Namespace) -> int:
    if arguments.game == _COMMON or arguments.start is not None:
        return _train_common(arguments)
    if arguments.lists is not None:
        raise Misuse("--lists is for `ludens train common`")
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # threads that wait leave the cores to those that play
    from ludens.cli.common import load
    from ludens.learning.nets.file import NetError

    try:
        from ludens.learning.run import Run
        from ludens.learning.settings import Settings
    except ImportError as error:
        raise Misuse(str(error)) from None
    game = load(arguments.game, arguments.option)
    ends = _ends(arguments)
    channels, blocks = arguments.net_size
    same = _settings(arguments, games=256, batch=256)
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


def _settings(arguments: argparse.Namespace, **usual: int) -> dict[str, Any]:
    """What the options say of a run; `usual` has what holds where they say nothing."""
    names = ("simulations", "games", "batch", "rate", "threads", "seed")
    given = {name: getattr(arguments, name) for name in names}
    return {name: usual.get(name) if value is None else value for name, value in given.items()}


def _train_common(arguments: argparse.Namespace) -> int:
    """Train the common net on many games, or on one from a common net."""
    from ludens import library
    from ludens.cli.common import load
    from ludens.learning.nets.file import NetError

    try:
        from ludens.learning.common import games as lists
        from ludens.learning.common.run import CommonRun
        from ludens.learning.settings import Settings
    except ImportError as error:
        raise Misuse(str(error)) from None
    if arguments.processes or arguments.ray:
        raise Misuse("a common net is trained by one process")
    try:
        if arguments.game == _COMMON:
            if arguments.option:
                raise Misuse("the lists say which options the games of the common net have")
            listed = lists.games_of(lists.TRAIN, lists.read_lists(arguments.lists or lists.LISTS))
            games = [library.load(one.game, options=one.options) for one in listed]
        else:
            games = [load(arguments.game, arguments.option)]
        channels, blocks = arguments.net_size
        same = _settings(arguments, games=_COMMON_GAMES, batch=_COMMON_BATCH)
        settings = Settings(channels=channels, blocks=blocks, ratings=0, **same, **_ends(arguments))
        folder = arguments.out or Path(f"{arguments.game if arguments.game == _COMMON else games[0].name}.train")
        with ended_politely():
            run = CommonRun(games, settings, folder, resume=arguments.resume, start=arguments.start)
            _go_common(run)
    except (NetError, FileExistsError, FileNotFoundError, ValueError) as error:
        raise Misuse(str(error)) from None
    _tell_common(run, as_json=arguments.json)
    return 0 if run.progress >= 1 else FAILED


@contextmanager
def _saved(run: Run | CommonRun) -> Iterator[None]:
    """Save what a run has learned where it is interrupted."""
    try:
        yield
    except (KeyboardInterrupt, SystemExit):
        run.save()
        raise


def _minutes(run: Run | CommonRun) -> str:
    return f"{run.seconds / 60:.1f} minutes, {run.cpu_seconds / 60:.1f} of processor time"


def _go_common(run: CommonRun) -> None:
    """Train with a progress bar; an interrupted run keeps what was learned."""
    from ludens.cli.screen import share_bar

    with share_bar() as progress:
        task = progress.add_task("common", total=100, completed=int(100 * run.progress), note="")

        def report(now: CommonReport) -> None:
            losses = f"policy {now.policy:.3f}, value {now.value:.3f}"
            note = f"{now.games} games, {now.positions} positions, {losses}, last {now.game}"
            progress.update(task, completed=100 * now.progress, note=note)

        with _saved(run):
            run.run(report)


def _tell_common(run: CommonRun, *, as_json: bool) -> None:
    from ludens.cli.common import counted, tell
    from ludens.cli.facts import versioned

    summary = run.summary()
    if as_json:
        print(json.dumps(versioned(summary)))
        return
    played = f"{counted(len(summary['played']), 'game')}, {summary['games']} times"
    tell(f"{played}, {summary['positions']} positions, {summary['steps']} steps, {_minutes(run)}")
    tell(f"play against it: --p2 net:{summary['agent']}:1s")


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

        with _saved(run):
            run.run(report, rated)


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
    tell(f"{run.game.name}: {counted(run.tally.games, 'game')}, {run.tally.positions} positions, {_minutes(run)}")
    last = max((result.iteration for result in results if result.player == rating.NET), default=-1)
    for result in results:
        if result.player == rating.NET and result.iteration == last:
            tell(f"against {result.opponent}: {result.score}")
    rated = rating.elo(results)
    if last in rated:
        low, high = rated[last].interval()
        tell(f"Elo {rated[last].elo:.0f} ({low:.0f} to {high:.0f}) above {rating.OPPONENTS[0]}")
    tell(f"play against it: --p2 net:{summary['agent']}:1s")
