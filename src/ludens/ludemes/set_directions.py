"""Directions over whole sets of sites: what lies one step on, how far lines of sites go on unbroken.

A way is a direction in which every step adds the same number to the site, as on boards in rows: words of sites are
shifted by it. The sites that have a step in it are told by the topology, so that nothing runs over a board's edge.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludens import board
from ludens.ludemes.directions import Names
from ludens.rules.state.context import Context
from ludens.rules.state.sets import WordSet, constant_set


@dataclass(frozen=True)
class Way:
    """One direction: what a step adds, the sites that have one, and the most sites of a line without its origin."""

    delta: int
    leaving: frozenset[int]
    longest: int

    def on(self, sites: WordSet) -> WordSet:
        """What lies one step on from the sites."""
        return (sites & self._set_of(sites, self.leaving)).shifted(self.delta)

    def back(self, sites: WordSet) -> WordSet:
        """The sites from which one step leads to these."""
        return sites.shifted(-self.delta) & self._set_of(sites, self.leaving)

    def ending(self, sites: WordSet) -> WordSet:
        """Those of the sites from which no step leads on."""
        return sites - self._set_of(sites, self.leaving)

    def filled(self, start: WordSet, through: WordSet) -> WordSet:
        """`start` and what lies on from it, as far as all of that is in `through`."""
        landing = frozenset(site + self.delta for site in self.leaving)
        return self._filled(start, through & self._set_of(start, landing), self.delta)

    def filled_back(self, start: WordSet, through: WordSet) -> WordSet:
        """`start` and the sites from which lines in `through` lead there."""
        return self._filled(start, through & self._set_of(start, self.leaving), -self.delta)

    def _filled(self, filled: WordSet, free: WordSet, step: int) -> WordSet:
        """The reach doubles: `free` are the sites before which as many are free as have been reached."""
        reach = 1
        while reach <= self.longest:
            filled = filled | (free & filled.shifted(step * reach))
            if 2 * reach <= self.longest:
                free = free & free.shifted(step * reach)
            reach *= 2
        return filled

    def _set_of(self, like: WordSet, sites: frozenset[int]) -> WordSet:
        return constant_set(like.c, sites, len(like.bits))


def ways_of(c: Context, kind: board.SiteType, names: Names) -> list[Way] | None:
    """The lines of all sites of a type in some directions, as ways; None where they do not make any."""
    return c.s.once(("ways", kind, names), lambda: _ways(c, kind, names))


def _ways(c: Context, kind: board.SiteType, names: Names) -> list[Way] | None:
    finder = c.model.topology.finder(kind)
    lines = [run for site in range(c.model.count(kind)) for name in names for run in finder.sites(site, name)]
    lines = [run for run in lines if len(run) > 1]
    leaving: dict[int, set[int]] = {}
    for run in lines:
        leaving.setdefault(run[1] - run[0], set()).add(run[0])
    if sum(map(len, leaving.values())) != len(lines):
        return None  # two lines of a site begin alike
    reach = {delta: {site: _reach(site, delta, sites) for site in sites} for delta, sites in leaving.items()}
    for run in lines:
        delta = run[1] - run[0]
        if tuple(run) != tuple(run[0] + delta * k for k in range(reach[delta][run[0]] + 1)):
            return None
    return [Way(delta, frozenset(sites), max(reach[delta].values())) for delta, sites in leaving.items()]


def steps_of(c: Context, kind: board.SiteType, name: str) -> list[Way]:
    """The single steps of all sites of a type in a direction of that name, by what they add."""

    def make() -> list[Way]:
        targets, leaving = c.model.topology.finder(kind).table(name), dict[int, set[int]]()
        for site in range(c.model.count(kind)):
            for target in targets.targets_of(site):
                leaving.setdefault(target - site, set()).add(site)
        return [Way(delta, frozenset(sites), 1) for delta, sites in sorted(leaving.items())]

    return c.s.once(("steps by what they add", kind, name), make)


def around(ways: list[Way], sites: WordSet) -> WordSet:
    """What lies one step on from the sites in some of the ways."""
    result = constant_set(sites.c, (), len(sites.bits))
    for way in ways:
        result = result | way.on(sites)
    return result


def _reach(site: int, delta: int, leaving: set[int]) -> int:
    """How many steps lead on from a site."""
    steps = 0
    while site in leaving:
        site, steps = site + delta, steps + 1
    return steps


__all__ = ["Way", "around", "steps_of", "ways_of"]
