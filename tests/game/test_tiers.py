"""Code that is there at once, and the optimised code that takes its place."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludens
from ludens.game.single import SingleGame
from ludens.stage import apart

pytestmark = pytest.mark.usefixtures("checked_by_playouts")


@pytest.fixture
def usual(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Code is optimised as usual, and none is in the cache."""
    monkeypatch.delenv("LUDENS_OPTIMISE")
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))


@pytest.mark.usefixtures("usual")
def test_the_optimised_code_takes_the_place_of_the_first_and_plays_the_same_games() -> None:
    game = ludens.load("Tic-Tac-Toe")
    assert isinstance(game, SingleGame)
    first = game.code.plain.soonest()
    early = game.playouts(50, seed=3)
    apart.wait()
    second = game.code.plain.soonest()
    assert second is not first
    assert second is game.fast is game.code.plain.soonest()
    assert game.playouts(50, seed=3) == early


@pytest.mark.usefixtures("usual")
def test_single_moves_are_made_by_either() -> None:
    game = ludens.load("Tic-Tac-Toe")
    assert isinstance(game, SingleGame)
    state = game.start(seed=1)
    early = game.stepping
    texts = [move.to_trial() for move in state.legal_moves()]
    apart.wait()
    assert game.stepping is not early
    assert [move.to_trial() for move in game.start(seed=1).legal_moves()] == texts


@pytest.mark.usefixtures("usual")
def test_what_is_in_the_cache_is_the_optimised_code() -> None:
    ludens.load("Tic-Tac-Toe").playouts(1, seed=1)
    apart.wait()
    again = ludens.load("Tic-Tac-Toe")
    assert isinstance(again, SingleGame)
    assert again.code.plain.soonest() is again.fast


@pytest.mark.usefixtures("usual")
def test_who_compiles_ahead_never_meets_the_first_code() -> None:
    game = ludens.load("Tic-Tac-Toe")
    game.compile()
    assert isinstance(game, SingleGame)
    assert not apart.is_something_apart()
    assert (game.code.plain.soonest(), game.stepping) == (game.fast, game.traced)


def test_where_the_level_is_told_there_is_one_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))
    monkeypatch.setenv("LUDENS_OPTIMISE", "1")
    game = ludens.load("Tic-Tac-Toe")
    assert isinstance(game, SingleGame)
    assert game.code.plain.soonest() is game.fast


def test_loading_emits_the_code_of_playouts_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))
    game = ludens.load("Tic-Tac-Toe")
    assert isinstance(game, SingleGame)
    assert (game.code.plain._module._emitted is None, game.code.logging._module._emitted is None) == (False, True)
