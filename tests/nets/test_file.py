"""Files of nets: what was written is read, and nothing else is."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.learning.nets import file
from ludens.learning.nets.file import FORMAT, NetError

ARRAYS = {"a": np.arange(6, dtype=np.float32).reshape(2, 3), "b": np.array([7], np.int64), "c": np.zeros(0, np.uint8)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file.write(tmp_path / "some.net", {"format": FORMAT.words, "list": [1, "two"]}, ARRAYS)
    return tmp_path / "some.net"


def test_what_was_written_is_read(path: Path) -> None:
    found = file.read(path)
    assert found.facts["list"] == [1, "two"]
    assert list(found.arrays) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert found.arrays[name].dtype == array.dtype
        np.testing.assert_array_equal(found.arrays[name], array)


def test_files_are_replaced_whole(path: Path) -> None:
    file.write(path, {"format": FORMAT.words}, {})
    assert not file.read(path).arrays
    assert [found.name for found in path.parent.iterdir()] == ["some.net"]


@pytest.mark.parametrize("left", [0, 5, 9, 100, -1])
def test_a_file_that_is_cut_off(path: Path, left: int) -> None:
    path.write_bytes(path.read_bytes()[:left])
    with pytest.raises(NetError, match=r"some\.net: .*(cut off|too short|header)"):
        file.read(path)


@pytest.mark.parametrize("data", [b"PK\x03\x04 a zip file of pickles", b"\x80\x04." * 20, b"\xff" * 64, b"{" * 100])
def test_files_of_another_kind(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(NetError, match="no file of a net"):
        file.read(tmp_path / "x")


def written(path: Path, header: Any, body: bytes = b"") -> None:
    told = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(told)) + told + body)


@pytest.mark.parametrize(
    "told",
    [
        {"dtype": "F32", "shape": [4], "data_offsets": [0, 12]},
        {"dtype": "F32", "shape": [-1], "data_offsets": [4, 0]},
        {"dtype": "F32", "shape": [1 << 62, 4], "data_offsets": [0, 0]},
        {"dtype": "O", "shape": [1], "data_offsets": [0, 8]},
        {"dtype": "F32", "shape": [1.5], "data_offsets": [0, 6]},
        {"dtype": "F32", "shape": [1]},
        "F32",
        None,
    ],
)
def test_a_header_that_lies(tmp_path: Path, told: Any) -> None:
    written(tmp_path / "x", {"__metadata__": {"format": json.dumps(FORMAT.words)}, "a": told}, bytes(16))
    with pytest.raises(NetError, match="'a' is damaged"):
        file.read(tmp_path / "x")


def test_another_form(tmp_path: Path) -> None:
    written(tmp_path / "x", {"__metadata__": {"format": '"ludens-net 99"'}})
    with pytest.raises(NetError, match="version 99 of ludens-net"):
        file.read(tmp_path / "x")
    written(tmp_path / "x", {"a": {}})
    with pytest.raises(NetError, match="header"):
        file.read(tmp_path / "x")


def test_a_net_is_for_one_game() -> None:
    small = ludens.load("Breakthrough", options=["Board Size/6x6"])
    found = file.NetFile(file.facts_of(small), {})
    found.check(small)
    with pytest.raises(NetError, match="options Board Size/6x6, not Board Size/8x8"):
        found.check(ludens.load("Breakthrough"))
    with pytest.raises(NetError, match="game Breakthrough, not Hex"):
        found.check(ludens.load("Hex"))
    with pytest.raises(NetError, match="encoding 0-old, not"):
        file.NetFile({**found.facts, "encoding": "0-old"}, {}).check(small)
