"""Site types as arguments: their names, what they ask of the state, the default."""

from __future__ import annotations

from ludens import board
from ludens.rules.base import Need
from ludens.rules.categories import IntLudeme
from ludens.rules.enums import SiteType
from ludens.rules.state.context import Context
from ludens.rules.state.model import SITE_NEEDS


class Typed(IntLudeme):
    """An integer that depends on sites of a type; the type is the first argument."""

    site_type: SiteType | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return self.needs | type_needs(self.site_type)

    def kind(self, c: Context) -> board.SiteType:
        """The site type's name."""
        return kind_of(c, self.site_type)


def type_needs(site_type: SiteType | None) -> frozenset[Need]:
    """What writing a site type asks of the state."""
    return frozenset({SITE_NEEDS[site_type.value]}) if site_type is not None else frozenset()


def kind_of(c: Context, site_type: SiteType | None) -> board.SiteType:
    """A site type argument, by default the board's."""
    return site_type.value if site_type is not None else c.model.default_site


def site_need(site_type: SiteType | board.SiteType | None, default_site: board.SiteType) -> frozenset[Need]:
    """That sites of a type are in use."""
    kind = site_type.value if isinstance(site_type, SiteType) else site_type
    return frozenset({SITE_NEEDS[kind or default_site]})


def type_name(site_type: SiteType | None) -> board.SiteType | None:
    """A site type argument as its name, None where it is left to the board's default."""
    return site_type.value if site_type is not None else None
