"""Actions on the pieces of one site: added, removed, inserted, promoted, chosen (manual: effects 2)."""

from __future__ import annotations

from dataclasses import dataclass

from ludens import board
from ludens.rules.actions.base import AtSite, Fields, Primitive, resolved_type, written_type
from ludens.rules.state import owned, pieces, stacks, track_indices
from ludens.rules.state.context import Context
from ludens.rules.state.guards import MEASURED_FIRST
from ludens.rules.state.sites import has_piece
from ludens.rules.state.trace import FLAG, MANY, OPTIONAL, PLAIN, TYPE
from ludens.rules.state.view import StateView
from ludens.stage import BoolLike, IntLike


@dataclass
class Add(AtSite):
    """`[Add:type,to,[level],what,[count],[state],[rotation],[value],[stack=true]]`."""

    what: IntLike
    count: IntLike = 1
    state: IntLike = -1
    rotation: IntLike = -1
    value: IntLike = -1
    stack: bool = False
    level: IntLike = -1

    def details(self, c: Context, applied: bool) -> Fields:
        level = c.state.size(self.site_type, self.site) if applied and c.model.stacking else self.level
        return (
            ("level", OPTIONAL, level),
            ("what", PLAIN, self.what),
            ("count", MANY, self.count),
            ("state", OPTIONAL, self.state),
            ("rotation", OPTIONAL, self.rotation),
            ("value", OPTIONAL, self.value),
            ("stack", FLAG, self.stack),
        )

    def is_possible(self, c: Context) -> BoolLike:
        return super().is_possible(c) & has_piece(c, self.what)

    def apply(self, c: Context) -> None:
        pieces.add(c, self.site_type, self.site, self.what, self.count, self.state, self.rotation, self.value)


@dataclass
class Remove(AtSite):
    """`[Remove:type,to]`, `[Remove:type,to,level]`, or for the end of the turn: `[Remove:type,to,applied=false]`."""

    level: IntLike = -1
    postponed: bool = False

    def written_type(self, c: Context, applied: bool) -> IntLike:
        return resolved_type(c, self.site_type, self.site, applied)

    def details(self, c: Context, applied: bool) -> Fields:
        return (
            ("level", OPTIONAL, self.level),
            *((("applied", PLAIN, "false"),) if self.postponed else ()),
        )

    def apply(self, c: Context) -> None:
        if c.state.removals.present:
            c.state.removals.add(1)
            c.state.removed_value.add(self._value(c))
        if self.postponed:
            pieces.postpone_removal(c, self.site)
        else:
            pieces.remove(c, self.site_type, self.site, self.level)

    def _value(self, c: Context) -> IntLike:
        """The value of what is removed. Where the text has no level, that is of a stack the lowest piece's in the first
        move of a turn that is measured, and the top one's elsewhere (manual: moves 8.3)."""
        lowest = c.model.stacking and MEASURED_FIRST in c.guards
        value: IntLike = c.s.choose(
            self.level == -1,
            lambda: c.state.value(self.site_type, self.site, *([0] if lowest else [])),
            lambda: c.state.value(self.site_type, self.site, self.level),
        )
        return value


@dataclass
class Select(Primitive):
    """`[Select:typeFrom,from,[levelFrom],[typeTo,to,[levelTo]]]`: chooses sites, changes nothing."""

    from_type: board.SiteType | None
    origin: IntLike
    level_from: IntLike = -1
    to_type: board.SiteType | None = None
    target: IntLike = -1
    level_to: IntLike = -1
    has_target: bool = False

    def __post_init__(self) -> None:
        self.site_from = self.origin
        self.site_to = self.target if self.has_target else self.origin

    def fields(self, c: Context, applied: bool) -> Fields:
        target: Fields = (
            ("typeTo", TYPE, written_type(c, self.to_type, self.target, applied)),
            ("to", PLAIN, self.target),
            ("levelTo", OPTIONAL, self.level_to),
        )
        return (
            ("typeFrom", TYPE, written_type(c, self.from_type, self.origin, applied)),
            ("from", PLAIN, self.origin),
            ("levelFrom", OPTIONAL, self.level_from),
            *(target if self.has_target else ()),
        )

    def apply(self, c: Context) -> None:
        pass


@dataclass
class Promote(AtSite):
    """`[Promote:type,to,[level],what]`."""

    what: IntLike
    level: IntLike = -1

    def details(self, c: Context, applied: bool) -> Fields:
        return (
            ("level", OPTIONAL, self.level),
            ("what", PLAIN, self.what),
        )

    def is_possible(self, c: Context) -> BoolLike:
        return super().is_possible(c) & has_piece(c, self.what)

    def apply(self, c: Context) -> None:
        pieces.promote(c, self.site_type, self.site, self.what, self.level)


@dataclass
class Insert(AtSite):
    """`[Insert:type,to,level,what,[state]]`: a piece into a level of a stack."""

    level: IntLike
    what: IntLike
    state: IntLike = -1

    def details(self, c: Context, applied: bool) -> Fields:
        return (
            ("level", PLAIN, self.level),
            ("what", PLAIN, self.what),
            ("state", OPTIONAL, self.state),
        )

    def is_possible(self, c: Context) -> BoolLike:
        return super().is_possible(c) & has_piece(c, self.what) & (self.level >= 0)

    def apply(self, c: Context) -> None:
        p, s = c.state, c.s
        if not (c.model.stacking and p.stored(self.site_type)):
            return
        slot = p.slot(self.site_type, self.site)
        fields = stacks.piece(c, self.what) | stacks.given(self.state, -1, -1, c)

        def raise_entry(level: IntLike) -> None:
            there = p.at_level(StateView.pieces, slot, level)
            s.if_(there != 0, lambda: (owned.take_entry(c, there, slot, level), owned.add(c, there, slot, level + 1)))

        s.for_down(p.sizes.get(slot), self.level, raise_entry)
        stacks.insert(c, slot, self.level, fields)
        owned.add(c, self.what, slot, self.level)
        track_indices.add(c, self.what, 1, self.site)
