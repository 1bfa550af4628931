"""Moves of pieces that cover several sites (manual: moves 5.1 and 5.9)."""

from __future__ import annotations

from collections.abc import Callable

from ludens import board
from ludens.rules.actions.base import Act
from ludens.rules.actions.movement import Move
from ludens.rules.actions.pieces import Add
from ludens.rules.generation.candidates import Candidate, Generator, Sink
from ludens.rules.generation.chains import chain
from ludens.rules.generation.draws import drawn
from ludens.rules.state.context import Context
from ludens.rules.state.footprints import Body, Footprints, any_large, is_domino, is_large, num_states
from ludens.rules.state.regions import BitRegion
from ludens.stage import Bool, BoolLike, IntLike


def add(
    c: Context,
    sink: Sink,
    what: IntLike,
    site: IntLike,
    given_state: IntLike | None,
    kind: board.SiteType,
    decision: bool,
) -> None:
    """Push the ways to put a large piece on a site: its sites exist and are empty."""
    s, prints = c.s, Footprints(c)

    def build(c: Context) -> list[Act]:
        return [Add(kind, c.get("large.site"), c.get("large.what"), state=c.get("large.state"), decision=decision)]

    def attempt(state: IntLike) -> None:
        free = s.var(prints.fits(what, site, state), Bool)
        prints.each(what, site, state, lambda x: s.if_(s.not_(c.state.is_empty(kind, x)), lambda: free.set(False)))
        inner = c.bind(**{"large.site": site, "large.what": what, "large.state": state})
        s.if_(free.get(), lambda: sink.push(Candidate(inner, build, from_=site, to=site, state=state)))

    if given_state is None:
        s.for_range(0, num_states(c, what), attempt)
    else:
        attempt(given_state)


def move(
    c: Context,
    sink: Sink,
    kind: board.SiteType,
    each_target: Callable[[Body], object],
    effect: Generator | None,
    *,
    decision: bool,
) -> None:
    """Push the ways to move the large piece that stands on `from`, with an effect chained to each (manual: moves
    5.1)."""
    s, prints, origin = c.s, Footprints(c), c.get("from")
    what, state = c.state.what(kind, origin), c.state.piece_state(kind, origin)
    candidates = BitRegion.empty(c)
    candidates.add(origin)
    each_target(lambda site: candidates.add(site))
    prints.each(what, origin, state, candidates.add)

    def build(c: Context) -> list[Act]:
        action = Move(kind, c.get("from"), kind, c.get("to"), state=c.get("large.state"), decision=decision)
        return chain(c.bind(**{"from": c.get("ft.outer"), "to": -1}), effect, [action])

    def attempt(site: IntLike, turned: IntLike) -> None:
        valid = s.var(prints.fits(what, site, turned), Bool)
        domino = is_domino(c, what)

        def check(x: IntLike) -> None:
            s.if_(s.not_(domino), lambda: s.if_(s.not_(candidates.contains(x)), lambda: valid.set(False)))
            s.if_(domino, lambda: s.if_(s.not_(_may_cover(c, x)), lambda: valid.set(False)))

        prints.each(what, site, turned, check)
        differs = s.any_of(lambda: site != origin, lambda: turned != state)
        inner = c.bind(**{"to": site, "large.state": turned})
        s.if_(
            s.all_of(lambda: valid.get(), lambda: differs),
            lambda: sink.push(drawn(Candidate(inner, build, from_=origin, to=site, state=turned), effect)),
        )

    def target(site: IntLike) -> None:
        s.for_range(0, num_states(c, what), lambda turned: attempt(site, turned))

    each_target(target)
    prints.each(what, origin, state, lambda site: s.if_(site != origin, lambda: target(site)))


def _may_cover(c: Context, site: IntLike) -> BoolLike:
    """Whether a domino may lie on a site: it is playable, or nothing has been played."""
    if not c.state.playable.present:
        return True
    return c.s.any_of(lambda: c.state.playable.get(site) != 0, lambda: c.state.num_moves.get() == 0)


__all__ = ["add", "any_large", "is_large", "move"]
