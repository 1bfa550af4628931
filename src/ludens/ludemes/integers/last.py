"""What the last move was (spec 8, section 4)."""

from __future__ import annotations

from ludens.ludemes.base import Need, named
from ludens.ludemes.categories import IntLudeme
from ludens.ludemes.enums import LastType
from ludens.ludemes.runtime.context import Context
from ludens.stage import IntLike

_FIELDS = {"From": "last_from", "To": "last_to", "LevelFrom": "last_level_from", "LevelTo": "last_level_to"}
_AFTER = {
    "From": "last_from_after",
    "To": "last_to_after",
    "LevelFrom": "last_level_from_after",
    "LevelTo": "last_level_to_after",
}


class Last(IntLudeme):
    """A site or level of the last move; with `afterConsequence:True`, of its last action that has one."""

    spellings = ("last",)
    reads = frozenset({"last"})
    what: LastType
    after_consequence: bool = named(False)

    def own_needs(self, default_site: str) -> frozenset[Need]:
        return frozenset({Need.LAST_MOVE_ACTIONS}) if self.after_consequence else frozenset()

    def emit(self, c: Context) -> IntLike:
        value: IntLike = -1
        name = (_AFTER if self.after_consequence else _FIELDS)[self.what.value]
        if c.state.has(name):
            value = c.state.get(name)
        elif c.state.has(_FIELDS[self.what.value]):
            value = c.state.get(_FIELDS[self.what.value])
        return value
