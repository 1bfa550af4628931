"""A Ray cluster of several nodes, each in processes of its own on this machine: workers and nodes are killed."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ludens import cluster, load, solve
from ludens.cli import main
from ludens.workers.cluster import Pool, TaskLost
from tests.workers.cluster import work
from tests.workers.cluster.test_commands import games
from tests.workers.cluster.test_training import SMALL

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("ray"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
_MEMORY = 80 << 20
_QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """A head with one core and two nodes with one each."""
    top = Path(__file__).parents[3]
    path = os.pathsep.join([str(top / "src"), str(top), os.environ.get("PYTHONPATH", "")])
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**_QUIET, "PYTHONPATH": path}.items():
            patch.setenv(name, value)
        from ray.cluster_utils import Cluster

        made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "object_store_memory": _MEMORY})
        for _ in range(2):
            made.add_node(num_cpus=1, object_store_memory=_MEMORY)
        try:
            yield made
        finally:
            made.shutdown()


@pytest.fixture
def pool(nodes: Any) -> Iterator[Pool]:
    with cluster.pool(f"ray:{nodes.address}") as found:
        yield found


def test_answers_and_deaths(pool: Pool, tmp_path: Path) -> None:
    assert pool.size == 3
    assert {a.number: a.value for a in pool.run(work.square, range(20))} == {n: n * n for n in range(20)}
    errors = {a.number: a for a in pool.run(work.fragile, range(4))}
    assert str(errors[2].error) == "two is too many" and "in fragile" in errors[2].traceback
    assert "of nowhere" in str(errors[3].error)
    answers = {a.number: a for a in pool.run(partial(work.mortal, str(tmp_path)), range(5))}
    assert {n: a.result for n, a in answers.items()} == {0: 0, 1: None, 2: 4, 3: 9, 4: 16}
    assert isinstance(answers[1].error, TaskLost) and "was tried 3 times: WorkerCrashedError" in str(answers[1].error)


def test_the_driver_goes_on_with_its_journal(nodes: Any, tmp_path: Path) -> None:
    folder, journal = tmp_path / "done", tmp_path / "journal"
    folder.mkdir()
    for most in (4, 10):
        with cluster.pool(f"ray:{nodes.address}") as pool:
            answers = pool.run(partial(work.noted, str(folder)), range(10), journal=journal, name="noted")
            found = {answer.number: answer.value for answer, _ in zip(answers, range(most), strict=False)}
            answers.close()
    assert found == {n: n for n in range(10)}
    assert len(list(folder.iterdir())) < 20


def test_arena_and_playouts(nodes: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "Tic-Tac-Toe", "--player", "random", "--player", "uct:20", "-n", "6", "--seed", "3"]
    assert main([*command, "--record", str(tmp_path / "here")]) == 0
    assert main([*command, "--record", str(tmp_path / "there"), "--ray", nodes.address]) == 0
    assert games(tmp_path / "here") == games(tmp_path / "there")
    capsys.readouterr()
    told = []
    for more in ([], ["--ray", nodes.address]):
        assert main(["playouts", "Tic-Tac-Toe", "-n", "300", "--seed", "5", *more]) == 0
        told.append(capsys.readouterr().out.splitlines()[2:])
    assert told[0] == told[1]


def test_measures(nodes: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["measure", "Tic-Tac-Toe", "Hexpawn", "-n", "40", "--json"]
    told = []
    for more in ([], ["--ray", nodes.address, "--journal", str(tmp_path / "journal")]):
        assert main([*command, *more]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1]


def test_a_node_and_a_worker_are_killed(
    nodes: Any, pool: Pool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    extra = nodes.add_node(num_cpus=1, object_store_memory=_MEMORY)
    nodes.wait_for_nodes()
    found: dict[int, int] = {}
    for answer in pool.run(partial(work.noted, str(tmp_path)), range(40)):
        found[answer.number] = answer.value
        if len(found) == 5:
            nodes.remove_node(extra, allow_graceful=False)
        if len(found) == 12:
            os.kill(int(next(iter(tmp_path.glob(f"{answer.number}.*"))).suffix[1:]), signal.SIGKILL)
            time.sleep(0.1)
    assert found == {n: n for n in range(40)}
    assert capsys.readouterr().out == ""


def test_training(nodes: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["train", "Tic-Tac-Toe", *SMALL, "--iterations", "2", "--ratings", "0", "--json"]
    assert main([*command, "--out", str(tmp_path / "there"), "--ray", nodes.address]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["iterations"] == 2 and told["lost"] == 0 and told["games"] > 0


def test_no_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playouts", "Tic-Tac-Toe", "--ray", "127.0.0.1:1"]) == 2
    assert "no Ray cluster at '127.0.0.1:1'" in capsys.readouterr().err


def test_a_game_is_solved_on_the_cluster(nodes: Any, tmp_path: Path) -> None:
    root = load("Dodgem").start(seed=0)
    solve.solve(root, tmp_path / "alone")
    solve.solve(root, tmp_path / "many", pool=cluster.pool(f"ray:{nodes.address}"))
    for name in ("first.bin", "second.bin", "sorted.bin"):
        assert (tmp_path / "many" / name).read_bytes() == (tmp_path / "alone" / name).read_bytes()
