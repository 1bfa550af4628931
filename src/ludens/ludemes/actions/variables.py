"""Actions on the variables of a deduction puzzle (manual: puzzles 1)."""

from __future__ import annotations

from dataclasses import dataclass

from ludens import board
from ludens.ludemes.actions.base import Fields, Primitive
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.deduction import domain, only, set_domain
from ludens.ludemes.runtime.sites import type_code
from ludens.ludemes.runtime.trace import PLAIN, TYPE
from ludens.stage import IntLike


@dataclass
class SetVariable(Primitive):
    """`[Set:type,var,value]`: the variable has that value."""

    site_type: board.SiteType
    site: IntLike
    value: IntLike

    def __post_init__(self) -> None:
        self.site_from = self.site_to = self.site

    def name(self) -> str:
        return "Set"

    def fields(self, c: Context, applied: bool) -> Fields:
        kind = type_code(c, self.site_type)
        return (("type", TYPE, kind), ("var", PLAIN, self.site), ("value", PLAIN, self.value))

    def apply(self, c: Context) -> None:
        set_domain(c, self.site_type, self.site, only(c, self.value))


@dataclass
class ToggleVariable(SetVariable):
    """`[Toggle:type,var,value]`: a value becomes possible or impossible."""

    def name(self) -> str:
        return "Toggle"

    def apply(self, c: Context) -> None:
        values = domain(c, self.site_type, self.site) ^ only(c, self.value)
        set_domain(c, self.site_type, self.site, values)
