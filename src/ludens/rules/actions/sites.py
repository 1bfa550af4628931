"""Actions on what a site says of its pieces: state, value, rotation, count, what is hidden (manual: effects 2)."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.rules.actions.base import AtSite, Fields
from ludens.rules.state import pieces
from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import Field
from ludens.rules.state.sites import has_piece, type_code
from ludens.rules.state.trace import BOOLEAN, OPTIONAL, PLAIN
from ludens.rules.state.view import StateView
from ludens.stage import BoolLike, IntLike

HIDDEN = ("", "What", "Who", "Count", "State", "Rotation", "Value")


@dataclass
class SetContent(AtSite):
    """`[SetState:type,to,[level],state]` and `[SetValue:type,to,[level],value]`: one field of what stands on a site."""

    content: Field[IntLike]
    value: IntLike
    level: IntLike = -1

    def name(self) -> str:
        return "Set" + self.content.name.capitalize()

    def written_type(self, c: Context, applied: bool) -> IntLike:
        if self.content is StateView.values:  # the reference does not say where hands are
            return type_code(c, self.site_type)
        return super().written_type(c, applied)

    def details(self, c: Context, applied: bool) -> Fields:
        return (
            ("level", OPTIONAL, self.level),
            (self.content.name, PLAIN, self.value),
        )

    def apply(self, c: Context) -> None:
        pieces.set_content(c, self.content, self.site_type, self.site, self.level, self.value)


@dataclass
class SetCount(AtSite):
    """`[SetCount:type,to,what,count]`."""

    what: IntLike
    count: IntLike

    def details(self, c: Context, applied: bool) -> Fields:
        return (
            ("what", PLAIN, self.what),
            ("count", PLAIN, self.count),
        )

    def is_possible(self, c: Context) -> BoolLike:
        return super().is_possible(c) & has_piece(c, self.what)

    def apply(self, c: Context) -> None:
        pieces.set_count(c, self.site_type, self.site, self.what, self.count)


@dataclass
class SetHidden(AtSite):
    """`[SetHidden..:type,to,[level],who,value]`: one of the hidden flags of a site for a player."""

    data: str
    level: IntLike
    player: IntLike
    value: BoolLike

    def name(self) -> str:
        return "SetHidden" + self.data

    def written_type(self, c: Context, applied: bool) -> IntLike:
        return type_code(c, self.site_type)

    def details(self, c: Context, applied: bool) -> Fields:
        return (
            ("level", OPTIONAL, self.level),
            ("who", PLAIN, self.player),
            ("value", BOOLEAN, self.value),
        )

    def is_possible(self, c: Context) -> BoolLike:
        is_player = (self.player >= 0) & (self.player <= c.model.num_players)
        return super().is_possible(c) & is_player

    def apply(self, c: Context) -> None:
        p, s = c.state, c.s
        if not (p.hidden.present and p.stored(self.site_type)):
            return
        slot = p.slot(self.site_type, self.site)
        at = slot * (c.model.num_players + 1) + self.player
        bit = 1 << HIDDEN.index(self.data)
        there = p.size(self.site_type, self.site) > self.level if c.model.stacking else True

        def write() -> None:
            flags = p.hidden.get(at)
            p.hidden.set(s.select(self.value, flags | bit, flags & ~bit), at)

        s.if_(there, write)


@dataclass
class SetRotation(AtSite):
    """`[SetRotation:type,to,rotation]`."""

    rotation: IntLike

    def details(self, c: Context, applied: bool) -> Fields:
        return (("rotation", PLAIN, self.rotation),)

    def apply(self, c: Context) -> None:
        pieces.set_content(c, StateView.rotations, self.site_type, self.site, -1, self.rotation)
