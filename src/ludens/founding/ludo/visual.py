"""Looking at a game of Ludo: a window with keys, in Tk where there is a display, else in the terminal."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, Final, Protocol

from ludens import render
from ludens.founding.ludo.game import LudoGame
from ludens.game import State
from ludens.system.terminal import END, Read, raw_keys

HELP: Final = "right: on, left: back, q: leave"
SIZE = 640  # of the picture's longer side, in pixels
_ANSI = ("0", "91", "92", "93", "94", "0")  # by owner: the players' colours
_KEYS = {"\x1b[C": "Right", "\x1bOC": "Right", "\x1b[D": "Left", "\x1bOD": "Left", "q": "q", "\x1b": "q", "\x03": "q"}
_ESCAPE_SECONDS = 0.05  # within which the rest of an arrow key's sequence arrives

_waiting: list[LudoVisualizerStep] = []


class NoWindow(RuntimeError):
    """There is neither a display nor a terminal to show a game on."""


class LudoVisualizerStep:
    """Shows a game: the right arrow key plays it on by a turn, or repeats a turn taken back with the left one.

    `run` opens the window and stays until it is closed; so does `pyglet.app.run` of this package. Where pyglet itself
    is loaded, its own `pyglet.app.run` does too.
    """

    #: the seconds after which the game goes on by itself; None: it waits for the keys
    seconds: float | None = None

    def __init__(self, game: LudoGame) -> None:
        self.game = game
        self._seen: list[tuple[State, str]] = [(game.board, game.news)]
        self._at = 0
        _waiting.append(self)
        _join(sys.modules.get("pyglet"))

    @property
    def board(self) -> State:
        """The state that is shown."""
        return self._seen[self._at][0]

    @property
    def title(self) -> str:
        """The number of the turn that is shown, and what happened in it."""
        news = self._seen[self._at][1] or HELP
        winner = self.board.winner - 1 if self.board.is_over else -1
        return f"turn {self._at}: {news}" + (f"; player {winner} wins" if winner >= 0 else "")

    def forward(self) -> None:
        """Show the next turn; play it where it is not yet played. Nothing at the end of the game."""
        if self._at == len(self._seen) - 1:
            if self.game.is_over:
                return
            self.game.step()
            self._seen.append((self.game.board, self.game.news))
        self._at += 1

    def backward(self) -> None:
        """Show the turn before. Nothing at the beginning."""
        self._at = max(self._at - 1, 0)

    def press(self, key: str) -> bool:
        """Do what a key says: `Right`, `Left`, or `q`; other keys do nothing. Gives whether to stay."""
        actions: dict[str, Callable[[], None]] = {"Right": self.forward, "Left": self.backward}
        actions.get(key, lambda: None)()
        return key not in ("q", "Escape")

    def run(self) -> None:
        """Show the game until the window is closed. Raises NoWindow where there is nothing to show it on."""
        if self in _waiting:
            _waiting.remove(self)
        surface().show(self)


class LudoVisualizer(LudoVisualizerStep):
    """Shows a game that goes on by itself, a turn every `seconds` seconds."""

    def __init__(self, game: LudoGame, seconds: float = 0.5) -> None:
        super().__init__(game)
        self.seconds = seconds


class App:
    """Stands in for `pyglet.app`: `run` shows the games that wait for it, one after the other."""

    def run(self) -> None:
        while _waiting:
            _waiting[0].run()


class Pyglet:
    """Stands in for the module pyglet in programs written for pyludo, which use `pyglet.app.run` and no more of it."""

    app = App()


pyglet = Pyglet()


def _join(module: ModuleType | None) -> None:
    """Make the event loop of the real pyglet, where that is loaded, show the games that wait, and end."""
    loop = getattr(getattr(module, "app", None), "event_loop", None)
    if loop is None or getattr(loop, "shows_ludo", False):
        return

    def on_enter() -> None:
        pyglet.app.run()
        loop.exit()

    loop.push_handlers(on_enter=on_enter)
    loop.shows_ludo = True


# --- surfaces


class Surface(Protocol):
    """Where a game is shown."""

    def show(self, shown: LudoVisualizerStep) -> None:
        """Show it until the user leaves."""


def surface() -> Surface:
    """A Tk window if there is a display, else the terminal. Raises NoWindow."""
    try:
        return TkWindow()
    except (ImportError, RuntimeError) as error:
        reason = error
    if sys.stdin.isatty() and sys.stdout.isatty() and os.name == "posix":
        return Terminal()
    raise NoWindow(f"no window can be opened ({reason}), and standard input and output are no terminal")


class TkWindow:
    """A window of Tk, with the board as a picture where resvg_py is there to draw it, else as text.

    Raises ImportError where Python has no Tk, RuntimeError where there is no display.
    """

    def __init__(self) -> None:
        self._tk: Any = importlib.import_module("tkinter")
        try:
            self._root = self._tk.Tk()
        except self._tk.TclError as error:
            raise RuntimeError(f"Tk: {error}") from None
        self._label = self._tk.Label(self._root, font="TkFixedFont", justify="left", background="white")
        self._label.pack()

    def show(self, shown: LudoVisualizerStep) -> None:
        def pressed(event: Any) -> None:
            if shown.press(event.keysym):
                self._draw(shown)
            else:
                self._root.destroy()

        self._root.bind("<Key>", pressed)
        self._draw(shown)
        self._schedule(shown)
        self._root.mainloop()

    def _schedule(self, shown: LudoVisualizerStep) -> None:
        if shown.seconds is None:
            return

        def go_on() -> None:
            shown.forward()
            self._draw(shown)
            self._schedule(shown)

        self._root.after(int(shown.seconds * 1000), go_on)

    def _draw(self, shown: LudoVisualizerStep) -> None:
        self._root.title("Ludo")
        try:
            data = render.png(render.svg(shown.board, size=SIZE))
        except ImportError:
            self._label.configure(text=f"{render.text(shown.board)}\n\n{shown.title}")
            return
        self._image = self._tk.PhotoImage(data=data)  # Tk itself keeps no reference
        self._label.configure(image=self._image, text=shown.title, compound="top")


class Terminal:
    """The terminal of a Unix system, with the board as text."""

    def show(self, shown: LudoVisualizerStep) -> None:
        with _keys_at_once() as keys:
            stays = True
            while stays:
                board = render.text(shown.board, legend=False, paint=_painted)
                lines = [shown.title, HELP, "", *board.splitlines()]
                sys.stdout.write("\x1b[H\x1b[2J" + "".join(f"{line}\r\n" for line in lines))
                sys.stdout.flush()
                key = keys(shown.seconds)
                if key is None:
                    shown.forward()
                else:
                    stays = shown.press(key)


def _painted(text: str, owner: int) -> str:
    return f"\x1b[{_ANSI[owner]}m{text}\x1b[0m"


@contextmanager
def _keys_at_once() -> Iterator[Callable[[float | None], str | None]]:
    """Let the terminal give each key at once: a function that waits for one, a number of seconds at most."""
    with raw_keys() as read:
        yield lambda seconds: _key(read, seconds)


def _key(read: Read, seconds: float | None) -> str | None:
    """The next key by its name, `q` at the end of the input; None where none comes within the seconds."""
    pressed = read(seconds)
    if not pressed:
        return None
    while pressed[0] == "\x1b" and len(pressed) < 3 and (more := read(_ESCAPE_SECONDS)):
        pressed += more
    return "q" if pressed == END else _KEYS.get(pressed, "")
