"""Rows, columns, layers and labels, found by clustering positions along a few angles."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ludens.board.measure import SITE_TYPES, Measures, SiteType, positions
from ludens.board.numeric import EPS, Position

_GOOD: Final = 0.01
_WORST: Final = 1000.0


@dataclass
class Labels:
    """Row, column and layer numbers and labels of the elements of a type."""

    rows: list[int]
    columns: list[int]
    layers: list[int]
    labels: list[str]
    duplicate: bool


def label_elements(measures: Measures) -> dict[SiteType, Labels]:
    """Labels of the three types; edges use the angles found for vertices."""
    result = {t: Labels([], [], [], [], False) for t in SITE_TYPES}
    angles = (0.0, 0.5)
    for t in SITE_TYPES:
        p = positions(measures.elements(t))
        if not p:
            continue
        clusters = _Clusters(p)
        found = angles if t == "Edge" else clusters.best_angles()
        if t == "Vertex":
            angles = found
        result[t] = _labelled(clusters, found)
    return result


def _labelled(clusters: _Clusters, angles: tuple[float, float]) -> Labels:
    rows, columns = clusters.rows(angles[0])[0], clusters.columns(angles[1])[0]
    layers = clusters.buckets([z for _, _, z in clusters.p])[0]
    labels = [f"{column_letters(c)}{r + 1}" for r, c in zip(rows, columns, strict=True)]
    if any(a != b for a, b in itertools.pairwise(layers)):
        labels = [f"{label}/{layer}" for label, layer in zip(labels, layers, strict=True)]
    return Labels(rows, columns, layers, labels, len(set(labels)) < len(labels))


def column_letters(column: int) -> str:
    """A, B, ..., Z, AA, AB, ..."""
    text = chr(65 + column % 26)
    while column >= 26:
        column //= 26
        text = chr(65 + (column % 26 - 1) % 26) + text
    return text


class _Clusters:
    def __init__(self, p: Sequence[Position]) -> None:
        self.p = p
        self.left, self.low = min(x for x, _, _ in p), min(y for _, y, _ in p)
        right, high = max(x for x, _, _ in p), max(y for _, y, _ in p)
        self.width, self.height = right - self.left, high - self.low
        self.middle = (self.left + right) / 2, (self.low + high) / 2
        self.unit = (self.width + self.height) / 2 / math.sqrt(len(p))

    def best_angles(self) -> tuple[float, float]:
        """The angles of the rows and of the columns that fit best."""
        row = self._best([d / 180 * math.pi for d in (0, 15, 30, 45, 60)], rows=True)
        column = self._best([row + d / 180 * math.pi for d in (90, 105, 120)], rows=False)
        return row, column

    def _best(self, angles: list[float], rows: bool) -> float:
        best, least = 0.0, _WORST
        for angle in angles:
            error = (self.rows(angle) if rows else self.columns(angle))[1]
            if error < least:
                best, least = angle, error
            if error < _GOOD:
                break
        return best

    def rows(self, angle: float) -> tuple[list[int], float]:
        return self.buckets(self._distances(self.middle[0], self.low - self.height, angle))

    def columns(self, angle: float) -> tuple[list[int], float]:
        return self.buckets(self._distances(self.left - self.width, self.middle[1], angle))

    def _distances(self, ax: float, ay: float, angle: float) -> list[float]:
        """Unsigned distances to the line through (ax, ay)."""
        dx = ax + self.width * math.cos(angle) - ax
        dy = ay + self.width * math.sin(angle) - ay
        if abs(dx) + abs(dy) < EPS:
            return [math.sqrt((x - ax) * (x - ax) + (y - ay) * (y - ay)) for x, y, _ in self.p]
        square = dx * dx + dy * dy
        beside = ((y - ay) * dx - (x - ax) * dy for x, y, _ in self.p)
        return [math.sqrt(c * c / square) for c in beside]

    def buckets(self, values: Sequence[float]) -> tuple[list[int], float]:
        """The bucket of each element and the error of the clustering."""
        order = sorted(range(len(values)), key=values.__getitem__)
        number = [0] * len(values)
        bucket, total, size, error, last = -1, 0.0, 0, 0.0, 0.0
        for n in order:
            value = values[n]
            if bucket < 0 or abs(value - total / size) > 0.6 * self.unit:
                error += (total / size - last) ** 2 / size if size else 0.0
                bucket, total, size = bucket + 1, 0.0, 0
            total += value
            size += 1
            last = value
            number[n] = bucket
        error += (total / size - last) ** 2 / size
        return number, error + 0.01 * (bucket + 1)
