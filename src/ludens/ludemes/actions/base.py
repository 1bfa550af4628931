"""The primitive actions: every change of a state goes through one of these (manual: effects 2).

An act holds operands that are already evaluated. `perform` emits the change, and logs it in a traced module; `describe`
only logs it, as it prints before it is applied.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ludens import board
from ludens.ludemes.actions.kinds import Acted
from ludens.ludemes.base import Need
from ludens.ludemes.runtime import memory
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.fields.declaration import Cell
from ludens.ludemes.runtime.sites import has_site, type_code
from ludens.ludemes.runtime.trace import FLAG, PLAIN, TYPE
from ludens.stage import BoolLike, IntLike, LongLike

Fields = Sequence[tuple[str, str, Any]]


@dataclass
class Act:
    """A primitive action, or a composite of them. `site_from` and `site_to` are what it answers for from and to."""

    decision: bool = field(default=False, kw_only=True)
    site_from: IntLike = field(default=-1, kw_only=True)
    site_to: IntLike = field(default=-1, kw_only=True)

    def perform(self, c: Context) -> None:
        raise NotImplementedError(type(self).__name__)

    def describe(self, c: Context) -> None:
        raise NotImplementedError(type(self).__name__)

    def static_kind(self) -> Acted:
        """What the action makes of its move, as far as it is known while compiling."""
        return Acted(0)

    @property
    def known_ahead(self) -> bool:
        """Whether the primitive actions that this stands for, and their values, are the same before any is done."""
        return False


def combined_kind(acts: Sequence[Act]) -> Acted:
    """What several actions make of their move."""
    kinds = Acted(0)
    for act in acts:
        kinds |= act.static_kind()
    return kinds


@dataclass
class Primitive(Act):
    """An action with a trial spelling: subclasses give `name`, `fields` and `apply`."""

    def name(self) -> str:
        return type(self).__name__

    def fields(self, c: Context, applied: bool) -> Fields:
        """The fields as they print, before or after the action was applied."""
        return ()

    def apply(self, c: Context) -> None:
        raise NotImplementedError(type(self).__name__)

    def is_possible(self, c: Context) -> BoolLike:
        """Whether the game has the sites and pieces that the action names; if not, nothing is applied."""
        return True

    def perform(self, c: Context) -> None:
        if c.recorder is not None:
            c.recorder.record(c, self)
        if c.ahead:
            return
        if c.tracer is not None:
            self._log(c, self.fields(c, applied=True))
        c.s.if_(self.is_possible(c), lambda: self.apply(c))
        self._note_kind(c)
        if Need.LAST_MOVE_ACTIONS in c.model.needs:
            self._note_sites(c)

    def describe(self, c: Context) -> None:
        self._log(c, self.fields(c, applied=False))

    @property
    def known_ahead(self) -> bool:
        return True

    def decided(self, c: Context) -> BoolLike:
        """Whether this is a decision where it stands: an operator may clear or set the flag of all it joins."""
        ruled = c.get("decided")
        return c.s.select(ruled == -1, self.decision, ruled == 1)

    def _log(self, c: Context, fields: Fields) -> None:
        assert c.tracer is not None
        sites = [(".from", PLAIN, self.site_from), (".to", PLAIN, self.site_to)]
        c.tracer.log(c, self.name(), [*sites, *fields, ("decision", FLAG, self.decided(c))])

    def kind(self, decided: bool) -> Acted:
        """What this action makes of its move."""
        return Acted.DECIDED if decided else Acted(0)

    def static_kind(self) -> Acted:
        return self.kind(self.decision)

    def _note_kind(self, c: Context) -> None:
        yes, no = int(self.kind(True)), int(self.kind(False))
        kind = c.s.select(self.decided(c), yes, no)
        if not isinstance(kind, int) or kind:
            c.state.acted.set(c.state.acted.get() | kind)

    def _note_sites(self, c: Context) -> None:
        """Keep the sites of the latest action that has any, for `(last To afterConsequence:True)`."""
        p, origin, target = c.state, self.site_from, self.site_to
        c.s.if_(origin != -1, lambda: p.latest_from.set(origin))
        c.s.if_(target != -1, lambda: p.latest_to.set(target))
        if p.last_from_sites.present:
            add_to_sites(c, p.last_from_sites, origin)
            add_to_sites(c, p.last_to_sites, target)


def add_to_sites(c: Context, kept: Cell[LongLike], site: IntLike) -> None:
    """Put a site of the board into a set that the state keeps."""
    inside = (site >= 0) & (site < c.model.board_sites)

    def put() -> None:
        bit = c.s.bit(site & 63)
        kept.set(kept.get(site >> 6) | bit, site >> 6)

    c.s.if_(inside, put)


def written_type(c: Context, site_type: board.SiteType | None, site: IntLike, applied: bool) -> IntLike:
    """The type field: as resolved once applied, else as the action holds it (-1 for none)."""
    if applied:
        return type_code(c, site_type, site)
    return -1 if site_type is None else type_code(c, site_type)


def resolved_type(c: Context, site_type: board.SiteType | None, site: IntLike, applied: bool) -> IntLike:
    """The type field of actions that resolve the container when they are made (manual: moves 2.3)."""
    return -1 if site_type is None and not applied else type_code(c, site_type, site)


@dataclass
class AtSite(Primitive):
    """An action at one site, which a trial writes as `[Name:type,to,..]`; subclasses give what follows."""

    site_type: board.SiteType | None
    site: IntLike

    def __post_init__(self) -> None:
        self.site_from = self.site_to = self.site

    def is_possible(self, c: Context) -> BoolLike:
        return has_site(c, self.site_type, self.site)

    def written_type(self, c: Context, applied: bool) -> IntLike:
        """The type field."""
        return written_type(c, self.site_type, self.site, applied)

    def fields(self, c: Context, applied: bool) -> Fields:
        where = ("type", TYPE, self.written_type(c, applied)), ("to", PLAIN, self.site)
        return (*where, *self.details(c, applied))

    def details(self, c: Context, applied: bool) -> Fields:
        """The fields after the site."""
        raise NotImplementedError(type(self).__name__)


@dataclass
class Logged(Primitive):
    """An action given by its spelling, its fields and what it does: `effect(c, *operands)`.

    What play decides is among the operands, and nowhere else in the effect.
    """

    spelling: str
    printed: Fields
    effect: Any = None
    operands: tuple[Any, ...] = ()

    def name(self) -> str:
        return self.spelling

    def fields(self, c: Context, applied: bool) -> Fields:
        return self.printed

    def apply(self, c: Context) -> None:
        if self.effect is not None:
            self.effect(c, *self.operands)


Visit = Callable[[Act], object]


@dataclass
class EachAct(Act):
    """Actions that a loop finds: `each(c, visit)` calls `visit(act)` for each, in order.

    They are `settled` where it finds the same before any is done.
    """

    each: Callable[[Context, Visit], object]
    settled: bool = False

    @property
    def known_ahead(self) -> bool:
        return self.settled

    def perform(self, c: Context) -> None:
        self.each(c, lambda act: act.perform(c))

    def describe(self, c: Context) -> None:
        self.each(c, lambda act: act.describe(c))


#: as many equal actions are emitted one by one; more are a loop
_ONE_BY_ONE: Final = 16
#: as many equal actions one move may have: its log holds no more
_ALIKE: Final = 1 << 17


def further(act: Act, count: IntLike) -> list[Act]:
    """The actions behind the first of `count` that are alike; with an error where they are more than a log holds."""
    if isinstance(count, int) and count <= _ONE_BY_ONE:
        return [act] * (count - 1)

    def each(c: Context, visit: Visit) -> None:
        c.s.if_(count > _ALIKE, lambda: memory.fail(c, memory.TOO_MANY_ALIKE))
        c.s.for_range(1, c.s.minimum(count, _ALIKE), lambda _: visit(act))

    return [EachAct(each, settled=act.known_ahead)]


@dataclass
class WhenAct(Act):
    """An action that is there only if a condition holds."""

    condition: BoolLike
    act: Act

    def perform(self, c: Context) -> None:
        c.s.if_(self.condition, lambda: self.act.perform(c))

    def describe(self, c: Context) -> None:
        c.s.if_(self.condition, lambda: self.act.describe(c))

    @property
    def known_ahead(self) -> bool:
        return self.act.known_ahead
