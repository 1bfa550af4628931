"""The sites that large pieces cover: walks from a root site."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.board.directions import left, right
from ludens.board.topology import Topology


def covered_sites(topology: Topology, walks: Sequence[Sequence[str]], root: int, state: int) -> list[int]:
    """The cells of a large piece with its root on a cell, in walk order; empty where it does not fit.

    The state chooses the walk and the direction it starts in; a walk is a list of "F", "L" and "R".
    """
    directions = topology.supported_directions("Cell", "Orthogonal")
    if not 0 <= root < topology.count("Cell") or not directions:
        return []
    number, turned = divmod(max(state, 0), len(directions))
    if number >= len(walks):
        return [root]
    return _walked(topology, walks[number], root, directions[turned], directions)


def _walked(topology: Topology, walk: Sequence[str], root: int, facing: str, directions: Sequence[str]) -> list[int]:
    sites, current = [root], root
    for step in walk:
        if step == "F":
            ahead = topology.steps("Cell", current, facing)
            if not ahead:
                return []
            current = ahead[-1]
            if current not in sites:
                sites.append(current)
        else:
            turn = right if step == "R" else left
            facing = turn(facing)
            while facing not in directions:
                facing = turn(facing)
    return sites
