"""The checks find what is wrong, and pass what is right."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ludens
from ludens import solve
from ludens.solve.checking import consistent, table_wins, wins


@pytest.fixture
def dodgem(tmp_path: Path) -> tuple[solve.Table, ludens.State]:
    root = ludens.load("Dodgem").start(seed=0)
    table = solve.solve(root, tmp_path).table
    assert table is not None
    return table, root


def test_a_right_table_passes(dodgem: tuple[solve.Table, ludens.State]) -> None:
    everything, played = solve.verify(*dodgem)
    assert everything.all and everything.positions == 1865 and not everything.wrong
    assert played.all and not played.wrong


def test_some_positions_are_checked_of_a_large_table(dodgem: tuple[solve.Table, ludens.State]) -> None:
    found = consistent(*dodgem, most=100)
    assert (found.positions, found.all, found.wrong) == (100, False, "")


def test_one_wrong_value_is_found(dodgem: tuple[solve.Table, ludens.State]) -> None:
    table, root = dodgem
    values = np.fromfile(table.folder / "sorted.bin", np.int32)
    values[700] = -values[700]
    values.tofile(table.folder / "sorted.bin")
    assert "its moves say" in consistent(solve.Table(table.game, table.folder), root).wrong


def test_a_win_that_takes_longer_than_claimed_is_none(dodgem: tuple[solve.Table, ludens.State]) -> None:
    table, root = dodgem
    answer = lambda state: table.rated(state)[0].move  # noqa: E731
    key = lambda state: state.tobytes()  # noqa: E731
    assert "holds out longer" in wins(root, solve.Value(1, 17), answer, key).wrong
    assert not wins(root, solve.Value(1, 19), answer, key).wrong
    assert not wins(root, solve.Value(1, 21), answer, key).wrong


def test_a_draw_is_no_win(tmp_path: Path) -> None:
    root = ludens.load("Tic-Tac-Toe").start(seed=0)
    table = solve.solve(root, tmp_path).table
    assert table is not None and len(solve.verify(table, root)) == 1
    with pytest.raises(solve.SolveError, match="no win"):
        table_wins(table, root)
