"""Radials: straight runs of sites in a direction."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from ludens.board.directions import DIRECTIONS, NUMBER, SPECIFIC
from ludens.board.numeric import Point, Position, bend
from ludens.board.steps import Steps

_STRAIGHT: Final = math.tan(0.25)
_OPPOSITE: Final = math.tan(0.1)
_FIRST_STEP: Final = ("CW", "CCW", "In", "Out")
_ROTATIONAL_PARTS: Final = ("In", "Out", "CW", "CCW")
_OPPOSITE_WORDS: Final = {"CW": "CCW", "CCW": "CW", "In": "Out", "Out": "In"}
_SPECIFIC: Final = frozenset(SPECIFIC)


class Radial:
    """The sites of a radial from its origin on, and its direction."""

    __slots__ = ("_finder", "_opposites", "direction", "steps")

    def __init__(self, steps: tuple[int, ...], direction: str, finder: RadialFinder) -> None:
        self.steps, self.direction = steps, direction
        self._finder = finder
        self._opposites: list[Radial] = []

    @property
    def opposites(self) -> list[Radial]:
        """The radials of the same origin that lead the other way: none or one."""
        self._finder.pair_opposites(self.steps[0])
        return self._opposites

    def record(self, opposite: Radial) -> None:
        """Keep an opposite, if it is the first: the reference keeps no other."""
        if not self._opposites:
            self._opposites.append(opposite)

    def __repr__(self) -> str:
        return f"Radial({self.direction} {self.steps})"


class TooLong(Exception):
    """The radials of a board have more sites than the caller allows."""


class Numbered(NamedTuple):
    """The radials of all elements in a direction by their numbers in `RadialFinder.runs`.

    Those of element e are `numbers[start[e]:start[e + 1]]`.
    """

    start: list[int]
    numbers: list[int]


class RadialFinder:
    """The radials of the elements of one type, found direction by direction and element by element on demand."""

    def __init__(self, steps: Steps, positions: Sequence[Position]) -> None:
        same = steps.same_type()
        self.count = len(steps.start) - 1
        self.source, self.target = [steps.source[n] for n in same], [steps.target[n] for n in same]
        self.listed, self.carried = [steps.listed[n] for n in same], [steps.directions[n] for n in same]
        self.points: list[Point] = [(x, y) for x, y, _ in positions]
        self._tables: dict[str, _Follow] = {}
        self._followed: dict[tuple[int, str], list[Radial]] = {}
        self._radials: dict[tuple[int, str], list[Radial]] = {}
        self._paired: set[int] = set()
        self._distinct: dict[tuple[int, str], list[Radial]] = {}
        #: all radials that were numbered, as site lists, each once
        self.runs: list[tuple[int, ...]] = []
        self._numbers: dict[tuple[int, ...], int] = {}
        self._numbered: dict[tuple[str, bool], Numbered] = {}

    def numbered(self, direction: str, *, distinct: bool, most: int) -> Numbered:
        """The radials of all elements in a direction, found once; those that are `distinct`, or all.

        Raises TooLong where they have more than `most` sites together.
        """
        key = direction, distinct
        if key not in self._numbered:
            start, numbers, size = [0], list[int](), 0
            for element in range(self.count):
                runs = self.sites(element, direction)
                if distinct:
                    runs = [radial.steps for radial in self.distinct(element, direction)]
                size += sum(map(len, runs))
                if size > most:
                    raise TooLong
                numbers += [self._number(run) for run in runs]
                start.append(len(numbers))
            self._numbered[key] = Numbered(start, numbers)
        return self._numbered[key]

    def _number(self, run: tuple[int, ...]) -> int:
        number = self._numbers.setdefault(run, len(self.runs))
        if number == len(self.runs):
            self.runs.append(run)
        return number

    def table(self, direction: str) -> _Follow:
        """The steps of a direction and which step follows which."""
        if direction not in self._tables:
            bit = 1 << NUMBER[direction]
            numbers = [n for n, listed in enumerate(self.listed) if listed & bit]
            source, target = [self.source[n] for n in numbers], [self.target[n] for n in numbers]
            self._tables[direction] = _Follow(source, target, self.count, self.points, direction in _FIRST_STEP)
        return self._tables[direction]

    def plain(self, element: int, direction: str) -> list[tuple[int, ...]]:
        """Radials followed step by step, in the order of the first steps."""
        table = self.table(direction)
        return [table.run(n) for n in range(table.start[element], table.start[element + 1])]

    def sites(self, element: int, direction: str) -> list[tuple[int, ...]]:
        """The radials of an element in a direction as site lists, clockwise from north."""
        if direction != "Rotational":
            return self.plain(element, direction)
        runs = self.plain(element, direction)
        for part in _ROTATIONAL_PARTS:
            runs += self.plain(element, part)
        return [runs[n] for n in self._clockwise(runs, _without_prefixes(runs), element)]

    def radials(self, element: int, direction: str) -> list[Radial]:
        """The radials of an element in a direction, clockwise from north."""
        key = element, direction
        if key not in self._radials:
            radials = self._own(element, direction)
            if direction == "Rotational":
                radials = radials + [r for d in _ROTATIONAL_PARTS for r in self._own(element, d)]
                runs = [r.steps for r in radials]
                radials = [radials[n] for n in self._clockwise(runs, _without_prefixes(runs), element)]
            self._radials[key] = radials
        return self._radials[key]

    def _own(self, element: int, direction: str) -> list[Radial]:
        """The radials followed in a direction itself."""
        key = element, direction
        if key not in self._followed:
            self._followed[key] = [Radial(run, direction, self) for run in self.plain(element, direction)]
        return self._followed[key]

    def distinct(self, element: int, direction: str) -> list[Radial]:
        """The radials without those that retrace an earlier one the other way: each line once."""
        key = element, direction
        if key not in self._distinct:
            accepted: list[Radial] = []
            for r in self.radials(element, direction):
                if not any(o.steps == r.steps for a in accepted for o in a.opposites):
                    accepted.append(r)
            self._distinct[key] = accepted
        return self._distinct[key]

    def pair_opposites(self, element: int) -> None:
        """Find the opposites of all radials of an element, which the order of the directions decides."""
        if element in self._paired:
            return
        self._paired.add(element)
        radials = [r for d in DIRECTIONS for r in self._own(element, d)]
        by_direction: dict[str, list[int]] = {}
        by_step: dict[int, list[int]] = {}
        for n, r in enumerate(radials):
            by_direction.setdefault(r.direction, []).append(n)
            by_step.setdefault(r.steps[1], []).append(n)
        here, straight = self.points[element], dict[int, list[int]]()
        for step in by_step:
            across = (other for other in by_step if bend(self.points[step], here, self.points[other]) < _OPPOSITE)
            straight[step] = [n for other in across for n in by_step[other]]
        for n, r in enumerate(radials):
            opposites = {x for x in by_direction.get(_OPPOSITE_WORDS.get(r.direction, ""), ()) if x < n}
            opposites |= {x for x in straight[r.steps[1]] if x < n and _are_alike(r.direction, radials[x].direction)}
            for x in sorted(opposites):
                r.record(radials[x])
                radials[x].record(r)

    def _clockwise(self, runs: Sequence[tuple[int, ...]], numbers: Sequence[int], element: int) -> list[int]:
        """The chosen runs clockwise from north by their first steps."""
        rank: dict[int, int] = {}
        for n, target in enumerate(self.table("All").targets_of(element)):
            rank.setdefault(target, n)
        return sorted(numbers, key=lambda n: rank.get(runs[n][1], len(rank)))


def _are_alike(a: str, b: str) -> bool:
    """Whether radials of these directions are opposites where they go on straight."""
    return a == b or (a in _SPECIFIC and b in _SPECIFIC)


def _without_prefixes(runs: Sequence[tuple[int, ...]]) -> list[int]:
    """The places of the runs that are no prefix of another, the later of two equal ones dropped."""
    places = list(range(len(runs)))
    for n in reversed(range(len(runs))):
        run = runs[n]
        if any(m != n and runs[m][: len(run)] == run for m in places):
            places.remove(n)
    return places


class _Follow:
    """The steps of one direction, and for each the step that continues it most straightly."""

    def __init__(self, source: list[int], target: list[int], count: int, points: Sequence[Point], first: bool) -> None:
        self.source, self.target, self._points, self._first = source, target, points, first
        counts = [0] * count
        for element in source:
            counts[element] += 1
        self.start: list[int] = list(accumulate(counts, initial=0))
        self._following: dict[int, int] = {}
        self._runs: dict[int, tuple[int, ...]] = {}

    def following(self, step: int) -> int:
        """For a step p to c, the number of the step from c with the smallest bend below the limit, or -1."""
        if step not in self._following:
            self._following[step] = self._straightest(step)
        return self._following[step]

    def _straightest(self, step: int) -> int:
        """Of steps that bend alike the first."""
        here = self.target[step]
        low, high = self.start[here], self.start[here + 1]
        if self._first:
            return low if high > low else -1
        (ax, ay), (bx, by) = self._points[self.source[step]], self._points[here]
        vx, vy = bx - ax, by - ay
        best, least = -1, _STRAIGHT
        for candidate in range(low, high):
            cx, cy = self._points[self.target[candidate]]
            ux, uy = cx - bx, cy - by
            along = ux * vx + uy * vy
            if along > 0:
                tangent = abs((uy * vx - ux * vy) / along)  # as `bend`
                if tangent < least:
                    best, least = candidate, tangent
                    if tangent == 0:
                        break
        return best

    def targets_of(self, element: int) -> list[int]:
        return self.target[self.start[element] : self.start[element + 1]]

    def run(self, step: int) -> tuple[int, ...]:
        """The radial that begins with a step: its source, and the radial of the step behind it up to that source."""
        chain: list[int] = []
        waiting: set[int] = set()
        while step >= 0 and step not in self._runs:
            if step in waiting:  # round and round
                return self._followed(chain[0])
            chain.append(step)
            waiting.add(step)
            step = self.following(step)
        rest = self._runs[step] if step >= 0 else (self.target[chain[-1]],)
        for one in reversed(chain):
            source = self.source[one]
            rest = (source, *(rest[: rest.index(source)] if source in rest else rest))
            self._runs[one] = rest
        return rest

    def _followed(self, step: int) -> tuple[int, ...]:
        """The radial that begins with a step, followed until it meets itself."""
        sites = [self.source[step], self.target[step]]
        seen = set(sites)
        step = self.following(step)
        while step >= 0 and self.target[step] not in seen:
            sites.append(self.target[step])
            seen.add(self.target[step])
            step = self.following(step)
        return tuple(sites)
