"""Windows on games: keys, the terminal, Tk, and pyglet's loop."""

from __future__ import annotations

import io
import os
import pty
import select
import sys
import threading
import types
from typing import Any

import pytest

from ludens.founding.ludo import LudoGame, LudoPlayerFast, LudoVisualizer, LudoVisualizerStep, NoWindow, pyglet, visual


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visual, "_waiting", [])
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delitem(sys.modules, "pyglet", raising=False)


def a_game() -> LudoGame:
    return LudoGame([LudoPlayerFast() for _ in range(4)], seed=3)


def test_keys_step_through_the_game() -> None:
    game = a_game()
    window = LudoVisualizerStep(game)
    assert window.title.startswith("turn 0: right: on")
    start = window.board.sites()
    assert window.press("Right") and window.press("Right") and window.press("x")
    assert window.title == f"turn 2: {game.news}"
    assert window.press("Left") and window.press("Left") and window.press("Left")
    assert window.board.sites() == start and "turn 0" in window.title
    played = game.state.tolist()
    window.forward()
    window.forward()
    assert game.state.tolist() == played  # turns taken back are not played again
    assert not window.press("q") and not window.press("Escape")


def test_the_end_of_the_game_is_the_end() -> None:
    game = a_game()
    winner = game.play_full_game()
    window = LudoVisualizerStep(game)
    window.forward()
    assert window.title.endswith(f"; player {winner} wins") and window.title.startswith("turn 0")


def test_no_display_and_no_terminal_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    with pytest.raises(
        NoWindow, match=r"no window can be opened \(.*\), and standard input and output are no terminal"
    ):
        LudoVisualizerStep(a_game()).run()


def test_the_terminal_shows_the_game_and_takes_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    master, slave = pty.openpty()
    monkeypatch.setattr(sys, "stdin", os.fdopen(slave, closefd=False))
    monkeypatch.setattr(sys, "stdout", os.fdopen(slave, "w", closefd=False))
    monkeypatch.setattr(visual, "TkWindow", no_tk)
    game = a_game()
    LudoVisualizerStep(game)
    thread = threading.Thread(target=pyglet.app.run)
    thread.start()
    screens = [read_until(master, "turn 0")]
    for key, text in [("\x1b[C", "turn 1"), ("\x1bOC", "turn 2"), ("\x1b[D", "turn 1"), ("?", "turn 1")]:
        os.write(master, key.encode())
        screens.append(read_until(master, text))
    os.write(master, b"q")
    thread.join(20)
    assert not thread.is_alive()
    assert screens[2].count("\n") > 15 and "right: on" in screens[2] and "\x1b[91m" in screens[2]
    assert game.current_player == 2
    os.close(master)
    os.close(slave)


def test_a_game_goes_on_by_itself_in_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    master, slave = pty.openpty()
    monkeypatch.setattr(sys, "stdin", os.fdopen(slave, closefd=False))
    monkeypatch.setattr(sys, "stdout", os.fdopen(slave, "w", closefd=False))
    monkeypatch.setattr(visual, "TkWindow", no_tk)
    thread = threading.Thread(target=LudoVisualizer(a_game(), seconds=0.01).run)
    thread.start()
    read_until(master, "turn 3")
    os.write(master, b"q")
    while thread.is_alive():
        read_until(master, "", 0.05)
    os.close(master)
    os.close(slave)


def no_tk() -> Any:
    raise ImportError("no Tk here")


def read_until(master: int, text: str, seconds: float = 20) -> str:
    """What a terminal shows until a text and the end of the drawing have come."""
    shown = ""
    while text not in shown or "dice" not in shown:
        if not select.select([master], [], [], seconds)[0]:
            return shown
        shown += os.read(master, 4096).decode()
    return shown


class FakeTk(types.ModuleType):
    """As much of Tk as the window uses: it presses the given keys, then lets the timer fire twice."""

    TclError = RuntimeError

    def __init__(self, keys: list[str]) -> None:
        super().__init__("tkinter")
        self.keys, self.shown, self.open, self.timers = keys, list[dict[str, Any]](), True, list[Any]()
        self.bound: Any = None

    def Tk(self) -> FakeTk:
        return self

    def Label(self, *_: Any, **__: Any) -> FakeTk:
        return self

    def PhotoImage(self, data: bytes) -> bytes:
        return data

    def pack(self) -> None: ...

    def title(self, text: str) -> None:
        assert text == "Ludo"

    def configure(self, **options: Any) -> None:
        self.shown.append(options)

    def bind(self, event: str, function: Any) -> None:
        assert event == "<Key>"
        self.bound = function

    def after(self, milliseconds: int, function: Any) -> None:
        assert milliseconds > 0
        self.timers.append(function)

    def mainloop(self) -> None:
        for _ in range(2 if self.timers else 0):
            self.timers.pop()()
        for key in self.keys:
            self.bound(types.SimpleNamespace(keysym=key))

    def destroy(self) -> None:
        self.open = False


def test_a_window_of_tk(monkeypatch: pytest.MonkeyPatch) -> None:
    tk = FakeTk(["Right", "Right", "Left", "q"])
    monkeypatch.setitem(sys.modules, "tkinter", tk)
    monkeypatch.setattr(visual.render, "png", lambda picture: picture.encode())
    LudoVisualizerStep(a_game()).run()
    assert [options["text"][:6] for options in tk.shown] == ["turn 0", "turn 1", "turn 2", "turn 1"]
    assert all(options["image"].startswith(b"<svg") for options in tk.shown) and not tk.open


def test_a_window_without_pictures_goes_on_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_png(picture: str) -> bytes:
        raise ImportError("resvg_py")

    tk = FakeTk(["q"])
    monkeypatch.setitem(sys.modules, "tkinter", tk)
    monkeypatch.setattr(visual.render, "png", no_png)
    LudoVisualizer(a_game(), seconds=0.01).run()
    assert len(tk.shown) == 3 and "turn 2" in tk.shown[-1]["text"] and "Token1" in tk.shown[-1]["text"]


def test_the_real_pyglet_shows_the_game_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class Loop:
        handlers: dict[str, Any] = {}
        left = False

        def push_handlers(self, **handlers: Any) -> None:
            assert not self.handlers
            self.handlers = handlers

        def exit(self) -> None:
            self.left = True

    loop, shown = Loop(), list[Any]()
    module = types.SimpleNamespace(app=types.SimpleNamespace(event_loop=loop))
    monkeypatch.setitem(sys.modules, "pyglet", module)  # type: ignore[arg-type]
    monkeypatch.setattr(visual, "surface", lambda: types.SimpleNamespace(show=shown.append))
    windows = [LudoVisualizerStep(a_game()), LudoVisualizerStep(a_game())]
    loop.handlers["on_enter"]()
    assert shown == windows and loop.left
