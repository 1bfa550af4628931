"""What the rules say about a move that somebody asks about, in no more time and words than a page has for it."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.game import State
from ludens.game.reasons import Place, Refusal, Step, Why, explained
from ludens.language import LudError
from ludens.web.errors import ApiError
from ludens.web.schemas.reasons import LONGEST, MOST, Reason, Reasons


def reasons(state: State, origin: str, target: str) -> Reasons:
    """Why there is a move between two sites, or none. Raises ApiError where that cannot be told."""
    kinds = {origin[0], target[0]} - {state.playing.game.model.default_site[0].lower(), "c"}
    if kinds:
        raise ApiError("illegal", "moves between such sites are not explained")
    try:
        told = explained(state, int(origin[2:]), int(target[2:]))
    except ValueError as error:
        raise ApiError("illegal", str(error)) from None
    except (LudError, RecursionError):
        raise ApiError("limit", "this position takes too long to explain", 422) from None
    if isinstance(told, Why):
        return Reasons(told.move, True, [_of_step(step) for step in told.steps[:MOST]])
    return Reasons(told.move, False, [_of_refusal(refusal) for refusal in told.refusals[:MOST]])


def _of_step(step: Step) -> Reason:
    return _reason(step.text, step.place, [line for value in step.asked for line in value.lines()])


def _of_refusal(refusal: Refusal) -> Reason:
    parts = refusal.value.parts if refusal.value is not None else ()
    return _reason(refusal.words, refusal.place, [line for part in parts for line in part.lines()])


def _reason(words: str, place: Place | None, details: Sequence[str]) -> Reason:
    cut = [line[:LONGEST] for line in details[:MOST]]
    if place is None:
        return Reason(words=words[:LONGEST], details=cut)
    text = place.text[:LONGEST]
    return Reason(words[:LONGEST], text, place.line, place.column, place.start, place.end, cut)
