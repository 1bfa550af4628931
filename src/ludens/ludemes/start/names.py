"""Pieces and sites that start rules name."""

from __future__ import annotations

from ludens.language import Array, Clause, LudError, Span, String, did_you_mean
from ludens.rules.base import Ludeme
from ludens.rules.enums import SiteType
from ludens.rules.state.context import Context
from ludens.rules.turns.placement import component_named


def component(c: Context, ludeme: Ludeme, name: str) -> int:
    """The component of that name. Raises LudError where there is none."""
    result = component_named(c, name)
    if result is None:
        raise LudError(f'there is no piece "{name}"', _place_of(ludeme, name), _meant(c, name))
    return result


def _place_of(ludeme: Ludeme, name: str) -> Span:
    """Where a name is written."""
    for node in ludeme.node.arguments if isinstance(ludeme.node, Clause) else ():
        nodes = node.elements if isinstance(node, Array) else (node,)
        for one in nodes:
            if isinstance(one, String) and one.text == name:
                return one.span
    return ludeme.node.span


def _meant(c: Context, name: str) -> str | None:
    """The pieces of that name with the numbers of their owners, or else those that are called much like it."""
    names = [p.name for p in c.model.components[1:]]
    numbered = [f'"{one}"' for one in names if one.rstrip("0123456789") == name]
    if numbered:
        return f"did you mean {' or '.join(numbered)}?"
    return did_you_mean(name, names) or _known_names(c)


def _known_names(c: Context) -> str | None:
    names = [p.name for p in c.model.components[1:]]
    return f"the pieces are {', '.join(names)}" if names else None


def site_of(c: Context, ludeme: Ludeme, site_type: SiteType | None, label: str) -> int:
    """The site with a label. Raises LudError where there is none."""
    site = find_label(c, site_type, label)
    if site is None:
        raise LudError(f'the board has no site "{label}"', ludeme.node.span)
    return site


def find_label(c: Context, site_type: SiteType | None, label: str) -> int | None:
    return c.model.topology.site_of_label(label, site_type.value if site_type else None)
