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
from ludens.ludemes.translation import about_sites
from ludens.ludemes.wording import PLAIN, phrase
from ludens.rules.base import Ludeme
from ludens.rules.state.model import Component
from ludens.words import or_english, say, term, untranslated, whole

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
            return say("the way is blocked: {0} is not empty", label(game, site))
        case causes.CONDITION:
            text = _phrase_of(scene, cause.ludeme, frame, negated=True) or say("a condition of this move does not hold")
            return say("after it, {0}", text) if _is_afterwards(scene, cause.ludeme) else text
        case causes.ALTERNATIVE:
            text = _phrase_of(scene, cause.ludeme, frame) or say("a condition holds")
            return say("{0}, and other rules apply then", text)
        case causes.REGION:
            held = frame.value if frame is not None and isinstance(frame.value, tuple) else ()
            site = query.origin if query.target in held else query.target
            if isinstance(cause.ludeme, EmptySites):
                return say("{0} is not empty", label(game, site))
            places = _phrase_of(scene, cause.ludeme, frame) or say("the places for it")
            return say("{0} is none of {1}", label(game, site), places)
        case causes.SITE:
            given = frame.value if frame is not None and isinstance(frame.value, int) else -1
            text = _phrase_of(scene, cause.ludeme, frame) or say("the place for it")
            return say("{0} is {1}", text, label(game, given)) if given >= 0 else say("{0} is no site", text)
        case causes.RANGE:
            return say("it does not go that far")
        case causes.PRIORITY:
            return say("other moves go first here")
        case causes.BEST:
            is_of_most = isinstance(cause.ludeme, MaxCaptures)
            return say("other moves take more") if is_of_most else say("other moves go on for longer")
        case causes.RULE:
            text = phrase(cause.ludeme)
            return say("the rules forbid it: {0}", or_english(lambda: about_sites(cause.ludeme, {}), text))
        case _:
            mover = mover_of(scene, query)
            return whole(
                lambda: say("{0} does not go that way: it can {1}", mover, way_of(cause.ludeme)),
                lambda: say("{0} does not go that way", mover),
            )


#: what a way says beside the way itself
_BESIDE: Final = ("to", "between", "then", "from_", "before", "after")


def way_of(ludeme: Ludeme) -> str:
    """How a piece goes by a rule, without where to and what follows: "step straight forwards"."""
    text = printed(phrase(ludeme, PLAIN.without(*_BESIDE)))
    if len(text) > _LONG:
        return say("go another way")
    return untranslated(text.removesuffix(" any number of squares, all of them empty"))


def mover_of(scene: Scene, query: Query) -> str:
    """What stands where a move would come from: "the pawn on E2"."""
    site = query.origin
    rows = [row for row in scene.game.from_bytes(bytes(scene.block)).sites() if row[1] == site]
    if not rows or not 0 < rows[-1][3] <= len(scene.game.components):
        return say("the piece")
    return say(
        "{0} on {1}|a piece, and where it is", the(scene.game.components[rows[-1][3] - 1]), label(scene.game, site)
    )


def the(component: Component) -> str:
    """A component's name with its article, as who moves."""
    name = plain_name(component)
    return term(f"the {name}|who moves", term(name))


def plain_name(component: Component) -> str:
    """A component's name in words, without its owner's number."""
    name = (component.base_name or component.name).rstrip("0123456789") or component.name
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name).lower()


def _phrase_of(scene: Scene, ludeme: Ludeme, frame: Frame | None, *, negated: bool = False) -> str:
    """What a ludeme says, with the labels of the sites it was asked about; "" where that is long."""
    text = phrase(ludeme, negated=negated)
    labels = {name: label(scene.game, frame.bound[name]) for name in _CALLED if name in frame.bound} if frame else {}
    for name, site in labels.items():
        text = _CALLED[name].sub(site, text)
    return or_english(lambda: about_sites(ludeme, labels, negated=negated), printed(text)) if len(text) <= _LONG else ""


def _is_afterwards(scene: Scene, ludeme: Ludeme) -> bool:
    """Whether a condition is one on the position after the move."""
    around = [ludeme, *scene.owned(ludeme)]
    return any(isinstance(above, Do) and above.if_afterwards is below for below, above in pairwise(around))
