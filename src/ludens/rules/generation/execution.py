"""How a move, an effect and a consequent are executed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import Final

from ludens.rules.actions.base import Act
from ludens.rules.actions.capture import capture_at_end_of_turn
from ludens.rules.base import Need
from ludens.rules.generation.candidates import Candidate, Consequent, Generator, Sink
from ludens.rules.generation.fusion import can_fuse
from ludens.rules.generation.last_move import store_last
from ludens.rules.generation.outer_slots import seen_outside
from ludens.rules.generation.records import Family, MoveList
from ludens.rules.state import memory
from ludens.rules.state.context import Context
from ludens.rules.state.trace import CLOSE, OPEN

#: of how many ludemes an effect consists at least that is emitted once for all moves that have it
BIG: Final = 100


class MoveFamily(Family):
    """Moves that are executed one by one: a player's (`store`), or those of an effect."""

    def _perform(self, move: Candidate) -> None:
        """Execute; a player's move is logged with its header."""
        tracer = move.c.tracer
        if tracer is not None and self.store:
            tracer.mark(move.c, OPEN, move.header())
        acts = execute(move, store=self.store)
        self.note(acts)
        if tracer is not None and self.store:
            tracer.mark(move.c, CLOSE)


class ExecuteSink(Sink):
    """Executes each move where it is found, as part of another move."""

    def __init__(self, c: Context) -> None:
        self.c = c

    def push(self, move: Candidate) -> None:
        execute(move, store=False)


def leaves_marks(effect: Generator) -> bool:
    """Whether finding its moves asks whether somebody can move, which leaves a mark in a position."""
    return any(Need.STALEMATE in ludeme.needs for ludeme in effect.walk())


class KnownAhead(Sink):
    """Asks whether all that the moves do is known before anything is done."""

    def __init__(self) -> None:
        self.are_known = True

    def push(self, move: Candidate) -> None:
        self.are_known = self.are_known and all(act.known_ahead for act in move.build(move.c))


def run_effect(c: Context, effect: Generator) -> None:
    """Generate all moves of an effect, then apply them in order (manual: moves 2.1); fused where that makes no
    difference."""
    with keeping(c):
        apply_found(in_effect(c), effect, ExecuteSink(c), MoveFamily)


def apart(c: Context, effect: Generator, run: Callable[[Context], object]) -> None:
    """Run an effect; a big one is emitted out of line, once for all moves that have it."""
    if effect.extent > BIG and c.recorder is None and c.slots.variable("level") is None:
        c.outline("effect", run, None, key=("effect", effect.identity))
    else:
        run(c)


def apply_found(c: Context, effect: Generator, sink: Sink, family: Callable[..., Family]) -> None:
    """The same; each move is executed by the sink where that may be where it is found, else by a family of lists."""
    if can_fuse(effect):
        effect.emit(c, sink)
        return
    together = effect.at_once(c)
    if together is not None:
        together(sink)
        return
    start = memory.mark(c)
    moves = MoveList(c, family(c, store=False))
    effect.emit(c, moves)
    moves.execute(c)
    memory.release(c, start)


def in_effect(c: Context) -> Context:
    """The context in which an effect's moves are found."""
    return replace(c, in_effect=True)


@contextmanager
def keeping(c: Context) -> Iterator[None]:
    """Free what the effects found within have kept, once they have been applied."""
    if Need.KEPT_ACTIONS not in c.model.needs:
        yield
        return
    start = memory.kept_mark(c)
    yield
    memory.release_kept(c, start)


def execute(move: Candidate, *, store: bool) -> Sequence[Act]:
    """Apply a move: its actions, then (if it is the player's) remember it, then its consequents (manual: moves 3.1).

    Gives the move's own actions. What a player's move keeps is free again behind it.
    """
    c = move.c
    with keeping(c) if store else nullcontext():
        return _execute(c, move, store=store)


def _execute(c: Context, move: Candidate, *, store: bool) -> Sequence[Act]:
    acts = move.build(c)
    for act in acts:
        act.perform(c)
    if store:
        store_last(move, acts)
    for then in move.then:
        run_consequent(c, then)
    if store and Need.SEQUENCE_CAPTURE in c.model.needs:
        capture_at_end_of_turn(c)
    return acts


def run_consequent(c: Context, then: Consequent) -> None:
    """Evaluate a consequent and apply its moves; emitted once for all moves that carry it.

    Where actions are recorded to be done later, it is noted among them.
    """
    if c.later is not None:
        c.recorder.note(c, then)
        if not c.later.runs:
            return
        c = replace(c, recorder=None, later=None)
    seen = c.unbound() if c.outside is None else seen_outside(c, c.outside)
    seen.outline("then", lambda c: run_effect(c, then.moves), None, key=("then", then.identity))
