"""Simultaneous games: one move of each player, made together (spec 10, section 11); and simulations (section 12)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludens.ludemes.core import memory, rules
from ludens.ludemes.core.acts import Act
from ludens.ludemes.core.context import Context
from ludens.ludemes.core.moves import (
    HEADER,
    Candidate,
    Family,
    FilterSink,
    MoveList,
    Sink,
    describe,
    is_pass,
    run_consequent,
)
from ludens.ludemes.core.trace import CLOSE, OPEN
from ludens.stage import Address, Function, IntLike


class JointFamily(Family):
    """Moves that are made together: each player's actions and own consequents first, then what follows all moves."""

    def __init__(self, c: Context) -> None:
        super().__init__(c, store=True)
        self._after: list[Function] = []

    def register(self, move: Candidate) -> tuple[int, tuple[str, ...]]:
        move = move.in_slots()
        captured = list(HEADER)
        self._execute.append(self._function(move, captured, self._perform))
        self._tests.append(None)
        self._after.append(self._function(move, captured, self._perform_after))
        if self.c.tracer is not None:
            self._describe.append(self._function(move, captured, describe))
        self.members.append((move, tuple(captured)))
        return len(self.members) - 1, tuple(captured)

    def _perform(self, move: Candidate) -> None:
        acts = move.build(move.c)
        for act in acts:
            act.perform(move.c)
        self.passes.append(is_pass(acts))
        for then in move.then:
            if not then.apply_after_all_moves:
                run_consequent(move.c, then)

    def _perform_after(self, move: Candidate) -> None:
        for then in move.then:
            if then.apply_after_all_moves:
                run_consequent(move.c, then)

    def execute_joint(self, c: Context, records: Address, count: IntLike, size: int) -> None:
        """Execute `count` records that lie one behind the other, in player order, as one move of player n+1."""
        everybody = c.model.num_players + 1
        if c.tracer is not None:
            c.tracer.mark(c, OPEN, [everybody, 0, 0, -1, 1, -1, 0, 0])
        at: Callable[[IntLike], Address] = lambda i: c.s.offset(records, i * size)  # noqa: E731
        c.s.for_range(0, count, lambda i: self._dispatch(c, at(i), self._execute))
        for name, value in (("last_mover", everybody), ("last_from", 0), ("last_to", 0)):
            c.state.set(name, value)
        c.s.for_range(0, count, lambda i: self._dispatch(c, at(i), self._after))
        if c.tracer is not None:
            c.tracer.mark(c, CLOSE)


def joint_moves(c: Context, listed: MoveList) -> None:
    """The legal moves of every player, player by player; a forced pass for an active player who has none."""

    def player(p: IntLike) -> None:
        before = listed.count.get()
        own = FilterSink(rules.filtered(c, listed), lambda move: move.mover == p)
        rules.for_phase(c, p, lambda phase: phase.play.emit(c, own))
        none = c.s.all_of(lambda: listed.count.get() == before, lambda: c.state.is_active(p))
        c.s.if_(none, lambda: listed.push(rules.forced_pass(c, p)))

    c.s.for_range(1, c.model.num_players + 1, player)


@dataclass
class _AllActs(Act):
    """The actions of all moves that the play rules give; their consequents are lost."""

    def perform(self, c: Context) -> None:
        start = memory.mark(c)
        listed = MoveList(c, Family(c, store=False))
        rules.play_rules(c, _Without(listed))
        listed.execute(c)
        memory.release(c, start)

    def describe(self, c: Context) -> None:
        rules.play_rules(c, _Acts())


@dataclass
class _Without(Sink):
    """Drops consequents."""

    inner: Sink

    def push(self, move: Candidate) -> None:
        self.inner.push(Candidate(move.c, move.build, move.from_, move.to, move.mover))


class _Acts(Sink):
    """Logs a move's actions without the move."""

    def push(self, move: Candidate) -> None:
        for act in move.build(move.c):
            act.describe(move.c)


def simulated_move(c: Context, sink: Sink) -> None:
    """The one move of a step of a simulation, if the play rules give any."""
    total = rules.count_moves(c, lambda inner: rules.play_rules(c, inner))

    def build(c: Context) -> Sequence[Act]:
        return [_AllActs()]

    c.s.if_(total > 0, lambda: sink.push(Candidate(c, build, mover=c.mover)))


def is_joint(c: Context) -> bool:
    """Whether the players move at once."""
    return c.model.mode == "Simultaneous"


def is_simulation(c: Context) -> bool:
    return c.model.mode == "Simulation"
