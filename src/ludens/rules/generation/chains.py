"""Effects chained in front of a move: generated before the move is applied, applied with it (manual: moves 1.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludens.rules.actions.base import Act
from ludens.rules.generation.candidates import Generator, Sink
from ludens.rules.generation.draws import as_drawn, looked_at
from ludens.rules.generation.execution import (
    ExecuteSink,
    KnownAhead,
    MoveFamily,
    apart,
    in_effect,
    leaves_marks,
    run_effect,
)
from ludens.rules.generation.fusion import can_fuse, independent
from ludens.rules.generation.records import MoveList
from ludens.rules.generation.sinks import DescribeSink, exists
from ludens.rules.state import memory
from ludens.rules.state.context import Context
from ludens.rules.state.trace import BASE, CHAIN, CLOSE, END_CHAIN, INNER, LEVELS
from ludens.stage import IntLike


class Link:
    """What is chained in front of a move: one effect, or one for each of several sites."""

    def effects(self) -> Sequence[Generator]:
        """For fusing: what is generated, twice where several times."""
        raise NotImplementedError

    def emit(self, sink: Sink) -> None:
        """Push all moves, in the order in which they are applied."""
        raise NotImplementedError

    def execute(self, c: Context) -> None:
        """Apply all moves where they are found."""
        self.emit(ExecuteSink(c))

    def open(self, c: Context, header: Sequence[IntLike]) -> None:
        """Log the effect and begin the move that it is chained to."""
        raise NotImplementedError

    def close(self, c: Context) -> None:
        """End what `open` began."""
        raise NotImplementedError


@dataclass
class EffectAct(Act, Link):
    """An effect's moves, applied as part of a move (manual: moves 1.4); none of its actions is a decision."""

    effect: Generator
    c: Context

    def __post_init__(self) -> None:
        self.c = undecided(self.c)

    def perform(self, c: Context) -> None:
        apart(self.c, self.effect, lambda c: run_effect(c, self.effect))

    def describe(self, c: Context) -> None:
        self.effect.emit(self.c, DescribeSink())

    def effects(self) -> Sequence[Generator]:
        return [self.effect]

    def emit(self, sink: Sink) -> None:
        self.effect.emit(self.c, sink)

    def execute(self, c: Context) -> None:
        apart(self.c, self.effect, lambda c: self.effect.emit(c, ExecuteSink(c)))

    def open(self, c: Context, header: Sequence[IntLike]) -> None:
        open_link(c, lambda: self.describe(c), header)

    def close(self, c: Context) -> None:
        close_link(c)


@dataclass
class EachSite(Link):
    """An effect for each of some sites, each chained to what came before: the last one is applied first.

    `each(body)` runs the body for the sites from the last to the first; `bind(site)` is what the effect sees.
    """

    effect: Generator
    each: Callable[[Callable[[IntLike], object]], object]
    bind: Callable[[IntLike], Context]

    def effects(self) -> Sequence[Generator]:
        return [self.effect, self.effect]

    def emit(self, sink: Sink) -> None:
        self.each(lambda site: self.effect.emit(undecided(self.bind(site)), sink))

    def open(self, c: Context, header: Sequence[IntLike]) -> None:
        def one(site: IntLike) -> None:
            seen = undecided(self.bind(site))
            open_link(c, lambda: self.effect.emit(seen, DescribeSink()), header)

        self.each(one)

    def close(self, c: Context) -> None:
        self.each(lambda site: close_link(c))


def undecided(c: Context) -> Context:
    """The context of an effect, whose actions are no decisions unless the whole move has been ruled on."""
    return in_effect(c if "decided" in c.slots else c.bind(decided=0))


def open_link(c: Context, effects: Callable[[], object], header: Sequence[IntLike]) -> None:
    assert c.tracer is not None
    c.tracer.mark(c, CHAIN)
    effects()
    c.tracer.mark(c, BASE)
    c.tracer.mark(c, INNER, header)


def close_link(c: Context) -> None:
    assert c.tracer is not None
    c.tracer.mark(c, CLOSE)
    c.tracer.mark(c, END_CHAIN)


@dataclass
class ChainAct(Act):
    """`chain(effect, move)`: the effect's moves, generated before the move is applied, then the move (manual: moves
    1.4)."""

    link: Link
    base: Sequence[Act]
    header: Sequence[IntLike]

    def __post_init__(self) -> None:
        decided = next((a for a in self.base if a.decision), None)
        self.decision = decided is not None
        self.site_from = decided.site_from if decided else -1
        self.site_to = decided.site_to if decided else -1

    def perform(self, c: Context) -> None:
        links, acts = self.unrolled()
        if c.tracer is not None and c.model.stacking:
            looked_at(c, [e for link in links for e in link.effects()], lambda: self._keep_levels(c, links))
        as_drawn(c, lambda: perform_links(c, links))
        for act in acts:
            act.perform(c)

    @property
    def known_ahead(self) -> bool:
        links, acts = self.unrolled()
        moves = KnownAhead()
        marks = any(leaves_marks(effect) for link in links for effect in link.effects())
        if cannot_disturb(links) and not marks and all(act.known_ahead for act in acts):
            for link in links:
                link.emit(moves)
            return moves.are_known
        return False

    def _keep_levels(self, c: Context, links: list[Link]) -> None:
        """A move to which no effect is chained after all shows its own levels (manual: moves 1.4)."""
        tracer, low, high = c.tracer, *self.header[-2:]
        assert tracer is not None
        some = exists(c, lambda sink: [link.emit(sink) for link in links])
        c.s.if_(c.s.not_(some), lambda: tracer.mark(c, LEVELS, [low, high]))

    def unrolled(self) -> tuple[list[Link], list[Act]]:
        """The effects in the order in which they are applied, and the actions behind them."""
        first = self.base[0]
        if not isinstance(first, ChainAct):
            return [self.link], list(self.base)
        links, acts = first.unrolled()
        return [self.link, *links], [*acts, *self.base[1:]]

    def describe(self, c: Context) -> None:
        as_drawn(c, lambda: self.link.open(c, self.header))
        for act in self.base:
            act.describe(c)
        self.link.close(c)


def cannot_disturb(links: Sequence[Link]) -> bool:
    """Whether applying an effect's moves changes nothing that finding others looks at."""
    effects = [e for link in links for e in link.effects()]
    return independent(effects) and all(can_fuse(e) for e in effects)


def perform_links(c: Context, links: Sequence[Link]) -> None:
    """Apply effects in order; they are all generated first, unless that makes no difference."""
    if cannot_disturb(links):
        for link in links:
            link.execute(c)
        return
    start = memory.mark(c)
    lists: list[MoveList] = []
    for link in reversed(links):
        lists.append(MoveList(c, MoveFamily(c, store=False)))
        link.emit(lists[-1])
    for listed in reversed(lists):
        listed.execute(c)
    memory.release(c, start)


def chain(
    c: Context, effect: Generator | None, acts: Sequence[Act], header: Sequence[IntLike] | None = None
) -> list[Act]:
    """Join an effect to actions that are already built; `c` is what the effect sees.

    `header` is that of the inner move: mover, from, to, state, oriented, edge, lowest and highest level.
    """
    return list(acts) if effect is None else chain_link(EffectAct(effect, c), acts, header)


def chain_link(link: Link, acts: Sequence[Act], header: Sequence[IntLike] | None = None) -> list[Act]:
    """Join effects to actions that are already built."""
    first = acts[0]
    plain = [0, first.site_from, first.site_to, -1, 1, -1, 0, 0]
    return [ChainAct(link, acts, header or plain)]
