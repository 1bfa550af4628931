"""What guards against recursion where code is emitted, and which guards that code asks for."""

from __future__ import annotations

from typing import Final

from ludens.records import record, replace

#: around the first move of a turn whose length is measured
MEASURED_FIRST: Final = "measured first"


@record(frozen=True)
class Guards:
    """The guards that hold at a place: those set since the function began that is being emitted, and those around it.

    What is asked of those around it is noted in `asked`, for the function's code depends on it.
    """

    own: frozenset[str] = frozenset()
    around: Guards | None = None
    asked: dict[str, bool] | None = None

    def __contains__(self, name: object) -> bool:
        if name in self.own:
            return True
        found = self.around is not None and name in self.around
        if self.asked is not None:
            self.asked[str(name)] = found
        return found

    def __bool__(self) -> bool:
        """Whether any holds; that is not noted."""
        return bool(self.own) or bool(self.around)

    def and_(self, name: str) -> Guards:
        """These and one more."""
        return replace(self, own=self.own | {name})

    def within(self) -> Guards:
        """These, seen from a function that is emitted here: what it asks is noted."""
        return Guards(around=self, asked={})


#: where none holds
UNGUARDED: Final = Guards()

__all__ = ["UNGUARDED", "Guards"]
