"""`ludens engine`, a protocol of lines in one file: examples/extend/cli/engine.py."""

from __future__ import annotations

import io
import sys

import pytest

from ludens import cli


def talk(said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    monkeypatch.setattr(sys, "stdin", io.StringIO(said))
    assert cli.main(["engine", "Tic-Tac-Toe", "--agent", "random"]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    said = "moves\nplay B2\nplay B2\ngo\nsing\n"
    first, second, third, fourth, last = talk(said, monkeypatch, capsys)
    assert first.split()[0] == "moves" and len(first.split()) == 10
    assert second == "played B2"
    assert third.startswith("error ")
    assert fourth.startswith("played ") and fourth != second
    assert last == "error cannot sing"


def test_the_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    told = talk("play A1\nplay A2\nplay B1\nplay B2\nplay C1\nmoves\nquit\ngo\n", monkeypatch, capsys)
    assert told[4:] == ["played C1", "over 1.0 2.0", "moves", "over 1.0 2.0"]
