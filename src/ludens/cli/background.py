"""Work beside a game in the terminal, in another process of low priority."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ludens.arena.selection import is_open
from ludens.game import Game
from ludens.system.processes import make_nice, worker_environment

_NICE = 10


@contextmanager
def choosing(game: Game, name: str, options: Sequence[str]) -> Iterator[None]:
    """Choose the best agent for a game (`ludens choose`) while the block lasts, unless one is chosen already.

    The choice counts from the next game on. If the block ends before there is one, nothing is chosen.
    """
    if not is_open(game):
        yield
        return
    arguments = [argument for option in options for argument in ("--option", option)]
    process = subprocess.Popen(
        [sys.executable, "-m", "ludens", "choose", *arguments, "--", name],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is for the game
        env=worker_environment(),
    )
    try:
        make_nice(process.pid, _NICE)
        yield
    finally:
        process.terminate()
        process.wait()
