"""`(priority ..)`: the first member that has moves (manual: moves 8.2)."""

from __future__ import annotations

from functools import partial
from typing import Final

from ludens.language import LudError
from ludens.ludemes.moves.sinks import CountedSink
from ludens.rules.base import NOTHING
from ludens.rules.categories import MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.generation.candidates import Sink
from ludens.rules.generation.sinks import with_then
from ludens.rules.state.context import Context

#: of more members most have no moves, so that the sets of all pieces' moves would be worked out in vain, one after the
#: other: their pieces are looked at one by one
MANY: Final = 6


class Priority(MovesLudeme):
    """The moves of the first member that has any."""

    spellings = ("priority",)
    says = "[{second?}{first}, or where that is not possible, {second}|{first:else}]"
    reads = NOTHING
    first: MovesLudeme | tuple[MovesLudeme, ...]
    second: MovesLudeme | None = None
    then: Then | None = None

    def check(self) -> None:
        if isinstance(self.first, MovesLudeme) and self.second is None:
            raise LudError("(priority ...) chooses between two moves, or those of a list", self.node.span)

    def parts(self) -> list[MovesLudeme]:
        members = list(self.first) if isinstance(self.first, tuple) else [self.first]
        return members + ([self.second] if self.second is not None else [])

    def emit(self, c: Context, sink: Sink) -> None:
        sink, members, total = with_then(sink, self.then), self.parts(), c.s.var(0)
        if not members:
            return
        for member in members[:-1]:
            counted = CountedSink(sink, total, ordered=len(members) > MANY)
            c.s.if_(total.get() == 0, partial(member.emit, c, counted))
        c.s.if_(total.get() == 0, lambda: members[-1].emit(c, sink))
