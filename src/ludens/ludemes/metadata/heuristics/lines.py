"""The term for games of lines: how far rows of a length are complete."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from ludens.ludemes.booleans.line import IsLine
from ludens.ludemes.metadata.heuristics import row_sets
from ludens.ludemes.metadata.heuristics.base import WeightedTerm
from ludens.ludemes.metadata.heuristics.row_sets import FULL, Window
from ludens.rules.base import Ludeme, named
from ludens.rules.categories import IntConstant
from ludens.rules.enums import AbsoluteDirection
from ludens.rules.state.context import Context
from ludens.rules.turns.phases import END, PHASES
from ludens.stage import BoolLike, IntLike, RealLike

#: the length where no end rule has one
_USUAL: Final = 3


def windows(c: Context, length: int) -> list[Window]:
    """The rows of a length on the board, each once: along opposite steps between adjacent sites, or all those of lines
    of the end rules, which may go along diagonals between sites that are not adjacent."""
    topology, kind = c.model.topology, c.model.default_site
    relation = "All" if any(one.direction is AbsoluteDirection.All for one in _asked_lines(c)) else "Adjacent"
    by_row: dict[tuple[int, ...], Window] = {}
    for site in range(topology.count(kind)):
        for radial in topology.distinct_radials_from(kind, site, relation):
            for behind_site in [radial.steps[1:] for radial in radial.opposites] or [()]:
                line = (*reversed(behind_site), *radial.steps)
                for start in range(len(line) - length + 1):
                    row = line[start : start + length]
                    before = line[start - 1] if start else -1
                    behind = line[start + length] if start + length < len(line) else -1
                    if row[0] > row[-1]:
                        row, before, behind = row[::-1], behind, before
                    by_row.setdefault(row, Window(row, before, behind))
    return list(by_row.values())


class LineCompletion(WeightedTerm):
    """How far lines of a length are complete: the best row without an enemy, and half of the second best.

    A row is worth the part of it that is the player's, and half of that for each end that an enemy blocks.
    """

    spellings = ("lineCompletionHeuristic",)
    target_length: int | None = named(None)

    def raw(self, c: Context, player: int) -> RealLike:
        length = self.target_length or _asked_length(c)
        rows = windows(c, length)
        if not rows:
            return 0.0
        value = c.s.attempted(partial(row_sets.two_best, c, player, rows))
        return _two_best(c, player, rows) if value is None else value


def _two_best(c: Context, player: int, rows: Sequence[Window]) -> RealLike:
    """The best row and half of the second best, by looking at each."""
    s, best, second, length = c.s, c.s.var(0), c.s.var(0), len(rows[0].sites)
    table = s.table([site for row in rows for site in (*row.sites, row.before, row.behind)])

    def is_enemy(site: IntLike) -> BoolLike:
        who = c.state.who(None, site)
        return s.all_of(lambda: who != player, lambda: who != 0)

    def is_blocked(site: IntLike) -> BoolLike:
        return s.all_of(lambda: site >= 0, lambda: is_enemy(site))

    def look(i: IntLike) -> None:
        owners = [c.state.who(None, table[i * (length + 2) + k]) for k in range(length)]
        own = _sum([s.to_int(who == player) for who in owners])
        empty = _sum([s.to_int(who == 0) for who in owners])

        def alive() -> None:
            value = s.var(own * FULL // length if isinstance(own, int) else s.quotient(own * FULL, length))
            for k in (length, length + 1):
                blocked = is_blocked(table[i * (length + 2) + k])
                s.if_(blocked, lambda: value.set(value.get() >> 1))

            def leads() -> None:
                second.set(best.get())
                best.set(value.get())

            s.if_(value.get() > best.get(), leads, lambda: second.set(s.maximum(second.get(), value.get())))

        s.if_(s.all_of(lambda: own + empty == length, lambda: own > 0), alive)

    s.for_range(0, len(rows), look)
    return (s.real(best.get()) + s.real(second.get()) * 0.5) * (1.0 / FULL)


def _sum(numbers: list[IntLike]) -> IntLike:
    total: IntLike = 0
    for number in numbers:
        total = number + total
    return total


def asked_at_the_end(c: Context) -> list[Ludeme]:
    """The ludemes of the end rules."""
    ends = [end for end in (END.of(c.model), *(phase.end for phase in PHASES.of(c.model))) if end is not None]
    return [one for end in ends for one in end.walk()]


def _asked_length(c: Context) -> int:
    """The greatest length in a condition on lines of the end rules, 2 at least; 3 where there is none."""
    lengths = [int(one.length.value) for one in _asked_lines(c) if isinstance(one.length, IntConstant)]
    return max(2, *lengths) if lengths else _USUAL


def _asked_lines(c: Context) -> list[IsLine]:
    return [one for one in asked_at_the_end(c) if isinstance(one, IsLine)]
