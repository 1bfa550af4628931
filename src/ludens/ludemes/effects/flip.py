"""`(flip ..)` (manual: effects 4)."""

from __future__ import annotations

from ludens import board
from ludens.ludemes.effects.effect_moves import push
from ludens.ludemes.site_types import kind_of
from ludens.rules.actions.base import Act, EachAct, Visit
from ludens.rules.actions.pieces import Add, Remove
from ludens.rules.actions.sites import SetContent
from ludens.rules.base import BOARD, Need
from ludens.rules.categories import IntLudeme, MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import SiteType
from ludens.rules.generation.candidates import Sink
from ludens.rules.generation.fusion import disjoint
from ludens.rules.generation.single import Footprint, Single, expression
from ludens.rules.state.context import Context
from ludens.rules.state.sites import is_site
from ludens.rules.state.view import StateView
from ludens.stage import Address, BoolLike, IntLike

_READ = ("what", "state", "rotation", "value")


class Flip(MovesLudeme):
    """Turns the piece of a site over, from one of its states to the other; or a whole stack upside down."""

    spellings = ("flip",)
    says = "flip the piece[ on {site:site}]"
    needs = frozenset({Need.STATE})
    reads = BOARD
    writes = BOARD
    site_type: SiteType | None = None
    site: IntLudeme | None = None
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        site = self.site.emit(c) if self.site is not None else c.get("to")
        c.s.if_(is_site(c, self._kind(c), site), lambda: self._at(c, sink, site))

    def _kind(self, c: Context) -> board.SiteType:
        return kind_of(c, self.site_type)

    def _at(self, c: Context, sink: Sink, site: IntLike) -> None:
        kind, s = self._kind(c), c.s
        what, size = c.state.what(kind, site), c.state.size(kind, site)
        state = flipped(c, what, c.state.piece_state(kind, site))
        values = {"flip.site": site, "flip.state": state}
        s.if_(self._turns(c, site), lambda: push(c, sink, self._build, values, self.then, from_=site, to=site))
        if c.model.stacking:
            s.if_(size > 1, lambda: push(c, sink, self._build_stack, {"flip.site": site}, self.then, from_=0, to=0))

    def _turns(self, c: Context, site: IntLike) -> BoolLike:
        """Whether one piece stands on a site, and has two sides."""
        kind = self._kind(c)
        return c.s.all_of(lambda: c.state.size(kind, site) == 1, lambda: can_flip(c, c.state.what(kind, site)))

    def footprint(self, c: Context) -> Footprint | None:
        if self.site is None or self.then is not None or c.model.stacking or not disjoint(BOARD, self.site.all_reads):
            return None
        there = frozenset({expression(self.site)})
        return Footprint(there, there)

    def single(self, c: Context) -> Single | None:
        if self.site is None or self.footprint(c) is None:
            return None
        site = self.site.emit(c)
        return Single(c.s.all_of(lambda: is_site(c, self._kind(c), site), lambda: self._turns(c, site)), site)

    def _build(self, c: Context) -> list[Act]:
        return [SetContent(self._kind(c), c.get("flip.site"), StateView.states, c.get("flip.state"))]

    def _build_stack(self, c: Context) -> list[Act]:
        """All levels go, then come back in reverse order; what they hold is read beforehand."""
        kind, site, s = self._kind(c), c.get("flip.site"), c.s
        size = c.state.size(kind, site)
        buffers: dict[str, Address] = {name: s.alloca(4 * c.state.height) for name in _READ}
        readers = {
            "what": c.state.what,
            "state": c.state.piece_state,
            "rotation": c.state.rotation,
            "value": c.state.value,
        }

        def read(level: IntLike) -> None:
            for name, reader in readers.items():
                s.store(buffers[name], level, "i32", reader(kind, site, level))

        def restored(level: IntLike) -> Act:
            what, state, rotation, value = (s.load(buffers[name], level, "i32") for name in _READ)
            return Add(kind, site, what, 1, flipped(c, what, state), rotation, value, stack=True)

        def each(c: Context, visit: Visit) -> None:
            s.for_range(0, size, read)
            s.for_range(0, size, lambda level: visit(Remove(kind, site, level)))
            s.for_down(size, 0, lambda level: visit(restored(level)))

        return [EachAct(each)]

    def parts(self) -> list[MovesLudeme]:
        return []


def can_flip(c: Context, what: IntLike) -> BoolLike:
    """Whether a component has two sides."""
    return c.s.table([int(p.flips is not None) for p in c.model.components])[what] != 0


def flipped(c: Context, what: IntLike, state: IntLike) -> IntLike:
    """The state on the other side of a component; unchanged where it has none."""
    pairs = [p.flips if p.flips is not None else (-1, -1) for p in c.model.components]
    first, second = (c.s.table([pair[i] for pair in pairs])[what] for i in (0, 1))
    return c.s.select(state == first, second, c.s.select(state == second, first, state))
