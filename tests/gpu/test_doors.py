"""Where people meet graphics cards: the command line and the benchmark."""

from __future__ import annotations

import ctypes
import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

import ludens
from ludens.cli import main
from ludens.game.single import SingleGame
from ludens.gpu import KERNEL, card, kernel_of
from ludens.gpu.drivers import TYPES, Emulator
from ludens.gpu.kernel import KINDS

HERE = Path(__file__).parents[2]


def test_the_command_line_plays_on_a_device(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["playouts", "Tic-Tac-Toe", "-n", "50", "--seed", "3", "--json"]
    assert main([*words, "--device", "cuda:emulated"]) == 0
    there = json.loads(capsys.readouterr().out)
    assert main(words) == 0
    here = json.loads(capsys.readouterr().out)
    assert there["length"] == here["length"]
    assert there["wins"] == here["wins"]


def test_a_device_that_is_missing_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card, "_PACKAGE", "ludens.no_such_package")
    assert main(["playouts", "Tic-Tac-Toe", "-n", "5", "--device", "cuda:7"]) == 1
    assert 'pip install "ludens[cuda]"' in capsys.readouterr().err


def test_a_device_stands_in_place_of_workers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playouts", "Tic-Tac-Toe", "--device", "cuda:emulated", "--threads", "2"]) == 2
    assert "--device plays in place of --threads" in capsys.readouterr().err


def benchmark(name: str) -> Any:
    """A script of the folder of benchmarks."""
    spec = importlib.util.spec_from_file_location(f"benchmark_{name}", HERE / "benchmarks" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_benchmark_runs_without_a_card(capsys: pytest.CaptureFixture[str]) -> None:
    module = benchmark("gpu")
    assert all(ludens.load(name).name == name for name in module.PEERS)
    module.main(["--emulate", "--games", "Tic-Tac-Toe", "Hex"])
    lines = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert [line[:2] for line in lines[1:]] == [[name, n] for name in ("Tic-Tac-Toe", "Hex") for n in ("1", "64")]
    assert all(line[3] == "0.00%" for line in lines[1:])


class Library:
    """The functions of NVIDIA's library that are called, by the emulated kernel: one card of Hopper's kind."""

    def __init__(self, game: ludens.Game) -> None:
        assert isinstance(game, SingleGame)
        self._device = Emulator()
        self._kernel, self.texts, self.lies = self._device.load(kernel_of(game)), list[bytes](), False

    def __getattr__(self, name: str) -> Any:
        assert name in {"cuInit", "cuDevicePrimaryCtxRetain", "cuCtxSetCurrent", "cuDeviceGet", "cuCtxSynchronize"}
        return lambda *_: 0

    def cuDeviceGetAttribute(self, value: Any, number: int, card: Any) -> int:
        value._obj.value = {16: 2, 75: 9, 76: 0}[number]
        return 0

    def cuModuleLoadData(self, module: Any, text: bytes) -> int:
        self.texts.append(text)
        return 0

    def cuModuleGetFunction(self, function: Any, module: Any, name: bytes) -> int:
        return 0 if name == KERNEL.encode() else 500

    def cuOccupancyMaxActiveBlocksPerMultiprocessor(self, blocks: Any, kernel: Any, block: int, shared: Any) -> int:
        blocks._obj.value = 1
        return 0

    def cuMemGetInfo_v2(self, free: Any, total: Any) -> int:
        free._obj.value = 1 << 30
        return 0

    def cuMemAlloc_v2(self, place: Any, size: Any) -> int:
        place._obj.value = self._device.take(size.value)
        return 0

    def cuMemFree_v2(self, place: Any) -> int:
        self._device.give_back(place.value)
        return 0

    def cuMemsetD8_v2(self, place: Any, byte: Any, size: Any) -> int:
        self._device.fill(place.value, byte.value, size.value)
        return 0

    def cuMemcpyDtoH_v2(self, target: Any, source: Any, size: Any) -> int:
        ctypes.memmove(target, source.value, size.value)
        if self.lies:
            ctypes.memset(target, 0, 4)
        return 0

    def cuLaunchKernel(self, kernel: Any, x: int, *words: Any) -> int:
        *sizes, stream, places, extra = words
        assert (sizes, stream, extra) == ([1, 1, 128, 1, 1, 0], None, None)
        values = [TYPES[kind].from_address(place).value or 0 for kind, place in zip(KINDS, places, strict=True)]
        self._kernel.launch(KERNEL, x * 128 // Emulator.block, values)
        return 0


def test_the_benchmark_travels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here, away = benchmark("gpu"), benchmark("gpu_away")
    here.pack(["Tic-Tac-Toe"], tmp_path, compared=300)
    assert len(list(tmp_path.glob("*.sm_*.ptx"))) == 3
    library = Library(ludens.load("Tic-Tac-Toe"))
    words = [str(tmp_path), "--batches", "1", "300", "--seconds", "0"]
    away.main(words, library)
    lines = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert [line[:2] for line in lines[1:]] == [["Tic-Tac-Toe", "1"], ["Tic-Tac-Toe", "300"]]
    assert all(line[3:] == ["0.00%", "408M"] for line in lines[1:])
    assert b".target sm_90" in library.texts[0] and not library._device._memory
    library.lies = True
    with pytest.raises(SystemExit, match="Tic-Tac-Toe: game 0 is another one than the host's"):
        away.main(words, library)
