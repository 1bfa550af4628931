"""Limits of native code: it stops when it is told to, wherever it is, and Ctrl-C is heard."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

import ludens
from ludens.game import Game, LimitExceeded, Limits, Stopped

HANGS = """
(game "Hangs" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
  (rules (play (move Add (to (sites Board))
      (then (forEach Value min:0 max:2000000000
        (forEach Value min:0 max:1000000000 (addScore (player (mod (value) 2)) 1))))))
    (end (if (= 1 2) (result Mover Win)))))
"""
CALM = """
(game "Calm" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
  (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))
"""
AUTOMOVE = """
(game "Auto" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
  (rules (meta (automove)) (play (move Propose "a")) (end (if (= 1 2) (result Mover Draw)))))
"""


@pytest.fixture(scope="module")
def hangs() -> Game:
    return ludens.load(HANGS)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_time_limit_ends_a_loop_without_end(hangs: Game, threads: int) -> None:
    with Limits(seconds=0.05), pytest.raises(Stopped, match="time is over"):
        hangs.playouts(4, seed=1, threads=threads)


def test_work_ends_it_the_same_way_everywhere(hangs: Game) -> None:
    with Limits(work=10_000), pytest.raises(LimitExceeded, match="more work"):
        hangs.playouts(1, seed=1)


def test_another_thread_stops_it(hangs: Game) -> None:
    with Limits() as limits:
        threading.Timer(0.05, limits.stop).start()
        with pytest.raises(Stopped):
            hangs.playouts(1, seed=1)


def test_outer_limits_hold_within_and_are_forgotten_behind() -> None:
    game = ludens.load(CALM)
    with Limits() as outer:
        with Limits(seconds=1000):
            outer.stop()
            with pytest.raises(Stopped):
                game.start(seed=1)
        with pytest.raises(Stopped):
            game.playouts(1)
        with Limits(), pytest.raises(Stopped):
            game.start(seed=1)
    assert game.playouts(1).lengths[0] == 9


def test_a_move_that_is_stopped_is_not_made(hangs: Game) -> None:
    state = hangs.start(seed=1)
    before, move = state.tobytes(), state.legal_moves()[0]
    with Limits(seconds=0.05), pytest.raises(LimitExceeded):
        state.play(move)
    assert state.tobytes() == before
    assert len(state.legal_moves()) == 9


def test_moves_that_make_themselves_end() -> None:
    with pytest.raises(LimitExceeded):
        ludens.load(AUTOMOVE).playouts(1, seed=1)


def test_an_agent_ends_with_its_clock(hangs: Game) -> None:
    from ludens import agents

    agent = agents.make("uct:50ms", hangs, seed=1)
    state = hangs.start(seed=1)
    assert agent.choose(state) in state.legal_moves()


INTERRUPTED = """
import os, signal, sys, threading
import ludens
game = ludens.load(sys.argv[1])
game.fast
threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    game.playouts(1, seed=1) if sys.argv[2] == "1" else game.start(seed=1).game.fast.playout(game.start(seed=1))
except KeyboardInterrupt:
    game.start(seed=1).legal_moves()
    print("heard")
"""


@pytest.mark.parametrize("way", ["1", "2"])
def test_control_c_is_heard_in_native_code(way: str) -> None:
    made = subprocess.run([sys.executable, "-c", INTERRUPTED, HANGS, way], capture_output=True, text=True, timeout=120)
    assert made.stdout == "heard\n", made.stderr


STEPPED = """
import os, signal, sys, threading
import ludens
game = ludens.load(sys.argv[1])
game.let_others_run(alone=sys.argv[2] == "alone")
state = game.start(seed=1)
state.legal_moves()
move, before, undone = state.legal_moves()[0], state.tobytes(), threading.Event()
threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
threading.Timer(0.1, undone.set).start()
try:
    state.play(move)
except KeyboardInterrupt:
    assert state.tobytes() == before and undone.is_set()
    calm = state.copy().legal_moves()
    print("heard", len(calm))
"""


@pytest.mark.parametrize("way", ["alone", "beside others"])
def test_control_c_is_heard_in_methods_that_native_code_does(way: str) -> None:
    made = subprocess.run([sys.executable, "-c", STEPPED, HANGS, way], capture_output=True, text=True, timeout=120)
    assert made.stdout == "heard 9\n", made.stderr


COMMAND = """
import os, signal, sys, threading
from ludens.cli import main
threading.Timer(2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
sys.exit(main(["playouts", sys.argv[1], "-n", "1"]))
"""


def test_a_command_ends_at_control_c_without_a_traceback(tmp_path: Path) -> None:
    path = tmp_path / "hangs.lud"
    path.write_text(HANGS)
    made = subprocess.run([sys.executable, "-c", COMMAND, str(path)], capture_output=True, text=True, timeout=120)
    assert made.returncode == 130
    assert "Traceback" not in made.stderr and "interrupted" in made.stderr
