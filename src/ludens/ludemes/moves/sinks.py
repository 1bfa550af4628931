"""Sinks of generators: counting, sealing, appending actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ludens.rules.actions.base import Act
from ludens.rules.consequents import Then
from ludens.rules.generation.candidates import Candidate, MapSink, PassingSink, Sink
from ludens.rules.generation.sinks import sealed
from ludens.rules.state.context import Context
from ludens.rules.state.regions import Region
from ludens.stage import IntLike, Variable


@dataclass
class CountedSink(PassingSink):
    """Passes moves on and counts them in a variable; in their order where they are `ordered`."""

    total: Variable[IntLike]
    ordered: bool = False

    @property
    def unordered(self) -> bool:
        return self.inner.unordered and not self.ordered

    @property
    def aim(self) -> IntLike | None:
        return None

    def push(self, move: Candidate) -> None:
        self.total.set(self.total.get() + 1)
        self.inner.push(move)

    def push_each(self, region: Region, make: Callable[[IntLike], Candidate]) -> None:
        self.total.set(self.total.get() + region.count())
        self.inner.push_each(region, make)


def by_mover(sink: Sink, c: Context, then: Then | None) -> Sink:
    """A sink that seals moves with the mover."""
    return sealed(sink, c.mover, then)


def followed_by(sink: Sink, acts: Callable[[Context], list[Act]]) -> Sink:
    """A sink that appends actions to the end of each move."""

    def change(move: Candidate) -> Candidate:
        inner, entries = move.build, move.entries
        return replace(move, build=lambda c: [*inner(c), *(act for _ in range(entries) for act in acts(c))])

    return MapSink(sink, change)
