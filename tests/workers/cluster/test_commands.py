"""Commands on processes: the same games as on threads."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludens.cli import main
from ludens.workers.cluster.journal import read_journal


def games(path: Path) -> list[tuple[object, ...]]:
    """The games of a record, in whatever order they ended."""
    return sorted((e["seed"], e["players"], e["winner"], e["moves"]) for e in read_journal(path))


def test_arena(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "Tic-Tac-Toe", "--player", "random", "--player", "uct:20", "-n", "6", "--seed", "3"]
    told = []
    for where in ("--threads", "--processes"):
        path = tmp_path / where
        assert main([*command, where, "2", "--record", str(path)]) == 0
        told.append([line for line in capsys.readouterr().out.splitlines() if "median" not in line])
    assert games(tmp_path / "--threads") == games(tmp_path / "--processes")
    assert told[0] == told[1] and "6 games, seed 3" in told[0][0]


def test_playouts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["playouts", "Tic-Tac-Toe", "-n", "300", "--seed", "5"]
    journal = tmp_path / "journal"
    told = []
    for more in ([], ["--processes", "2", "--journal", str(journal)], ["--processes", "1", "--journal", str(journal)]):
        assert main([*command, *more]) == 0
        told.append(capsys.readouterr().out.splitlines()[2:])
        if more:
            lines = journal.read_text().splitlines()
            assert len(lines) == 2 + 75
            journal.write_text("\n".join(lines[:50]) + "\n")
    assert told[0] == told[1] == told[2]
    assert main([*command[:-1], "6", "--processes", "1", "--journal", str(journal)]) == 2
    assert "the journal of another run" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        (["--journal", "x"], "--journal is for games of a --seed, on --processes or --ray"),
        (["--processes", "2", "--threads", "2"], "not allowed with argument"),
        (["--processes", "0"], "a number from 1 is expected"),
    ],
)
def test_misuse(more: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playouts", "Tic-Tac-Toe", *more]) == 2
    assert expected in capsys.readouterr().err
