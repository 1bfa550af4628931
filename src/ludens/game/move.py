"""Moves: legal ones, as generated, and played ones, with their consequences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludens.ludemes.runtime.trace import Action, LoggedMove


class Move:
    """A move. `mover`, `from_site` and `to_site` are -1 or 0 where it has none; `actions` are its primitive actions.

    A legal move holds its actions as generated, possibly in nested moves; a played one all that happened, in order.
    `number` is the place of a legal one among those of its position, -1 where it was played or pickled.
    """

    def __init__(
        self,
        mover: int,
        from_site: int,
        to_site: int,
        log: Callable[[], LoggedMove],
        record: bytes = b"",
        state: Any = None,
        number: int = -1,
    ) -> None:
        self.mover, self.from_site, self.to_site = mover, from_site, to_site
        self._log, self.record, self.position, self.number = log, record, state, number
        # no cached_property: Python 3.11 locks it for all moves, and one thread would wait for another's native code
        self._logged: LoggedMove | None = None
        self._actions: tuple[Action, ...] | None = None

    @property
    def logged(self) -> LoggedMove:
        """The move as it was logged."""
        if self._logged is None:
            self._logged = self._log()
        return self._logged

    @property
    def actions(self) -> tuple[Action, ...]:
        """The primitive actions, in order, without nesting."""
        if self._actions is None:
            self._actions = tuple(_flatten(self.logged.resolved().elements))
        return self._actions

    def to_trial(self) -> str:
        """The move in trial format (manual: runtime 15.1)."""
        return self.logged.text()

    def __str__(self) -> str:
        return self.to_trial()

    def __repr__(self) -> str:
        return f"<Move {self.mover}: {self.from_site}-{self.to_site}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds the move as it was logged, and not the position: where it is played, it is looked up."""
        return _restored, (self.mover, self.from_site, self.to_site, self.logged, self.record)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.to_trial() == other.to_trial()

    def __hash__(self) -> int:
        return hash((self.mover, self.from_site, self.to_site))


def _restored(mover: int, from_site: int, to_site: int, logged: LoggedMove, record: bytes) -> Move:
    return Move(mover, from_site, to_site, lambda: logged, record)


def _flatten(elements: list[Any]) -> list[Action]:
    flat: list[Action] = []
    for element in elements:
        if isinstance(element, Action):
            flat.append(element)
        else:
            inner = element.resolve({}) if hasattr(element, "resolve") else element.resolved()
            flat += _flatten(inner.elements)
    return flat
