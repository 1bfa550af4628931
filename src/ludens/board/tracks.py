"""Tracks: ordered paths along the sites of a board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ludens.board.directions import absolute
from ludens.board.errors import BoardError
from ludens.board.graph import LIMIT
from ludens.board.topology import Topology

END: Final = -2
OFF: Final = -1
_NUMBER: Final = re.compile(r"\d+")
_RUN: Final = re.compile(r"([A-Za-z]+)(\d*)")


@dataclass(frozen=True, slots=True)
class TrackElement:
    """A place on a track. Sites and indices of what comes before and after are -1 where nothing does."""

    site: int
    prev: int
    prev_index: int
    next: int
    next_index: int
    bump: int


@dataclass(frozen=True)
class Track:
    """A named path of sites with the number of its owner (0: nobody)."""

    name: str
    elements: tuple[TrackElement, ...]
    owner: int = 0
    loop: bool = False
    directed: bool = False
    internal_loop: bool = False

    @cached_property
    def sites(self) -> tuple[int, ...]:
        """The sites in order, repeats dropped."""
        return tuple(e.site for e in self.elements)

    def index_of(self, site: int) -> int:
        """The first place of a site on the track, -1 if it is not on it."""
        return self.sites.index(site) if site in self.sites else -1


def build_track(
    name: str, sites: Sequence[int], *, owner: int = 0, loop: bool = False, directed: bool = False
) -> Track:
    """A track along listed sites; a site listed several times in a row is one element with a bump."""
    for site in sites:
        if not END <= site < 4 * LIMIT:
            raise BoardError(f"the track {name!r} has the site {site}, which no board has")
    path: list[int] = []
    bumps: list[int] = []
    for site in sites:
        if path and path[-1] == site:
            bumps[-1] += 1
        else:
            path.append(site)
            bumps.append(0)
    if len(path) < 2:
        raise BoardError(f"the track {name!r} needs at least two different sites")
    elements = tuple(_element(path, n, bumps[n], loop, directed) for n in range(len(path)))
    internal = not any(bumps) and len(set(path)) < len(path)
    return Track(name, elements, owner, loop, directed, internal)


def _element(path: Sequence[int], n: int, bump: int, loop: bool, directed: bool) -> TrackElement:
    last = len(path) - 1
    before, after = n - 1, n + 1
    if n == 0:
        before = last if loop else -1
    elif n < last and directed:
        before = -1
    if n == last:
        after = 0 if loop else -1
    return TrackElement(path[n], _at(path, before), before, _at(path, after), after, bump)


def _at(path: Sequence[int], n: int) -> int:
    return path[n] if n >= 0 else OFF


def sites_of_string(topology: Topology, text: str) -> list[int]:
    """The sites of a track written as `"0,E3,N,W,End"`: a start, then runs along radials.

    Commas at its end are ignored.
    """
    site_type = topology.default_site
    if site_type == "Edge":
        raise BoardError("a track written as a string needs a board of cells or vertices")
    facings = {absolute(f): f for f in topology.supported_directions(site_type, "All")}
    tokens = text.rstrip(",").split(",")
    if not _NUMBER.fullmatch(tokens[0]):
        raise BoardError(f"the track {text!r} has to begin with a site")
    sites: list[int] = []
    current = -1
    for token in tokens:
        if _NUMBER.fullmatch(token):
            sites.append(int(token))
            current = sites[-1] if sites[-1] < topology.count(site_type) else -1
        elif token == "End":
            sites.append(END)
        else:
            run = _run(topology, token, current, facings)
            sites += run
            current = run[-1] if run else current
    return sites


def _run(topology: Topology, token: str, current: int, facings: dict[str, str]) -> list[int]:
    match = _RUN.fullmatch(token)
    if not match or match[1] not in facings:
        raise BoardError(f"{token!r} is no direction of this board (it has {', '.join(facings)})")
    if current < 0:
        raise BoardError(f"{token!r} has no site on the board to start from")
    count = int(match[2]) if match[2] else None
    radials = topology.radials_from(topology.default_site, current, match[1])
    return [site for r in radials for site in r.steps[1:][:count]]
