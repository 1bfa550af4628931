"""Captures at the end of the turn (manual: effects 1.9)."""

from __future__ import annotations

from ludens.rules.actions.pieces import Remove
from ludens.rules.state.context import Context
from ludens.rules.state.regions import BitRegion
from ludens.rules.state.trace import FRONT
from ludens.stage import IntLike


def capture_at_end_of_turn(c: Context) -> None:
    """Remove the noted pieces, unless the move just applied has set the next player."""
    p, s = c.state, c.s
    capture = _capture_levels if c.model.stacking else _capture_sites

    def run() -> None:
        capture(c)
        p.to_clear_count.set(0)
        if p.clearing.present:
            p.clearing.clear()

    s.if_(s.all_of(lambda: p.next_was_set.get() == 0, lambda: p.to_clear_count.get() > 0), run)
    p.next_was_set.set(0)


def _capture_sites(c: Context) -> None:
    """Each noted site once, in the order noted."""
    p, s = c.state, c.s

    def visit(i: IntLike) -> None:
        site = p.to_clear.get(i)
        s.if_(s.not_(p.is_empty(None, site)), lambda: _remove_in_front(c, site, -1))

    s.for_range(0, p.to_clear_count.get(), visit, rounds=p.to_clear.length)


def _capture_levels(c: Context) -> None:
    """From each noted site as many of the lowest levels as it was noted times."""
    p, s = c.state, c.s
    noted = BitRegion.empty(c)
    s.for_range(0, p.to_clear_count.get(), lambda i: noted.add(p.to_clear.get(i)))

    def visit(site: IntLike) -> None:
        times = s.var(0)

        def compare(i: IntLike) -> None:
            s.if_(p.to_clear.get(i) == site, lambda: times.set(times.get() + 1))

        s.for_range(0, p.to_clear_count.get(), compare)
        count = s.minimum(times.get(), p.size(None, site))
        s.for_down(count, 0, lambda level: _remove_in_front(c, site, level))

    noted.each(visit)


def _remove_in_front(c: Context, site: IntLike, level: IntLike) -> None:
    """A removal that is recorded before what the move has done so far."""
    if c.tracer is not None:
        c.tracer.mark(c, FRONT)
    Remove(c.model.default_site, site, level).perform(c)
