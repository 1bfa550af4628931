"""Games in one file, as a wheel has them."""

from __future__ import annotations

import json
import lzma
import shutil
from pathlib import Path

import pytest

from ludens import _archive, library


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The place of a folder of games that are in one file, and a cache of their own."""
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path / "cache"))
    texts = {"war/Hex.lud": "(game\r\n)", "war/deep/Ōllamaliztli.lud": "(game)"}
    (tmp_path / "games.xz").write_bytes(lzma.compress(json.dumps(texts).encode()))
    return tmp_path / "games"


def test_they_are_unpacked_once(packed: Path) -> None:
    folder = _archive.folder_of_texts(packed)
    assert (folder / "war/Hex.lud").read_bytes() == b"(game\r\n)" and (folder / "war/deep/Ōllamaliztli.lud").is_file()
    packed.with_suffix(".xz").touch()
    assert _archive.folder_of_texts(packed) == folder
    assert [one.name for one in folder.parent.iterdir()] == [folder.name]


def test_without_a_cache_they_go_with_the_process(packed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_CACHE", "off")
    folder = _archive.folder_of_texts(packed)
    assert (folder / "war/Hex.lud").is_file() and folder == _archive.folder_of_texts(packed)


def test_they_come_back_when_the_cache_is_emptied(packed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_GAMES", packed)
    files = {"hex": _archive.folder_of_texts(packed) / "war/Hex.lud"}
    monkeypatch.setattr(library, "shipped", lambda: files)
    library._index.cache_clear()
    try:
        shutil.rmtree(library.find("Hex").parents[1])
        assert library.read("Hex") == "(game\n)"
    finally:
        library._index.cache_clear()
