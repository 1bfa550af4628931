"""Positions on a terminal: colours, bars of progress, a word while an agent thinks."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from ludens import plugins, render
from ludens.cli.errors import say
from ludens.game import Game, State
from ludens.language import printed

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn, TaskID

    from ludens.render import Viewer

_ANSI = ("36", "91", "94", "92", "93", "95", "96", "33", "35")  # by owner: 0 for nobody, then the players


class Screen(Protocol):
    """How one game is shown on a terminal, in place of the drawings for all games: a room's module `screen`."""

    def draws(self, game: Game) -> bool:
        """Whether the screen is for this game."""

    def text(self, state: State, colour: bool = False) -> str:
        """The position, with ANSI colours where `colour` is set."""

    def status(self, state: State) -> str:
        """Whose turn it is, or how the game ended."""

    def player(self, number: int) -> str:
        """What a player is called."""

    def why_not(self, state: State, text: str) -> str | None:
        """Why a text of a player is no move; None if the screen knows no more."""

    def written(self, state: State) -> str:
        """The position as text, which the game's own command reads."""


def screen_of(game: Game) -> Screen | None:
    """The game's own screen, if it has one."""
    screens: list[Screen] = plugins.load_all("screens")
    return next((screen for screen in screens if screen.draws(game)), None)


def status(state: State) -> str:
    """Whose turn it is, or how the game ended, and why."""
    own = screen_of(state.game)
    if own is not None:
        return own.status(state)
    return render.status_with_reason(state)


def player_name(game: Game, player: int) -> str:
    """What a player of a game is called: "White", "Tigers", "Player 1"."""
    own = screen_of(game)
    return render.name_of(game, player) if own is None else own.player(player)


def drawn(state: State, *, coordinates: bool, indices: bool = False, viewer: Viewer = "mover") -> str:
    """The position as the viewer sees it, with colours on a terminal that has them."""
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    own = screen_of(state.game)
    if own is not None and not indices:
        return own.text(state, colour)
    paint = _painted if colour else None
    return render.text(state, coordinates, indices=indices, viewer=viewer, paint=paint)


def _painted(shown: str, owner: int) -> str:
    return f"\x1b[1;{_ANSI[owner % len(_ANSI)]}m{shown}\x1b[0m"


def shown(text: str) -> str:
    """Text that others wrote, for a bar of progress: nothing in it is markup."""
    from rich.markup import escape

    return escape(printed(text))


#: seconds between two lines of progress where there is no terminal
LINE_SECONDS = 10.0


def progress_bar() -> Progress:
    """A bar on standard error; where that is no terminal a line now and then."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    return _progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


def share_bar() -> Progress:
    """The same for per cent of a whole, with a note behind it."""
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), TaskProgressColumn(), TimeElapsedColumn(), TextColumn("{task.fields[note]}"))
    return _progress(TextColumn("{task.description}"), *columns)


def _progress(*columns: ProgressColumn) -> Progress:
    from rich.console import Console
    from rich.progress import Progress
    from rich.text import Text

    class Lines(Progress):
        """Prints lines in place of a bar if its console is no terminal."""

        last_line = time.monotonic()

        def update(self, task_id: TaskID, **changes: Any) -> None:
            super().update(task_id, **changes)
            self._tell(task_id)

        def advance(self, task_id: TaskID, advance: float = 1) -> None:
            super().advance(task_id, advance)
            self._tell(task_id)

        def _tell(self, task_id: TaskID) -> None:
            if not self.console.is_terminal and time.monotonic() - self.last_line >= LINE_SECONDS:
                self.last_line = time.monotonic()
                task = self.tasks[self.task_ids.index(task_id)]
                of = f" of {task.total:g}" if task.total is not None else ""
                say(f"{Text.from_markup(task.description).plain}: {task.completed:g}{of}")

    console = Console(stderr=True)
    return Lines(*columns, console=console, transient=True, disable=not console.is_terminal)


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
