"""Wins found by proof-number search, and played out."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludens
from ludens import solve
from ludens.solve.proofs import Progress, Proved
from ludens.solve.proving import ProofNumberSearch

from .conftest import FullDisk
from .test_known_results import HEX


def searched(
    root: ludens.State,
    player: int | None = None,
    limits: solve.Limits | None = None,
    progress: Progress = lambda count: None,
    folder: Path | None = None,
) -> Proved:
    """A search by proof numbers, also in games that have another one."""
    return ProofNumberSearch(root, player or root.mover, limits, progress, folder).prove()


def proved(root: ludens.State, player: int | None = None) -> solve.Proved:
    """A proof, which is checked where it claims a win."""
    found = searched(root, player)
    if found.won:
        checked = found.proof.verify()
        assert checked.all and not checked.wrong
        state = root.copy()
        for move in found.proof.line():
            state.play(move)
        assert state.winner == found.player
    return found


@pytest.mark.parametrize(
    ("name", "player", "won"),
    [
        ("Tic-Tac-Toe", 1, False),
        ("Tic-Tac-Toe", 2, False),
        ("Dodgem", 1, True),
        ("Hexpawn", 2, True),
        ("Hexpawn", 1, False),
    ],
)
def test_it_agrees_with_what_all_positions_say(name: str, player: int, won: bool) -> None:
    assert proved(ludens.load(name).start(seed=0), player).won is won


def test_positions_of_a_table_are_proved(tmp_path: Path) -> None:
    root = ludens.load("Dodgem").start(seed=0)
    table = solve.solve(root, tmp_path).table
    assert table is not None
    for move in root.legal_moves():
        state = root.copy()
        state.play(move)
        value = table.value(state)
        assert value is not None and bool(proved(state, 1).won) is (value.winner == 1)


def test_hex_on_small_boards_is_won_by_the_first_player() -> None:
    found = proved(ludens.load(HEX.format(size=3)).start(seed=0))
    assert found.won and found.plies >= 5


def test_hex_on_4_x_4_is_won_by_the_first_player() -> None:
    assert proved(ludens.load(HEX.format(size=4)).start(seed=0)).won


def test_a_table_that_may_not_grow_is_cleared_of_what_is_open() -> None:
    root = ludens.load(HEX.format(size=4)).start(seed=0)
    whole = searched(root)
    small = searched(root, limits=solve.Limits(memory=800_000))
    assert small.won and not small.proof.verify().wrong
    assert small.positions != whole.positions


def test_a_limit_leaves_it_open() -> None:
    found = searched(ludens.load("Connect Four").start(seed=0), limits=solve.Limits(memory=50_000))
    assert (found.won, found.stopped) == (None, "memory")


def test_a_search_that_was_stopped_goes_on(tmp_path: Path) -> None:
    root = ludens.load(HEX.format(size=4)).start(seed=0)
    whole, positions = searched(root), 0
    for _ in range(200):
        found = searched(root, limits=solve.Limits(seconds=0.01), folder=tmp_path)
        assert found.positions > positions
        positions = found.positions
        if not found.stopped:
            break
        assert found.stopped == "time" and found.won is None
    assert found.won and positions < 1.5 * whole.positions
    assert not found.proof.verify().wrong
    again = searched(root, folder=tmp_path)
    assert (again.won, again.plies, again.positions) == (True, found.plies, positions)
    assert not again.proof.verify().wrong
    line = again.proof.line()
    for move in line:
        root.play(move)
    assert root.winner == 1


def test_a_search_that_is_interrupted_goes_on(tmp_path: Path) -> None:
    root = ludens.load(HEX.format(size=4)).start(seed=0)

    def interrupt(positions: int) -> None:
        if positions > 2000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        searched(root, progress=interrupt, folder=tmp_path)
    first = list[int]()
    assert searched(root, progress=first.append, folder=tmp_path).won
    assert first[0] > 2000


def test_more_memory_goes_on_where_less_was_too_little(tmp_path: Path) -> None:
    root, player = ludens.load(HEX.format(size=4)).start(seed=0), 1
    small = searched(root, player, solve.Limits(memory=100_000), folder=tmp_path)
    assert small.stopped == "memory" and small.decided > 100
    found = searched(root, player, folder=tmp_path)
    assert found.won and found.positions > small.positions and not found.proof.verify().wrong


def test_a_folder_has_the_searches_of_one_position(tmp_path: Path) -> None:
    root = ludens.load("Tic-Tac-Toe").start(seed=0)
    assert [searched(root, player, folder=tmp_path).won for player in (1, 2)] == [False, False]
    with pytest.raises(solve.SolveError, match="another game"):
        searched(ludens.load("Hexpawn").start(seed=0), folder=tmp_path)
    later = root.copy()
    later.play(later.parse("A1"))
    with pytest.raises(solve.SolveError, match="another position"):
        searched(later, 1, folder=tmp_path)
    (tmp_path / "player-1" / "table.bin").unlink()
    with pytest.raises(solve.SolveError, match="is gone"):
        searched(root, 1, folder=tmp_path)


def test_a_full_disk_takes_nothing_from_a_search(tmp_path: Path, full_disk: FullDisk) -> None:
    root = ludens.load(HEX.format(size=4)).start(seed=0)
    kept = searched(root, limits=solve.Limits(memory=100_000), folder=tmp_path)
    with full_disk(), pytest.raises(solve.SolveError, match=r"No space left on device.*goes on"):
        searched(root, folder=tmp_path)
    first = list[int]()
    assert searched(root, progress=first.append, folder=tmp_path).won
    assert first[0] > kept.positions


def test_games_without_a_value_are_refused() -> None:
    with pytest.raises(solve.SolveError, match="chance"):
        solve.prove(ludens.load("Backgammon").start(seed=0))
