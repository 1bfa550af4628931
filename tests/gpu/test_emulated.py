"""The very kernels of graphics cards, thread by thread on this machine or on a card: the host's games, bit for bit."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.gpu import DeviceError, Table, playouts_table
from ludens.gpu import games as gpu_playing
from ludens.gpu import kernel as gpu_kernel
from ludens.rules.state.memory import ERRORS
from ludens.stage import fuel
from tests.export.host import SEED, host_game
from tests.gpu.device import DEVICE


@pytest.mark.parametrize(
    "name", ["Tic-Tac-Toe", "Connect Four", "Hex", "Amazons", "Oware", "Ludo", "Rock-Paper-Scissors"]
)
def test_games_are_those_of_the_host(name: str) -> None:
    game = ludens.load(name)
    played = Table(game, DEVICE).play(SEED, 0, 5, states=True, threads=2)
    assert played.states is not None
    assert not played.errors.any()
    for number in range(5):
        seen = int(played.lengths[number]), int(played.winners[number]), played.states[number].tobytes()
        assert seen == host_game(game, number)


def test_a_series_may_begin_anywhere_and_be_played_by_any_number_of_threads() -> None:
    table = Table(ludens.load("Tic-Tac-Toe"), DEVICE)
    whole, part = table.play(7, 0, 300), table.play(7, 120, 100, threads=1)
    assert np.array_equal(whole.lengths[120:220], part.lengths)
    assert np.array_equal(whole.winners[120:220], part.winners)
    assert len(table.play(7, 5, 0).lengths) == 0


def test_playouts_take_a_device() -> None:
    game = ludens.load("Connect Four")
    assert game.playouts(200, seed=3, device=DEVICE) == game.playouts(200, seed=3)


def test_what_a_thread_cannot_play_is_played_by_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludens.load("Chess")
    small = Table(game, DEVICE, most_moves=24)
    played = small.play(SEED, 0, 2)
    assert [ERRORS[code] for code in played.errors.tolist()] == [ERRORS[2]] * 2
    monkeypatch.setattr(gpu_playing, "playouts_table", lambda *_: small)
    assert game.playouts(2, seed=SEED, device=DEVICE) == game.playouts(2, seed=SEED)


@pytest.mark.parametrize("name", ["Focus", "Killer Sudoku"])
def test_games_whose_threads_need_much_get_it(name: str) -> None:
    game = ludens.load(name)
    assert Table(game, DEVICE).play(SEED, 0, 1).errors.all()
    played = playouts_table(game, DEVICE).play(SEED, 0, 2, states=True)
    assert played.states is not None
    assert not played.errors.any()
    assert played.states[1].tobytes() == host_game(game, 1)[2]


def test_what_is_nested_deeper_than_on_a_card_is_played_by_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludens.load("Italian Draughts")
    assert not Table(game, DEVICE).play(SEED, 0, 4).errors.any()
    monkeypatch.setattr(gpu_kernel, "NESTED", 0)
    shallow = Table(game, DEVICE)
    assert ERRORS[fuel.TOO_DEEP] in [ERRORS.get(code) for code in shallow.play(SEED, 0, 4).errors.tolist()]
    monkeypatch.setattr(gpu_playing, "playouts_table", lambda *_: shallow)
    assert game.playouts(4, seed=SEED, device=DEVICE) == game.playouts(4, seed=SEED)


def test_too_little_memory_for_a_thread_is_refused() -> None:
    with pytest.raises(ValueError, match="512 moves need 34816 at least"):
        Table(ludens.load("Hex"), DEVICE, thread_bytes=4096)


def test_matches_are_refused() -> None:
    with pytest.raises(DeviceError, match="take these, one by one"):
        ludens.load("Backgammon Match").playouts(1, device=DEVICE)


@pytest.mark.parametrize("device", ["gpu", "cuda:x", "cuda:-1"])
def test_other_devices_are_refused(device: str) -> None:
    with pytest.raises(DeviceError, match="is no device: it is cuda, cuda:1 and so on"):
        ludens.load("Hex").playouts(1, device=device)
