"""How long a thread waited for a core, and when its process began."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludens.system import scheduling

BUSY = """
import threading, time
from ludens.system import scheduling
def work():
    end = time.thread_time() + 0.05
    while time.thread_time() < end:
        pass
before, began = scheduling.waited(), time.monotonic()
work()
print(time.monotonic() - began, scheduling.waited() - before)
"""


FORKED = """
import os
from ludens.system.scheduling import wake_soon
wake_soon()
print(os.sched_getscheduler(0), flush=True)
if os.fork():
    os.wait()
else:
    print(os.sched_getscheduler(0))
"""


def test_waiting_is_part_of_the_time_that_passes() -> None:
    words = subprocess.run([sys.executable, "-c", BUSY], capture_output=True, text=True, check=True).stdout.split()
    passed, waited = map(float, words)
    assert 0 <= waited <= passed


def test_where_nothing_is_told_nobody_waited(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(scheduling, "_SCHEDSTAT", tmp_path / "none")
    monkeypatch.setattr(scheduling, "_STAT", tmp_path / "none")
    before = time.monotonic()
    assert scheduling.waited() == 0
    assert before <= scheduling.started() <= time.monotonic()


def test_a_process_knows_when_it_was_started() -> None:
    program = "from ludens.system import scheduling; print(scheduling.started())"
    before = time.monotonic()
    told = float(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout)
    assert before - 0.02 <= told <= time.monotonic()


def test_short_slices_are_not_inherited() -> None:
    done = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, check=True)
    mine, childs = map(int, done.stdout.split())
    assert mine & ~0x40000000 == childs == 0  # SCHED_OTHER; the bit says that children begin with the usual slice
