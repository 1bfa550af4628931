"""What may keep a move from being legal: clauses that can be lifted, each with how it would read then.

A cause is a guess until it has been lifted and the move is found (`refusals`): the rules themselves say which of the
clauses that looked at a move refused it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from ludens.explain.recorder import Frame, Query
from ludens.explain.texts import Edit, around, inner, instead_of, longer, respelt, without
from ludens.language import Clause, to_text
from ludens.ludemes.booleans.logic import And, AndAll
from ludens.ludemes.clauses import Between, From, To
from ludens.ludemes.moves.hop import Hop
from ludens.ludemes.moves.max import MaxCaptures, MaxMoves
from ludens.ludemes.moves.priority import Priority
from ludens.ludemes.moves.slide import Slide
from ludens.ludemes.moves.step import Step
from ludens.rules.base import Ludeme
from ludens.rules.categories import (
    BooleanLudeme,
    IntLudeme,
    MetaRuleLudeme,
    MovesLudeme,
    RangeLudeme,
    SitesLudeme,
)
from ludens.rules.enums import AbsoluteDirection
from ludens.rules.generation.candidates import Sink
from ludens.rules.state.context import Context
from ludens.rules.state.metarules import MetaRules
from ludens.rules.state.regions import Region, StaticRegion
from ludens.stage import BoolLike

if TYPE_CHECKING:
    from ludens.explain.scene import Scene, Seen

#: the kinds of causes, in the order in which they are suspected
CONDITION, REGION, SITE, WAY, RANGE, PRIORITY, BEST, RULE, ALTERNATIVE, DIRECTION = (
    "condition", "region", "site", "way", "range", "priority", "best", "rule", "alternative", "direction",
)  # fmt: skip
_ORDER: Final = (CONDITION, REGION, SITE, WAY, RANGE, PRIORITY, BEST, RULE, ALTERNATIVE, DIRECTION)


@dataclass(frozen=True)
class Cause:
    """A clause that may refuse a move, and what it would be if it did not.

    `frame` is where it gave the value that it is suspected for, None where it gives none.
    """

    kind: str
    ludeme: Ludeme
    frame: Frame | None
    lift: Callable[[Scene], Iterator[None]]
    edit: Edit

    @property
    def key(self) -> tuple[str, int]:
        return self.kind, id(self.ludeme)

    def lifted(self, scene: Scene) -> AbstractContextManager[None]:
        """A context in which the clause does not refuse."""
        return contextmanager(self.lift)(scene)


def causes(scene: Scene, seen: Seen, query: Query) -> list[Cause]:
    """What may have refused a move in what was seen, the most likely first; of each clause one."""
    by_clause: dict[tuple[str, int], Cause] = {}
    for frame in seen.frames:
        for cause in _of_frame(scene, frame, query):
            by_clause.setdefault(cause.key, cause)
    for rule in scene.book.rules.meta.listed if scene.book.rules.meta else ():
        cause = Cause(RULE, rule, None, partial(_without_rule, rule), without(rule.node))
        by_clause.setdefault(cause.key, cause)
    return sorted(by_clause.values(), key=lambda cause: _ORDER.index(cause.kind))


def _of_frame(scene: Scene, frame: Frame, query: Query) -> Iterator[Cause]:
    ludeme = frame.ludeme
    if isinstance(ludeme, MovesLudeme):
        yield from _of_generator(frame, query)
    elif frame.above is not None and not isinstance(frame.above.ludeme, MovesLudeme):
        return
    elif isinstance(ludeme, BooleanLudeme):
        yield from _of_condition(scene, frame)
    elif isinstance(ludeme, SitesLudeme | IntLudeme):
        yield from _of_where(scene, frame, query)


# --- conditions


def _of_condition(scene: Scene, frame: Frame) -> Iterator[Cause]:
    if frame.value is False:
        blamed = deciding(frame)
        if isinstance(blamed.ludeme, FreeSite):
            lift, edit = partial(_giving, blamed.ludeme, True), scene.implied[blamed.ludeme]
            yield Cause(WAY, blamed.ludeme, blamed, lift, edit)
        else:
            yield _constant(CONDITION, blamed, True)
    elif frame.value is True and "node" in vars(frame.ludeme):
        yield _constant(ALTERNATIVE, frame, False)


def _constant(kind: str, frame: Frame, value: bool) -> Cause:
    ludeme = frame.ludeme
    return Cause(kind, ludeme, frame, partial(_giving, ludeme, value), instead_of(ludeme.node, str(value)))


def deciding(frame: Frame) -> Frame:
    """The condition that decides of one that does not hold: of a conjunction the part that does not."""
    while isinstance(frame.ludeme, And | AndAll):
        failed = next((below for below in frame.below if below.value is False), None)
        if failed is None or "node" not in vars(failed.ludeme):
            break
        frame = failed
    return frame


def _giving(ludeme: Ludeme, value: Any, scene: Scene) -> Iterator[None]:
    """The ludeme gives a value whatever it says."""
    vars(ludeme)["emit"] = lambda c, *rest: value
    yield
    vars(ludeme).pop("emit", None)


class FreeSite(BooleanLudeme):
    """The condition of a slide that names none: every site on the way is empty."""

    def emit(self, c: Context) -> BoolLike:
        return c.state.is_empty(None, c.get("between"))


def spell_out(scene: Scene) -> None:
    """Put in the conditions that the language has where a description names none."""
    for slide in (x for x in scene.ludemes() if isinstance(x, Slide)):
        between, free = slide.between, FreeSite()
        if between is None:
            slide.between = Between(before=None, range=None, after=None, if_=free, trail=None, apply=None)
            scene.implied[free] = longer(_clause_of(slide), "(between if:True)", before=("to", "then"))
        elif between.if_ is None:
            between.if_ = free
            scene.implied[free] = longer(_clause_of(between), "if:True", before=("apply",))
        else:
            continue
        scene.owners[free] = slide


# --- regions and sites


def _of_where(scene: Scene, frame: Frame, query: Query) -> Iterator[Cause]:
    """A region that lacks the site which the move needs, or a site that is another one."""
    ludeme = frame.ludeme
    if "node" not in vars(ludeme):
        return
    owner = scene.owners.get(ludeme)
    sites = {From: [query.origin], To: [query.target]}.get(type(owner), [query.target, query.origin])
    if not (isinstance(owner, From | To) or isinstance(ludeme, SitesLudeme)):
        return
    if isinstance(owner, From | To) and owner.where is not ludeme:
        return
    for site in sites:
        if site < 0:
            continue
        if isinstance(ludeme, SitesLudeme) and isinstance(frame.value, tuple) and site not in frame.value:
            edit = around(ludeme.node, "(union ", f" (sites {{{site}}}))")
            yield Cause(REGION, ludeme, frame, partial(_holding, ludeme, site), edit)
            return
        if isinstance(ludeme, IntLudeme) and frame.value != site:
            yield Cause(SITE, ludeme, frame, partial(_giving, ludeme, site), instead_of(ludeme.node, str(site)))


def _holding(ludeme: SitesLudeme, site: int, scene: Scene) -> Iterator[None]:
    """A region holds a site besides its own."""
    emit = type(ludeme).emit

    def more(c: Context) -> Region:
        return emit(ludeme, c).union(StaticRegion(c, (site,)))

    vars(ludeme)["emit"] = more
    yield
    vars(ludeme).pop("emit", None)


# --- generators


def _of_generator(frame: Frame, query: Query) -> Iterator[Cause]:
    ludeme = frame.ludeme
    if "node" not in vars(ludeme):
        return
    if isinstance(ludeme, Priority):
        yield Cause(PRIORITY, ludeme, frame, partial(_all_members, ludeme), respelt(_clause_of(ludeme), "or"))
    if isinstance(ludeme, MaxMoves | MaxCaptures) and "node" in vars(ludeme.moves):
        yield Cause(BEST, ludeme, frame, partial(_unchosen, ludeme), inner(ludeme.node, ludeme.moves.node))
    if frame.bound.get("from", -1) not in (-1, query.origin):
        return
    between = getattr(ludeme, "between", None)
    if isinstance(ludeme, Slide) and between is not None and isinstance(between.range, RangeLudeme):
        far = "(range 1 1000)"
        yield Cause(RANGE, between.range, frame, partial(_any_length, between), instead_of(between.range.node, far))
    if isinstance(ludeme, Step | Slide | Hop) and ludeme.direction is not AbsoluteDirection.All:
        yield Cause(DIRECTION, ludeme, frame, partial(_any_direction, ludeme), _directed(ludeme))


def _clause_of(ludeme: Ludeme) -> Clause:
    assert isinstance(ludeme.node, Clause)
    return ludeme.node


def _directed(ludeme: Step | Slide | Hop) -> Edit:
    """The generator with every direction instead of its own."""
    given = ludeme.direction
    if isinstance(given, Ludeme):
        return instead_of(given.node, "All")
    if given is not None:
        word = next(a for a in _clause_of(ludeme).arguments if to_text(a) == given.value)
        return instead_of(word, "All")
    return longer(_clause_of(ludeme), "All", before=("between", "to", "then"))


def _any_direction(ludeme: Step | Slide | Hop, scene: Scene) -> Iterator[None]:
    before, ludeme.direction = ludeme.direction, AbsoluteDirection.All
    yield
    ludeme.direction = before


def _any_length(between: Between, scene: Scene) -> Iterator[None]:
    before, between.range = between.range, None
    yield
    between.range = before


def _all_members(ludeme: Priority, scene: Scene) -> Iterator[None]:
    def emit(c: Context, sink: Sink) -> None:
        for member in ludeme.parts():
            member.emit(c, sink)

    vars(ludeme)["emit"] = emit
    yield
    vars(ludeme).pop("emit", None)


def _unchosen(ludeme: MaxMoves | MaxCaptures, scene: Scene) -> Iterator[None]:
    vars(ludeme)["emit"] = lambda c, sink: ludeme.moves.emit(c, sink)
    yield
    vars(ludeme).pop("emit", None)


def _without_rule(rule: MetaRuleLudeme, scene: Scene) -> Iterator[None]:
    model, rules = scene.book.model, scene.book.rules
    before, left = model.meta, MetaRules()
    for other in rules.meta.listed if rules.meta else ():
        left = left if other is rule else other.apply(left)
    model.meta = left
    yield
    model.meta = before
