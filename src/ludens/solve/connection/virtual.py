"""Virtual connections: what nobody can cut any more, found by combining smaller ones.

Two ends, each an empty site, a group or a region, are *virtually connected* if a player can connect them who moves
second, and have a *semi-connection* if that takes the first move; its *carrier* are the empty sites it needs. They are
combined by two rules (H-search: Anshelevich, "A hierarchical approach to computer Hex", Artificial Intelligence 134,
2002):

- and: connections from two ends to a third one, whose carriers have nothing in common, connect the two ends if the
  third is a group, and make a semi-connection, which begins on the third, if it is empty;
- or: semi-connections between the same ends, whose carriers have no site in common, are a connection together.

Where there are three regions to connect, as in Y, connections from one end to all of them are a win in the same way.
What is found holds; not all that holds is found.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ludens.solve.connection.ground import Ground
from ludens.solve.connection.sets import beside_any, sites_of

#: of the connections, and of the semi-connections, between two ends no more than so many are kept
_CONNECTIONS: Final = 8
_SEMIS: Final = 12
#: no more than so many semi-connections are taken together by the rule or
_TOGETHER: Final = 3
#: connections that are combined with others, at most: those with small carriers come first
_MOST: Final = 3000
Ends = tuple[int, int]


class Semi(NamedTuple):
    """A semi-connection: its carrier, and the site of it that begins."""

    carrier: int
    begin: int


@dataclass(frozen=True)
class Won:
    """How a player has connected all regions virtually: the carriers for who moves second, and for who moves first."""

    second: list[int] = field(default_factory=list)
    first: list[Semi] = field(default_factory=list)


def won_virtually(ground: Ground, player: int, own: int, empty: int) -> Won:
    """The virtual wins of a player with these pieces, the empty sites being those.

    It does not end with the first one: the smaller the carriers, the less there is to search.
    """
    return _Search(ground, player, own, empty).run()


class _Search:
    """One search. Ends are numbered: empty sites as they are, groups by their lowest site, regions behind all sites."""

    def __init__(self, ground: Ground, player: int, own: int, empty: int) -> None:
        self._ground, self._regions = ground, ground.regions[player - 1]
        self._first_region = ground.count
        self._numbered = range(ground.count, ground.count + len(self._regions))
        self._empty = empty
        #: the sets of the ends that are empty sites
        self._sites = {site: 1 << site for site in sites_of(empty)}
        self._groups = {(group & -group).bit_length() - 1: group for group in ground.groups(own)}
        self._connections: dict[int, dict[int, list[int]]] = {}
        self._semis: dict[Ends, list[int]] = {}
        self._todo: list[tuple[int, int, int, int, int]] = []
        self._numbers = itertools.count()
        self._won = Won()

    def run(self) -> Won:
        self._begin()
        for _ in range(_MOST):
            if not self._todo:
                break
            _, _, one, other, carrier = heapq.heappop(self._todo)
            # another one with a smaller carrier may have taken its place
            if carrier in self._connections[one][other]:
                self._combine(one, other, carrier)
                self._combine(other, one, carrier)
        return self._won

    def _begin(self) -> None:
        """What is beside each other is connected."""
        beside, empty = self._ground.beside, self._empty
        for end in (
            *sites_of(empty),
            *self._groups,
            *range(self._first_region, self._first_region + len(self._regions)),
        ):
            self._connections[end] = {}
        for site in sites_of(empty):
            for other in sites_of(beside[site] & empty >> site << site):
                self._connect(site, other, 0)
        for end, group in self._groups.items():
            for site in sites_of(beside_any(group, beside) & empty):
                self._connect(end, site, 0)
        for number, region in enumerate(self._regions, self._first_region):
            for site in sites_of(region & empty):
                self._connect(number, site, 0)
            for end, group in self._groups.items():
                if group & region:
                    self._connect(number, end, 0)

    # --- the two rules

    def _combine(self, end: int, middle: int, carrier: int) -> None:
        """The rule and: a connection from an end to a middle, with all from there."""
        if middle >= self._first_region:
            return
        is_group, is_region = middle in self._groups, end >= self._first_region
        excluded, union, site = carrier | self._sites.get(end, 0), carrier | 1 << middle, self._sites
        for other, carriers in list(self._connections[middle].items()):
            if other == end or site.get(other, 0) & carrier or (is_region and other >= self._first_region):
                continue
            for further in tuple(carriers):
                if further & excluded:
                    continue
                if is_group:
                    self._connect(end, other, carrier | further)
                else:
                    self._begin_on(end, other, union | further)
        if is_region:
            self._win(end, middle, carrier, is_group)

    def _win(self, region: int, middle: int, carrier: int, is_group: bool) -> None:
        """The same for all regions at once."""
        lists = [tuple(self._connections[middle].get(other, ())) for other in self._numbered if other != region]
        for together in itertools.product(*lists):
            union = carrier
            for one in together:
                if union & one:
                    break
                union |= one
            else:
                if is_group:
                    _keep(self._won.second, union, _CONNECTIONS)
                else:
                    self._win_first(Semi(union | 1 << middle, middle))

    def _win_first(self, semi: Semi) -> None:
        semis = self._won.first
        if any(one.carrier & ~semi.carrier == 0 for one in semis):
            return
        for union in _empty_together(semi.carrier, [one.carrier for one in semis]):
            _keep(self._won.second, union, _CONNECTIONS)
        semis[:] = [one for one in semis if semi.carrier & ~one.carrier]
        if len(semis) < 2 * _SEMIS:
            semis.append(semi)

    def _begin_on(self, end: int, other: int, carrier: int) -> None:
        """Keep a semi-connection, with what the rule or makes of it."""
        ends = (end, other) if end < other else (other, end)
        semis = self._semis.get(ends)
        if semis is None:
            semis = self._semis[ends] = []
        for carriers in (semis, self._connections[end].get(other, ())):
            for one in carriers:
                if one & carrier == one:
                    return
        before = tuple(semis)
        if _keep(semis, carrier, _SEMIS):
            for union in _empty_together(carrier, before):
                self._connect(end, other, union)

    # --- what is known

    def _connect(self, end: int, other: int, carrier: int) -> None:
        carriers = self._connections[end].get(other)
        if carriers is None:
            carriers = self._connections[end][other] = self._connections[other][end] = []
        if _keep(carriers, carrier, _CONNECTIONS):
            heapq.heappush(self._todo, (carrier.bit_count(), next(self._numbers), end, other, carrier))


def _keep(carriers: list[int], carrier: int, most: int) -> bool:
    """Keep a carrier that has none of those known within it, and take away those that it is within."""
    for one in carriers:
        if one & ~carrier == 0:
            return False
    carriers[:] = [one for one in carriers if carrier & ~one]
    if len(carriers) >= most:
        return False
    carriers.append(carrier)
    return True


def _empty_together(carrier: int, others: Sequence[int]) -> Iterator[int]:
    """Unions of a carrier with some of the others that have no site in common with it, all together."""
    todo = [(carrier, carrier, 0, 1)]
    while todo:
        common, union, first, count = todo.pop()
        for number in range(first, len(others)):
            left = common & others[number]
            if not left:
                yield union | others[number]
            elif left != common and count < _TOGETHER:
                todo.append((left, union | others[number], number + 1, count + 1))
