"""The examples of the documentation run as they stand."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[3]


def environment() -> dict[str, str]:
    """That of a program without a display, which finds ludens where it is."""
    kept = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    return kept | {"PYTHONPATH": str(ROOT / "src"), "TERM": "xterm"}


def test_win_statistics() -> None:
    command = [sys.executable, ROOT / "examples" / "ludo_win_stats.py", "--games", "6", "--seed", "1"]
    shown = subprocess.run(command, env=environment(), capture_output=True, text=True, check=True, timeout=120).stdout
    rows = [line.split() for line in shown.splitlines()]
    assert sum(int(row[1]) for row in rows[:-1]) == 6 and rows[-1][1:] == ["games", "a", "second"]
    assert {row[0] for row in rows[:-1]} <= {"random", "fast", "aggressive", "defensive"}


def test_the_match_of_the_page_in_a_terminal() -> None:
    master, slave = pty.openpty()
    script = ROOT / "examples" / "ludo_random_match.py"
    with subprocess.Popen([sys.executable, script], stdin=slave, stdout=slave, env=environment()) as process:
        os.close(slave)
        shown = read_until(master, "turn 0")
        for turn in (1, 2, 3):
            os.write(master, b"\x1b[C")
            shown += read_until(master, f"turn {turn}")
        os.write(master, b"q")
        assert process.wait(30) == 0
    os.close(master)
    assert "use left and right arrow to progress game" in shown
    assert "player 2 rolls" in shown and shown.count("dice:") == 4


def read_until(master: int, text: str) -> str:
    """What the terminal shows until a text and the drawing behind it have come, within a minute."""
    shown, end = "", time.monotonic() + 60
    while "dice:" not in shown.partition(text)[2]:
        assert select.select([master], [], [], max(end - time.monotonic(), 0))[0], f"no {text!r} in {shown!r}"
        shown += os.read(master, 4096).decode()
    return shown


def test_the_match_of_the_page_needs_something_to_be_shown_on() -> None:
    script = ROOT / "examples" / "ludo_random_match.py"
    done = subprocess.run(
        [sys.executable, script],
        stdin=subprocess.DEVNULL,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1 and "NoWindow: no window can be opened" in done.stderr
