"""`ludens format` and what `ludens check` prints for programs."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest

from ludens import cli

UGLY = '(game   "G"\n(players 2))\n'
PRETTY = '(game "G"\n    (players 2)\n)\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "g.lud"
    path.write_text(UGLY, encoding="utf-8")
    return path


def test_files_are_formatted_in_place(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["format", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == PRETTY
    assert capsys.readouterr().out == f"{file}: 3 lines changed\n"
    assert cli.main(["format", str(file)]) == 0
    assert capsys.readouterr().out == ""


def test_check_and_diff_write_nothing(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["format", "--check", str(file)]) == 1
    assert "would change" in capsys.readouterr().out
    assert cli.main(["format", "--diff", str(file)]) == 0
    assert '-(game   "G"\n' in capsys.readouterr().out
    assert cli.main(["format", "--stdout", str(file)]) == 0
    assert capsys.readouterr().out == PRETTY
    assert cli.main(["format", "--check", "--json", str(file)]) == 1
    assert json.loads(capsys.readouterr().out)["files"][0]["changed"]
    assert file.read_text(encoding="utf-8") == UGLY


def test_what_cannot_be_formatted_is_left_alone(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("(game (a)", encoding="utf-8")
    assert cli.main(["format", str(file)]) == 1
    assert file.read_text(encoding="utf-8") == "(game (a)"
    assert "never closed" in capsys.readouterr().err


def test_a_full_disk_leaves_a_description_as_it_was(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert cli.main(["format", str(file)]) != 0
    assert file.read_text(encoding="utf-8") == UGLY and os.listdir(file.parent) == [file.name]


def test_check_as_sarif(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(f'(define "A" (is Full))\n{UGLY}'.replace("players", "playes"), encoding="utf-8")
    assert cli.main(["check", "--sarif", str(file)]) == 1
    log = json.loads(capsys.readouterr().out)
    (run,) = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    found = {result["ruleId"]: result for result in run["results"]}
    assert log["version"] == "2.1.0" and set(found) == {"unused-define", "error"}
    assert all(rules[result["ruleIndex"]] == code for code, result in found.items())
    place = found["error"]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == file.as_uri()
    assert place["region"] == {"startLine": 3, "startColumn": 1, "endLine": 3, "endColumn": 11}
    (change,) = found["error"]["fixes"][0]["artifactChanges"]
    assert change["replacements"][0]["insertedContent"] == {"text": "players"}


def test_warnings_fail_where_that_is_wanted(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = '(equipment {(board (square 3)) (piece "D" Each)})'
    file.write_text(f'(define "A" (is Full)) (game "G" (players 2) {board})', encoding="utf-8")
    assert cli.main(["check", str(file)]) == 0
    assert 'warning: the define "A" is never used' in capsys.readouterr().out
    assert cli.main(["check", "--strict", str(file)]) == 1
    assert cli.main(["check", "--json", str(file)]) == 0
    (finding,) = json.loads(capsys.readouterr().out.partition("\n{")[2].join(["{", ""]))["files"][0]["findings"]
    assert finding["code"] == "unused-define" and finding["fixes"][0]["title"] == 'Remove the define "A"'


def test_how_long_answers_take(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["lsp", "--measure", "Nim", "--json"]) == 0
    answers = json.loads(capsys.readouterr().out)["answers"]
    assert answers["completion"]["questions"] == 200 and answers["format"]["median_ms"] >= 0
