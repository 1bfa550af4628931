"""Training whose games are played elsewhere: it learns the same, also where workers are killed."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import numpy as np
import pytest

import ludens
from ludens.cli import main
from ludens.workers.cluster.processes import Processes

pytest.importorskip("torch")
from ludens.learning.run import Report, Run
from ludens.learning.settings import Settings

pytestmark = pytest.mark.slow

SMALL = ["--net-size", "8x1", "--games", "12", "--batch", "16", "--simulations", "4"]


def test_processes_learn_the_same_though_they_are_killed(tmp_path: Path) -> None:
    game = ludens.load("Tic-Tac-Toe")
    settings = Settings(
        channels=8, blocks=1, simulations=4, considered=4, games=12, plies=6, batch=16, memory=500, ratings=0,
        iterations=4, threads=1, workers=2,
    )  # fmt: skip
    here = Run(game, settings, tmp_path / "here")
    here.run()
    killed = list[int]()
    with Processes(2) as pool:

        def kill(report: Report) -> None:
            if report.iteration == 2:
                killed.append(pool.pids[0])
                os.kill(pool.pids[0], signal.SIGKILL)

        there = Run(game, settings, tmp_path / "there", pool=pool)
        there.run(kill)
        assert killed and killed[0] not in pool.pids
    assert there.tally == here.tally and there.lost == 0
    weights = there.learner.save()
    for name, array in here.learner.save().items():
        np.testing.assert_array_equal(weights[name], array, err_msg=name)


def test_train_on_processes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["train", "Tic-Tac-Toe", *SMALL, "--threads", "1", "--ratings", "0", "--processes", "1"]
    out = ["--out", str(tmp_path / "run")]
    assert main([*command, *out, "--iterations", "1"]) == 0
    assert main([*command, *out, "--iterations", "2", "--resume"]) == 0
    assert (tmp_path / "run" / "agent.net").exists()
    assert len((tmp_path / "run" / "log.jsonl").read_text().splitlines()) == 3
