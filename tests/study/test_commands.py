"""`ludens review` and `ludens puzzles`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludens
from ludens import cli
from ludens.study import Study, read, write

MATE = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# *\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "mate.pgn"
    path.write_text(MATE)
    return path


def test_a_review_tells_what_moves_cost(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["review", str(game), "--seconds", "0.2", "--agent", "alphabeta"]) == 0
    told = capsys.readouterr().out
    assert "Nf6??" in told and "blunder, better" in told and "player 2: 1 blunder," in told


def test_a_review_as_facts_and_as_a_file(game: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "reviewed.pgn"
    arguments = ["review", str(game), "--seconds", "0.2", "--agent", "alphabeta", "--json", "-o", str(out)]
    assert cli.main(arguments) == 0
    facts = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in facts["moves"]][-2:] == ["Nf6", "Qxf7#"]
    assert facts["moves"][5]["judgement"] == "blunder" and facts["values"]["1"][-1] == 1.0
    again = read(out.read_text(), ludens.load("Chess"))
    assert [node.glyph for node in again.tree.line()][5] == "??"


def test_puzzles_of_a_study_in_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    study = Study(ludens.load("Tic-Tac-Toe"))
    for name in ("B2", "B1", "A1", "C3", "A3", "A2", "C1"):
        study.play(name)
    path = tmp_path / "game.json"
    path.write_text(write(study))
    assert cli.main(["puzzles", str(path), "--least", "1", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["puzzles"] and all(one["solution"] and one["position"]["sites"] for one in facts["puzzles"])
    assert cli.main(["puzzles", str(path), "--least", "1"]) == 0
    assert "wins in" in capsys.readouterr().out


def test_what_is_wrong_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.txt"
    path.write_text("hello")
    assert cli.main(["review", str(path)]) == 2
    assert "--game" in capsys.readouterr().err
    path = tmp_path / "game.pgn"
    path.write_text("1. e4 e9 *")
    assert cli.main(["review", str(path)]) == 1
    assert "game.pgn:1" in capsys.readouterr().err
    assert cli.main(["review", str(path), "--agent", "random"]) in (1, 2)
    assert cli.main(["puzzles", str(tmp_path / "none.pgn")]) == 2
