"""The origin of an effect."""

from __future__ import annotations

from ludens import board
from ludens.ludemes.clauses import From
from ludens.rules.categories import SitesLudeme
from ludens.rules.state.context import Context
from ludens.stage import IntLike


def origin_of(c: Context, from_: From | None, default: IntLike) -> IntLike:
    """The single site of an optional `(from ..)`."""
    if from_ is None:
        return default
    if from_.where is None or isinstance(from_.where, SitesLudeme):
        return c.get("from")
    return from_.where.emit(c)


def origin_type(c: Context, from_: From | None) -> board.SiteType:
    """The site type that an optional `(from ..)` gives."""
    return (from_.type if from_ is not None else None) or c.model.default_site
