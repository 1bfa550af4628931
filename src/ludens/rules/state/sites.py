"""Which sites and pieces a game has, and how a site's type prints."""

from __future__ import annotations

from ludens import board
from ludens.rules.state.context import Context
from ludens.rules.state.model import SITE_TYPES
from ludens.stage import BoolLike, IntLike


def in_range(number: IntLike, count: IntLike) -> BoolLike:
    """Whether a number is one of 0 .. count-1; both ends are tested, see `within` for the second only where needed."""
    return (number >= 0) & (number < count)


def has_site(c: Context, site_type: board.SiteType | None, site: IntLike) -> BoolLike:
    """Whether what stands on a site has a place in the state."""
    if not c.state.stored(site_type):
        return False
    if c.state.site_type(site_type) == c.model.default_site:
        return c.s.inside(site, c.model.total_sites)  # its slot is the site: what holds of one is known of the other
    return c.s.inside(c.state.slot(site_type, site), c.state.num_slots)


def has_piece(c: Context, what: IntLike) -> BoolLike:
    """Whether a number is that of a component, or 0 for none."""
    return in_range(what, len(c.model.components))


def type_code(c: Context, site_type: board.SiteType | None, site: IntLike | None = None) -> IntLike:
    """A site type as it prints: an index that is none of the type's is a cell of another container (manual: runtime
    3.1)."""
    kind = site_type or c.model.default_site
    if site is None or kind == "Cell" or len(c.model.containers) == 1:
        return SITE_TYPES.index(kind)
    return c.s.select(site >= c.model.count(kind), 0, SITE_TYPES.index(kind))


def within(c: Context, value: IntLike, low: IntLike, high: IntLike) -> BoolLike:
    """Whether low <= value < high; the upper end is tested only where the lower one holds."""
    return c.s.all_of(lambda: value >= low, lambda: value < high)


def readable(c: Context, site_type: board.SiteType | None, site: IntLike) -> BoolLike:
    """Whether the site exists: on the board in that type, or in another container."""
    model = c.model
    on_board = model.count(c.state.site_type(site_type))
    other = model.first_other_site
    if len(model.containers) == 1 or on_board >= other:
        return within(c, site, 0, max(on_board, model.total_sites))
    return c.s.any_of(lambda: within(c, site, 0, on_board), lambda: within(c, site, other, model.total_sites))


def on_board(c: Context, site_type: board.SiteType | None, site: IntLike) -> BoolLike:
    """Whether the site is an element of the board, in that type."""
    return within(c, site, 0, c.model.count(c.state.site_type(site_type)))


def is_site(c: Context, kind: board.SiteType, site: IntLike) -> BoolLike:
    """Whether a number is a site of the board's elements of a type, or of another container (manual: effects 1.10)."""
    first, end, count = c.model.first_other_site, c.model.total_sites, c.model.count(kind)
    on_board = in_range(site, count)
    return on_board if end == first else on_board | ((site >= first) & (site < end))
