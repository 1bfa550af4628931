"""Positions found and valued by many workers: the same as by one."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

import ludens
from ludens import cluster, solve
from ludens.solve import parts
from ludens.workers.cluster.processes import Processes

from .conftest import FullDisk
from .test_known_results import CONNECT

TABLE = ("first.bin", "second.bin", "sorted.bin")


@pytest.fixture(autouse=True)
def small_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What workers are given is decided here: small games take several rounds, and several steps to be valued."""
    monkeypatch.setattr(parts, "_LEAST", 16)
    monkeypatch.setattr(parts, "_VALUED", 200)


def files(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in TABLE]


@pytest.mark.parametrize(
    ("game", "pools"),
    [
        ("Dodgem", ("threads:1", "threads:3", "processes:2")),
        # up to symmetries, of one player, and without a counter
        ("Tic-Tac-Toe", ("threads:2",)),
        ("Triangular Peg Solitaire", ("threads:2",)),
        ("Mu Torere", ("threads:2",)),
    ],
)
def test_many_find_what_one_finds(game: str, pools: tuple[str, ...], tmp_path: Path) -> None:
    root = ludens.load(game).start(seed=0)
    alone = solve.solve(root, tmp_path / "alone", highest=30)
    facts = json.loads((tmp_path / "alone" / "progress.json").read_text())
    for pool in pools:
        folder = tmp_path / pool.replace(":", "-")
        found = solve.solve(root, folder, highest=30, pool=cluster.pool(pool))
        assert found.positions == alone.positions and found.table is not None and alone.table is not None
        assert found.table.value(root) == alone.table.value(root)
        assert files(folder) == files(tmp_path / "alone")
        told = json.loads((folder / "progress.json").read_text())
        for name in ("known", "expanded", "edges", "won", "won_by_mover", "drawn", "longest", "symmetries"):
            assert told[name] == facts[name], name
        assert sorted(path.name for path in folder.iterdir()) == sorted([*TABLE, "progress.json"])


@pytest.mark.slow
def test_processes_find_what_one_finds_of_a_larger_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    root = ludens.load(CONNECT.format(rows=4, columns=5)).start(seed=0)
    solve.solve(root, tmp_path / "alone")
    for count in (1, 2):
        found = solve.solve(root, tmp_path / str(count), pool=cluster.pool(f"processes:{count}"))
        assert found.positions == 1_588_795 and files(tmp_path / str(count)) == files(tmp_path / "alone")


def test_a_process_that_is_killed_is_done_without(tmp_path: Path) -> None:
    root, pool, killed = ludens.load("Dodgem").start(seed=0), Processes(2), list[int]()

    def kill(what: str, done: int, total: int) -> None:
        if done > 200 * (len(killed) + 1) and len(killed) < 3:
            killed.append(pool.pids[0])
            os.kill(killed[-1], signal.SIGKILL)

    solve.solve(root, tmp_path / "alone")
    found = solve.solve(root, tmp_path / "many", progress=kill, pool=pool)
    assert len(killed) == 3 and found.positions == 1865
    assert files(tmp_path / "many") == files(tmp_path / "alone")


def test_what_was_written_in_vain_is_written_again(tmp_path: Path) -> None:
    """As after a power cut, while positions are found and while they are valued."""
    root, steps = ludens.load("Dodgem").start(seed=0), 0

    class Cut(Exception):
        pass

    def tell(what: str, done: int, total: int) -> None:
        nonlocal steps
        steps += 1
        if steps in (3, 11, 20, 40):
            raise Cut

    solve.solve(root, tmp_path / "alone")
    cuts = 0
    while True:
        try:
            found = solve.solve(root, tmp_path / "many", progress=tell, pool=cluster.pool("threads:2"))
            break
        except Cut:
            cuts += 1
            for path in tmp_path.glob("many/part-*/*.bin"):
                with path.open("ab") as file:
                    file.write(b"half of a step, and all of another one")
    assert cuts == 4 and found.positions == 1865
    assert files(tmp_path / "many") == files(tmp_path / "alone")


def test_a_full_disk_is_told_and_takes_nothing(tmp_path: Path, full_disk: FullDisk) -> None:
    root, tries, known = ludens.load("Tic-Tac-Toe").start(seed=0), 0, 0
    solve.solve(root, tmp_path / "alone")
    note = tmp_path / "many" / "progress.json"
    for room in range(0, 10_000, 251):
        try:
            with full_disk(room):
                solve.solve(root, tmp_path / "many", pool=cluster.pool("threads:2"))
            break
        except solve.SolveError as error:
            assert "No space left on device" in str(error) and "same command goes on" in str(error)
        tries += 1
        told = json.loads(note.read_text()) if note.is_file() else {"known": 0}
        assert told["known"] >= known
        known = told["known"]
    assert tries > 3 and files(tmp_path / "many") == files(tmp_path / "alone")


def test_a_limit_is_met_and_the_next_call_goes_on(tmp_path: Path) -> None:
    """Also one that does not ask for many: the folder is in parts."""
    root = ludens.load("Dodgem").start(seed=0)
    first = solve.solve(root, tmp_path, solve.Limits(seconds=0), pool=cluster.pool("threads:2"))
    assert (first.stopped, first.positions, first.table) == ("time", 1, None)
    again = solve.solve(root, tmp_path, solve.Limits(memory=1))
    assert again.stopped == "memory"

    def cut(what: str, done: int, total: int) -> None:
        if done > 1000 and what == "values":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve.solve(root, tmp_path, progress=cut)
    valued = solve.solve(root, tmp_path, solve.Limits(seconds=0))
    assert valued.stopped == "time" and valued.expanded == 1865 and valued.valued > 1000
    found = solve.solve(root, tmp_path)
    assert found.positions == 1865 and found.table is not None and found.table.value(root) == solve.Value(1, 19)


def test_what_one_has_begun_it_has_to_end(tmp_path: Path) -> None:
    root = ludens.load("Dodgem").start(seed=0)
    solve.solve(root, tmp_path, solve.Limits(memory=1))
    with pytest.raises(solve.SolveError, match="one process has begun"):
        solve.solve(root, tmp_path, pool=cluster.pool("threads:2"))


@pytest.mark.parametrize("name", ["keys.bin", "states-0.bin"])
def test_a_broken_part_is_told(name: str, tmp_path: Path) -> None:
    root = ludens.load("Dodgem").start(seed=0)
    solve.solve(root, tmp_path, solve.Limits(seconds=0), pool=cluster.pool("threads:1"))
    (path,) = (path for path in tmp_path.glob(f"part-*/{name}") if path.stat().st_size)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(solve.SolveError, match="begin anew"):
        solve.solve(root, tmp_path)
