"""Whether two players can connect their regions at once: on a planar board they often cannot.

Give the board a vertex beyond each region, beside all its sites, and one more vertex, beside all of those.

- Where players connect two regions each, which take turns round the board, let the vertices of regions that follow each
  other be beside each other. If each player had connected, the groups would be two more steps between vertices beyond
  opposite regions: all five vertices would be beside each other.
- Where both connect the same three regions or more, the groups and the last vertex would all be beside three vertices.

The first has a minor K5, the second K3,3, and no planar graph has either (Wagner, "Über eine Eigenschaft der ebenen
Komplexe", 1937). So what remains to be seen is that the board is planar with those vertices. The steps of each site, in
order of their angles, are an embedding on some surface; it is a sphere if corners, edges and faces say so (Euler).
"""

from __future__ import annotations

import cmath
from collections.abc import Collection, Sequence
from typing import Final

#: how much farther than the farthest site the vertices beyond regions lie
_BEYOND: Final = 8.0


def excludes(
    steps: Sequence[Sequence[int]], positions: Sequence[complex], regions: Sequence[Sequence[Collection[int]]]
) -> bool:
    """Whether it is certain that no two groups without a common site connect the regions of one player each.

    `steps` are symmetric, and `regions` are those of both players. False also where it is not seen.
    """
    first, second = regions
    if len(first) == len(second) == 2:
        around = [first[0], second[0], first[1], second[1]]
        return _is_planar(steps, positions, around, in_ring=True)
    if len(first) >= 3 and [set(r) for r in first] == [set(r) for r in second]:
        return _is_planar(steps, positions, first, in_ring=False)
    return False


def _is_planar(
    steps: Sequence[Sequence[int]], positions: Sequence[complex], regions: Sequence[Collection[int]], *, in_ring: bool
) -> bool:
    """Whether the board with vertices beyond these regions is planar; `in_ring` those are beside each other in turn."""
    count = len(steps)
    middle = sum(positions) / count
    radius = max(abs(place - middle) for place in positions) or 1.0
    ways = [sum(positions[site] - middle for site in region) for region in regions]
    if any(abs(way) < 1e-6 * radius for way in ways):
        return False
    places = [*positions, *(middle + _BEYOND * radius * way / abs(way) for way in ways)]
    beside: list[set[int]] = [set(row) for row in steps] + [set(region) for region in regions]
    for number, region in enumerate(regions, count):
        for site in region:
            beside[site].add(number)
    outer = range(count, len(places))
    for number in outer if in_ring else ():
        other = count + (number + 1 - count) % len(regions)
        beside[number].add(other)
        beside[other].add(number)
    turns = [_turned(near, places, places[at]) for at, near in enumerate(beside)]
    # the last vertex is at infinity: seen from a vertex beyond a region outwards, and all the other way round
    for number in outer:
        outwards = cmath.phase(places[number] - middle)
        angles = [cmath.phase(places[t] - places[number]) for t in turns[number]]
        turns[number].insert(sum(angle < outwards for angle in angles), len(places))
    turns.append(sorted(outer, key=lambda t: -cmath.phase(places[t] - middle)))
    return is_sphere(turns)


def _turned(near: Collection[int], places: Sequence[complex], at: complex) -> list[int]:
    """What is beside a place, in order of angles."""
    return sorted(near, key=lambda number: cmath.phase(places[number] - at))


def is_sphere(turns: Sequence[Sequence[int]]) -> bool:
    """Whether a connected graph is embedded on a sphere; `turns` has what is beside each vertex, in order of angles.

    >>> is_sphere([[1, 2, 3], [2, 0, 3], [0, 1, 3], [0, 2, 1]]), is_sphere([[1, 2, 3], [2, 0, 3], [1, 0, 3], [0, 2, 1]])
    (True, False)
    """
    reached, todo = {0}, [0]
    while todo:
        new = set(turns[todo.pop()]) - reached
        reached |= new
        todo += new
    if len(reached) < len(turns):
        return False
    following = {(at, t): (t, turns[t][turns[t].index(at) - 1]) for at, near in enumerate(turns) for t in near}
    edges, faces, left = len(following) // 2, 0, set(following)
    while left:
        faces += 1
        start = dart = next(iter(left))
        while True:
            left.discard(dart)
            dart = following[dart]
            if dart == start:
                break
    return len(turns) - edges + faces == 2
