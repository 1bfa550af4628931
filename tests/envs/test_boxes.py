"""A game as a folder for an arena: its files, and what is refused."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import ludens
from ludens.cli import main
from ludens.envs import boxes


def rules_of(module: Path) -> Path:
    """The file in which a module of a box looks for the rules."""
    lines = module.read_text(encoding="utf-8").splitlines()
    expression = next(line.partition(" = ")[2] for line in lines if line.startswith("GAME, OPTIONS ="))
    place, _ = eval(expression, {"Path": Path, "__file__": str(module)})
    assert isinstance(place, Path)
    return place


@pytest.mark.parametrize("arena", list(boxes.ARENAS))
def test_a_box_is_whole(arena: str, tmp_path: Path) -> None:
    game = ludens.load("Amazons", options=["Board Size/6x6"])
    paths = list(boxes.write(game, arena, tmp_path / "box"))
    assert {path.name for path in paths} >= {"game.lud", "pyproject.toml", "README.md"}
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert "$name" not in text and "${" not in text, path
        if path.suffix == ".py":
            ast.parse(text)
    code = "\n".join(path.read_text() for path in paths if path.suffix == ".py")
    rules = [rules_of(path) for path in paths if "GAME, OPTIONS =" in path.read_text(encoding="utf-8")]
    assert rules and all(file.read_text(encoding="utf-8") == game.description.source.text for file in rules)
    assert "'Board Size/6x6'" in code and "ludens_amazons" in (tmp_path / "box" / "pyproject.toml").read_text()


def test_what_cannot_be_boxed_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(boxes.BoxError, match=r"no boxes for 'chess\.com'; there are kaggle"):
        boxes.files("Tic-Tac-Toe", "chess.com")
    (tmp_path / "mine").write_text("precious")
    with pytest.raises(boxes.BoxError, match="not empty"):
        list(boxes.write("Tic-Tac-Toe", "gymnasium", tmp_path))
    assert main(["suite", "box", "Tic-Tac-Toe", "--for", "gymnasium", "-o", str(tmp_path)]) == 2
    assert "not empty" in capsys.readouterr().err and [*tmp_path.iterdir()] == [tmp_path / "mine"]


def test_a_box_of_gymnasium_runs_by_itself(tmp_path: Path) -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
    assert main(["suite", "box", "Tic-Tac-Toe", "--for", "gymnasium", "-o", str(tmp_path / "box")]) == 0
    code = (
        "import gymnasium, ludens_tic_tac_toe\n"
        "env = gymnasium.make('ludens_tic_tac_toe/Text-v0')\n"
        "seen, info = env.reset(seed=1)\n"
        "print(env.step('[B2]')[4])\n"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path / "box", capture_output=True, text=True, check=True, timeout=200
    )
    assert shown.stdout.strip() == "{'moves': ['B2']}"
