"""Arrays of a device as other libraries see them."""

from __future__ import annotations

import ctypes
import gc
import weakref
from typing import Any

import jax
import numpy as np
import pytest
import torch

import ludens
from ludens.gpu import EMULATED, DeviceArray
from ludens.gpu.drivers import CARD_MEMORY, Emulator
from ludens.gpu.tensors import shared_by


class Pretended(Emulator):
    """A device whose memory is said to be that of card 3."""

    place = CARD_MEMORY, 3

    def __init__(self) -> None:
        super().__init__()
        self.finished = 0

    def finish(self) -> None:
        self.finished += 1


def place_of(capsule: Any) -> tuple[int, int]:
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    kind, number = (ctypes.c_int32 * 2).from_address(pointer(capsule, b"dltensor") + 8)
    return kind, number


def test_torch_and_jax_share_the_memory() -> None:
    vector = ludens.load("Tic-Tac-Toe").vector(3, seed=1, device=EMULATED)
    for array in (vector.observation, vector.mask, vector.reward, vector.terminated, vector.mover):
        shared = torch.from_dlpack(array)
        assert shared.data_ptr() == array.address and shared.shape == array.shape
        seen = jax.dlpack.from_dlpack(array)
        assert seen.unsafe_buffer_pointer() == array.address and seen.shape == array.shape
        assert np.array_equal(np.from_dlpack(array), array.numpy())
    mask = torch.from_dlpack(vector.mask)
    vector.step(vector.random_actions())
    assert np.array_equal(mask.numpy(), vector.mask.numpy())


def test_actions_of_other_libraries_are_taken() -> None:
    expected = ludens.load("Tic-Tac-Toe").vector(2, seed=1)
    expected.step([4, 0])
    for actions in (torch.tensor([4, 0]), jax.numpy.array([4, 0]), np.array([4, 0], np.uint8), (4, 0)):
        vector = ludens.load("Tic-Tac-Toe").vector(2, seed=1, device=EMULATED)
        vector.step(actions)
        assert np.array_equal(vector.states, expected.states)


def test_memory_stays_as_long_as_somebody_sees_it() -> None:
    driver = Emulator()
    array = DeviceArray(driver, (4,), np.int32)
    array.put([1, 2, 3, 4])
    shared, gone = torch.from_dlpack(array), weakref.ref(array)
    del array
    gc.collect()
    assert shared.tolist() == [1, 2, 3, 4] and driver._memory
    del shared
    gc.collect()
    assert gone() is None and not driver._memory


def test_an_array_tells_of_its_card() -> None:
    driver = Pretended()
    array = DeviceArray(driver, (2, 3), np.float32)
    assert array.__dlpack_device__() == place_of(array.__dlpack__()) == (2, 3)
    assert array.__cuda_array_interface__ == {
        "shape": (2, 3), "typestr": "<f4", "data": (array.address, False), "version": 3, "stream": 1,
    }  # fmt: skip
    assert not driver.finished
    array.__dlpack__(stream=-1)
    array.__dlpack__(stream=1)
    assert not driver.finished
    array.__dlpack__(stream=7, max_version=(1, 0))
    assert driver.finished == 1
    assert repr(array) == "<float32 of shape (2, 3) on cuda:emulated>"
    assert not hasattr(DeviceArray(Emulator(), (2,), np.float32), "__cuda_array_interface__")


def test_actions_on_the_card_are_copied_there() -> None:
    driver = Pretended()
    own, other = DeviceArray(driver, (3,), np.int64), DeviceArray(driver, (3,), np.int64)
    other.put([5, 6, 7])
    assert own.take_from(other)
    assert own.numpy().tolist() == [5, 6, 7]
    assert not own.take_from(np.zeros(3, np.int64)) and not own.take_from([1, 2, 3])
    with pytest.raises(ValueError, match=r"actions has shape \(2,\), not \(3,\)"):
        own.take_from(DeviceArray(driver, (2,), np.int64))
    narrow = DeviceArray(driver, (3,), np.int32)
    narrow.put([-1, 2, 1 << 30])
    assert own.take_from(narrow)
    assert own.numpy().tolist() == [-1, 2, 1 << 30]
    with pytest.raises(TypeError, match="are int64, not of kind 'f' and 32 bits"):
        own.take_from(DeviceArray(driver, (3,), np.float32))


def test_gaps_are_seen() -> None:
    assert shared_by(np.zeros((3, 2)).__dlpack__()).is_whole
    assert shared_by(np.zeros((1, 2))[:, :1].__dlpack__()).is_whole
    assert not shared_by(np.zeros((3, 2))[:, :1].__dlpack__()).is_whole
    assert not shared_by(np.zeros((3, 2)).T.__dlpack__()).is_whole
