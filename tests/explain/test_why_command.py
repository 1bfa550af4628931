"""`ludens why`: what it prints, as prose and as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import ludens
from ludens.cli import main
from ludens.game.trial import Recorder, write_trial

MATE = "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7"


def _facts(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["why", *arguments, "--json"]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def test_a_legal_move(capsys: pytest.CaptureFixture[str]) -> None:
    told = _facts(capsys, "Chess", "e2e4")
    assert told["legal"] and told["move"] == "E2-E4" and told["steps"][-1]["place"]["line"] > 1
    assert _facts(capsys, "Chess", "E2", "E4")["steps"] == told["steps"]


@pytest.mark.parametrize("asked", [["C1", "G5"], ["C1-G5"]])
def test_a_move_that_is_not_legal(capsys: pytest.CaptureFixture[str], asked: list[str]) -> None:
    told = _facts(capsys, "Chess", *asked)
    assert not told["legal"] and told["proven"]
    assert told["refusals"][0]["words"] == "the way is blocked: D2 is not empty"


def test_after_moves_and_what_ended_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert _facts(capsys, "Chess", "--moves", MATE)["words"] == "player 2 is checkmated"
    told = _facts(capsys, "Chess", "--moves", MATE, "--ply", "6", "--steps", "h5f7")
    assert told["steps"][0]["action"].startswith("[Remove:")


def test_positions_and_trials(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    told = _facts(capsys, "Chess", "--position", "4k3/8/8/8/1b6/8/3P4/4K3 w - - 0 1", "D2", "D3")
    assert told["refusals"][0]["kind"] == "condition"
    game = ludens.load("Tic-Tac-Toe")
    state = game.start(seed=1)
    recorder = Recorder(game, state.rng_state)
    recorder.add(state.play(state.parse("B2")), 9)
    path = tmp_path / "game.trial"
    path.write_text(write_trial(recorder.trial(state)), encoding="utf-8")
    assert _facts(capsys, "Tic-Tac-Toe", "--trial", str(path), "B2")["refusals"][0]["kind"] == "region"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Chess", "Z9", "E4"], "no site 'Z9'"),
        (["Chess"], "say which move"),
        (["Chess", "--moves", "e2e5", "E7", "E5"], "e2e5"),
        (["Chess", "--ply", "3", "E7", "E5"], "--ply goes with"),
        (["Chess", "A", "B", "C"], "one move or two sites"),
    ],
)
def test_what_cannot_be_asked(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert main(["why", *arguments]) != 0
    assert message in capsys.readouterr().err
