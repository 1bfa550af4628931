"""Captures of rows between a site and a flanking piece, worked out over sets of sites.

What may be captured and what flanks are sets; along each way of the board, rows are filled by shifts. So the captures
of one site, and all sites from which something is captured, are found without walking along any line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludens import board
from ludens.ludemes.directions import DirectionArgument, static_directions
from ludens.ludemes.runtime import sets
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.sets import WordSet
from ludens.ludemes.ways import Way, ways_of
from ludens.stage import BoolLike, IntLike, Long
from ludens.stage.lanes import spread

Condition = Callable[[Context, IntLike], BoolLike]


@dataclass(frozen=True)
class Flanks:
    """Rows of `captured` sites, each of which ends at one of `flanking`; `at_edge` are those that the edge flanks."""

    c: Context
    ways: list[Way]
    captured: WordSet
    flanking: WordSet
    at_edge: WordSet

    @classmethod
    def of(
        cls,
        c: Context,
        kind: board.SiteType,
        direction: DirectionArgument | None,
        captured: Condition,
        flanking: Condition,
    ) -> Flanks | None:
        """None where the conditions, or the lines of the board, are not known for all sites at once.

        The conditions have their site bound to `between`, the second one to `to` as well: -1 beyond the board's edge,
        where it must not ask for `between`.
        """
        names = static_directions(c, direction, kind)
        ways = ways_of(c, kind, names) if names is not None else None
        if not ways:
            return None
        within = sets.where(c, kind, lambda site: captured(c.bind(between=site), site))
        ends = sets.where(c, kind, lambda site: flanking(c.bind(between=site, to=site), site))
        if within is None or ends is None:
            return None
        edge = WordSet(c, spread(c.s, flanking(c.bind(to=-1), -1), c.model.count(kind)))
        return cls(c, ways, within, ends - within, edge & within)

    def _flanked(self, way: Way) -> WordSet:
        """The last sites of rows that are flanked."""
        after = way.back(self.flanking) & self.captured
        return after | way.ending(self.at_edge)

    def origins(self, able: WordSet) -> WordSet:
        """The sites from which a row is captured that has one of the `able` sites."""
        s = self.c.s
        rows = [_Kept(way.filled_back(self._flanked(way), self.captured)) for way in self.ways]

        def narrow() -> None:
            for way, row in zip(self.ways, rows, strict=True):
                row.set(way.filled_back(row.get() & able, row.get()))

        s.if_((self.captured - able).any_word() != 0, narrow)
        return union([way.back(row.get()) for way, row in zip(self.ways, rows, strict=True)])

    def captured_from(self, origin: IntLike) -> WordSet:
        """What is captured from a site of the board."""
        s, start = self.c.s, WordSet.single(self.c, origin, len(self.captured.bits))
        found = []
        for way in self.ways:
            row = way.filled(way.on(start) & self.captured, self.captured)
            flanked = (row & self._flanked(way)).any_word() != 0
            found.append(WordSet(self.c, [s.select(flanked, word, 0) for word in row.bits], row.limit))
        return union(found)


class _Kept:
    """A set that a branch may change."""

    def __init__(self, sites: WordSet) -> None:
        self._first = sites
        self._words = [sites.s.var(word, Long) for word in sites.bits]

    def set(self, sites: WordSet) -> None:
        for kept, word in zip(self._words, sites.bits, strict=True):
            kept.set(word)

    def get(self) -> WordSet:
        return WordSet(self._first.c, [kept.get() for kept in self._words], self._first.limit)


def union(found: list[WordSet]) -> WordSet:
    """The sites of all sets, joined pairwise."""
    while len(found) > 1:
        found = [a | b for a, b in zip(found[::2], found[1::2], strict=False)] + found[len(found) & ~1 :]
    return found[0]


__all__ = ["Flanks", "union"]
