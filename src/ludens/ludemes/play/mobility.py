"""Whether a player has a move, and whether one reaches a site."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludens.ludemes.base import Need
from ludens.ludemes.categories import MovesLudeme
from ludens.ludemes.generation.candidates import Candidate, Sink
from ludens.ludemes.generation.records import passes_tests
from ludens.ludemes.generation.sinks import exists
from ludens.ludemes.play.filters import filtered
from ludens.ludemes.play.phases import play_rules
from ludens.ludemes.runtime import memory
from ludens.ludemes.runtime.context import Context
from ludens.stage import Bool, BoolLike, IntLike, Scope, Variable


def can_move(c: Context, generator: MovesLudeme) -> BoolLike:
    """Whether a generator yields a move that the filters allow (manual: runtime 8.5)."""
    return exists(c, lambda sink: generator.emit(c, filtered(c, sink)))


def can_reach(c: Context, generator: MovesLudeme, site: IntLike) -> BoolLike:
    """Whether some generated move's declared destination is a site (manual: moves 3.6)."""

    def body(c: Context) -> BoolLike:
        return reaches(c, c.get("reach.site"), lambda sink: generator.emit(c, sink))

    found: BoolLike = c.bind(**{"reach.site": site}).outline(
        "can_reach", body, Bool, key=("can_reach", generator.identity)
    )
    return found


@dataclass
class ReachSink(Sink):
    """Leaves the scope at the first move to a site; conditions are tested for those moves only."""

    site: IntLike
    found: Variable[BoolLike]
    out: Scope
    #: whether generators may leave out what does not lead there: not where that would change what is drawn
    narrows: bool = True

    @property
    def aim(self) -> IntLike | None:
        return self.site if self.narrows else None

    @property
    def defers(self) -> bool:
        return True

    def push(self, move: Candidate) -> None:
        s = move.c.s
        hit: Callable[[], object] = lambda: (self.found.set(True), s.leave(self.out))  # noqa: E731
        s.if_(move.to == self.site, lambda: s.if_(passes_tests(move), hit))


def reaches(c: Context, site: IntLike, generate: Callable[[Sink], object]) -> BoolLike:
    """Whether a generator has a move to a site."""
    found, start = c.s.var(False, Bool), memory.mark(c)
    narrows = Need.STOCHASTIC not in c.model.needs
    c.s.scope(lambda out: generate(ReachSink(site, found, out, narrows)))
    memory.release(c, start)
    return found.get()


def mover_can_move(c: Context) -> BoolLike:
    """Whether the mover's play rules yield an allowed move; the swap rule counts where it applies."""

    def body(c: Context) -> BoolLike:
        def test() -> BoolLike:
            return exists(c, lambda sink: play_rules(c, filtered(c, sink)))

        if not c.model.meta.swap:
            return test()
        return c.s.any_of(lambda: c.state.num_moves.get() == c.model.num_players - 1, test)

    return c.unbound().outline("mover_can_move", body, Bool, key="mover_can_move")
