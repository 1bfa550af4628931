"""Why a move is legal: the clauses around the place that pushed it, and what they asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludens.explain.answers import Step, Value, Why
from ludens.explain.causes import spell_out
from ludens.explain.places import place_of
from ludens.explain.recorder import Frame, Query
from ludens.explain.scene import Derivation, Scene, Seen
from ludens.explain.values import bound_labels, value_of, written
from ludens.game.errors import IllegalMove
from ludens.ludemes.moves.operators import IfMoves
from ludens.rules.base import Ludeme
from ludens.rules.categories import BooleanLudeme, MovesLudeme

if TYPE_CHECKING:
    from ludens.game.move import Move
    from ludens.game.state import State


def why(state: State, move: Move | str) -> Why:
    """The chain of clauses that made a legal move. Raises IllegalMove for one that is not legal here."""
    playing = state.playing
    legal = playing.parse(move if isinstance(move, str) else move.to_trial())
    scene = Scene(playing.game, playing.tobytes())
    spell_out(scene)
    seen = scene.look(Query(legal.from_site, legal.to_site))
    return explanation_of(scene, seen, playing, legal)


def explanation_of(scene: Scene, seen: Seen, state: State, move: Move) -> Why:
    """What was seen of a legal move."""
    text = move.to_trial()
    derivation = next((one for one in seen.derivations if one.text == text), None)
    name = state.notation(move)
    if derivation is None and seen.derivations and any(one.chain for one in seen.derivations):
        derivation = seen.derivations[0]
    if derivation is None:
        if all(action.name == "Pass" for action in move.actions):
            return Why(name, (), "there is no other move, and so one passes.")
        if all(action.name == "Swap" for action in move.actions):
            return Why(name, (), "the swap rule offers it after the first move.")
        raise IllegalMove(f"{name} is legal, but nothing was seen of how it is found")
    return Why(name, tuple(_step(scene, frame, derivation, seen) for frame in derivation.chain if _is_generator(frame)))


def _is_generator(frame: Frame) -> bool:
    return isinstance(frame.ludeme, MovesLudeme)


def _step(scene: Scene, frame: Frame, derivation: Derivation, seen: Seen) -> Step:
    chain = [other.ludeme for other in derivation.chain]
    game = scene.game
    values = tuple(
        value_of(game, other) for other in seen.frames if _home(scene, other, derivation, chain) is frame.ludeme
    )
    return Step(written(frame.ludeme), place_of(frame.ludeme), bound_labels(game, frame.bound), _once(values))


def _once(values: Sequence[Value]) -> tuple[Value, ...]:
    """The same asked again is told once."""
    return tuple(value for i, value in enumerate(values) if value not in values[:i])


def _home(scene: Scene, frame: Frame, derivation: Derivation, chain: Sequence[Ludeme]) -> Ludeme | None:
    """The generator on the way to a move that asked something which decides about it; None for what does not."""
    if not isinstance(frame.ludeme, BooleanLudeme) or frame.above not in derivation.chain:
        return None
    home = next((owner for owner in scene.owned(frame.ludeme) if owner in chain), None)
    if home is None:
        return None
    if frame.value is False:
        return home if isinstance(home, IfMoves) and home.condition is frame.ludeme else None
    return home if _is_on_the_way(frame, derivation) else None


def _is_on_the_way(frame: Frame, derivation: Derivation) -> bool:
    """Whether something was asked about the target or a site that the move passes, or about no site of it at all."""
    target, bound = derivation.query.target, frame.bound
    if bound.get("to", target) == target and bound.get("between", -1) in (-1, target, *derivation.passed):
        return True
    return "between" in bound and bound["between"] in derivation.passed
