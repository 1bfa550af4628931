"""The term for games of connection: how many empty sites a player has to fill yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ludens.ludemes.booleans.connection import IsConnected
from ludens.ludemes.booleans.region_groups import owned_groups
from ludens.ludemes.metadata.heuristics.base import WeightedTerm
from ludens.ludemes.metadata.heuristics.lines import asked_at_the_end
from ludens.rules.base import Ludeme
from ludens.rules.state.context import Context
from ludens.rules.state.fields.links import Regions, steps_between
from ludens.stage import Address, BoolLike, IntLike, RealLike, Variable

#: more regions are not looked at
_REGIONS: Final = 3


class Connection(WeightedTerm):
    """How near the player is to connecting regions: less the empty sites that have yet to be filled.

    Of two regions it is the shortest way from one to the other, over the player's own sites for nothing; of three the
    ways from them to the site where that is least. Regions and directions are those of the first end that asks for a
    connection.
    """

    spellings = ("connectionHeuristic",)

    def raw(self, c: Context, player: int) -> RealLike:
        ways = ways_of(c, player)
        if ways is None:
            return 0.0
        return ways.left(c, player) * -1.0


def ways_of(c: Context, player: int) -> Ways | None:
    """What is to be connected; None where no end rule needs it, or where one needs more than is looked at."""
    rule = next((one for one in asked_at_the_end(c) if isinstance(one, IsConnected)), None)
    if rule is None or rule.kind not in (None, c.model.default_site) or c.model.stacking:
        return None
    names = rule.beside(c)
    groups = _groups(c, rule, player)
    if names is None or not 2 <= len(groups) <= _REGIONS or not _asks_for_all(rule, len(groups)):
        return None
    return Ways(steps_between(c.model, names), groups)


def _groups(c: Context, rule: IsConnected, player: int) -> Regions:
    if rule.role is None:
        return rule.known_regions(c) or ()
    return tuple(tuple(group) for group in owned_groups(c, player) if group)


def _asks_for_all(rule: IsConnected, count: int) -> bool:
    number: Ludeme | None = rule.number
    return number is None or getattr(number, "value", None) == count


class Ways:
    """Regions to connect, and the steps between sites."""

    def __init__(self, steps: Sequence[Sequence[int]], regions: Regions) -> None:
        self.steps, self.regions = steps, regions

    def left(self, c: Context, player: int) -> RealLike:
        """The sites to fill; as many as there are where there is no way."""
        ways = [_Way(c, player, self.steps, region) for region in self.regions]
        if len(ways) == 2:
            return c.s.real(ways[0].length_to(self.regions[1]))
        for way in ways:
            way.go_everywhere()
        return c.s.real(self._meeting(c, ways))

    def _meeting(self, c: Context, ways: Sequence[_Way]) -> IntLike:
        """The least that it costs to come to one site from all regions."""
        s, size = c.s, len(self.steps)
        least = s.var(size)

        def look(site: IntLike) -> None:
            costs = [way.cost(site) for way in ways]
            total: IntLike = 0
            for cost in costs:
                total = cost + total
            shared = s.select(c.state.who(None, site) == 0, len(ways) - 1, 0)
            all_come = s.all_of(*(lambda cost=cost: cost >= 0 for cost in costs))
            s.if_(all_come, lambda: least.set(s.minimum(least.get(), total - shared)))

        s.for_range(0, size, look)
        return least.get()


class _Way:
    """A search for the shortest way: level by level, sites of the player's own on the way at once."""

    def __init__(self, c: Context, player: int, steps: Sequence[Sequence[int]], start: Sequence[int]) -> None:
        s = self.s = c.s
        self.c, self.player, self.size = c, player, len(steps)
        self.near, self.start = s.rows([list(near) for near in steps]), s.rows([list(start)])
        #: what each site that was met costs, and 1 more; the player's own and empty ones that are to be left
        self.met, self.own, self.empty = s.alloca(2 * self.size), s.alloca(4 * self.size), s.alloca(4 * self.size)
        self.owns, self.first, self.last = s.var(0), s.var(0), s.var(0)
        self.level, self.total = s.var(0), s.var(-1)

    def go_everywhere(self) -> None:
        """Find what every site costs."""
        self._go(lambda site: self.near.each(site, self._meet))

    def cost(self, site: IntLike) -> IntLike:
        """How many sites are to be filled to come to a site, itself among them; negative where there is no way."""
        return self.s.load(self.met, site, "i16") - 1

    def length_to(self, goal: Sequence[int]) -> IntLike:
        """How many sites are to be filled to come to a region; as many as there are where there is no way."""
        s = self.s
        is_goal = s.table([int(site in set(goal)) for site in range(self.size)], "u8")

        def leave(site: IntLike) -> None:
            reached = is_goal[site] != 0
            s.if_(reached, lambda: self.total.set(self.level.get()), lambda: self.near.each(site, self._meet))

        self._go(leave)
        return s.select(self.total.get() < 0, self.size, self.total.get())

    def _go(self, leave: Callable[[IntLike], object]) -> None:
        self.s.clear(self.met, 2 * self.size)
        self.start.each(0, self._meet)
        self.s.while_(self._goes_on, lambda: self._visit(leave), rounds=self.size + 1)

    def _goes_on(self) -> BoolLike:
        waiting = lambda: self.s.any_of(lambda: self.owns.get() > 0, lambda: self.first.get() < self.last.get())  # noqa: E731
        return self.s.all_of(lambda: self.total.get() < 0, waiting)

    def _meet(self, site: IntLike) -> None:
        """A site that can be come to at the present level, or filled for one more."""
        s = self.s

        def fresh() -> None:
            who = self.c.state.who(None, site)
            s.if_(who == self.player, lambda: self._note(site, 0, self.own, self.owns))
            s.if_(who == 0, lambda: self._note(site, 1, self.empty, self.last))

        s.if_(s.load(self.met, site, "i16") == 0, fresh)

    def _note(self, site: IntLike, cost: int, queue: Address, count: Variable[IntLike]) -> None:
        self.s.store(self.met, site, "i16", self.level.get() + cost + 1)
        self.s.store(queue, count.get(), "i32", site)
        count.set(count.get() + 1)

    def _visit(self, leave: Callable[[IntLike], object]) -> None:
        s, site = self.s, self.s.var(0)

        def own() -> None:
            self.owns.set(self.owns.get() - 1)
            site.set(s.load(self.own, self.owns.get(), "i32"))

        def empty() -> None:
            site.set(s.load(self.empty, self.first.get(), "i32"))
            self.first.set(self.first.get() + 1)
            self.level.set(s.load(self.met, site.get(), "i16") - 1)

        s.if_(self.owns.get() > 0, own, empty)
        leave(s.narrowed(site.get(), 0, self.size - 1))


__all__ = ["Connection", "Ways", "ways_of"]
