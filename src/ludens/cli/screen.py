"""Positions on a terminal: colours, bars of progress, a word while an agent thinks."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ludens import render
from ludens.game import State

if TYPE_CHECKING:
    from rich.progress import Progress

_ANSI = ("36", "91", "94", "92", "93", "95", "96", "33", "35")  # by owner: 0 for nobody, then the players


def drawn(state: State, *, coordinates: bool, indices: bool = False, viewer: int | None = None) -> str:
    paint = _painted if sys.stdout.isatty() and not os.environ.get("NO_COLOR") else None
    return render.text(state, coordinates, indices=indices, viewer=viewer, paint=paint)


def _painted(shown: str, owner: int) -> str:
    return f"\x1b[1;{_ANSI[owner % len(_ANSI)]}m{shown}\x1b[0m"


def progress_bar() -> Progress:
    """A bar on standard error; nothing where that is no terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


@contextmanager
def thinking(message: str) -> Iterator[None]:
    """A word on standard error while something is computed; nothing where that is no terminal."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    with console.status(message):
        yield
