"""What the last move was (manual: integers 4)."""

from __future__ import annotations

from ludens import board
from ludens.rules.base import Need, named
from ludens.rules.categories import IntLudeme
from ludens.rules.enums import LastType
from ludens.rules.state.context import Context
from ludens.rules.state.view import StateView
from ludens.stage import IntLike

_FIELDS = {
    "From": StateView.last_from,
    "To": StateView.last_to,
    "LevelFrom": StateView.last_level_from,
    "LevelTo": StateView.last_level_to,
}
_AFTER = {"From": StateView.last_from_after, "To": StateView.last_to_after}


class Last(IntLudeme):
    """A site or level of the last move; with `afterConsequence:True`, of its last action that has one."""

    spellings = ("last",)
    is_site = True
    says = (
        "[{what~To}the {.site} last reached|{what~From}the {.site} last left|{what~LevelTo}the level last reached|"
        "the level last left]"
    )
    reads = frozenset({"last"})
    what: LastType
    after_consequence: bool = named(False)

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return frozenset({Need.LAST_MOVE_ACTIONS}) if self.after_consequence else frozenset()

    def emit(self, c: Context) -> IntLike:
        field, after = _FIELDS[self.what.value], _AFTER.get(self.what.value)
        if self.after_consequence and after is not None and after.of(c.state).present:
            return after.of(c.state).get()
        return field.of(c.state).get() if field.of(c.state).present else -1
