"""A worker for who waits for its answers."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ludens.system.confinement import Bounds
from ludens.workers.blocking import BlockingWorker
from ludens.workers.frames import WorkerDied, WorkerFailed, WorkerLate

TOP = Path(__file__).parents[2]
TARGET = "tests.workers.handlers:Doing"
ROOM = Bounds(4 << 30)


@pytest.fixture(autouse=True)
def findable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers find the handlers of these tests."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(TOP), os.environ.get("PYTHONPATH", "")]))


def test_a_worker_that_ended_is_replaced() -> None:
    with BlockingWorker(TARGET, ROOM) as worker:
        assert worker.ask(["square", 4], 60) == 16
        with pytest.raises(WorkerFailed, match="ValueError: why not"):
            worker.ask(["fail", "why not"], 60)
        with pytest.raises(WorkerLate, match=r"longer than 0\.1 seconds"):
            worker.ask(["sleep", ""], 0.1)
        assert worker.ask(["square", 5], 60) == 25


def test_who_waits_is_told_of_the_end() -> None:
    worker, ends = BlockingWorker(TARGET, ROOM), list[str]()

    def wait() -> None:
        try:
            worker.ask(["sleep", ""], 600)
        except WorkerDied as died:
            ends.append(str(died))

    assert worker.ask(["square", 1], 60) == 1
    waiting = threading.Thread(target=wait)
    waiting.start()
    worker.close()
    waiting.join(60)
    assert ends and not waiting.is_alive()


def test_a_program_ends_that_leaves_its_worker_as_it_is() -> None:
    program = (
        "from ludens.system.confinement import Bounds\nfrom ludens.workers.blocking import BlockingWorker\n"
        f"worker = BlockingWorker({TARGET!r}, Bounds(4 << 30))\nprint(worker.ask(['square', 3], 60))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "9\n", "")
