"""What is done beside a game in the terminal, by another process that leaves processors to all others."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ludens.arena.selection import is_open
from ludens.game import Game
from ludens.system.processes import make_nice

_NICE = 10


@contextmanager
def choosing(game: Game, name: str, options: Sequence[str]) -> Iterator[None]:
    """Find out which agent plays a game best (`ludens choose`) while the block lasts, unless somebody has.

    It counts from the next game on; what is not found out by the block's end is not.
    """
    if not is_open(game):
        yield
        return
    asked = [argument for option in options for argument in ("--option", option)]
    process = subprocess.Popen(
        [sys.executable, "-m", "ludens", "choose", *asked, "--", name],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is for the game
    )
    try:
        make_nice(process.pid, _NICE)
        yield
    finally:
        process.terminate()
        process.wait()
