"""`ludens notation` and `ludens convert`."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from ludens.cli import main
from tests.notation.test_chess import OPERA


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([str(a) for a in arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_notation(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "notation", "Chess")
    assert code == 0
    assert "Chess: chess notation" in out and "positions: fen" in out and "\nNf3\n" in out


def test_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "notation", "Chess", "--position", "6k1/4Rppp/8/8/8/8/8/6K1 w - - 0 1")
    assert code == 0
    assert "Re8#" in out
    code, _, err = run(capsys, "notation", "Chess", "--position", "6k1")
    assert (code, err) == (1, "the board has 8 rows, not 1: '6k1'\n")
    code, _, err = run(capsys, "notation", "Chess", "--position", "6k1", "--as", "sfen")
    assert (code, err) == (1, "positions of Chess are written as fen, not as sfen\n")


def test_a_file_becomes_a_trial_and_comes_back(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pgn, trial = tmp_path / "opera.pgn", tmp_path / "opera.trial"
    pgn.write_text(OPERA)
    assert run(capsys, "convert", "Chess", pgn, "-o", trial)[0] == 0
    assert run(capsys, "replay", trial)[0] == 0
    code, out, _ = run(capsys, "convert", "Chess", trial, "--to", "pgn")
    assert code == 0 and "17. Rd8# 1-0" in out


def test_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1. e4 e5 *\n\n1. d4 *\n"))
    code, out, _ = run(capsys, "convert", "Chess", "--to", "pgn", "--number", 2)
    assert code == 0 and out.endswith("1. d4 *\n") and "e4" not in out


@pytest.mark.parametrize(
    ("text", "arguments", "code", "told"),
    [
        ("1. e4 e4 *", [], 1, "<stdin>:1:7: 'e4' is no move here"),
        ("1. e4 *\n\n1. d4 *", [], 2, "a trial holds one game, and here are 2"),
        ("1. e4 *", ["--number", "2"], 2, "<stdin> has no game of the number 2"),
        ("1. e4 *", ["--to", "sgf"], 1, "files of Chess are written as pgn, not as sgf"),
        ('[FEN "4k3/8/8/8/8/8/8/4K3 w - -"]\n*', [], 2, "a trial begins with the start rules"),
    ],
)
def test_what_is_misused(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    arguments: list[str],
    code: int,
    told: str,
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    found, _, err = run(capsys, "convert", "Chess", *arguments)
    assert found == code and told in err
