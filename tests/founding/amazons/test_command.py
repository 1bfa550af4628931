"""ludens territory, ludens record, and whole turns in ludens play."""

from __future__ import annotations

import builtins
import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludens.cli import main
from ludens.founding.amazons.record import Record, load_record


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def record(tmp_path: Path) -> Path:
    made = Record.standard(6)
    for text in ("a3-a2/a3", "a4-b4/a4", "a2-b2/a2"):
        made.play(text)
    made.save(tmp_path / "game.txt")
    return tmp_path / "game.txt"


def test_territory_of_a_record(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    code, out, _ = run(capsys, "territory", record)
    assert code == 0 and "(Black to move)" in out and "not sealed off" in out
    code, out, _ = run(capsys, "territory", record, "--after", 0)
    assert code == 0 and "2bb2/6/b4b/w4w/6/2ww2 w  (White to move)" in out
    code, _, err = run(capsys, "territory", record, "--after", 4)
    assert code == 2 and "the record has 3 turns" in err


def test_territory_of_a_position(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text("---/-w-/1-1 b")
    code, out, _ = run(capsys, "territory", path, "--line")
    assert code == 0
    assert "White b2: 1, defective, 2 empty squares (a1 c1)\n" in out
    assert "White b2: b2-a1/b2\n" in out
    assert out.endswith("The game is over: White wins, tie-break score 2.\n")


def test_territory_without_time_says_that_it_is_a_bound(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text("/".join(["w9"] + ["10"] * 9) + " w")
    code, out, _ = run(capsys, "territory", path, "--seconds", 0)
    assert code == 0 and " to 99 " in out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("wwwww/5/5/5/5 w", "1:5: e5 is a fifth amazon of White's"),
        ("1. d1-d6/z9", "1:10: 'd1-d6/z9': z9 is outside of the 10x10 board"),
        ("1. d1-d6/e9", "1:4: turn 1, d1-d6/e9 is not legal"),
        ("", "there is no position in this text"),
        ("game=Amazons\n", "the trial ends before"),
    ],
)
def test_bad_input_is_told_with_its_place(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    code, out, err = run(capsys, "territory")
    assert (code, out) == (1, "") and err.startswith("<stdin>:") and message in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--after", "1"], "--after needs a record"),
        (["--seconds", "-1"], "a number of seconds is expected"),
        (["--seconds", "nan"], "a number of seconds is expected"),
    ],
)
def test_misuse(capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], message: str) -> None:
    path = tmp_path / "position.txt"
    path.write_text("---/-w-/1-1 b")
    code, _, err = run(capsys, "territory", path, *arguments)
    assert code == 2 and message in err


def test_no_such_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _, err = run(capsys, "territory", tmp_path / "missing.txt")
    assert code == 2 and "missing.txt" in err


def test_a_record_becomes_a_trial_and_a_record_again(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    trial, again = record.with_suffix(".trial"), record.with_name("again.txt")
    assert run(capsys, "record", record, "--trial", trial) == (0, "", "")
    assert run(capsys, "record", trial, "--save", again) == (0, "", "")
    assert load_record(again) == load_record(record)
    code, out, _ = run(capsys, "replay", trial)
    assert code == 0 and "White: a3-a2" in out


def test_a_record_from_a_position_is_no_trial(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text('[Start "w2/3/2b w"]\n\na3-a2/a1\n')
    code, out, _ = run(capsys, "record", path)
    assert code == 0 and '[Board "3x3"]' in out and "1. a3-a2/a1" in out
    code, _, err = run(capsys, "record", path, "--trial", tmp_path / "game.trial")
    assert code == 2 and "this record with a position" in err


def test_trials_of_other_games_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    trial = tmp_path / "hex.trial"
    assert run(capsys, "play", "Tic-Tac-Toe", "--p1", "random", "--p2", "random", "--save", trial)[0] == 0
    code, _, err = run(capsys, "record", trial)
    assert code == 2 and "Tic-Tac-Toe is not Amazons" in err


def test_a_turn_is_said_at_once_in_play(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said: Iterator[str] = iter(["d1-d6/g9", "a7-z9/a1", "a7-b6 / b5", f"save {tmp_path / 'game.trial'}", "quit"])
    monkeypatch.setattr(builtins, "input", lambda _: next(said))
    code, out, _ = run(capsys, "play", "Amazons", "--p1", "human", "--p2", "human")
    assert code == 0 and "'a7-z9' is no move here" in out
    code, out, _ = run(capsys, "record", tmp_path / "game.trial")
    assert code == 0 and out.endswith("1. d1-d6/g9 a7-b6/b5\n")
