"""Games of the library as other programs' files: what was written plays there as here, or is refused with its place."""

from __future__ import annotations

from pathlib import Path

import pyffish
import pytest

import ludens
from ludens.cli import main
from ludens.export import ExportError
from ludens.export.gdl import gdl
from ludens.export.ini import ini
from ludens.imports import gdl as reader
from tests.oracles.fairy import Fairy
from tests.oracles.grid import Grid, rows_of
from tests.oracles.lockstep import compare


@pytest.mark.parametrize("name", ["Los Alamos Chess", "Chaturanga"])
def test_a_section_plays_in_fairy_stockfish_as_the_game_does(name: str) -> None:
    game = ludens.load(name)
    text = ini(game)
    variant = text[1 : text.index(":")]
    pyffish.load_variant_config(text.replace(f"[{variant}:", f"[written{variant}:"))
    variant = f"written{variant}"
    grid = Grid(game, *rows_of(pyffish.start_fen(variant)))
    found = compare(game, lambda choose: (game.start(seed=0), Fairy(variant, grid)), 2, 3, 60)
    assert found.agrees and found.positions > 50, found.differences


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Go", "at most 12 by 10"),
        ("Berolina Chess", "at the start there is a2c4"),
        ("Shogi", "without hands"),
        ("Backgammon", "without hands and dice"),
    ],
)
def test_what_fits_no_section_is_refused_with_its_place(name: str, reason: str) -> None:
    with pytest.raises(ExportError, match=reason):
        ini(ludens.load(name))


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Hexpawn", "Pong Hau K'i"])
def test_rules_in_gdl_are_read_again_as_a_game_of_the_same_moves(name: str) -> None:
    game = ludens.load(name)
    again = ludens.load(reader.described(reader.read(gdl(game)), "again").text)
    assert [again.perft(depth) for depth in (1, 2, 3)] == [game.perft(depth) for depth in (1, 2, 3)]


@pytest.mark.parametrize(
    ("name", "reason"),
    [("Squava", "swap sides"), ("Connect Four", "at the start there is nothing"), ("Notakto", "neither player")],
)
def test_what_fits_no_rules_is_refused_with_its_place(name: str, reason: str) -> None:
    with pytest.raises(ExportError, match=reason):
        gdl(ludens.load(name))


def test_the_command_writes_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "Tic-Tac-Toe", "--gdl", str(tmp_path / "ttt.kif")]) == 0
    assert reader.read((tmp_path / "ttt.kif").read_text())
    assert main(["export", "Go", "--ini", str(tmp_path / "go.ini")]) == 1
    assert "does not fit variants.ini" in capsys.readouterr().err
    assert not (tmp_path / "go.ini").exists()
