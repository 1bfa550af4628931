"""`python -m ludens.stage dump GAME` prints what a game is compiled to."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludens.stage.__main__ import main

GAME = """
(game "Small" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))
"""


@pytest.fixture
def small(tmp_path: Path) -> str:
    path = tmp_path / "small.lud"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("options", [[], ["--traced"]])
def test_the_code_of_a_game(small: str, options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dump", small, *options]) == 0
    assert "define " in capsys.readouterr().out


def test_optimising_changes_it(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["dump", small])
    before = capsys.readouterr().out
    assert main(["dump", small, "--optimised"]) == 0
    assert "define " in (after := capsys.readouterr().out)
    assert after != before


def test_a_game_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dump", "/nowhere/nothing.lud"]) == 1
    assert "nothing.lud" in capsys.readouterr().err
