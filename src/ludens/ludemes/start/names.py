"""Pieces and sites that start rules name."""

from __future__ import annotations

from ludens.language import LudError
from ludens.ludemes.base import Ludeme
from ludens.ludemes.enums import SiteType
from ludens.ludemes.play.placement import component_named
from ludens.ludemes.runtime.context import Context


def component(c: Context, ludeme: Ludeme, name: str) -> int:
    """The component of that name. Raises LudError where there is none."""
    found = component_named(c, name)
    if found is None:
        raise LudError(f'there is no piece "{name}"', ludeme.node.span, _known_names(c))
    return found


def _known_names(c: Context) -> str | None:
    names = [p.name for p in c.model.components[1:]]
    return f"the pieces are {', '.join(names)}" if names else None


def site_of(c: Context, ludeme: Ludeme, site_type: SiteType | None, label: str) -> int:
    """The site with a label. Raises LudError where there is none."""
    found = find_label(c, site_type, label)
    if found is None:
        raise LudError(f'the board has no site "{label}"', ludeme.node.span)
    return found


def find_label(c: Context, site_type: SiteType | None, label: str) -> int | None:
    found: int | None = c.model.topology.site_of_label(label, site_type.value if site_type else None)
    return found
