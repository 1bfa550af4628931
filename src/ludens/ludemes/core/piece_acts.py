"""Further actions on pieces: piles, parts of stacks, copies, insertions, rotations (spec 6, section 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludens.ludemes.core import owned, pieces, stacks, tracking
from ludens.ludemes.core.acts import AtSite, Fields, Move, Primitive, has_piece, has_site, resolved_type
from ludens.ludemes.core.trace import OPTIONAL, PLAIN, TYPE
from ludens.stage import BoolLike, IntLike

if TYPE_CHECKING:
    from ludens.ludemes.core.context import Context


@dataclass
class _Transfer(Primitive):
    """An action from one site to another."""

    from_type: str | None
    origin: IntLike
    to_type: str | None
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
        count = p.get("count", origin) if p.has("count") else 1
        super().apply(c)
        what = p.get("what", target)
        given = {name: p.get(name, target) for name in ("state", "rotation", "value") if p.has(name)}
        pieces.put(c, origin, what, count, **given)
        owned.add(c, what, origin)

    def _restore_level(self, c: Context, origin: IntLike, target: IntLike) -> None:
        p, s = c.state, c.s
        size = p.get("size", target)
        what = p.at_level("what", target, s.maximum(size - 1, 0))
        piece = stacks.piece(c, what)

        def on_top() -> None:
            owned.add(c, what, origin, stacks.push(c, origin, piece))

        def inside() -> None:
            stacks.insert(c, origin, self.level_from, piece | stacks.given(self.state, self.rotation, self.value, c))
            owned.add(c, what, origin, self.level_from)

        s.if_(s.any_of(lambda: self.level_from == -1, lambda: self.level_from == size), on_top, inside)


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
            there = p.at_level("what", slot, level)
            s.if_(there != 0, lambda: (owned.take_entry(c, there, slot, level), owned.add(c, there, slot, level + 1)))

        s.for_down(p.get("size", slot), self.level, raise_entry)
        stacks.insert(c, slot, self.level, fields)
        owned.add(c, self.what, slot, self.level)
        tracking.add(c, self.what, 1, self.site)


@dataclass
class SetRotation(AtSite):
    """`[SetRotation:type,to,rotation]`."""

    rotation: IntLike

    def details(self, c: Context, applied: bool) -> Fields:
        return (("rotation", PLAIN, self.rotation),)

    def apply(self, c: Context) -> None:
        pieces.set_content(c, "rotation", self.site_type, self.site, -1, self.rotation)


__all__ = ["Copy", "Insert", "MovePile", "SetRotation", "StackMove"]
