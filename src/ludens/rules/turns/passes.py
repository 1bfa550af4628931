"""Who passed of late: games end when all have passed (manual: runtime 9.2)."""

from __future__ import annotations

from ludens.rules.actions import kinds
from ludens.rules.base import Need
from ludens.rules.state.context import Context
from ludens.rules.state.model import Model
from ludens.stage import Bool, BoolLike, Scope


def draws_when_all_pass(model: Model) -> bool:
    """Whether a game ends in a draw when all have passed; one for a single player that offers passing does not."""
    alone = model.num_players == 1 and Need.PASS in model.needs
    return Need.NOT_ALL_PASS not in model.needs and not alone


def all_passed(c: Context) -> BoolLike:
    """Whether each of the last n turns was a pass (manual: runtime 9.2)."""

    def body(c: Context) -> BoolLike:
        return all_passed_walk(c) if c.model.num_players > 1 else kinds.is_pass(c)

    return c.unbound().outline("all_passed", body, Bool, key="all_passed")


def all_passed_walk(c: Context) -> BoolLike:
    """Walk back through the moves; placements count as moves of player 0."""
    p, s, n = c.state, c.s, c.model.num_players
    size = p.recent_mover.length
    total = p.recent_count.get()
    steps, current, was_pass, answer = s.var(0), s.var(p.mover.get()), s.var(False, Bool), s.var(True, Bool)
    rounds, counted = s.var(0), s.var(0)

    def walk(out: Scope) -> None:
        def step() -> None:
            def run_out() -> None:
                answer.set(was_pass.get())
                s.leave(out)

            s.if_(s.any_of(lambda: steps.get() >= total, lambda: steps.get() >= size), run_out)
            s.if_(counted.get() > 1, lambda: (answer.set(False), s.leave(out)))
            steps.set(steps.get() + 1)
            at = s.narrowed(s.remainder(total - steps.get(), size), 0, size - 1)  # fewer are taken than there are
            mover, passed = p.recent_mover.get(at), p.recent_pass.get(at) != 0

            def new_turn() -> None:
                s.if_(s.not_(was_pass.get()), lambda: (answer.set(False), s.leave(out)))
                current.set(mover)
                counted.set(0)
                was_pass.set(passed)
                rounds.set(rounds.get() + 1)

            def same_turn() -> None:
                counted.set(counted.get() + 1)
                was_pass.set(passed)

            s.if_(mover != current.get(), new_turn, same_turn)

        s.while_(lambda: rounds.get() < n, step, rounds=size)

    s.scope(walk)
    return answer.get()
