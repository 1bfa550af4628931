"""Which sites and pieces a game has, and how a site's type prints."""

from __future__ import annotations

from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.model import SITE_TYPES
from ludens.stage import BoolLike, IntLike


def has_site(c: Context, site_type: str | None, site: IntLike) -> BoolLike:
    """Whether what stands on a site has a place in the state."""
    if not c.state.stored(site_type):
        return False
    slot = c.state.slot(site_type, site)
    return (slot >= 0) & (slot < c.state.num_slots)


def has_piece(c: Context, what: IntLike) -> BoolLike:
    """Whether a number is that of a component, or 0 for none."""
    return (what >= 0) & (what < len(c.model.components))


def type_code(c: Context, site_type: str | None, site: IntLike | None = None) -> IntLike:
    """A site type as it prints: an index that is none of the type's is a cell of another container (manual: runtime
    3.1)."""
    kind = site_type or c.model.default_site
    if site is None or kind == "Cell" or len(c.model.containers) == 1:
        return SITE_TYPES.index(kind)
    code: IntLike = c.s.select(site >= c.model.count(kind), 0, SITE_TYPES.index(kind))
    return code
