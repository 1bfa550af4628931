"""The dice that the player to move chooses with, which are rolled where moves are found after a roll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludens.ludemes.moves.do import DoAct
from ludens.rules.base import Need
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.state.context import Context
from ludens.rules.state.scratch import with_copy
from ludens.rules.turns import legal
from ludens.stage import IntLike, Scope, Variable


def rolled(c: Context, dice: int) -> list[IntLike]:
    """The value of each of the dice when the player to move chooses, see `State.rolled`."""
    p, s = c.state, c.s
    shown = [s.var(p.dice_value.get(number)) for number in range(dice)]

    def find(copy: Context) -> None:
        copy.state.rng.set(p.rng_legal.get())
        s.scope(lambda out: legal.legal_moves(copy, _FirstMove(shown, out)))

    if dice and Need.STOCHASTIC in c.model.needs and c.model.mode == "Alternating":
        s.if_(p.over.get() == 0, lambda: with_copy(c, find))
    return [die.get() for die in shown]


@dataclass
class _FirstMove(Sink):
    """Looks at the dice after what comes before the first move, and leaves the scope."""

    shown: Sequence[Variable[IntLike]]
    out: Scope

    def push(self, move: Candidate) -> None:
        first = next(iter(move.build(move.c)), None)
        if isinstance(first, DoAct):
            with_copy(move.c, self._look(first))
        move.c.s.leave(self.out)

    def _look(self, act: DoAct) -> Callable[[Context], None]:
        def look(copy: Context) -> None:
            act.perform_prior(copy)
            for number, die in enumerate(self.shown):
                die.set(copy.state.dice_value.get(number))

        return look
