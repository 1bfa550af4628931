"""Files of nets: a header in JSON and the bytes of the weights, in the form of safetensors. Nothing in them executes.

The form: 8 bytes with the header's length, little-endian; the header, which tells for each tensor its type, its shape
and where its bytes lie, and under `__metadata__` what else there is to know, as texts; then the bytes.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludens.encoding.graph import VERSION
from ludens.formats import Format, OtherVersion
from ludens.game import Game
from ludens.system import files

Arrays = Mapping[str, npt.NDArray[Any]]
#: changes with what a file holds
FORMAT = Format("ludens-net")
#: the kind of a net that plays all games, which its file names in place of a game
COMMON = "common"
#: headers are no longer, in bytes
_MOST_HEADER = 1 << 24
_TYPES: dict[str, np.dtype[Any]] = {
    "F32": np.dtype("<f4"), "F64": np.dtype("<f8"), "I64": np.dtype("<i8"), "I32": np.dtype("<i4"),
    "U64": np.dtype("<u8"), "U8": np.dtype("u1"), "F16": np.dtype("<f2"),
}  # fmt: skip
_NAMES = {dtype: name for name, dtype in _TYPES.items()}


class NetError(ValueError):
    """A file that is no net, or a net that is not for a game; the message says why."""


@dataclass(frozen=True)
class NetFile:
    """What a file holds: arrays by name, and facts, of which `game`, `options` and `encoding` say what it is for."""

    facts: Mapping[str, Any]
    arrays: Arrays = field(repr=False)

    @property
    def is_common(self) -> bool:
        """Whether the net plays all games."""
        return self.facts.get("kind") == COMMON

    @property
    def size(self) -> dict[str, int]:
        """The numbers that the net's size is made of. Raises NetError where they are none."""
        size = self.facts.get("size")
        if not isinstance(size, dict) or not all(type(n) is int for n in size.values()):
            raise NetError("the size of the net is damaged")
        return size

    def check_common(self) -> None:
        """Raises NetError for a net of one game, and one of another version of the graph encoding."""
        if not self.is_common:
            raise NetError(f"the net was trained for the game {self.facts.get('game')}, and is no common net")
        if self.facts.get("encoding") != VERSION:
            raise NetError(f"the net reads {self.facts.get('encoding')}, and this ludens writes {VERSION}")

    def check(self, game: Game) -> None:
        """Raises NetError where the net is for another game, other options, or another encoding."""
        if self.is_common:
            self.check_common()
            return
        own: dict[str, Callable[[], object]] = {
            "game": lambda: game.name,
            "options": lambda: list(game.description.selected),
            "encoding": lambda: game.encoding.version,  # the last one: it compiles what it is of
        }
        for fact, ask in own.items():
            theirs, ours = self.facts.get(fact), ask()
            if theirs != ours:
                raise NetError(f"the net was trained for the {fact} {_as_text(theirs)}, not {_as_text(ours)}")


def _as_text(value: object) -> str:
    return (", ".join(map(str, value)) or "none") if isinstance(value, list) else str(value)


def facts_of(game: Game) -> dict[str, Any]:
    """What a file says of the game that it is for."""
    return {
        "format": FORMAT.words,
        "game": game.name,
        "options": list(game.description.selected),
        "encoding": game.encoding.version,
    }


def write(path: Path, facts: Mapping[str, Any], arrays: Arrays) -> None:
    """Write a file, whole or not at all."""
    header: dict[str, Any] = {"__metadata__": {key: json.dumps(value) for key, value in facts.items()}}
    pieces, at = list[bytes](), 0
    for name, array in arrays.items():
        data = np.ascontiguousarray(array)
        header[name] = {"dtype": _NAMES[data.dtype], "shape": list(data.shape), "data_offsets": [at, at + data.nbytes]}
        pieces.append(data.tobytes())
        at += data.nbytes
    head = json.dumps(header, separators=(",", ":")).encode()
    head += b" " * (-len(head) % 8)
    files.write_bytes(path, b"".join([struct.pack("<Q", len(head)), head, *pieces]))


def read(path: Path) -> NetFile:
    """Read a file. Raises NetError for one that is no such file or is damaged, OSError where it cannot be read."""
    data = path.read_bytes()
    try:
        return _read(data)
    except NetError as error:
        raise NetError(f"{path}: {error}") from None


def _read(data: bytes) -> NetFile:
    if len(data) < 8:
        raise NetError("this is no file of a net: it is too short")
    (length,) = struct.unpack_from("<Q", data)
    if not 2 <= length <= min(_MOST_HEADER, len(data) - 8) or data[8:9] != b"{":
        raise NetError("this is no file of a net, or it is cut off")
    try:
        header = json.loads(data[8 : 8 + length])
        facts = {key: json.loads(value) for key, value in header.pop("__metadata__").items()}
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
        raise NetError("this is no file of a net: its header cannot be read") from None
    try:
        if not FORMAT.check_words(facts.get("format")):
            raise NetError(f"this is a file of the form {facts.get('format')}, not {FORMAT.words}")
    except OtherVersion as error:
        raise NetError(str(error)) from None
    body = memoryview(data)[8 + length :]
    return NetFile(facts, {name: _array(name, entry, body) for name, entry in header.items()})


def _array(name: str, entry: Any, body: memoryview) -> npt.NDArray[Any]:
    try:
        dtype, shape, (first, last) = _TYPES[entry["dtype"]], tuple(entry["shape"]), entry["data_offsets"]
        whole = all(type(number) is int and number >= 0 for number in (*shape, first, last))
        if not whole or last - first != math.prod(shape) * dtype.itemsize:
            raise ValueError
    except (KeyError, TypeError, ValueError):
        raise NetError(f"what is told of {name!r} is damaged") from None
    if last > len(body):
        raise NetError("the file is cut off")
    flat: npt.NDArray[Any] = np.frombuffer(bytes(body[first:last]), dtype)
    return flat.reshape(shape)
