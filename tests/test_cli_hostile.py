"""Hostile descriptions at the command line: an error with its place and cause, or a game; no crash, nothing else."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hostile import TEXTS

PATIENCE = 120.0
#: what a terminal would obey
_OBEYED = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u202e]")
#: "FILE:2:52: ...", or an error in play: "FILE: ..., in (set Score) at line 2, column 52"
_PLACED = re.compile(r"\.lud:(\d+:\d+: .|.* at line \d+, column \d+)")


#: jobs in the background ignore Ctrl-C unless they take it
_LUDENS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); import ludens.__main__"


def started(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", _LUDENS, *arguments]
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )


def plays(process: int) -> bool:
    """Whether a thread beside the main one has computed for half a second."""
    threads = [one for one in Path(f"/proc/{process}/task").iterdir() if one.name != str(process)]
    ticks = [int((one / "stat").read_text().rpartition(")")[2].split()[11]) for one in threads]
    return any(tick > os.sysconf("SC_CLK_TCK") // 2 for tick in ticks)


@pytest.mark.slow
@pytest.mark.parametrize("name", TEXTS)
def test_a_hostile_description_is_a_game_or_an_error_with_its_place(tmp_path: Path, name: str) -> None:
    file = tmp_path / f"{name}.lud"
    file.write_text(TEXTS[name], encoding="utf-8")
    for command in (["check", str(file)], ["playouts", str(file), "-n", "3", "--seed", "1"]):
        process = started(*command)
        try:
            out, err = process.communicate(timeout=10)
        except subprocess.TimeoutExpired:  # long, not endless: Ctrl-C ends it
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE)
            assert process.returncode == 130, err
        said = out + err
        assert process.returncode in (0, 1, 130), said
        assert "Traceback" not in said and "defect" not in said
        assert not _OBEYED.search(said.replace("\r", ""))
        if process.returncode == 1:
            assert _PLACED.search(said), said


def test_ctrl_c_ends_what_takes_for_ever(tmp_path: Path) -> None:
    file = tmp_path / "long.lud"
    file.write_text(TEXTS["long-move"], encoding="utf-8")
    process = started("playouts", str(file), "-n", "1000", "--seed", "1")
    while process.poll() is None and not plays(process.pid):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, "interrupted" in err, "Traceback" in err) == (130, True, False)
