"""Pools of threads and of processes: answers, errors, deaths, journals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from ludens import cluster
from ludens.workers.cluster import OtherRun, TaskFailed, TaskLost
from ludens.workers.cluster.processes import Processes
from tests.workers.cluster import work

SPECS = ("threads:2", "processes:2")


@pytest.mark.parametrize("spec", SPECS)
def test_answers(spec: str) -> None:
    with cluster.pool(spec) as pool:
        assert pool.size == 2
        assert {a.number: a.value for a in pool.run(work.square, [3, 4, 5])} == {0: 9, 1: 16, 2: 25}
        assert {a.number: a.value for a in pool.run(work.fragile, [0, 1])} == {0: 0, 1: 1}
        assert list(pool.run(work.square, [])) == []
        errors = {a.number: a for a in pool.run(work.fragile, range(4))}
    assert isinstance(errors[2].error, ValueError)
    with pytest.raises(ValueError, match="two is too many"):
        _ = errors[2].value
    assert "in fragile" in errors[2].traceback
    assert "of nowhere" in str(errors[3].error) and "in fragile" in errors[3].traceback
    if spec.startswith("processes"):
        assert isinstance(errors[3].error, TaskFailed)


def test_tasks_are_taken_as_they_are_done() -> None:
    taken = []

    def tasks() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    with cluster.pool("threads:2") as pool:
        answers = pool.run(work.square, tasks())
        next(answers)
        answers.close()
    assert len(taken) <= 4


def test_a_dying_worker_loses_its_task_only(tmp_path: Path) -> None:
    with Processes(2) as pool:
        answers = {a.number: a for a in pool.run(partial(work.mortal, str(tmp_path)), range(5))}
        assert not set(pool.pids) & {0, os.getpid()}
    assert {n: a.result for n, a in answers.items()} == {0: 0, 1: None, 2: 4, 3: 9, 4: 16}
    with pytest.raises(TaskLost, match="task 1 was tried 3 times: its process was ended by SIGKILL"):
        _ = answers[1].value
    assert len(list(tmp_path.glob("1-*"))) == 3 and len(list(tmp_path.glob("2-*"))) == 2


def test_what_is_given_up_ends(tmp_path: Path) -> None:
    with Processes(1) as pool:
        answers = pool.run(partial(work.mortal, str(tmp_path)), [0, 3, 4])
        next(answers)
        (pid,) = pool.pids
        answers.close()
        assert [a.value for a in pool.run(work.square, [7])] == [49]
        last = pool.pids
    for gone in (pid, *last):
        assert not Path(f"/proc/{gone}").exists() or gone in last
    assert pool.pids == []


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_with_their_driver(tmp_path: Path, how: signal.Signals) -> None:
    program = (
        "from functools import partial\nfrom ludens import cluster\nfrom tests.workers.cluster import work\n"
        "if __name__ == '__main__':\n"
        f"    with cluster.pool('processes:1') as pool:\n"
        f"        list(pool.run(partial(work.forever, {str(tmp_path)!r}), [1]))\n"
    )
    top = Path(__file__).parents[3]
    path = os.pathsep.join([str(top / "src"), str(top), os.environ.get("PYTHONPATH", "")])
    driver = subprocess.Popen(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": path}, stderr=subprocess.DEVNULL
    )
    try:
        _until(lambda: any(tmp_path.iterdir()))
        (worker,) = (int(path.name) for path in tmp_path.iterdir())
        driver.send_signal(how)
        assert driver.wait(120) != 0
        _until(lambda: not _alive(worker))
    finally:
        driver.kill()
        driver.wait()


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _until(what: object) -> None:
    assert callable(what)
    for _ in range(4000):
        if what():
            return
        time.sleep(0.05)
    raise AssertionError("it did not happen")


# --- journals


def test_a_journal_is_gone_on_with(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    done = []

    def square(number: int) -> list[int]:
        done.append(number)
        return [number * number]

    with cluster.pool("threads:1") as pool:
        answers = pool.run(square, range(6), journal=journal, name=["squares", 6])
        assert [next(answers).number for _ in range(3)] == [0, 1, 2]
        answers.close()
        with journal.open("a") as file:
            file.write('{"task": 3, "resu')  # a line that was torn
        before = list(done)
        found = {a.number: a.value for a in pool.run(square, range(6), journal=journal, name=["squares", 6])}
        again = {a.number: a.value for a in pool.run(square, range(6), journal=journal, name=["squares", 6])}
        with pytest.raises(OtherRun, match="the journal of another run"):
            list(pool.run(square, range(7), journal=journal, name=["squares", 7]))
    assert found == again == {n: [n * n] for n in range(6)}
    assert set(before[:3]) == {0, 1, 2} and not {0, 1, 2} & set(done[len(before) :])


def test_errors_are_not_kept(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    with cluster.pool("threads:2") as pool:
        for _ in range(2):
            answers = {a.number: a for a in pool.run(work.fragile, range(3), journal=journal)}
            assert answers[2].error is not None and answers[1].value == 1
    assert len(journal.read_text().splitlines()) == 4  # the format, the run, and two results


@pytest.mark.parametrize("spec", ["", "threads:0", "processes:-1", "ray", "ray:", "machines:3", "threads:x"])
def test_what_names_no_pool(spec: str) -> None:
    with pytest.raises(ValueError, match="are expected, not"):
        cluster.pool(spec)


def test_ray_is_an_extra() -> None:
    program = (
        "import sys; sys.modules['ray'] = None\nfrom ludens import cluster\n"
        "try:\n    cluster.pool('ray:auto')\nexcept ImportError as error:\n    print(error)"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert 'pip install "ludens[ray]"' in told.stdout
