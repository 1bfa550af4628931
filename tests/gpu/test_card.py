"""Cards, of which there may be none here: what is said then, and that a driver is called as NVIDIA's package has it."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.gpu import DeviceArray, DeviceError, card, code, devicevector, kernel_of, release, stack_of, stepping_of
from ludens.gpu import games as gpu_playing
from ludens.gpu.drivers import Emulator
from ludens.gpu.kernel import Kernel

PACKAGE = "cuda.bindings.driver"


class FakeDriver:
    """The functions of cuda-bindings' driver that are called, on this machine's memory: one card of Hopper's kind."""

    capability = 9, 0

    def __init__(self, *kernels: Kernel) -> None:
        self._emulator, self.called, self.texts = Emulator(), list[str](), list[bytes]()
        self._kernels = {name: loaded for k in kernels for loaded in [self._emulator.load(k)] for name in k.entries}
        prefix = "CU_DEVICE_ATTRIBUTE_"
        names = "MULTIPROCESSOR_COUNT", "COMPUTE_CAPABILITY_MAJOR", "COMPUTE_CAPABILITY_MINOR"
        self.CUlimit, self.stack = SimpleNamespace(CU_LIMIT_STACK_SIZE="stack"), 1024
        self.CUdevice_attribute = SimpleNamespace(**{prefix + name: name for name in names})

    def __getattribute__(self, name: str) -> Any:
        if name.startswith("cu"):
            object.__getattribute__(self, "called").append(name)
        return object.__getattribute__(self, name)

    def cuInit(self, flags: int) -> tuple[Any, ...]:
        return (0,)

    def cuDeviceGetCount(self) -> tuple[Any, ...]:
        return 0, 1

    def cuDeviceGet(self, number: int) -> tuple[Any, ...]:
        return 0, number

    def cuDevicePrimaryCtxRetain(self, device: int) -> tuple[Any, ...]:
        return 0, "context"

    def cuCtxSetCurrent(self, context: str) -> tuple[Any, ...]:
        return (0 if context == "context" else 201,)

    def cuDeviceGetAttribute(self, name: str, device: int) -> tuple[Any, ...]:
        return 0, {"MULTIPROCESSOR_COUNT": 2}.get(name, self.capability[name.endswith("MINOR")])

    def cuGetErrorString(self, error: int) -> tuple[Any, ...]:
        return 0, f"error {error}".encode()

    def cuModuleLoadData(self, address: int) -> tuple[Any, ...]:
        self.texts.append(ctypes.string_at(address))
        return 0, "module"

    def cuModuleGetFunction(self, module: str, name: bytes) -> tuple[Any, ...]:
        return (0 if name.decode() in self._kernels else 500), name.decode()

    def cuOccupancyMaxActiveBlocksPerMultiprocessor(self, function: str, block: int, shared: int) -> tuple[Any, ...]:
        return 0, 1

    def cuCtxGetLimit(self, which: str) -> tuple[Any, ...]:
        return (0, self.stack) if which == "stack" else (1,)

    def cuCtxSetLimit(self, which: str, size: int) -> tuple[Any, ...]:
        self.stack = size
        return (0 if which == "stack" else 1,)

    def cuMemGetInfo(self) -> tuple[Any, ...]:
        return 0, 1 << 30, 1 << 31

    def cuMemAlloc(self, size: int) -> tuple[Any, ...]:
        return 0, self._emulator.take(size)

    def cuMemFree(self, address: int) -> tuple[Any, ...]:
        self._emulator.give_back(address)
        return (0,)

    def cuMemcpyDtoH(self, target: int, source: int, size: int) -> tuple[Any, ...]:
        ctypes.memmove(target, source, size)
        return (0,)

    def cuMemcpyHtoD(self, target: int, source: int, size: int) -> tuple[Any, ...]:
        ctypes.memmove(target, source, size)
        return (0,)

    def cuMemcpyDtoD(self, target: int, source: int, size: int) -> tuple[Any, ...]:
        ctypes.memmove(target, source, size)
        return (0,)

    def cuMemsetD8(self, address: int, byte: int, count: int) -> tuple[Any, ...]:
        ctypes.memset(address, byte, count)
        return (0,)

    def cuLaunchKernel(self, function: str, *words: Any) -> tuple[Any, ...]:
        x, y, z, block, by, bz, shared, stream, (values, types), extra = words
        assert (y, z, block, by, bz, shared, stream, extra) == (1, 1, 128, 1, 1, 0, 0, 0)
        handed: Sequence[int] = [kind(value).value or 0 for kind, value in zip(types, values, strict=True)]
        self._kernels[function].launch(function, x * block // self._emulator.block, handed)
        return (0,)

    def cuCtxSynchronize(self) -> tuple[Any, ...]:
        return (0,)


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeDriver]:
    game = ludens.load("Tic-Tac-Toe")
    with installed(monkeypatch, FakeDriver(kernel_of(game), stepping_of(game, 32))) as fake:
        yield fake


@contextmanager
def installed(monkeypatch: pytest.MonkeyPatch, fake: FakeDriver) -> Iterator[FakeDriver]:
    monkeypatch.setattr(card.importlib, "import_module", lambda name: fake if name == PACKAGE else None)
    gpu_playing.playouts_table.cache_clear()
    devicevector._load.cache_clear()
    card._spares.clear()  # that memory was the driver's before
    yield fake
    gpu_playing.playouts_table.cache_clear()
    devicevector._load.cache_clear()
    card._spares.clear()


def test_a_card_plays_the_games_of_the_host(driver: FakeDriver) -> None:
    game = ludens.load("Tic-Tac-Toe")
    assert game.playouts(1000, seed=5, device="cuda") == game.playouts(1000, seed=5)
    assert b".target sm_90" in driver.texts[0]
    assert {"cuMemFree", "cuCtxSynchronize", "cuLaunchKernel"} <= set(driver.called)


def test_the_memory_of_threads_is_kept_for_the_next_games(driver: FakeDriver) -> None:
    game = ludens.load("Tic-Tac-Toe")
    game.playouts(1000, seed=5, device="cuda")
    taken = driver.called.count("cuMemAlloc")
    assert game.playouts(500, seed=6, device="cuda") == game.playouts(500, seed=6)
    assert driver.called.count("cuMemAlloc") - taken == 4  # the queue and three arrays of results
    freed = driver.called.count("cuMemFree")
    release()
    release()
    assert driver.called.count("cuMemFree") - freed == 1


def test_kept_memory_is_given_back_where_memory_is_short(driver: FakeDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludens.load("Tic-Tac-Toe")
    game.playouts(1000, seed=5, device="cuda")
    take, kept = driver.cuMemAlloc, dict(card._spares)
    assert kept
    monkeypatch.setattr(driver, "cuMemAlloc", lambda size: (2,) if card._spares else take(size))
    assert game.vector(10, seed=5, device="cuda").mask.numpy().any()
    assert not card._spares


def test_more_than_half_of_a_card_is_not_kept(driver: FakeDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "cuMemGetInfo", lambda: (0, 1 << 30, 1 << 20))
    ludens.load("Tic-Tac-Toe").playouts(1000, seed=5, device="cuda")
    assert not card._spares


def test_a_card_is_asked_for_the_stack_of_functions_that_call_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludens.load("Italian Draughts")
    with installed(monkeypatch, FakeDriver(kernel_of(game))) as fake:
        assert game.playouts(20, seed=5, device="cuda") == game.playouts(20, seed=5)
    assert fake.stack == stack_of(fake.texts[0][:-1].decode()) > 1024


def test_a_stack_is_not_asked_for_without_need(driver: FakeDriver) -> None:
    ludens.load("Tic-Tac-Toe").playouts(10, device="cuda")
    assert "cuCtxSetLimit" not in driver.called


def test_a_card_steps_the_rows_of_the_host(driver: FakeDriver) -> None:
    game = ludens.load("Tic-Tac-Toe")
    here, there = game.vector(300, seed=5, threads=1), game.vector(300, seed=5, device="cuda", regroup=True)
    assert there.mask.__dlpack_device__() == (2, 0)
    for _ in range(12):
        here.step(here.random_actions())
        there.step(there.random_actions())
        assert np.array_equal(here.mask, there.mask.numpy())
        assert np.array_equal(here.reward, there.reward.numpy())
    assert np.array_equal(here.states, there.states)
    chosen = DeviceArray(there.driver, (300,), np.int64)
    chosen.put(here.random_actions())
    there.step(chosen)
    here.step(here.stepper.actions)
    assert np.array_equal(here.observation, there.observation.numpy())
    assert {"cuMemcpyDtoD", "cuMemsetD8", "cuMemcpyHtoD"} <= set(driver.called)
    assert all(b".entry ludens_go(" in text for text in driver.texts)


def test_a_card_with_too_little_memory_is_said(driver: FakeDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "cuMemGetInfo", lambda: (0, 1 << 20, 1 << 31))
    with pytest.raises(DeviceError, match="cuda:0 has too little memory left for 1000 rows of Tic-Tac-Toe"):
        ludens.load("Tic-Tac-Toe").vector(1000, device="cuda")


def test_a_later_card_runs_code_for_the_last_kind_that_is_known(driver: FakeDriver) -> None:
    driver.capability = 12, 0
    assert card.Card().architecture == "sm_100"


def test_an_old_card_is_refused(driver: FakeDriver) -> None:
    driver.capability = 7, 5
    with pytest.raises(DeviceError, match="the card is of sm_75: code is made for sm_80 and later"):
        card.Card()


def test_a_missing_card_is_said(driver: FakeDriver) -> None:
    with pytest.raises(DeviceError, match="there is no card 3: this machine has 1"):
        ludens.load("Tic-Tac-Toe").playouts(1, device="cuda:3")


def test_what_fails_on_a_card_is_said(driver: FakeDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "cuMemAlloc", lambda size: (2, None))
    with pytest.raises(DeviceError, match="cuMemAlloc: error 2"):
        ludens.load("Tic-Tac-Toe").playouts(1, device="cuda")


def test_a_missing_package_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, PACKAGE, None)
    with pytest.raises(DeviceError, match=r'which is missing: pip install "ludens\[cuda\]"'):
        card.Card()


def test_a_missing_driver_is_said(driver: FakeDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(flags: int) -> None:
        raise RuntimeError("Failed to dlopen libcuda.so.1")

    monkeypatch.setattr(driver, "cuInit", fails)
    with pytest.raises(DeviceError, match=r"there is no driver of NVIDIA on this machine: Failed to dlopen libcuda"):
        card.Card()


def test_the_package_has_what_is_called(driver: FakeDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludens.load("Tic-Tac-Toe")
    game.playouts(1, seed=1, device="cuda")
    game.vector(1, seed=1, device="cuda").step([0])
    called = {*driver.called, "cuGetErrorString", "cuMemcpyDtoD"}
    monkeypatch.undo()
    real: ModuleType = pytest.importorskip(PACKAGE, reason='cuda-bindings is missing: pip install "ludens[cuda]"')
    assert all(hasattr(real, name) for name in called)
    assert all(hasattr(real.CUdevice_attribute, name) for name in vars(driver.CUdevice_attribute))


def test_code_for_cards_is_optimised_whatever_is_said_for_all_code(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = list[int]()

    def ptx(ir: str, entries: Sequence[str], machine: object, level: int) -> str:
        levels.append(level)
        raise ValueError("nothing")

    monkeypatch.setattr(code, "ptx", ptx)
    monkeypatch.setattr(code, "read_cache", lambda key: None)
    kernel = kernel_of(ludens.load("Tic-Tac-Toe"))
    for told in ("0", "1", "2", ""):
        monkeypatch.setenv("LUDENS_OPTIMISE", told)
        with pytest.raises(DeviceError):
            code.ptx_of(kernel, "sm_90")
    assert levels == [1, 1, 2, 2]
