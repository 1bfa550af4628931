"""Games solved position by position, with limits and without."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import ludens
from ludens import cluster, solve
from ludens.solve import disk, parts, rows, solving
from ludens.solve import exploration as exploring
from ludens.solve.keys import Blocks, Expanded, Keys
from standing_in import replace_in

from .conftest import FullDisk


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludens.solve.table.cache_directory", lambda: tmp_path / "cache")


THREE = """
(game "Three" (players 3)
    (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win))))
)
"""


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Backgammon", "a game of chance"),
        ("Battleship", "hides something"),
        ("Tron", "move at once"),
        ("Sudoku", "a puzzle"),
        (THREE, "has 3 players"),
        ("Three in Three", "a match"),
    ],
)
def test_what_cannot_be_solved_is_told_before_anything_is_done(name: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(solve.SolveError, match=told):
        solve.solve(ludens.load(name).start(seed=0), tmp_path / "solved")
    assert not (tmp_path / "solved").exists()


def test_a_limit_is_met_and_the_next_call_goes_on(tmp_path: Path) -> None:
    game = ludens.load("Tic-Tac-Toe")
    whole = solve.solve(game.start(seed=0), tmp_path / "whole")
    first = solve.solve(game.start(seed=0), tmp_path / "parts", solve.Limits(memory=1))
    assert (first.stopped, first.positions, first.table) == ("memory", 1, None)
    again = solve.solve(game.start(seed=0), tmp_path / "parts")
    assert (again.stopped, again.positions) == ("", whole.positions)


def test_values_go_on_where_the_time_was_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root, told = ludens.load("Dodgem").start(seed=0), list[int]()
    whole = solve.solve(root, tmp_path / "whole")
    assert whole.valued == 1865
    tries = 0
    while True:
        steps, tries = 0, tries + 1

        def tell(what: str, done: int, total: int) -> None:
            """The time is over with the second look at values."""
            nonlocal steps
            steps += what == "values"
            if what == "values":
                told.append(done)
            if steps == 2:
                replace_in(clock, "ludens.solve.solving", time, monotonic=lambda: float("inf"))

        with monkeypatch.context() as clock:
            found = solve.solve(root, tmp_path / "parts", solve.Limits(seconds=1e9), tell)
        if found.table is not None:
            break
        assert (found.stopped, found.expanded) == ("time", 1865) and 0 < found.valued <= 1865
    assert tries > 3 and told == sorted(told)
    for name in ("first.bin", "second.bin", "sorted.bin"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "parts" / name).read_bytes()
    assert not (tmp_path / "parts" / "values.bin").exists()


def test_threads_find_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploring, "BATCH", 64)
    root = ludens.load("Dodgem").start(seed=0)
    for count in (1, 3):
        solve.solve(root, tmp_path / str(count), solve.Limits(threads=count))
    for name in ("first.bin", "second.bin", "sorted.bin"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "3" / name).read_bytes()


def test_no_two_threads_use_the_same_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where files end amid a batch, what comes behind it is thrown away: it has to be done with before the next."""
    monkeypatch.setattr(exploring, "BATCH", 48)
    monkeypatch.setattr(rows, "SEGMENT", 64)
    plain, busy, met = Keys.expand, set[int](), list[bool]()

    def expand(keys: Keys, blocks: Blocks) -> Expanded:
        met.append(id(keys) in busy)
        busy.add(id(keys))
        time.sleep(0.01 * (threading.current_thread().name.endswith(("_1", "_2"))))
        found = plain(keys, blocks)
        busy.discard(id(keys))
        return found

    monkeypatch.setattr(Keys, "expand", expand)
    found = solve.solve(ludens.load("Dodgem").start(seed=0), tmp_path, solve.Limits(threads=3))
    assert found.positions == 1865 and len(met) > 60 and not any(met)


def test_what_was_written_in_vain_is_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a power cut in the middle of a step, with positions in several files."""
    monkeypatch.setattr(exploring, "BATCH", 16)
    monkeypatch.setattr(rows, "SEGMENT", 64)
    game = ludens.load("Dodgem")
    root, steps = game.start(seed=0), 0

    class Cut(Exception):
        pass

    def tell(what: str, done: int, total: int) -> None:
        nonlocal steps
        steps += 1
        if steps in (7, 23, 40):
            raise Cut

    while True:
        try:
            found = solve.solve(root, tmp_path, progress=tell)
            break
        except Cut:
            for path in tmp_path.glob("*.bin"):
                with path.open("ab") as file:
                    file.write(b"half of a step")
    assert steps > 40 and found.positions == 1865
    assert found.table is not None and found.table.value(root) == solve.Value(1, 19)


def test_a_full_disk_is_told_and_takes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full_disk: FullDisk
) -> None:
    monkeypatch.setattr(exploring, "BATCH", 256)
    monkeypatch.setattr(exploring, "_NOTED", 0.0)
    root, known = ludens.load("Dodgem").start(seed=0), 0
    solve.solve(root, tmp_path / "whole")
    note = tmp_path / "parts" / "progress.json"
    for room in range(200):
        try:
            with full_disk(room):
                found = solve.solve(root, tmp_path / "parts")
            break
        except solve.SolveError as error:
            assert "No space left on device" in str(error) and "same command goes on" in str(error)
        told = json.loads(note.read_text()) if note.is_file() else {"known": 0}
        assert told["known"] >= known
        known = told["known"]
    assert room > 6 and known == found.positions == 1865
    for name in ("first.bin", "second.bin", "sorted.bin"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "parts" / name).read_bytes()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("something else")
    with pytest.raises(solve.SolveError, match="file/folder: Not a directory"):
        solve.solve(ludens.load("Tic-Tac-Toe").start(seed=0), tmp_path / "file" / "folder")


def test_other_files_of_a_folder_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "photo.bin").write_text("something else")
    solve.solve(ludens.load("Tic-Tac-Toe").start(seed=0), tmp_path)
    assert (tmp_path / "photo.bin").read_text() == "something else"


@pytest.mark.parametrize("name", ["progress.json", "keys.bin", "targets.bin", "states-0.bin"])
def test_a_broken_folder_is_told(name: str, tmp_path: Path) -> None:
    root = ludens.load("Tic-Tac-Toe").start(seed=0)

    def cut(what: str, done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve.solve(root, tmp_path, progress=cut)
    (tmp_path / name).write_bytes((tmp_path / name).read_bytes()[:-1])
    with pytest.raises(solve.SolveError, match="begin anew"):
        solve.solve(root, tmp_path)


def test_a_broken_table_is_told_and_not_found() -> None:
    root = ludens.load("Tic-Tac-Toe").start(seed=0)
    found = solve.solve(root)
    assert len(solve.find(root.game)) == 1
    path = found.folder / "second.bin"
    path.write_bytes(path.read_bytes()[:-1])
    assert solve.find(root.game) == []
    with pytest.raises(solve.SolveError, match=r"second.bin is gone or broken"):
        solve.Table(root.game, found.folder)


def test_a_folder_belongs_to_one_game_and_one_root(tmp_path: Path) -> None:
    game = ludens.load("Tic-Tac-Toe")
    solve.solve(game.start(seed=0), tmp_path)
    with pytest.raises(solve.SolveError, match="another game"):
        solve.solve(ludens.load("Dodgem").start(seed=0), tmp_path)
    later = game.start(seed=0)
    later.play(later.parse("A1"))
    with pytest.raises(solve.SolveError, match="from another position"):
        solve.solve(later, tmp_path)


def test_a_position_of_a_solved_game_is_solved(tmp_path: Path) -> None:
    game = ludens.load("Tic-Tac-Toe")
    first = solve.solve(game.start(seed=0))
    later = game.start(seed=0)
    for text in ("A1", "A2", "B2"):
        later.play(later.parse(text))
    found = solve.solve(later)
    assert found.folder == first.folder and found.table is not None
    assert found.table.value(later) == solve.Value(1, 4)


def test_a_game_that_is_over_is_not_solved(tmp_path: Path) -> None:
    state = ludens.load("Tic-Tac-Toe").start(seed=0)
    for text in ("A1", "A2", "B1", "B2", "C1"):
        state.play(state.parse(text))
    with pytest.raises(solve.SolveError, match="over"):
        solve.solve(state, tmp_path)


def test_the_best_line_ends_as_told(tmp_path: Path) -> None:
    game = ludens.load("Dodgem")
    root = game.start(seed=0)
    table = solve.solve(root, tmp_path).table
    assert table is not None
    state = root.copy()
    for move in table.line(root):
        state.play(move)
    assert state.is_over and state.winner == 1 and len(table.line(root)) == 19


def test_another_version_of_the_files_is_refused(tmp_path: Path) -> None:
    game = ludens.load("Tic-Tac-Toe")
    solve.solve(game.start(seed=0), tmp_path)
    path = tmp_path / "progress.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"form": 0}))
    with pytest.raises(solve.SolveError, match="version 0 of a table of positions"):
        solve.solve(game.start(seed=0), tmp_path)


def test_a_game_whose_keys_stay_wrong_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It had been valued with the positions found so far."""

    def refuted(self: exploring.Exploration, *limits: object) -> str:
        raise exploring.Refuted(np.zeros((0, 1), np.uint8))

    monkeypatch.setattr(exploring.Exploration, "run", refuted)
    monkeypatch.setattr(solving, "_better", lambda root, keys, found: keys)
    with pytest.raises(solve.SolveError, match="cannot be solved"):
        solve.solve(ludens.load("Tic-Tac-Toe").start(seed=0), tmp_path / "wrong")


REPEATING = """
(game "To and Fro" (players 2)
    (equipment {(board (rectangle 1 4)) (piece "Man" Each (move Step (to if:(is Empty (to)))))})
    (rules
        (start {(place "Man1" 0) (place "Man2" 3)})
        (play (forEach Piece))
        (end {(if (is Repeat Positional) (result Mover Win)) (if (no Moves Next) (result Mover Win))})
    )
)
"""


@pytest.mark.parametrize("pool", [None, "threads:2"])
def test_a_search_ends_before_its_files_take_too_much(
    pool: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exploring, "BATCH", 64)
    monkeypatch.setattr(parts, "_LEAST", 16)
    root = ludens.load("Dodgem").start(seed=0)
    tried, most, folder = list[str](), 40_000, tmp_path / "parts"
    while "" not in tried:
        workers = cluster.pool(pool) if pool else None
        found = solve.solve(root, folder, solve.Limits(disk=most), pool=workers)
        assert disk.taken(folder) <= most + 4096, "the note is on top"
        tried.append(found.stopped)
        most *= 2
    assert tried[0] == "disk" and found.positions == 1865 and found.table is not None
    assert found.table.value(root) == solve.Value(1, 19)


def test_the_table_has_to_fit_too(tmp_path: Path) -> None:
    root = ludens.load("Tic-Tac-Toe").start(seed=0)
    whole = solve.solve(root, tmp_path / "whole")
    exploration = exploring.Exploration.opened(root, tmp_path / "parts")
    assert exploration.run(solve.Limits(), float("inf"), lambda done, known: None) == ""
    found = solve.solve(root, tmp_path / "parts", solve.Limits(disk=exploration.taken + 1))
    assert (found.stopped, found.expanded, found.valued) == ("disk", 627, 0)
    assert solve.solve(root, tmp_path / "parts").valued == whole.valued


def test_without_a_bound_files_take_a_share_of_what_is_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "_free", lambda folder: 400_000)
    monkeypatch.setattr(disk, "_RESERVE", 0)
    monkeypatch.setattr(exploring, "BATCH", 64)
    found = solve.solve(ludens.load("Dodgem").start(seed=0), tmp_path)
    assert (found.stopped, found.disk) == ("disk", 100_000) and disk.taken(tmp_path) < 104_096
    monkeypatch.setattr(disk, "_RESERVE", 400_000)
    assert solve.solve(ludens.load("Dodgem").start(seed=0), tmp_path, solve.Limits(disk=1 << 40)).stopped == "disk"


def test_a_result_that_depends_on_the_way_is_no_value_of_the_position(tmp_path: Path) -> None:
    """Who comes back to a position wins: where a man stands does not tell who that is."""
    game = ludens.load(REPEATING)
    root = game.start(seed=0)
    assert "look into the past" in solve.warning(root, tmp_path, solve.Limits())
    assert solve.warning(ludens.load("Dodgem").start(seed=0), tmp_path, solve.Limits()) == ""
    found = solve.solve(root, tmp_path)
    assert found.has_history and found.table is not None
    assert not any(one.wrong for one in solve.verify(found.table, root))
    again = root.copy()
    for text in ("A1-B1", "D1-C1", "B1-A1"):
        again.play(again.parse(text))
    values = {found.table.value(state) for state in (root, again)}
    assert solve.warning(root, tmp_path, solve.Limits()) == "", "it is solved"
    assert len(values) == 2
