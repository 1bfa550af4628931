"""The commands of the workshop: new, and perft of whole turns."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import ludens
from ludens.cli import main
from ludens.game.turns import perft_of_turns


def test_new_writes_a_description_that_is_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "Gale Force", "--template", "connection"]) == 0
    assert os.listdir(tmp_path) == ["Gale Force.lud"]
    assert ludens.load(str(tmp_path / "Gale Force.lud")).name == "Gale Force"
    assert main(["check", "Gale Force.lud"]) == 0
    assert main(["new", "Gale Force"]) == 2
    assert "is there already" in capsys.readouterr().err


def test_every_family_has_a_template(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["templates"]
    assert len(listed) > 10 and all(one["description"] for one in listed)
    assert main(["new", "X", "--template", "conection"]) == 2
    assert "did you mean connection" in capsys.readouterr().err


def test_whole_turns_are_counted_as_published(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "English Draughts", "4", "--turns"]) == 0
    assert capsys.readouterr().out == "1469\n"
    # a queen's move and its shot are one turn
    assert main(["perft", "Amazons", "1", "--turns"]) == 0
    assert capsys.readouterr().out == "2176\n"
    assert main(["perft", "Amazons", "1", "--turns", "--divide"]) == 2


def test_where_a_turn_is_a_move_both_counts_are_one() -> None:
    game = ludens.load("Hexpawn")
    assert [perft_of_turns(game, depth) for depth in range(5)] == [game.perft(depth) for depth in range(5)]
