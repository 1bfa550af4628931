"""An exported module run by wasmtime, as a caller would."""

from __future__ import annotations

import struct
from typing import Any

import wasmtime

from ludens.export import Wasm

#: games with rules that look far ahead need more than the workspace usually has
PAGE = 1 << 16


class WasmMachine:
    """A module with a workspace, a state, a list of moves and where wanted a tree in its memory."""

    def __init__(self, made: Wasm) -> None:
        self.manifest, self._store = made.manifest, wasmtime.Store()
        module = wasmtime.Module(self._store.engine, made.module)
        assert not module.imports
        self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._memory: Any = self._exports["memory"]
        self._end = -(-self._exports["__heap_base"].value(self._store) // 16) * 16
        sizes = self.manifest["sizes"]
        self.space, self.state, self.moves = (self.take(sizes[name]) for name in ("workspace", "state", "moves"))
        assert self.call("open", self.space, sizes["workspace"]) == 0

    def take(self, size: int) -> int:
        """Memory, aligned to 16 bytes."""
        place, self._end = self._end, self._end + -(-size // 16) * 16
        missing = self._end - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // PAGE))
        return place

    def call(self, name: str, *arguments: float) -> Any:
        return self._exports[name](self._store, *(_signed(x) for x in arguments))

    def read(self, place: int, size: int) -> bytes:
        return bytes(self._memory.read(self._store, place, place + size))

    def write(self, place: int, data: bytes) -> None:
        self._memory.write(self._store, data, place)

    def played(self, number: int, seed: int) -> tuple[int, int, bytes]:
        """The length, the winner and the last state of a game of the series of a seed."""
        length = self.call("playout_numbered", self.space, self.state, self.moves, number, seed)
        return length, self.call("winner", self.state), self.read(self.state, self.manifest["sizes"]["state"])

    def records(self) -> list[bytes]:
        """The legal moves of the state."""
        count, size = self.call("legal", self.space, self.state, self.moves), self.manifest["sizes"]["move"]
        return [self.read(self.moves + i * size, size) for i in range(count)]


def _signed(x: float) -> float:
    return struct.unpack("<q", struct.pack("<Q", x))[0] if isinstance(x, int) and x >= 1 << 63 else x
