"""Refusals in words."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from ludens.explain import causes
from ludens.explain.causes import Cause, FreeSite
from ludens.explain.recorder import Frame, Query
from ludens.explain.values import label
from ludens.language import printed
from ludens.ludemes.moves.do import Do
from ludens.ludemes.moves.max import MaxCaptures
from ludens.ludemes.regions.content import EmptySites
from ludens.ludemes.wording import PLAIN, phrase
from ludens.rules.base import Ludeme
from ludens.rules.state.model import Component

if TYPE_CHECKING:
    from ludens.explain.scene import Scene

#: sentences that are longer say less than the clause does
_LONG: Final = 160
#: what phrases call the sites of a move, by the iterator that stands for each
_CALLED: Final = {
    "to": re.compile(r"the target (?:square|point|edge|cell)"),
    "from": re.compile(r"the starting (?:square|point|edge|cell)"),
    "between": re.compile(r"the (?:square|point|edge|cell) between"),
}


def refused(scene: Scene, cause: Cause, frame: Frame | None, query: Query) -> str:
    """Why a clause refuses a move, in a clause of English."""
    game = scene.game
    match cause.kind:
        case causes.WAY if isinstance(cause.ludeme, FreeSite):
            site = frame.bound.get("between", -1) if frame is not None else -1
            return f"the way is blocked: {label(game, site)} is not empty"
        case causes.CONDITION:
            after = "after it, " if _is_afterwards(scene, cause.ludeme) else ""
            return after + (
                _phrase_of(scene, cause.ludeme, frame, negated=True) or "a condition of this move does not hold"
            )
        case causes.ALTERNATIVE:
            return f"{_phrase_of(scene, cause.ludeme, frame) or 'a condition holds'}, and other rules apply then"
        case causes.REGION:
            held = frame.value if frame is not None and isinstance(frame.value, tuple) else ()
            site = query.origin if query.target in held else query.target
            if isinstance(cause.ludeme, EmptySites):
                return f"{label(game, site)} is not empty"
            return f"{label(game, site)} is none of {_phrase_of(scene, cause.ludeme, frame) or 'the places for it'}"
        case causes.SITE:
            given = frame.value if frame is not None and isinstance(frame.value, int) else -1
            words = _phrase_of(scene, cause.ludeme, frame) or "the place for it"
            return f"{words} is {label(game, given) if given >= 0 else 'no site'}"
        case causes.RANGE:
            return "it does not go that far"
        case causes.PRIORITY:
            return "other moves go first here"
        case causes.BEST:
            return "other moves take more" if isinstance(cause.ludeme, MaxCaptures) else "other moves go on for longer"
        case causes.RULE:
            return f"the rules forbid it: {phrase(cause.ludeme)}"
        case _:
            return f"{mover_of(scene, query)} does not go that way: it can {way_of(cause.ludeme)}"


#: what a way says beside the way itself
_BESIDE: Final = ("to", "between", "then", "from_", "before", "after")


def way_of(ludeme: Ludeme) -> str:
    """How a piece goes by a rule, without where to and what follows: "step straight forwards"."""
    text = printed(phrase(ludeme, PLAIN.without(*_BESIDE)))
    return text.removesuffix(" any number of squares, all of them empty") if len(text) <= _LONG else "go another way"


def mover_of(scene: Scene, query: Query) -> str:
    """What stands where a move would come from: "the pawn on E2"."""
    site = query.origin
    rows = [row for row in scene.game.from_bytes(bytes(scene.block)).sites() if row[1] == site]
    if not rows or not 0 < rows[-1][3] <= len(scene.game.components):
        return "the piece"
    return f"the {plain_name(scene.game.components[rows[-1][3] - 1])} on {label(scene.game, site)}"


def plain_name(component: Component) -> str:
    """A component's name in words, without its owner's number."""
    name = (component.base_name or component.name).rstrip("0123456789") or component.name
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name).lower()


def _phrase_of(scene: Scene, ludeme: Ludeme, frame: Frame | None, *, negated: bool = False) -> str:
    """What a ludeme says, with the labels of the sites it was asked about; "" where that is long."""
    text = phrase(ludeme, negated=negated)
    for name, called in _CALLED.items():
        if frame is not None and name in frame.bound:
            text = called.sub(label(scene.game, frame.bound[name]), text)
    return printed(text) if len(text) <= _LONG else ""


def _is_afterwards(scene: Scene, ludeme: Ludeme) -> bool:
    """Whether a condition is one on the position after the move."""
    around = [ludeme, *scene.owned(ludeme)]
    return any(isinstance(above, Do) and above.if_afterwards is below for below, above in pairwise(around))
