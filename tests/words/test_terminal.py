"""The terminal in other languages: what `--language` says, else what the terminal has."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludens import words
from ludens.cli import main

NOUGHTS = """(game "Noughts" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"""


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(list(arguments))
    return code, capsys.readouterr().out


def test_games_have_the_names_that_players_of_the_language_know(capsys: pytest.CaptureFixture[str]) -> None:
    code, shown = said(capsys, "games", "--language", "ja")
    assert code == 0 and "Chess (チェス)" in shown
    assert "Chess (" not in said(capsys, "games", "--language", "en")[1]


def test_a_game_is_played_in_the_language_of_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "noughts.lud"
    path.write_text(NOUGHTS)
    monkeypatch.setenv("LUDENS_LANGUAGE", "de_AT.UTF-8")
    code, shown = said(capsys, "play", str(path), "--p1", "random", "--p2", "random", "--seed", "1")
    assert code == 0
    assert "Weiß zieht" in shown and "Weiß gewinnt." in shown
    assert "Zwei in einer Reihe." in shown
    assert words.language() == "en"  # the process itself speaks what it spoke before


def test_a_language_that_there_is_not_is_a_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--language", "xx"]) == 2
    assert "there is no language 'xx'" in capsys.readouterr().err
