"""The meta rules that forbid moves, or make more of them: pin, noStackOn, automove, gravity (manual: runtime 8.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from ludens.rules.actions.base import Act
from ludens.rules.actions.movement import Move
from ludens.rules.actions.pieces import Remove
from ludens.rules.categories import NonDecision
from ludens.rules.consequents import Then
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.generation.execution import MoveFamily
from ludens.rules.generation.records import MoveList
from ludens.rules.generation.sinks import with_then
from ludens.rules.state import memory
from ludens.rules.state.context import Context
from ludens.rules.turns import phases
from ludens.stage import Bool, BoolLike, IntLike, Rows, Scope


def extended(c: Context, sink: Sink) -> Sink:
    """A sink that passes on what pin and noStackOn allow, with the consequents of automove and gravity."""
    meta = c.model.meta
    kinds = [kind for kind, on in ((Automoves, meta.automove), (Falls, meta.gravity)) if on]
    sink = with_then(sink, *(Always(moves=kind(), apply_after_all_moves=False) for kind in kinds))
    if meta.no_stack_on:
        sink = sink.filtered(lambda move: move.c.s.not_(stacks_on_fallen(move)))
    return sink.filtered(lambda move: move.c.s.not_(takes_pinned(move))) if meta.pin else sink


# --- pin and noStackOn


def single_acts(move: Candidate) -> list[Act]:
    """A move's own actions, those behind its effects included."""

    def flat(acts: Sequence[Act]) -> list[Act]:
        return [x for act in acts for x in within(act, getattr(act, "base", None))]

    def within(act: Act, base: Sequence[Act] | None) -> list[Act]:
        return [act] if base is None else flat(base)

    return flat(move.build(move.c))


def takes_pinned(move: Candidate) -> BoolLike:
    """Whether a move takes away a piece that supports more than one other."""
    c = move.c
    acts = single_acts(move)
    sites = [a.site for a in acts if isinstance(a, Remove)] + [a.origin for a in acts if isinstance(a, Move)]
    return c.s.any_of(*(lambda site=site: _supports_several(c, site) for site in sites))


def _supports_several(c: Context, site: IntLike) -> BoolLike:
    above, count = steps_of(c, "Upward"), c.s.var(0)

    def look(other: IntLike) -> None:
        count.set(count.get() + c.s.to_int(c.state.what("Vertex", other) != 0))

    c.s.if_(_occupied(c, site), lambda: above.each(site, look))
    return count.get() > 1


def _occupied(c: Context, site: IntLike) -> BoolLike:
    """Whether a site is a vertex of the board with a piece."""
    on_board = c.s.all_of(lambda: site >= 0, lambda: site < c.model.count("Vertex"))
    return c.s.all_of(lambda: on_board, lambda: c.state.what("Vertex", site) != 0)


def steps_of(c: Context, direction: str) -> Rows:
    """The vertices one step away from each vertex."""
    topology = c.model.topology
    return c.s.rows([topology.steps("Vertex", site, direction) for site in range(c.model.count("Vertex"))])


def stacks_on_fallen(move: Candidate) -> BoolLike:
    """Whether a move puts a piece on a line up from where it stood."""
    c = move.c
    pairs = [(a.origin, a.target) for a in single_acts(move) if isinstance(a, Move)]
    return c.s.any_of(*(lambda f=f, t=t: _in_line_up(c, f, t) for f, t in pairs))


def _in_line_up(c: Context, origin: IntLike, target: IntLike) -> BoolLike:
    topology = c.model.topology
    lines = []
    for site in range(c.model.count("Vertex")):
        radials = topology.distinct_radials_from("Vertex", site, "Upward")
        runs = [r.steps for radial in radials for r in (radial, *radial.opposites)]
        lines.append(sorted({s for run in runs for s in run}))
    rows, in_line = c.s.rows(lines), c.s.var(False, Bool)

    def look(site: IntLike) -> None:
        c.s.if_(site == target, lambda: in_line.set(True))

    on_board = c.s.all_of(lambda: target >= 0, lambda: target < c.model.first_other_site)
    c.s.if_(c.s.all_of(lambda: on_board, lambda: _occupied(c, origin)), lambda: rows.each(origin, look))
    return in_line.get()


# --- automove and gravity: consequents that no description writes


@dataclass
class RepeatAct(Act):
    """Does something over and over, as long as `once` says that something was done."""

    once: Callable[[Context], BoolLike]

    def perform(self, c: Context) -> None:
        s, more, rounds = c.s, c.s.var(True, Bool), c.s.var(0)

        def again() -> None:
            more.set(self.once(c))
            rounds.set(rounds.get() + 1)
            s.if_(rounds.get() == memory.ROUNDS, lambda: memory.fail(c, 6))

        s.while_(lambda: s.all_of(lambda: more.get(), lambda: rounds.get() < memory.ROUNDS), again)


class Always(Then):
    """A consequent that every move has."""

    @property
    def content(self) -> tuple[str, str]:
        return ("meta", type(self.moves).__name__)


class Falls(NonDecision):
    """Pieces that nothing supports fall down, one by one, the lowest number first."""

    def emit(self, c: Context, sink: Sink) -> None:
        sink.push(Candidate(c, lambda c: [RepeatAct(fall_once)]))


def fall_once(c: Context) -> BoolLike:
    """Let the first piece fall that has an empty vertex below it; whether there was one."""
    below, s = steps_of(c, "Downward"), c.s
    fell = s.var(False, Bool)

    def search(out: Scope) -> None:
        def drop(site: IntLike, target: IntLike) -> None:
            Move("Vertex", site, "Vertex", target, level_from=0, level_to=0).perform(c)
            fell.set(True)
            s.leave(out)

        def look(site: IntLike) -> None:
            free = lambda t: s.if_(c.state.what("Vertex", t) == 0, lambda: drop(site, t))  # noqa: E731
            s.if_(c.state.what("Vertex", site) != 0, lambda: below.each(site, free))

        s.for_range(0, c.model.count("Vertex"), look)

    s.scope(search)
    return fell.get()


class Automoves(NonDecision):
    """The mover's moves to sites that one move only leads to are made, until there are none."""

    def emit(self, c: Context, sink: Sink) -> None:
        sink.push(Candidate(c, lambda c: [RepeatAct(move_on)]))


def move_on(c: Context) -> BoolLike:
    """Make the moves of the play rules whose destination no other one has; whether there were any."""
    s, universe = c.s, c.model.universe
    start = memory.mark(c)
    seen = memory.allocate(c, universe + 1)
    s.clear(seen, universe + 1)

    def times(to: IntLike) -> IntLike:
        """How many moves lead to a site (2: or more); -1 for no site."""
        return cast(IntLike, s.peek(seen, to + 1, universe + 1, "u8"))

    def note(to: IntLike) -> None:
        s.poke(seen, to + 1, universe + 1, "u8", s.minimum(times(to) + 1, 2))

    phases.play_rules(c, _Destinations(note))
    forced = MoveList(c, MoveFamily(c, store=False))
    alone = lambda move: times(move.to) == 1  # noqa: E731
    phases.play_rules(c, forced.filtered(alone))
    forced.execute(c)
    memory.release(c, start)
    return forced.count.get() > 0


@dataclass
class _Destinations(Sink):
    """Passes on where each move leads."""

    visit: Callable[[IntLike], object]

    def push(self, move: Candidate) -> None:
        self.visit(move.to)
