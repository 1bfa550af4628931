"""What ended a game: the rule that did, watched once more in the position as it found it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ludens.explain.answers import WhyOver
from ludens.explain.end_rules import Decided, decided, end_rules
from ludens.explain.endings import ending
from ludens.explain.places import place_of
from ludens.explain.recorder import Frame, Recorder
from ludens.explain.scene import Scene
from ludens.explain.values import value_of, written
from ludens.ludemes.categories import BooleanLudeme

if TYPE_CHECKING:
    from ludens.game.state import State


def why_over(state: State) -> WhyOver:
    """The end rule that ended a game. Raises ValueError where it goes on."""
    playing = state.playing
    if not playing.is_over:
        raise ValueError("the game is not over")
    told = ending(playing)
    words = told.text if told is not None else ""
    found = decided(playing)
    if found is not None:
        clauses = tuple(value_of(playing.game, frame) for frame in _watched(found))
        return WhyOver(words or written(found.result), clauses, place_of(found.result))
    return WhyOver(words or "the rules end it here", ())


def _watched(found: Decided) -> list[Frame]:
    """The conditions that led to the result, evaluated once more with all that they ask."""
    game = found.asked.game
    scene = Scene(game, found.block)
    number = end_rules(game.model, found.asked.before).index(found.rule)
    rule = end_rules(scene.book.model, found.asked.before)[number]
    twins = dict(zip(found.rule.walk(), rule.walk(), strict=True))
    recorder = Recorder(scene.ludemes(), None)
    c = scene.bench.opened(scene.book, bytearray(scene.block)).context.unbound().bind(**found.asked.bound)
    conditions = [cast(BooleanLudeme, twins[condition]) for condition in found.conditions]
    for condition in conditions:
        condition.emit(c)
    return [frame for frame in recorder.frames if frame.above is None and frame.ludeme in conditions]
