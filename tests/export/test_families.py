"""The same seeds on the host, in WebAssembly, in a C library and in a graphics card's kernel: the whole library."""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np
import pytest

import ludens
from ludens import library
from ludens.export import ExportError, c, wasm
from ludens.export.c import prefix_of
from ludens.export.code import emit_game
from ludens.game.match import Match
from ludens.gpu import EMULATED, playouts_table
from tests.export.host import SEED, host_game

pytest.importorskip("ziglang")
pytest.importorskip("wasmtime")
from tests.export.machines import WasmMachine


class Library:
    """A shared library, called from here."""

    def __init__(self, game: ludens.Game, folder: Path) -> None:
        self._prefix, made = prefix_of(game.name), {path.suffix: path for path in c(game, folder)}
        self._code, sizes = ctypes.CDLL(str(made[".so"])), emit_game(game).sizes
        self._space, self._state, self._moves = (aligned(sizes[name]) for name in ("workspace", "state", "moves"))
        assert self._call("open", self._space, ctypes.c_uint64(sizes["workspace"])) == 0

    def _call(self, name: str, *arguments: object) -> int:
        given: int = getattr(self._code, f"{self._prefix}_{name}")(*map(_argument, arguments))
        return given

    def played(self, number: int, seed: int) -> tuple[int, int, bytes]:
        """The length, the winner and the last state of a game of the series of a seed."""
        places = self._space, self._state, self._moves
        length = self._call("playout_numbered", *places, number, ctypes.c_uint64(seed))
        return length, self._call("winner", self._state), self._state.tobytes()


def aligned(size: int) -> np.ndarray:
    """Memory, aligned to 16 bytes."""
    room = np.zeros(size + 16, np.uint8)
    start = -room.ctypes.data % 16
    return room[start : start + size]


def _argument(value: object) -> object:
    return ctypes.c_void_p(value.ctypes.data) if isinstance(value, np.ndarray) else value


@pytest.mark.slow
@pytest.mark.parametrize("name", library.names())
def test_games_are_the_same_everywhere(name: str, tmp_path: Path) -> None:
    game = ludens.load(name)
    if isinstance(game, Match):
        with pytest.raises(ExportError, match="export these, one by one"):
            wasm(game)
        return
    wanted = [host_game(game, number) for number in range(3)]
    machine, code = WasmMachine(wasm(game)), Library(game, tmp_path)
    assert [machine.played(number, SEED) for number in range(3)] == wanted
    assert [code.played(number, SEED) for number in range(3)] == wanted
    played = playouts_table(game, EMULATED).play(SEED, 0, 3, states=True, threads=2)
    assert played.states is not None
    numbers = zip(played.lengths.tolist(), played.winners.tolist(), played.states, strict=True)
    assert [(length, winner, state.tobytes()) for length, winner, state in numbers] == wanted
