"""Random numbers that a move's effects draw when the move is found (manual: moves 2.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ludens.ludemes.base import Ludeme
from ludens.ludemes.generation.candidates import Candidate, Generator
from ludens.ludemes.generation.recording import settled
from ludens.ludemes.generation.sinks import DropSink
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.random import from_seed, saved_seed
from ludens.ludemes.runtime.scratch import with_copy

#: the slots of the generator's state before a move's chained effects drew
_SEED = "effect.seed"


def drawn(move: Candidate, *effects: Generator | None) -> Candidate:
    """A move with chained effects, which draw their random numbers when the move is found (manual: moves 2.1).

    Finding them leaves a level behind, too (manual: moves 7.3).
    """
    chained = [effect for effect in effects if effect is not None]
    move = _with_level_left(move, chained)
    if not any(draws(effect) for effect in chained):
        return replace(move, settle=settled) if chained else move
    c = move.c
    slots = saved_seed(c, _SEED)

    def on_copy(copy: Context) -> None:
        for act in move.build(copy):
            act.perform(copy)
        c.state.rng.set(copy.state.rng.get())

    with_copy(c, on_copy)
    return replace(move, c=c.bind(**slots), settle=settled)


def draws(effect: Generator | Ludeme) -> bool:
    """Whether it may draw random numbers; asking what dice show draws none."""
    return "rng" in effect.all_writes


def _with_level_left(move: Candidate, effects: Sequence[Generator]) -> Candidate:
    """The move with the level that it was found with, after its effects have left theirs to what is found next."""
    level = move.c.slots.variable("level")
    changing = [effect for effect in effects if effect.changes_level]
    if level is None or not changing:
        return move
    before = level.get()
    for effect in changing:
        if not draws(effect):
            effect.emit(move.c, DropSink())
    return replace(move, c=move.c.bind(level=before))


def as_drawn(c: Context, body: Callable[[], object]) -> None:
    """Run the body with the random numbers that were drawn when the move was found; the generator is left alone."""
    if f"{_SEED}.low" in c.slots:
        from_seed(c, _SEED, body)
    else:
        body()


def looked_at(c: Context, effects: Sequence[Generator], body: Callable[[], object]) -> None:
    """Run the body, which finds the effects' moves with the numbers that applying them draws next, and draws none."""
    if not any(draws(effect) for effect in effects):
        body()
        return
    now = c.state.rng.get()
    as_drawn(c, body)
    c.state.rng.set(now)
