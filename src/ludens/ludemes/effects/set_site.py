"""`(set State ..)`, `(set Value ..)`, `(set Count ..)` at a site (manual: effects 6)."""

from __future__ import annotations

from collections.abc import Callable

from ludens.ludemes.arguments import optional
from ludens.ludemes.effects.effect_moves import push
from ludens.ludemes.site_types import kind_of
from ludens.rules.actions.base import Act
from ludens.rules.actions.sites import SetContent, SetCount
from ludens.rules.base import BOARD, NOTHING, Need, named
from ludens.rules.categories import IntLudeme, MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import SiteType
from ludens.rules.generation.candidates import Sink
from ludens.rules.generation.fusion import disjoint
from ludens.rules.generation.single import Footprint, Single, expression
from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import Field
from ludens.rules.state.sites import is_site
from ludens.rules.state.view import StateView
from ludens.stage import BoolLike, IntLike


class SetContentAt(MovesLudeme):
    """A field of what stands on a site, or of a level of it."""

    reads = NOTHING
    writes = BOARD
    site_type: SiteType | None = None
    at: IntLudeme = named()
    level: IntLudeme | None = named(None)
    value: IntLudeme
    then: Then | None = None

    def content(self) -> Field[IntLike]:
        """The field."""
        raise NotImplementedError(type(self).__name__)

    def emit(self, c: Context, sink: Sink) -> None:
        value = self.value.emit(c)
        level = optional(c, self.level)
        site = self.at.emit(c)
        kind, content = kind_of(c, self.site_type), self.content()

        def build(c: Context) -> list[Act]:
            return [SetContent(kind, c.get("set.site"), content, c.get("set.value"), c.get("set.level"))]

        values = {"set.site": site, "set.value": value, "set.level": level}
        holds = self._holds(c, site, value, level)
        c.s.if_(holds, lambda: push(c, sink, build, values, self.then, from_=site, to=site))

    def _holds(self, c: Context, site: IntLike, value: IntLike, level: IntLike) -> BoolLike:
        """Whether that is a move."""
        tests: list[Callable[[], BoolLike]] = [lambda: value >= 0, lambda: level >= -1]
        if self.content() is StateView.states:
            tests.append(lambda: is_site(c, kind_of(c, self.site_type), site))
        return c.s.all_of(*tests)

    def footprint(self, c: Context) -> Footprint | None:
        parts = (self.at, self.value)
        if self.level is not None or self.then is not None or not all(disjoint(BOARD, x.all_reads) for x in parts):
            return None
        return Footprint(changes=frozenset({expression(self.at)}))

    def single(self, c: Context) -> Single | None:
        if self.footprint(c) is None:
            return None
        site = self.at.emit(c)
        return Single(self._holds(c, site, self.value.emit(c), -1), site)

    def parts(self) -> list[MovesLudeme]:
        return []


class SetState(SetContentAt):
    """Sets the local state of a site."""

    spellings = ("set State",)
    says = "set the state of {at:site} to {value}"
    needs = frozenset({Need.STATE})

    def content(self) -> Field[IntLike]:
        return StateView.states


class SetValue(SetContentAt):
    """Sets the value of the piece on a site."""

    spellings = ("set Value",)
    says = "set the value of the piece on {at:site} to {value}"
    needs = frozenset({Need.VALUE})

    def content(self) -> Field[IntLike]:
        return StateView.values


class SetCountAt(MovesLudeme):
    """Sets the number of pieces on a site."""

    spellings = ("set Count",)
    says = "set the number of pieces on {at:site} to {value}"
    reads = BOARD
    writes = BOARD
    site_type: SiteType | None = None
    at: IntLudeme = named()
    level: IntLudeme | None = named(None)
    value: IntLudeme
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        site, value = self.at.emit(c), self.value.emit(c)
        kind = kind_of(c, self.site_type)

        def build(c: Context) -> list[Act]:
            site = c.get("set.site")
            return [SetCount(kind, site, c.get("set.what"), c.get("set.value"))]

        def push_move() -> None:
            values = {"set.site": site, "set.value": value, "set.what": c.state.what(kind, site)}
            push(c, sink, build, values, self.then, from_=site, to=site)

        c.s.if_(is_site(c, kind, site), push_move)

    def parts(self) -> list[MovesLudeme]:
        return []
