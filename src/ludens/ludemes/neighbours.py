"""Constant lists of the sites that are related to each site."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludens import board
from ludens.rules.state.context import Context
from ludens.stage import Rows


def site_rows(c: Context, site_type: board.SiteType | None, key: str, of: Callable[[int], Sequence[int]]) -> Rows:
    """A constant list for each element of a type, made once for each key."""
    kind = c.state.site_type(site_type)
    return c.s.once(("site rows", kind, key), lambda: c.s.rows([of(site) for site in range(c.model.count(kind))]))


def relation_rows(c: Context, site_type: board.SiteType | None, relation: str) -> Rows:
    """The elements that are related to each element."""
    kind = c.state.site_type(site_type)
    return site_rows(c, kind, f"relation {relation}", lambda site: c.model.topology.neighbours(kind, site, relation))
