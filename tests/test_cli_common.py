"""Games that are named on the command line: which are meant, and what is said of matches."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludens import library
from ludens.cli import main
from ludens.cli.common import Misuse, Named, games_of


def test_names_folders_and_all(tmp_path: Path) -> None:
    (tmp_path / "games" / "deep").mkdir(parents=True)
    (tmp_path / "none").mkdir()
    for name in ("b.lud", "deep/A.lud", "note.txt"):
        (tmp_path / "games" / name).write_text("(game", encoding="utf-8")
    folder = tmp_path / "games"
    assert games_of(["Hex", str(folder)]) == [
        Named("Hex"), Named(str(folder / "b.lud"), folder), Named(str(folder / "deep" / "A.lud"), folder)
    ]  # fmt: skip
    assert [one.name for one in games_of(["all"])] == library.names()
    with pytest.raises(Misuse, match=r"no \.lud file"):
        games_of([str(tmp_path / "none")])


@pytest.mark.parametrize("command", ["compile", "profile", "solve", "tune", "choose"])
def test_what_is_of_one_game_says_so_of_a_match(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "Three in Three"]) != 0
    assert "Three in Three is a match" in capsys.readouterr().err
