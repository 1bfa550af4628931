"""What ended a game: its end rules evaluated once more, in the position as they found it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ludens.game.ending import ending, opened
from ludens.game.reasons.answers import WhyOver
from ludens.game.reasons.places import place_of
from ludens.game.reasons.recording import Frame, Recorder
from ludens.game.reasons.scene import Scene
from ludens.game.reasons.telling import value_of, written
from ludens.ludemes.base import Ludeme
from ludens.ludemes.categories import ResultLudeme
from ludens.ludemes.play.phases import END, PHASES
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.structure import End

if TYPE_CHECKING:
    from ludens.game.state import State


def why_over(state: State) -> WhyOver:
    """The end rule that ended a game. Raises ValueError where it goes on."""
    playing = state.playing
    if not playing.is_over:
        raise ValueError("the game is not over")
    told = ending(playing)
    words = told.text if told is not None else ""
    decided = _decided(playing)
    if decided is not None:
        clauses, result = decided
        game = playing.game
        return WhyOver(words or written(result), tuple(value_of(game, frame) for frame in clauses), place_of(result))
    return WhyOver(words or "the rules end it here", ())


def _decided(state: State) -> tuple[list[Frame], Ludeme] | None:
    """The conditions that held, and the result they led to; None where no end rule is known to have ended the game."""
    scene = Scene(state.game, opened(state).tobytes())
    results: list[tuple[list[Frame], Ludeme]] = []
    recorder = Recorder(scene.ludemes(), None)
    run = scene.bench.opened(scene.book, bytearray(scene.block))
    c = run.context.unbound()
    for ludeme in scene.ludemes():
        if isinstance(ludeme, ResultLudeme):
            vars(ludeme)["emit"] = _noting(ludeme, recorder, results, scene)
    for end in _ends(scene, state):
        for rule in end.listed:
            rule.emit(c)
            if c.state.over.get() or c.state.active.get() == 0:
                return results[-1] if results else None
    return None


def _noting(
    ludeme: ResultLudeme, recorder: Recorder, results: list[tuple[list[Frame], Ludeme]], scene: Scene
) -> Callable[..., None]:
    """The ludeme's `emit`, which first notes the conditions of the rules around it that hold."""
    emit, around = ludeme.emit, scene.owned(ludeme)

    def noted(c: Context, **named: bool) -> None:
        held = {x.ludeme: x for x in recorder.frames if x.above is None and x.value is True}
        results.append(([x for x in held.values() if scene.owners.get(x.ludeme) in around], ludeme))
        emit(c, **named)

    return noted


def _ends(scene: Scene, state: State) -> Iterable[End]:
    """The end rules that apply: those of the mover's phase, then those of the game."""
    model = scene.book.model
    listed, mover = PHASES.of(model), state.mover
    phase = listed[int(state.field("phase")[mover])] if len(listed) > 1 else listed[0]
    return [end for end in (phase.end, END.of(model)) if end is not None]
