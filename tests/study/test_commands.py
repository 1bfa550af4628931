"""`ludens review` and `ludens puzzles`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludens
from ludens import cli
from ludens.study import Study, read, write
from ludens.study.puzzles import puzzle_at

MATE = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# *\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "mate.pgn"
    path.write_text(MATE)
    return path


def test_a_review_tells_what_moves_cost(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["review", str(game), "--seconds", "0.2", "--agent", "alphabeta"]) == 0
    told = capsys.readouterr().out
    assert "Nf6??" in told and "blunder, better" in told and "Black: 1 blunder," in told


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


def test_puzzles_are_made_for_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["puzzles", "Breakthrough", "--option", "Board Size/6x6", "-n", "2", "--json"]
    assert cli.main(words) == 0
    facts = json.loads(capsys.readouterr().out)
    game = ludens.load("Breakthrough", options=["Board Size/6x6"])
    assert len(facts["puzzles"]) == 2
    for puzzle in facts["puzzles"]:
        found = puzzle_at(game.from_dict(puzzle["position"]), 2, least=2)
        assert found is not None and list(found[2]) == puzzle["solution"] and found[0] == puzzle["player"]
    assert cli.main(words) == 0
    assert json.loads(capsys.readouterr().out) == facts


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["Backgammon"], "chance"),
        (["Sudoku"], "no opponent"),
        (["Hex", "--players", "nobody"], "nobody"),
        (["Hexx"], "Hex"),
    ],
)
def test_no_puzzles_are_made_and_why(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["puzzles", *words]) in (1, 2)
    assert told in capsys.readouterr().err


def test_where_there_is_no_puzzle_it_ends(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["puzzles", "Hexpawn", "--games", "3", "--turns", "1", "--least", "2"]) == 1
    assert "no puzzle in 3 games" in capsys.readouterr().out
