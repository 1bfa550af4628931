"""What can be seen of a pile of pieces on a board with layers (manual: booleans 5.4)."""

from __future__ import annotations

from collections import defaultdict

from ludens import board
from ludens.ludemes.directions import step_rows
from ludens.ludemes.neighbours import site_rows
from ludens.ludemes.searches import some
from ludens.rules.state.context import Context
from ludens.stage import BoolLike, IntLike, Rows


def is_covered(c: Context, site_type: board.SiteType | None, site: IntLike) -> BoolLike:
    """Whether a piece stands straight above a site."""
    rows = _above(c, site_type)
    return some(c, lambda body: rows.each(site, body), lambda t: c.state.what(site_type, t) != 0)


def is_joint_hidden(c: Context, site_type: board.SiteType | None, first: IntLike, second: IntLike) -> BoolLike:
    """Whether pieces lie upon two sites wherever a piece can lie upon both."""
    s, up = c.s, step_rows(c, c.state.site_type(site_type), (("Upward",),))
    common, filled = s.var(0), s.var(0)

    def compare(a: IntLike, b: IntLike) -> None:
        def both() -> None:
            common.set(common.get() + 1)
            filled.set(filled.get() + s.to_int(c.state.what(site_type, a) != 0))

        s.if_(a == b, both)

    up.each(first, lambda a: up.each(second, lambda b: compare(a, b)))
    return s.all_of(lambda: filled.get() > 0, lambda: filled.get() == common.get())


def _above(c: Context, site_type: board.SiteType | None) -> Rows:
    """For each site the later sites at exactly the same place of the plane."""
    kind = c.state.site_type(site_type)
    groups: dict[tuple[float, float], list[int]] = defaultdict(list)
    positions = [(x, y) for x, y, _ in c.model.topology.points(kind)]
    for site, place in enumerate(positions):
        groups[place].append(site)
    return site_rows(c, kind, "above", lambda site: [t for t in groups[positions[site]] if t > site])
