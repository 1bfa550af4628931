"""`ludens export`."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from ludens.cli import main
from ludens.export import ExportError
from ludens.export.files import write_all

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
    assert 'pip install "ludens[export]"' in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "export needs --html FILE, --dir DIR, --wasm FILE, --c DIR, --cuda DIR, --ini FILE or --gdl FILE"),
        (["Hex", "--html", "t.html"], "of several games there are pages in a folder"),
        (["--wasm", "t.wasm", "--triple", "aarch64-linux-gnu"], "--triple and --prefix are for --c"),
    ],
)
def test_misuse(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "Tic-Tac-Toe", *words]) == 2
    assert said in capsys.readouterr().err


def test_a_shelf_of_several_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each refused game is told of, and the others are written."""
    games = ["Tic-Tac-Toe", "Three in Three", "Hex"]
    assert main(["export", *games, "--dir", str(tmp_path / "shelf"), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert [Path(file["file"]).name for file in told["files"]] == ["tic-tac-toe.html", "index.html", "hex.html"]
    assert len(told["refused"]) == 1 and "is a match of several games" in told["refused"][0]
    index = (tmp_path / "shelf/index.html").read_text()
    assert index.index("hex.html") < index.index("tic-tac-toe.html")


def test_places_that_cannot_be_written_are_said_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.touch()
    wrong = {
        ("--html", str(tmp_path)): "is a folder: name a file in it",
        ("--wasm", str(tmp_path / "none/t.wasm")): "there is no folder",
        ("--c", str(file)): "is a file, and no folder",
        ("--dir", str(file / "deeper")): "is a file, and no folder",
    }
    for words, said in wrong.items():
        assert main(["export", "Tic-Tac-Toe", *words]) == 1
        assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [file] and not file.read_bytes()


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write, full = Path.write_bytes, OSError(28, "No space left on device")

    def written(path: Path, data: bytes) -> int:
        write(path, data[:2])
        if data == b"of b":
            raise full
        return len(data)

    monkeypatch.setattr(Path, "write_bytes", written)
    (tmp_path / "a").write_text("before")
    with pytest.raises(ExportError, match="No space left"):
        write_all({tmp_path / "a": b"of a", tmp_path / "b": b"of b"})
    assert [path.name for path in tmp_path.iterdir()] == ["a"] and (tmp_path / "a").read_text() == "before"
