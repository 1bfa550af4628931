"""`(place Stack ...)`: piles of pieces (manual: structure 4.7)."""

from __future__ import annotations

from functools import partial

from ludens import board
from ludens.language import LudError
from ludens.ludemes.arguments import optional
from ludens.ludemes.site_types import type_name
from ludens.ludemes.start.names import component, site_of
from ludens.ludemes.start.needs import reckoned, side_needs
from ludens.ludemes.start.place import first_empty
from ludens.ludemes.start.places import fixed
from ludens.rules.actions.dice import set_die
from ludens.rules.base import Need, named, positional
from ludens.rules.categories import IntLudeme, SitesLudeme, StartRuleLudeme
from ludens.rules.enums import SiteType
from ludens.rules.naming import NameOfContainer, NameOfPiece
from ludens.rules.state import random
from ludens.rules.state.context import Context
from ludens.rules.state.model import Container
from ludens.rules.turns.placement import container_named, place_act, put
from ludens.stage import IntLike


class PlaceStack(StartRuleLudeme):
    """Puts pieces on top of each other, the first one lowest."""

    spellings = ("place Stack",)
    says = (
        "a stack of [{count?}{count} {item:of own pieces}|{item:own pieces}|{items:and+own piece}]["
        " in {container:container}| on {coord:plain}| on {where:and+site}][ in state {state}]"
    )
    item: NameOfPiece | None = positional(None, group="items")
    items: tuple[NameOfPiece, ...] | None = named(None, group="items")
    container: NameOfContainer | None = None
    site_type: SiteType | None = None
    where: IntLudeme | tuple[IntLudeme, ...] | SitesLudeme | tuple[str, ...] | None = positional(None, group="where")
    coord: str | None = named(None, group="where")
    count: IntLudeme | None = named(None, group="count")
    counts: tuple[IntLudeme, ...] | None = named(None, group="count")
    state: IntLudeme | None = named(None)
    rotation: IntLudeme | None = named(None)
    value: IntLudeme | None = named(None)

    def check(self) -> None:
        if self.item is None and self.items is None:
            raise LudError('(place Stack ...) needs a piece, or items:{"..." ...}', self.node.span)
        if self._on_region and not isinstance(self.where, SitesLudeme):
            raise LudError(
                "(place Stack ...) puts several copies of one piece on a site or on a region only", self.node.span
            )

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return frozenset({Need.STACKING}) | side_needs(
            self.site_type, state=self.state, rotation=self.rotation, value=self.value
        )

    @property
    def _on_region(self) -> bool:
        """Whether this is the form of one piece on the sites of a region."""
        if self.item is None or self.container is not None:
            return False
        several = isinstance(self.where, tuple | SitesLudeme)
        return several or self.coord is not None or self.counts is not None

    @property
    def _names(self) -> tuple[str, ...]:
        return self.items if self.items is not None else (self.item or "",)

    def placed(self, c: Context) -> int:
        return reckoned(c, self.count)

    def emit(self, c: Context) -> None:
        pieces = [component(c, self, name) for name in self._names]
        if self.container is not None:
            self._into(c, pieces, self.container)
        elif isinstance(self.where, SitesLudeme) and self._on_region:
            self._onto_each(c, pieces[0], self.where)
        else:
            site = self._site(c)
            if site is not None:
                self._pile(c, pieces, site)

    def _site(self, c: Context) -> IntLike | None:
        if self.coord is not None:
            return site_of(c, self, self.site_type, self.coord)
        return self.where.emit(c) if isinstance(self.where, IntLudeme) else None

    def _pile(self, c: Context, pieces: list[int], site: IntLike) -> None:
        for number, what in enumerate(pieces):
            copies = (
                self.counts[number].emit(c) if self.counts and number < len(self.counts) else optional(c, self.count, 1)
            )
            self._copies(c, site, what, copies)

    def _copies(self, c: Context, site: IntLike, what: int, copies: IntLike) -> None:
        c.s.for_range(0, copies, lambda _: self._put(c, type_name(self.site_type), site, what))

    def _put(self, c: Context, kind: board.SiteType | None, site: IntLike, what: int) -> None:
        state, rotation, value = (optional(c, x) for x in (self.state, self.rotation, self.value))
        put(c, kind, site, what, state=state, rotation=rotation, value=value, stack=True)

    def _onto_each(self, c: Context, what: int, where: SitesLudeme) -> None:
        """The same piece on each site: `count` times, or as often as the list of counts says."""
        number, counts = c.s.var(0), self.counts

        def visit(site: IntLike) -> None:
            if counts is None:
                self._copies(c, site, what, optional(c, self.count, 1))
                return
            copies = c.s.var(0)

            def take(count: IntLudeme) -> None:
                copies.set(count.emit(c))

            c.s.switch(number.get(), [partial(take, count) for count in counts])
            self._copies(c, site, what, copies.get())
            number.set(number.get() + 1)

        fixed(where.emit(c)).each(visit)

    def _into(self, c: Context, pieces: list[int], name: str) -> None:
        container = container_named(c, name)
        if container is None:
            raise LudError(f'there is no container "{name}"', self.node.span)
        if len(pieces) == 1 and c.model.components[pieces[0]].faces:
            self._die(c, pieces[0], container)
            return
        for what in pieces:
            if isinstance(self.where, IntLudeme):
                self._put(c, "Cell", self.where.emit(c) + container.first_site, what)
            else:
                end = container.first_site + container.num_sites
                c.s.for_range(container.first_site, end, partial(self._put, c, "Cell", what=what))

    def _die(self, c: Context, what: int, container: Container) -> None:
        """A die is put down and rolled."""
        site = first_empty(c, container)

        def place() -> None:
            self._put(c, "Cell", site, what)
            face = random.next_int(c, len(c.model.components[what].faces))
            die = first_die(c, container)
            rolls = [
                lambda k=k: place_act(c, set_die(c, die + k, container.sites[k], face))
                for k in range(container.num_sites)
            ]
            c.s.switch(site - container.first_site, rolls)

        c.s.if_(site >= 0, place)


def first_die(c: Context, container: Container) -> int:
    """How many dice lie in the dice containers before this one."""
    return sum(x.num_sites for x in c.model.dice() if x.index < container.index)
