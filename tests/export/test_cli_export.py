"""`ludens export`."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from ludens.cli import main

pytest.importorskip("ziglang")


def test_a_module_and_a_library_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["export", "Tic-Tac-Toe", "--wasm", str(tmp_path / "t.wasm"), "--c", str(tmp_path / "c"), "--json"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)["files"]
    assert {Path(file["file"]).name for file in told} == {
        "t.wasm", "t.json", "tic_tac_toe.h", "tic_tac_toe.o", "libtic_tac_toe.a", "libtic_tac_toe.so", "example.c",
    }  # fmt: skip
    assert all(Path(file["file"]).stat().st_size == file["bytes"] for file in told)
    assert json.loads((tmp_path / "t.json").read_text())["game"] == "Tic-Tac-Toe"


def test_a_missing_linker_is_said_before_anything_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *more: None if name == "ziglang" else find(name, *more)
    )
    assert main(["export", "Tic-Tac-Toe", "--wasm", str(tmp_path / "t.wasm"), "--c", str(tmp_path / "c")]) == 1
    assert "pip install 'ludens[export]'" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "export wants --html FILE, --dir DIR, --wasm FILE, --c DIR or --cuda DIR"),
        (["--wasm", "t.wasm", "--triple", "aarch64-linux-gnu"], "--triple and --prefix are for --c"),
    ],
)
def test_misuse(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "Tic-Tac-Toe", *words]) == 2
    assert said in capsys.readouterr().err
