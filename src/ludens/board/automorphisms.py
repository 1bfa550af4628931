"""The automorphisms of a structure: the permutations of its elements that keep every relation between them.

They are found by refining colours: elements are distinguished by what they are related to. Where that leaves some
alike, one is singled out, and each element that could be its image is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ludens.board.numeric import NEAR, Floats, Ints

#: odd numbers that spread their multiples over 64 bits
_MULTIPLIERS = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
_SHIFT = np.uint64(31)
#: how many images are tried for each automorphism
_TRIES = 64

Colours = np.ndarray[tuple[int], np.dtype[np.uint64]]


def automorphisms(count: int, relations: Sequence[Ints], most: int) -> list[Ints] | None:
    """All automorphisms of `count` elements, the identity first; None where there are more than `most`.

    A relation is an array of shape (2, pairs). An automorphism gives the image of each element.
    """
    return _ImageSearch(count, relations, most).images()


class _ImageSearch:
    def __init__(self, count: int, relations: Sequence[Ints], most: int) -> None:
        self.count, self.relations, self.most = count, relations, most
        self._pairs = [np.unique(a * count + b) for a, b in relations]
        self._left = self.refined(np.zeros(count, np.uint64))
        self._tries = most * _TRIES

    def images(self) -> list[Ints] | None:
        images: list[Ints] = []
        for image in self._images(self._left, self._left):
            images.append(image)
            if len(images) > self.most:
                return None
        if self._tries < 0:
            return None
        identity = np.arange(self.count)
        images.sort(key=lambda image: int(np.count_nonzero(image != identity)) > 0)
        return images

    def refined(self, colours: Colours) -> Colours:
        """Colours that distinguish elements whose related elements differ in their colours."""
        kinds = len(np.unique(colours))
        while True:
            finer = colours * _MULTIPLIERS[0]
            for number, (a, b) in enumerate(self.relations, 1):
                near = np.zeros(self.count, np.uint64)
                np.add.at(near, a, _mixed(colours[b] + np.uint64(number)))
                finer += _mixed(near + np.uint64(number))
            finer = _mixed(finer)
            now = len(np.unique(finer))
            if now == kinds:
                return finer
            colours, kinds = finer, now

    def _images(self, left: Colours, right: Colours) -> Iterator[Ints]:
        """The automorphisms that carry the colours of the left to those of the right."""
        order, other = np.argsort(left, kind="stable"), np.argsort(right, kind="stable")
        if not np.array_equal(left[order], right[other]):
            return
        values, counts = np.unique(left, return_counts=True)
        if len(values) == self.count:
            image = np.empty(self.count, np.int64)
            image[order] = other
            if self._keeps(image):
                yield image
            return
        shared = np.flatnonzero(counts > 1)
        colour = values[shared[np.argmin(counts[shared])]]
        single = self._singled(left, int(np.flatnonzero(left == colour)[0]))
        for candidate in np.flatnonzero(right == colour).tolist():
            self._tries -= 1
            if self._tries < 0:
                return
            yield from self._images(single, self._singled(right, candidate))

    def _singled(self, colours: Colours, element: int) -> Colours:
        marked = colours.copy()
        marked[element] = _mixed(marked[element : element + 1] + np.uint64(1))[0]
        return self.refined(marked)

    def _keeps(self, image: Ints) -> bool:
        """Whether a permutation carries every relation to itself."""
        mapped = (np.sort(image[a] * self.count + image[b]) for a, b in self.relations)
        return all(np.array_equal(np.unique(m), pairs) for m, pairs in zip(mapped, self._pairs, strict=True))


def _mixed(values: Colours) -> Colours:
    """Values whose sums distinguish the multisets of the values."""
    values = (values ^ (values >> _SHIFT)) * _MULTIPLIERS[1]
    values = (values ^ (values >> _SHIFT)) * _MULTIPLIERS[2]
    return values ^ (values >> _SHIFT)


def isometries(points: Floats) -> list[Ints]:
    """The rotations and reflections of the plane that carry points to each other, as images, the identity first."""
    flat = points[:, :2] - points[:, :2].mean(axis=0)
    radii = np.hypot(flat[:, 0], flat[:, 1])
    first = int(np.argmax(radii))
    images: dict[bytes, Ints] = {}
    for other in (first, *np.flatnonzero(np.abs(radii - radii[first]) < NEAR).tolist()):
        for handed in (1.0, -1.0):
            turn = np.arctan2(flat[other, 1], flat[other, 0]) - handed * np.arctan2(flat[first, 1], flat[first, 0])
            image = image_of(points, _orthogonal(turn, handed))
            if image is not None:
                images.setdefault(image.tobytes(), image)
    return list(images.values())


def image_of(points: Floats, matrix: Floats) -> Ints | None:
    """The point that each point is carried to by a matrix about their middle; None where one is carried elsewhere."""
    if not len(points):
        return np.zeros(0, np.int64)
    flat = points[:, :2] - points[:, :2].mean(axis=0)
    moved = np.column_stack([flat @ matrix.T, points[:, 2]])
    flat = np.column_stack([flat, points[:, 2]])
    apart = np.abs(moved[:, None] - flat[None]).max(axis=2)
    image: Ints = np.argmin(apart, axis=1)
    near = apart[np.arange(len(points)), image] < NEAR
    return image if near.all() and len(np.unique(image)) == len(points) else None


def matrix_of(points: Floats, image: Ints) -> Floats | None:
    """The rotation or reflection about the middle of the points that is nearest to a permutation of them.

    None where it is not that permutation.
    """
    flat = points[:, :2] - points[:, :2].mean(axis=0)
    u, _, v = np.linalg.svd(flat[image].T @ flat)
    matrix: Floats = u @ v
    return matrix if np.abs(flat @ matrix.T - flat[image]).max(initial=0.0) < NEAR else None


def _orthogonal(turn: float, handed: float) -> Floats:
    c, s = np.cos(turn), np.sin(turn)
    return np.array([[c, -handed * s], [s, handed * c]])
