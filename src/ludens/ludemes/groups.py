"""Flood fills: groups of sites that steps connect (manual: integers 1.8).

The work list of a fill and its set of members lie in the memory of the current call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from ludens import board
from ludens.ludemes.directions import DirectionArgument, each_step, step_rows
from ludens.ludemes.set_directions import Way, around, steps_of
from ludens.rules.enums import AbsoluteDirection
from ludens.rules.state.context import Context
from ludens.rules.state.regions import BitRegion, Region
from ludens.rules.state.sets import WordSet, where, words_of
from ludens.stage import Bool, BoolLike, IntLike, Long

Accept = Callable[[IntLike], BoolLike]


class Group(BitRegion):
    """The sites of a group, all below its capacity, and in `member` the order in which they were found."""

    def __init__(self, c: Context, capacity: int) -> None:
        super().__init__(c, limit=capacity)
        self._capacity = max(capacity, 1)
        self._order = c.s.alloca(2 * self._capacity)
        self._size = c.s.var(0)

    @property
    def size(self) -> IntLike:
        """The number of sites."""
        return self.s.narrowed(self._size.get(), 0, self._capacity)

    def member(self, index: IntLike) -> IntLike:
        """The site found as number `index`, the seed being number 0."""
        return self.site(cast(IntLike, self.s.peek(self._order, index, self._capacity, "u16")))

    def restart(self, seed: IntLike) -> None:
        """Forget all members; only the seed is one."""
        self.s.clear(self.address, 8 * self.words)
        self._size.set(0)
        self.append(seed)

    def append(self, site: IntLike) -> None:
        """Add a site; one that is a member, or none of the board's, is left out.

        There is always room: no site is listed twice, and each is below the capacity.
        """

        def put() -> None:
            self.add(site)
            last = self.s.narrowed(self.size, 0, self._capacity - 1)
            self.s.store(self._order, last, "u16", site)
            self._size.set(last + 1)

        fresh = self.s.all_of(lambda: self.s.inside(site, self.limit), lambda: self.s.not_(self.contains(site)))
        self.s.if_(fresh, put)

    def each_found(self, body: Callable[[IntLike], object], most: int | None = None) -> None:
        """Run the body for each member in the order in which they were found, for those too that it appends.

        It ends where there are `most` members.
        """
        done = self.s.var(0)
        index: IntLike = 0

        def more() -> BoolLike:
            nonlocal index
            index = self.s.narrowed(done.get(), 0, self._capacity)
            going: BoolLike = index < self.size
            return going if most is None or most >= self._capacity else going & (self.size < most)

        def visit() -> None:
            site = self.member(index)
            done.set(index + 1)
            body(site)

        self.s.while_(more, visit, rounds=self._capacity)


def grow(
    c: Context,
    site_type: board.SiteType | None,
    seed: IntLike,
    direction: DirectionArgument | None,
    accept: Accept,
    *,
    link: Callable[[IntLike, IntLike], BoolLike] | None = None,
    most: int | None = None,
) -> Group:
    """The group of a seed: neighbours are a step of the direction away (None: Adjacent), `accept` says which join.

    The seed is a member whether accepted or not, and must be a site of the type. `link(a, b)` may forbid a step.
    A group that has `most` sites need not grow further.
    """
    kind = site_type or c.model.default_site
    group = Group(c, c.model.count(kind))
    group.restart(seed)

    def expand(site: IntLike) -> None:
        _steps(c, kind, site, direction, lambda t: c.s.if_(c.s.not_(group.contains(t)), lambda: test(site, t)))

    def test(site: IntLike, t: IntLike) -> None:
        linked = link(site, t) if link is not None else True
        c.s.if_(c.s.all_of(lambda: linked, lambda: accept(t)), lambda: group.append(t))

    group.each_found(expand, most)
    return group


#: shifts of more words in a round are more than the neighbours of single sites
MOST_SHIFTS = 32


def shifts(c: Context, kind: board.SiteType, direction: DirectionArgument | None) -> list[Way] | None:
    """The steps of all sites in a direction as shifts of words; None where they are many, or depend on play."""
    if c.tracer is not None or not (direction is None or isinstance(direction, AbsoluteDirection)):
        return None
    ways = steps_of(c, kind, direction.value if direction is not None else "Adjacent")
    return ways if len(ways) * words_of(c, kind) <= MOST_SHIFTS else None


def flood(
    c: Context, kind: board.SiteType, seed: IntLike, direction: DirectionArgument | None, accept: Accept
) -> WordSet | None:
    """The sites of the group that `grow` finds, from all of its sites at once; None where that cannot be.

    It cannot where `accept` is not known for all sites at once, or where steps are no few shifts of words.
    """
    ways = shifts(c, kind, direction)
    through = where(c, kind, accept) if ways else None
    if ways is None or through is None:
        return None
    s, start = c.s, WordSet.single(c, seed, words_of(c, kind))
    words, grown = [s.var(word, Long) for word in start.bits], s.var(True, Bool)

    def spread() -> None:
        reached = WordSet(c, [word.get() for word in words], start.limit)
        fresh = (around(ways, reached) & through) - reached
        grown.set(fresh.any_word() != 0)
        for word, bits in zip(words, (reached | fresh).bits, strict=True):
            word.set(bits)

    s.while_(grown.get, spread, rounds=c.model.count(kind))
    return WordSet(c, [word.get() for word in words], start.limit)


def each_group(
    c: Context,
    site_type: board.SiteType | None,
    direction: DirectionArgument | None,
    holds: Accept,
    body: Callable[[Group], object],
    *,
    link: Callable[[IntLike, IntLike], BoolLike] | None = None,
    starts: Accept | None = None,
) -> None:
    """Run the body for each group of the sites that `holds` accepts, by ascending seeds (manual: integers 8.7).

    `starts` may forbid a seed that holds.
    """
    kind = site_type or c.model.default_site
    seen = BitRegion.empty(c)

    def look(seed: IntLike) -> None:
        fresh = c.s.all_of(
            lambda: c.s.not_(seen.contains(seed)), lambda: starts(seed) if starts else True, lambda: holds(seed)
        )
        c.s.if_(fresh, lambda: run(seed))

    def run(seed: IntLike) -> None:
        group = grow(c, kind, seed, direction, holds, link=link)
        merge(seen, group)
        body(group)

    c.s.for_range(0, c.model.count(kind), look)


def merge(into: BitRegion, other: Region) -> None:
    """Add the members of another region."""
    if isinstance(other, WordSet):
        for i, word in enumerate(other.bits):
            into.set_word(i, into.word(i) | word)
        return
    into.s.for_range(0, into.words, lambda i: into.set_word(i, into.word(i) | other.word(i)))


def _steps(
    c: Context,
    kind: board.SiteType,
    site: IntLike,
    direction: DirectionArgument | None,
    body: Callable[[IntLike], object],
) -> None:
    """Like `each_step`, without its test whether the site is on the board."""
    if direction is None or isinstance(direction, AbsoluteDirection):
        step_rows(c, kind, ((direction.value if direction is not None else "Adjacent",),)).each(site, body)
    else:
        each_step(c, direction, kind, site, body)
