from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from ludens.board.automorphisms import automorphisms, image_of, isometries, matrix_of


def relation(pairs: list[tuple[int, int]]) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return np.array([*pairs, *((b, a) for a, b in pairs)], np.int64).reshape(-1, 2).T


def brute(count: int, pairs: list[tuple[int, int]]) -> set[tuple[int, ...]]:
    edges = {frozenset(pair) for pair in pairs}
    found = set()
    for image in itertools.permutations(range(count)):
        if {frozenset(image[x] for x in edge) for edge in edges} == edges:
            found.add(image)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_all_automorphisms_of_small_graphs_are_found(seed: int) -> None:
    rng = random.Random(seed)
    every = list(itertools.combinations(range(6), 2))
    pairs = rng.sample(every, rng.randint(0, len(every)))
    found = automorphisms(6, [relation(pairs)], 720)
    assert found is not None
    assert {tuple(image.tolist()) for image in found} == brute(6, pairs)
    assert found[0].tolist() == list(range(6))


def test_relations_are_told_apart() -> None:
    ring = [(n, (n + 1) % 6) for n in range(6)]
    assert len(automorphisms(6, [relation(ring)], 99) or []) == 12
    assert len(automorphisms(6, [relation(ring[::2]), relation(ring[1::2])], 99) or []) == 6


def test_too_many_are_refused() -> None:
    assert automorphisms(6, [relation([])], 100) is None
    assert automorphisms(60, [relation([])], 100) is None


def test_rotations_and_reflections_of_points() -> None:
    square = np.array([[x, y, 0.0] for x in range(3) for y in range(3)])
    images = isometries(square)
    assert len(images) == 8
    assert images[0].tolist() == list(range(9))
    for image in images:
        matrix = matrix_of(square, image)
        assert matrix is not None
        again = image_of(square, matrix)
        assert again is not None
        assert again.tolist() == image.tolist()
    assert matrix_of(square, np.roll(np.arange(9), 1)) is None
    assert len(isometries(square[:-1])) == 2
