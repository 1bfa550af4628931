"""Refusals in words."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from ludens.game.reasons import causes
from ludens.game.reasons.causes import Cause, FreeSite
from ludens.game.reasons.recording import Asked, Frame
from ludens.game.reasons.telling import label, written
from ludens.language import printed
from ludens.ludemes.base import Ludeme
from ludens.ludemes.moves.do import Do
from ludens.ludemes.wording import phrase

if TYPE_CHECKING:
    from ludens.game.reasons.scene import Scene

#: sentences that are longer say less than the clause does
_LONG: Final = 160
#: what phrases call the sites of a move, by the iterator that stands for each
_CALLED: Final = {
    "to": re.compile(r"the target (?:square|point|edge|cell)"),
    "from": re.compile(r"the starting (?:square|point|edge|cell)"),
    "between": re.compile(r"the (?:square|point|edge|cell) between"),
}


def refused(scene: Scene, cause: Cause, frame: Frame | None, asked: Asked) -> str:
    """Why a clause refuses a move, in a clause of English."""
    game, told = scene.game, written(cause.ludeme)
    match cause.kind:
        case causes.WAY if isinstance(cause.ludeme, FreeSite):
            site = frame.bound.get("between", -1) if frame is not None else -1
            return f"the way is blocked: {label(game, site)} is not empty"
        case causes.CONDITION:
            after = "after it, " if _is_afterwards(scene, cause.ludeme) else ""
            return after + (_said(scene, cause.ludeme, frame, negated=True) or f"{told} does not hold")
        case causes.ALTERNATIVE:
            return f"{_said(scene, cause.ludeme, frame) or f'{told} holds'}, and other rules apply then"
        case causes.REGION:
            held = frame.value if frame is not None and isinstance(frame.value, tuple) else ()
            site = asked.origin if asked.target in held else asked.target
            return f"{label(game, site)} is none of {_said(scene, cause.ludeme, frame) or told}"
        case causes.SITE:
            given = frame.value if frame is not None and isinstance(frame.value, int) else -1
            return f"{_said(scene, cause.ludeme, frame) or told} is {label(game, given) if given >= 0 else 'no site'}"
        case causes.RANGE:
            return f"it is not as far as {told} asks"
        case causes.PRIORITY:
            return "other moves go first here"
        case causes.BEST:
            return "other moves take more" if "Captures" in told else "other moves go on for longer"
        case causes.RULE:
            return f"the rule {told} forbids it"
        case _:
            return f"{told} goes in other directions"


def _said(scene: Scene, ludeme: Ludeme, frame: Frame | None, *, negated: bool = False) -> str:
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
