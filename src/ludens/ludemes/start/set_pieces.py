"""`(set P1 ...)`: a player's piece on sites; `(set {{...}})`: what is given in a puzzle (manual: structure 4.9)."""

from __future__ import annotations

from ludens.language import LudError
from ludens.ludemes.site_types import kind_of, type_name
from ludens.ludemes.start.names import site_of
from ludens.ludemes.start.places import each_place
from ludens.rules.actions.variables import SetVariable
from ludens.rules.base import named
from ludens.rules.categories import IntLudeme, SitesLudeme, StartRuleLudeme
from ludens.rules.enums import RoleType, SiteType
from ludens.rules.roles import role_index
from ludens.rules.state import deduction
from ludens.rules.state.context import Context
from ludens.rules.turns.placement import place_act, put
from ludens.stage import IntLike


def piece_of(c: Context, role: RoleType) -> IntLike | None:
    """The piece of a role: the first of nobody or of everybody, else the one numbered like the player."""
    everybody = c.model.num_players + 1
    owner = {RoleType.Neutral: 0, RoleType.Shared: everybody, RoleType.All: everybody}.get(role)
    if owner is not None:
        return next((p.index for p in c.model.components[1:] if p.owner == owner), None)
    return role_index(c, role)


def put_for(c: Context, role: RoleType, site_type: SiteType | None, site: IntLike) -> None:
    what = piece_of(c, role)
    if what is not None:
        exists = c.s.all_of(lambda: what >= 1, lambda: what < len(c.model.components))
        c.s.if_(exists, lambda: put(c, type_name(site_type), site, what))


class SetPiece(StartRuleLudeme):
    """Puts a player's piece on a site."""

    spellings = ("set",)
    says = "a piece of {role} on [{site:site}|{coord:plain}]"
    precedence = 1  # without a place, the piece goes to no site
    role: RoleType
    site_type: SiteType | None = None
    site: IntLudeme | None = None
    coord: str | None = named(None)

    def emit(self, c: Context) -> None:
        if self.coord is not None:
            put_for(c, self.role, self.site_type, site_of(c, self, self.site_type, self.coord))
        elif self.site is not None:
            put_for(c, self.role, self.site_type, self.site.emit(c))


class SetPieces(StartRuleLudeme):
    """Puts a player's piece on each of several sites."""

    spellings = ("set",)
    says = "pieces of {role} on [{region}|{labels:and+plain}|{sites:and+site}]"
    role: RoleType
    site_type: SiteType | None = None
    sites: tuple[IntLudeme, ...] | None = None
    region: SitesLudeme | None = None
    labels: tuple[str, ...] | None = None

    def emit(self, c: Context) -> None:
        def visit(site: IntLike) -> None:
            put_for(c, self.role, self.site_type, site)

        each_place(c, self.site_type, visit, labels=self.labels, region=self.region, sites=self.sites)


class SetGiven(StartRuleLudeme):
    """The variables of a deduction puzzle whose values are given."""

    spellings = ("set",)
    says = "some {.sites} have their values"
    needs = deduction.NEEDS
    site_type: SiteType | None = None
    pairs: tuple[tuple[int, ...], ...]

    def check(self) -> None:
        if any(len(pair) != 2 for pair in self.pairs):
            raise LudError("each of the pairs is a site and its value", self.node.span)

    def emit(self, c: Context) -> None:
        kind = kind_of(c, self.site_type)
        for site, value in self.pairs:
            if not (0 <= site < c.model.count(kind) and 0 <= value < deduction.WORD):
                raise LudError(f"there is no {kind.lower()} {site} with a value {value}", self.node.span)
        pairs = c.s.rows([[pair[0] for pair in self.pairs], [pair[1] for pair in self.pairs]])

        def give(i: IntLike) -> None:
            place_act(c, SetVariable(kind, pairs.get(0, i), pairs.get(1, i)))

        c.s.for_range(0, len(self.pairs), give)
