"""Simultaneous games: one move of each player, made together; and simulations (manual: runtime 11 and 12)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludens.rules.actions.base import Act
from ludens.rules.base import Need
from ludens.rules.generation import last_move, sinks
from ludens.rules.generation.candidates import Candidate, FilterSink, Sink, describe
from ludens.rules.generation.execution import MoveFamily, keeping, run_consequent
from ludens.rules.generation.records import HEADER, Family, MoveList
from ludens.rules.generation.sinks import CountSink, DropSink
from ludens.rules.state import memory
from ludens.rules.state.context import Context
from ludens.rules.state.random import from_seed, saved_seed
from ludens.rules.state.regions import Region
from ludens.rules.state.trace import CLOSE, OPEN
from ludens.rules.turns import filters, legal, phases
from ludens.stage import Address, Function, Handle, IntLike

#: the slots that hold what a simulation's move draws
_SEED = "simulation.seed"


class JointFamily(Family):
    """Moves that are made together: each player's actions and own consequents first, then what follows all moves."""

    def __init__(self, c: Context) -> None:
        super().__init__(c, store=True)
        self._after: list[Function[Handle | None]] = []

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
        self.note(acts)
        for then in move.then:
            if not then.apply_after_all_moves:
                run_consequent(move.c, then)

    def _perform_after(self, move: Candidate) -> None:
        for then in move.then:
            if then.apply_after_all_moves:
                run_consequent(move.c, then)

    def execute_joint(self, c: Context, records: Address, count: IntLike, size: int) -> None:
        """Execute `count` records that lie one behind the other, in player order, as one move of player n+1."""
        with keeping(c):
            self._execute_joint(c, records, count, size)

    def _execute_joint(self, c: Context, records: Address, count: IntLike, size: int) -> None:
        everybody = c.model.num_players + 1
        if c.tracer is not None:
            c.tracer.mark(c, OPEN, [everybody, 0, 0, -1, 1, -1, 0, 0])
        at: Callable[[IntLike], Address] = lambda i: c.s.offset(records, i * size)  # noqa: E731
        c.s.for_range(0, count, lambda i: self._dispatch(c, at(i), self._execute))
        c.state.num_moves.add(1)
        c.state.last_mover.set(everybody)
        c.state.last_from.set(0)
        c.state.last_to.set(0)
        if Need.PASSES_LATER in c.model.needs:
            last_move.remember_recent(c)
        c.s.for_range(0, count, lambda i: self._dispatch(c, at(i), self._after))
        if c.tracer is not None:
            c.tracer.mark(c, CLOSE)


def joint_moves(c: Context, moves: MoveList) -> None:
    """The legal moves of every player, player by player; a forced pass for an active player who has none."""

    def player(p: IntLike) -> None:
        before = moves.count.get()
        own = FilterSink(filters.filtered(c, moves), lambda move: move.mover == p)
        phases.for_phase(c, p, lambda phase: phase.play.emit(c, own))
        none = c.s.all_of(lambda: moves.count.get() == before, lambda: c.state.is_active(p))
        c.s.if_(none, lambda: moves.push(legal.forced_pass(c, p)))

    c.s.for_range(1, c.model.num_players + 1, player)


@dataclass
class _AllActs(Act):
    """The actions of all moves that the play rules give; their consequents are lost."""

    def perform(self, c: Context) -> None:
        from_seed(c, _SEED, lambda: self._perform(c))

    def _perform(self, c: Context) -> None:
        start = memory.mark(c)
        moves = MoveList(c, MoveFamily(c, store=False))
        phases.play_rules(c, _Without(moves))
        moves.execute(c)
        memory.release(c, start)

    def describe(self, c: Context) -> None:
        from_seed(c, _SEED, lambda: phases.play_rules(c, _Acts()))


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


class _FirstPlaces(CountSink):
    """Counts moves, and keeps from where and to where the first goes."""

    def __init__(self, c: Context) -> None:
        super().__init__(c)
        self.from_, self.to = c.s.var(-1), c.s.var(-1)

    def push(self, move: Candidate) -> None:
        def keep() -> None:
            self.from_.set(move.from_)
            self.to.set(move.to)

        move.c.s.if_(self.total.get() == 0, keep)
        super().push(move)

    def push_each(self, region: Region, make: Callable[[IntLike], Candidate]) -> None:
        region.each(lambda site: self.push(make(site)))


def simulated_move(c: Context, sink: Sink) -> None:
    """The one move of a step of a simulation, if the play rules give any: the places of the first of their moves."""
    c = c.bind(**saved_seed(c, _SEED))
    places = _FirstPlaces(c)
    phases.play_rules(c, places)

    def build(c: Context) -> Sequence[Act]:
        return [_AllActs()]

    move = Candidate(c, build, places.from_.get(), places.to.get(), c.mover)
    c.s.if_(places.total.get() > 0, lambda: sink.push(move))


def draw_for_moves(c: Context) -> None:
    """Draw the random numbers that finding the legal moves of this mode draws; a simulation that cannot go on ends."""
    if is_joint(c):
        every = lambda p: phases.for_phase(c, p, lambda phase: phase.play.emit(c, DropSink()))  # noqa: E731
        c.s.for_range(1, c.model.num_players + 1, every)
    elif is_simulation(c):
        count = sinks.count_moves(c, lambda sink: phases.play_rules(c, sink))
        c.s.if_(count == 0, lambda: (c.state.over.set(1), c.state.winner.set(0)))
    else:
        legal.draw_for_legal_moves(c)


def is_joint(c: Context) -> bool:
    """Whether the players move at once."""
    return c.model.mode == "Simultaneous"


def is_simulation(c: Context) -> bool:
    return c.model.mode == "Simulation"
