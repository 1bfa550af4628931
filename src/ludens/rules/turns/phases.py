"""The phases of a game, and the play rules of the one that a player is in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from ludens.rules.categories import MovesLudeme
from ludens.rules.generation.candidates import Sink
from ludens.rules.generation.sinks import CountOrListSink, DropSink, InOrderSink
from ludens.rules.state.context import Context
from ludens.rules.state.model import Fact
from ludens.rules.structure import End, NextPhase
from ludens.stage import IntLike


@dataclass(frozen=True)
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
    rules = phases(c)
    current = c.state.phase.get(player) if len(rules) > 1 else 0
    c.s.switch(current, [partial(body, p) for p in rules])


def play_rules(c: Context, sink: Sink) -> None:
    """The moves of the play rules of the mover's phase, unfiltered."""
    openings = _openings(c) if sink.unordered else []
    if openings and not _in_sets(c, openings):
        in_order = InOrderSink(sink, lambda move: move)
        for_phase(c, c.mover, lambda phase: phase.play.emit(c, in_order if phase in openings else sink))
    else:
        for_phase(c, c.mover, lambda phase: phase.play.emit(c, sink))


def _openings(c: Context) -> list[PhaseRules]:
    """The phases that are left after a move and not come back to."""
    rules, count = phases(c), len(phases(c))
    names = [phase.name for phase in rules]
    entered = {
        names[(place + 1) % count] if rule.phase is None else rule.phase
        for place, phase in enumerate(rules)
        for rule in phase.next_phases
    }
    left = [phase for phase in rules if any(rule.if_ is None for rule in phase.next_phases)]
    return [phase for phase in left if phase.name not in entered]


def _in_sets(c: Context, openings: Sequence[PhaseRules]) -> bool:
    """Whether moves of the phases that last are found as sets: a single set needs code that draws from sets."""

    def seen() -> bool:
        sink = CountOrListSink(c, DropSink())
        for phase in phases(c):
            if phase not in openings:
                phase.play.emit(c, sink)
        return sink.in_sets

    return c.s.once("phases that last are found in sets", lambda: bool(c.s.trial(seen)))
