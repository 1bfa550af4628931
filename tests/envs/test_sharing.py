"""Other libraries see the arrays of a vector without a copy."""

from __future__ import annotations

import jax
import numpy as np
import pytest
import torch

import ludens


@pytest.mark.parametrize("n", [1, 3])
def test_torch_and_jax_share_the_memory(n: int) -> None:
    vector = ludens.load("Tic-Tac-Toe").vector(n, seed=1)
    for array in (vector.observation, vector.mask, vector.reward, vector.terminated, vector.mover):
        shared = torch.from_dlpack(array)
        assert shared.data_ptr() == array.ctypes.data and shared.shape == array.shape
        seen = jax.dlpack.from_dlpack(array)
        assert seen.unsafe_buffer_pointer() == array.ctypes.data and seen.shape == array.shape


def test_a_tensor_shows_the_next_step() -> None:
    vector = ludens.load("Tic-Tac-Toe").vector(2, seed=1)
    mask = torch.from_dlpack(vector.mask)
    assert mask.sum() == 18
    vector.step(vector.random_actions())
    assert mask.sum() == 16 and np.array_equal(mask.numpy(), vector.mask)


def test_tensors_are_taken_as_actions() -> None:
    game = ludens.load("Tic-Tac-Toe")
    expected = game.vector(2, seed=1)
    expected.step([4, 0])
    for actions in (torch.tensor([4, 0]), torch.tensor([4, 0], dtype=torch.uint8), jax.numpy.array([4, 0]), (4, 0)):
        vector = game.vector(2, seed=1)
        vector.step(actions)
        assert np.array_equal(vector.states, expected.states)
    with pytest.raises(TypeError, match=r"dtype float32 and shape \(2,\), not whole numbers as int64 of shape \(2,\)"):
        expected.step(torch.tensor([4.0, 0.0]))
