"""The phases of a game, and the play rules of the one that a player is in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ludens.ludemes.categories import MovesLudeme
from ludens.ludemes.generation.candidates import Sink
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.model import Fact
from ludens.ludemes.structure import End, NextPhase
from ludens.records import record
from ludens.stage import IntLike


@record(frozen=True)
class PhaseRules:
    """One phase: its name, the player it belongs to (None: everybody), and its rules."""

    name: str
    owner: int | None
    play: MovesLudeme
    end: End | None = None
    next_phases: Sequence[NextPhase] = ()


#: the phases of a game, in order
PHASES: Fact[Sequence[PhaseRules]] = Fact(())
#: the rules that end the game in any phase
END: Fact[End | None] = Fact(None)


def phases(c: Context) -> Sequence[PhaseRules]:
    """The phases of the game, in order."""
    return PHASES.of(c.model)


def for_phase(c: Context, player: IntLike, body: Callable[[PhaseRules], object]) -> None:
    """Run the body for the phase that a player is in."""
    listed = phases(c)
    current = c.state.phase.get(player) if len(listed) > 1 else 0
    c.s.switch(current, [partial(body, p) for p in listed])


def play_rules(c: Context, sink: Sink) -> None:
    """The moves of the play rules of the mover's phase, unfiltered."""
    for_phase(c, c.mover, lambda phase: phase.play.emit(c, sink))
