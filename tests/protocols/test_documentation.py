"""The examples of docs/arena.md, as a newcomer pastes them."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from ludens.protocols.referee import REASONS

PAGE = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
PATIENT = ["--first-ms", "60000", "--turn-ms", "60000"]


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with mybot.py, where `ludens` and `python3` are this Python's."""
    (tmp_path / "mybot.py").write_text(blocks("python")[0])
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, words in {"ludens": f"{sys.executable} -m ludens", "python3": sys.executable}.items():
        (programs / name).write_text(f'#!/bin/sh\nexec {words} "$@"\n')
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


def run(words: list[str], place: Path) -> str:
    done = subprocess.run(words, cwd=place, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_first_commands_and_the_record(place: Path) -> None:
    for line in blocks("sh")[0].splitlines():
        words = shlex.split(line)
        patient = PATIENT if words[1] == "referee" else []  # a busy machine must not decide
        told = run([*words, *patient], place)
        if words[1] == "referee":
            assert told.count(" lost: no-moves: ") == 2
            assert "msg" not in told
            assert "hello" in told
    read = run([sys.executable, "-c", blocks("python")[1]], place).splitlines()
    assert read[0].split() == ["start"]
    assert read[-1].split() == ["result"]
    for line in blocks("sh")[1].splitlines():
        assert "hite" in run(shlex.split(line), place)
    assert any(line.endswith(" hello") for line in read)


def test_the_tournaments(place: Path) -> None:
    first, second = blocks("sh")[2].splitlines()
    assert "Breakthrough: 12 games, seed 0" in run(shlex.split(first), place)
    assert "Amazons: 2 games, seed 0" in run(shlex.split(second), place)
    assert len((place / "breakthrough.jsonl").read_text().splitlines()) == 12


def test_a_bot_for_any_game(place: Path) -> None:
    (place / "anybot.py").write_text(blocks("python")[2])
    (line,) = blocks("sh")[3].splitlines()
    told = run([*shlex.split(line), *PATIENT], place)
    assert "Breakthrough: 6 games, seed 0" in told
    assert " lost " not in told


def test_every_reason_is_explained() -> None:
    explained = re.findall(r"^\| `([a-z-]+)` \|", PAGE, re.MULTILINE)
    assert explained == list(REASONS)


def test_every_argument_that_is_named_exists() -> None:
    known = ""
    for command in ("referee", "bot", "arena", "territory"):
        known += run([sys.executable, "-m", "ludens", command, "--help"], Path.cwd())
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", PAGE))
    assert len(named) > 8
    assert {name for name in named if not re.search(rf"{name}\b", known)} == set()
