"""Moves that are asked about, by numbers or labels of sites."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludens.explain.recorder import Query
from ludens.game.notation import SITE_TYPES, site_name
from ludens.language import nearest

if TYPE_CHECKING:
    from ludens.game.game import Game


def query_of(game: Game, from_site: int | str | None, to_site: int | str | None = None) -> Query:
    """The move between two sites, at one of them, or a pass. Raises ValueError for a site that is not there."""
    if from_site == "pass" or (from_site is None and to_site is None):
        return Query(-1, -1)
    if from_site is None or to_site is None:
        site = to_site if from_site is None else from_site
        assert site is not None
        return Query(site_of(game, site), site_of(game, site))
    return Query(site_of(game, from_site), site_of(game, to_site))


def site_of(game: Game, site: int | str) -> int:
    """The number of a site, which a text names by its label, or by its number where no label is so."""
    if isinstance(site, int):
        if not 0 <= site < game.model.universe:
            raise ValueError(f"{game.name} has no site {site}; the sites are 0 to {game.model.universe - 1}")
        return site
    names = _names(game)
    number = names.get(site.strip().lower())
    if number is not None:
        return number
    if site.strip().isdigit():
        return site_of(game, int(site))
    near = nearest(site.lower(), names)
    raise ValueError(f"{game.name} has no site {site!r}" + (f"; did you mean {near[0].upper()}?" if near else ""))


def _names(game: Game) -> dict[str, int]:
    """The sites by their labels in small letters; those of the board that is played on win."""
    kinds = [k for k in SITE_TYPES.values() if k in game.model.site_types and k != game.model.default_site]
    sites: dict[str, int] = {}
    for kind in (game.model.default_site, *kinds):
        for site in range(game.model.count(kind)):
            sites.setdefault(site_name(game, site, kind).lower(), site)
    for site in range(game.model.first_other_site, game.model.total_sites):
        sites.setdefault(site_name(game, site, "Cell").lower(), site)
    return sites
