"""Actions that take pieces from one site to another: one piece, a pile, part of a stack, a copy (manual: effects 2)."""

from __future__ import annotations

from dataclasses import dataclass

from ludens import board
from ludens.rules.actions.base import Fields, Primitive, resolved_type
from ludens.rules.state import owned, pieces, stacks
from ludens.rules.state.context import Context
from ludens.rules.state.fields.sites import SIDES
from ludens.rules.state.sites import has_site
from ludens.rules.state.trace import FLAG, OPTIONAL, PLAIN, TYPE
from ludens.rules.state.view import StateView
from ludens.stage import BoolLike, IntLike


@dataclass
class Move(Primitive):
    """A piece moves; the five shapes of manual: moves 1.3 by which levels are given and whether the whole stack
    goes."""

    from_type: board.SiteType | None
    origin: IntLike
    to_type: board.SiteType | None
    target: IntLike
    level_from: IntLike = -1
    level_to: IntLike = -1
    state: IntLike = -1
    rotation: IntLike = -1
    value: IntLike = -1
    stack: bool = False

    def __post_init__(self) -> None:
        self.site_from, self.site_to = self.origin, self.target

    def fields(self, c: Context, applied: bool) -> Fields:
        return (
            ("typeFrom", TYPE, resolved_type(c, self.from_type, self.origin, applied)),
            ("from", PLAIN, self.origin),
            ("levelFrom", OPTIONAL, self.level_from),
            ("typeTo", TYPE, resolved_type(c, self.to_type, self.target, applied)),
            ("to", PLAIN, self.target),
            ("levelTo", OPTIONAL, self.level_to),
            ("state", OPTIONAL, self.state),
            ("rotation", OPTIONAL, self.rotation),
            ("value", OPTIONAL, self.value),
            ("stack", FLAG, self.stack),
        )

    def is_possible(self, c: Context) -> BoolLike:
        return has_site(c, self.from_type, self.origin) & has_site(c, self.to_type, self.target)

    def apply(self, c: Context) -> None:
        pieces.move(c, self)


@dataclass
class _Transfer(Primitive):
    """An action from one site to another."""

    from_type: board.SiteType | None
    origin: IntLike
    to_type: board.SiteType | None
    target: IntLike

    def __post_init__(self) -> None:
        self.site_from, self.site_to = self.origin, self.target

    def is_possible(self, c: Context) -> BoolLike:
        return has_site(c, self.from_type, self.origin) & has_site(c, self.to_type, self.target)

    def ends(self, c: Context, applied: bool) -> Fields:
        return (
            ("typeFrom", TYPE, resolved_type(c, self.from_type, self.origin, applied)),
            ("from", PLAIN, self.origin),
            ("typeTo", TYPE, resolved_type(c, self.to_type, self.target, applied)),
            ("to", PLAIN, self.target),
        )


@dataclass
class MovePile(_Transfer):
    """`[Move:typeFrom,from,typeTo,to,count=n]`: some pieces of a pile."""

    count: IntLike = 1

    def name(self) -> str:
        return "Move"

    def fields(self, c: Context, applied: bool) -> Fields:
        return (*self.ends(c, applied), ("count", PLAIN, self.count))

    def apply(self, c: Context) -> None:
        pieces.move_count(c, self.from_type, self.origin, self.to_type, self.target, self.count)


@dataclass
class StackMove(_Transfer):
    """`[StackMove:typeFrom,from,typeTo,to,numLevel=n]`: the top levels of a stack, which are its levels."""

    count: IntLike = 1
    level_from: IntLike = -1
    level_to: IntLike = -1

    def fields(self, c: Context, applied: bool) -> Fields:
        return (*self.ends(c, applied), ("numLevel", PLAIN, self.count))

    def apply(self, c: Context) -> None:
        p = c.state
        if c.model.stacking and p.stored(self.from_type) and p.stored(self.to_type):
            stacks.move_levels(c, p.slot(self.from_type, self.origin), p.slot(self.to_type, self.target), self.count)


@dataclass
class Copy(Move):
    """`[Copy:...]`: a move that leaves the original where it was."""

    def apply(self, c: Context) -> None:
        p = c.state
        if not (p.stored(self.from_type) and p.stored(self.to_type)):
            return
        origin, target = p.slot(self.from_type, self.origin), p.slot(self.to_type, self.target)
        if c.model.stacking:
            super().apply(c)
            self._restore_level(c, origin, target)
        else:
            self._copy_flat(c, origin, target)

    def _copy_flat(self, c: Context, origin: IntLike, target: IntLike) -> None:
        p = c.state
        count = p.counts.get(origin) if p.counts.present else 1
        super().apply(c)
        what = p.pieces.get(target)
        values = {field: field.of(p).get(target) for field in SIDES if field.of(p).present}
        pieces.put(c, origin, what, count, values)
        owned.add(c, what, origin)

    def _restore_level(self, c: Context, origin: IntLike, target: IntLike) -> None:
        p, s = c.state, c.s
        size = p.sizes.get(target)
        what = p.at_level(StateView.pieces, target, s.maximum(size - 1, 0))
        piece = stacks.piece(c, what)

        def on_top() -> None:
            owned.add(c, what, origin, stacks.push(c, origin, piece))

        def inside() -> None:
            stacks.insert(c, origin, self.level_from, piece | stacks.given(self.state, self.rotation, self.value, c))
            owned.add(c, what, origin, self.level_from)

        s.if_(s.any_of(lambda: self.level_from == -1, lambda: self.level_from == size), on_top, inside)
