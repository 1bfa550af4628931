"""Guards against recursion where code is emitted, and which guards that code looks at."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

#: around the first move of a turn whose length is measured
MEASURED_FIRST: Final = "measured first"


@dataclass(frozen=True)
class Guards:
    """The guards that hold at a place: those set since the function began that is being emitted, and those around it.

    Lookups in the guards around it are noted in `queries`: the function's code depends on them.
    """

    own: frozenset[str] = frozenset()
    around: Guards | None = None
    queries: dict[str, bool] | None = None

    def __contains__(self, name: object) -> bool:
        if name in self.own:
            return True
        present = self.around is not None and name in self.around
        if self.queries is not None:
            self.queries[str(name)] = present
        return present

    def __bool__(self) -> bool:
        """Whether any holds; that is not noted."""
        return bool(self.own) or bool(self.around)

    def and_(self, name: str) -> Guards:
        """These and one more."""
        return replace(self, own=self.own | {name})

    def within(self) -> Guards:
        """These, seen from a function that is emitted here: what it asks is noted."""
        return Guards(around=self, queries={})


#: where none holds
UNGUARDED: Final = Guards()

__all__ = ["UNGUARDED", "Guards"]
