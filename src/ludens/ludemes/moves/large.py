"""Moves of pieces that cover several sites (spec 5, 5.1 and 5.9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ludens.board.walks import covered_sites
from ludens.ludemes.core.acts import Act, Add, Move
from ludens.ludemes.core.context import Context
from ludens.ludemes.core.moves import Candidate, Sink, chain
from ludens.ludemes.core.regions import BitRegion
from ludens.stage import Bool, BoolLike, IntLike, Rows

if TYPE_CHECKING:
    from ludens.ludemes.moves.from_to import FromTo

Body = Callable[[IntLike], object]


def any_large(c: Context) -> bool:
    """Whether some component covers more than its root."""
    return any(piece.walks for piece in c.model.components)


def is_large(c: Context, what: IntLike) -> BoolLike:
    return c.s.table([int(bool(piece.walks)) for piece in c.model.components])[what] != 0  # type: ignore[no-any-return]


def is_domino(c: Context, what: IntLike) -> BoolLike:
    return c.s.table([int(bool(piece.extra.get("domino"))) for piece in c.model.components])[what] != 0  # type: ignore[no-any-return]


def num_states(c: Context, what: IntLike) -> IntLike:
    """The number of local states that a large piece can be put down in."""
    return c.s.table([4 * len(piece.walks) for piece in c.model.components])[what]  # type: ignore[no-any-return]


class Footprints:
    """The sites that each large component covers, by root and state, as constant rows."""

    def __init__(self, c: Context) -> None:
        self.c, self.count = c, c.model.count("Cell")
        self.rows, self.starts = footprints(c)

    def each(self, what: IntLike, root: IntLike, state: IntLike, body: Body) -> None:
        """Run the body for the covered sites; for none where the piece does not fit or the root is off the board."""
        state = self.c.s.maximum(state, 0)
        row = self.starts_of(what) + state * self.count + root
        self.c.s.if_(self.inside(root), lambda: self.rows.each(row, body))

    def fits(self, what: IntLike, root: IntLike, state: IntLike) -> BoolLike:
        row = self.starts_of(what) + state * self.count + root
        return self.c.s.choose(  # type: ignore[no-any-return]
            self.inside(root), lambda: self.rows.length(row) > 0, lambda: False, Bool
        )

    def inside(self, root: IntLike) -> BoolLike:
        return self.c.s.all_of(lambda: root >= 0, lambda: root < self.count)

    def starts_of(self, what: IntLike) -> IntLike:
        return self.c.s.table(self.starts)[what]  # type: ignore[no-any-return]


def footprints(c: Context) -> tuple[Rows, list[int]]:
    if "footprints" not in c.s.memo:
        rows: list[list[int]] = []
        starts: list[int] = []
        count = c.model.count("Cell")
        for piece in c.model.components:
            starts.append(len(rows))
            for state in range(4 * len(piece.walks)):
                rows += [covered_sites(c.model.topology, piece.walks, root, state) for root in range(count)]
        c.s.memo["footprints"] = c.s.rows(rows or [[]]), starts
    rows_and_starts: tuple[Rows, list[int]] = c.s.memo["footprints"]
    return rows_and_starts


def add(c: Context, sink: Sink, what: IntLike, site: IntLike, given_state: IntLike | None, kind: str, decision: bool) -> None:
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


def move(fromto: FromTo, c: Context, sink: Sink, each_target: Callable[[Body], object]) -> None:
    """Push the ways to move the large piece that stands on `from` (spec 5, 5.1)."""
    s, prints, origin = c.s, Footprints(c), c.get("from")
    kind = fromto.from_.type or c.model.default_site
    what, state = c.state.what(kind, origin), c.state.piece_state(kind, origin)
    candidates = BitRegion.empty(c)
    candidates.add(origin)
    each_target(lambda site: candidates.add(site))
    prints.each(what, origin, state, candidates.add)

    def build(c: Context) -> list[Act]:
        action = Move(kind, c.get("from"), kind, c.get("to"), state=c.get("large.state"), decision=fromto.decision)
        effect = fromto.to.apply.effect if fromto.to.apply is not None else None
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
            lambda: sink.push(Candidate(inner, build, from_=origin, to=site, state=turned)),
        )

    def target(site: IntLike) -> None:
        s.for_range(0, num_states(c, what), lambda turned: attempt(site, turned))

    each_target(target)
    prints.each(what, origin, state, lambda site: s.if_(site != origin, lambda: target(site)))


def _may_cover(c: Context, site: IntLike) -> BoolLike:
    """Whether a domino may lie on a site: it is playable, or nothing has been played."""
    if not c.state.has("playable"):
        return True
    return c.s.any_of(lambda: c.state.get("playable", site) != 0, lambda: c.state.get("num_moves") == 0)
