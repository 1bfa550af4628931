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
from ludens.rules.categories import BooleanLudeme
from ludens.words import say

if TYPE_CHECKING:
    from ludens.game.state import State


def why_over(state: State) -> WhyOver:
    """The end rule that ended a game. Raises ValueError where it goes on."""
    playing = state.playing
    if not playing.is_over:
        raise ValueError("the game is not over")
    last = ending(playing)
    words = last.text if last is not None else ""
    decision = decided(playing)
    if decision is not None:
        clauses = tuple(value_of(playing.game, frame) for frame in _watched(decision))
        return WhyOver(words or written(decision.result), clauses, place_of(decision.result))
    return WhyOver(words or say("the rules end it here"), ())


def _watched(decision: Decided) -> list[Frame]:
    """The conditions that led to the result, evaluated once more with all that they ask."""
    game = decision.position.game
    scene = Scene(game, decision.block)
    number = end_rules(game.model, decision.position.before).index(decision.rule)
    rule = end_rules(scene.book.model, decision.position.before)[number]
    twins = dict(zip(decision.rule.walk(), rule.walk(), strict=True))
    recorder = Recorder(scene.ludemes(), None)
    c = scene.bench.opened(scene.book, bytearray(scene.block)).context.unbound().bind(**decision.position.bound)
    conditions = [cast(BooleanLudeme, twins[condition]) for condition in decision.conditions]
    for condition in conditions:
        condition.emit(c)
    return [frame for frame in recorder.frames if frame.above is None and frame.ludeme in conditions]
