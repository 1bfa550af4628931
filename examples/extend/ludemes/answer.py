"""A number of one's own: `(count Answer)` reads it, `(set Answer ...)` changes it, and the state keeps it."""

from __future__ import annotations

from ludens.ludemes.effects.effect_moves import push
from ludens.rules.actions.base import Act, Logged
from ludens.rules.categories import IntLudeme, MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.generation.candidates import Sink
from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import ints
from ludens.rules.state.trace import PLAIN
from ludens.stage import IntLike

#: what a state keeps: one 32-bit integer, 42 when a game starts
ANSWER = ints(name="answer", initial=42)


class CountAnswer(IntLudeme):
    """The answer, which is 42 until it is set."""

    spellings = ("count Answer",)
    fields = (ANSWER,)
    reads = frozenset({"answer"})

    def emit(self, c: Context) -> IntLike:
        return ANSWER.of(c.state).get()


class SetAnswer(MovesLudeme):
    """Sets the answer."""

    spellings = ("set Answer",)
    fields = (ANSWER,)
    writes = frozenset({"answer"})
    value: IntLudeme
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        push(c, sink, self._build, {"answer": self.value.emit(c)}, self.then)

    def parts(self) -> list[MovesLudeme]:
        return []

    def _build(self, c: Context) -> list[Act]:
        """`[SetAnswer:answer]`: the action that trials record and that changes the state."""
        answer = c.get("answer")
        return [Logged("SetAnswer", (("answer", PLAIN, answer),), lambda c: ANSWER.of(c.state).set(answer))]
