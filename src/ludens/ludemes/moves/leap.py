"""`(leap ..)`: to the ends of walks (manual: moves 5.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ludens import board
from ludens.board.directions import absolute, left, right
from ludens.ludemes.arguments import whether
from ludens.ludemes.clauses import From, To
from ludens.ludemes.directions import facing_of
from ludens.ludemes.moves.clauses import clause_type, condition, effect_of, is_iterator, origin_of
from ludens.ludemes.moves.sinks import by_mover
from ludens.ludemes.site_types import site_need
from ludens.ludemes.target_tables import where_listed
from ludens.rules.actions.base import Act
from ludens.rules.actions.movement import Move
from ludens.rules.base import BOARD, Need, named
from ludens.rules.categories import BooleanLudeme, MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import StepType
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.generation.chains import chain
from ludens.rules.generation.draws import drawn
from ludens.rules.generation.piece_sets import PieceSet, Span, alike
from ludens.rules.state.context import Context
from ludens.rules.state.sites import in_range
from ludens.stage import IntLike, Rows, Table
from ludens.stage.lanes import NotUniform

_UP, _DOWN = frozenset({"N", "NE", "NW"}), frozenset({"S", "SE", "SW"})
_RIGHT, _LEFT = frozenset({"E", "NE", "SE"}), frozenset({"W", "NW", "SW"})


class Leap(MovesLudeme):
    """Moves a piece to the end of a walk, whatever lies on the way."""

    spellings = ("leap", "move Leap")
    says = (
        "leap[{from_.where!~FromSite} from {from_.where:one}] [{forward?}forwards ]to a {.site} {walks}"
        "[{rotations!~False} in any orientation]{to}"
    )
    reads = BOARD
    writes = BOARD
    from_: From | None = None
    walks: tuple[tuple[StepType, ...], ...]
    forward: BooleanLudeme | None = named(None)
    rotations: BooleanLudeme | None = named(None)
    to: To
    then: Then | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return site_need(self.from_.type if self.from_ else None, default_site)

    def emit(self, c: Context, sink: Sink) -> None:
        kind, origin, sealed = clause_type(c, self.from_), origin_of(c, self.from_), by_mover(sink, c, self.then)
        inner = c.bind(**{"from": origin})

        def reach(target: IntLike) -> None:
            at = inner.bind(to=target)
            c.s.if_(condition(self.to, at), lambda: sealed.push(self._move(at)))

        def leap() -> None:
            turned, target = whether(c, self.rotations, True), sink.aim
            c.s.if_(
                turned,
                lambda: self._each(c, kind, origin, True, reach, target),
                lambda: self._each(c, kind, origin, False, reach, target),
            )

        on_board = in_range(origin, c.model.count(kind))
        c.s.if_(c.s.all_of(lambda: on_board, lambda: condition(self.from_, inner)), leap)

    def spread(self, c: Context, sink: Sink, herd: PieceSet) -> None:
        if not is_iterator(c, lambda c: origin_of(c, self.from_)):
            raise NotUniform
        herd.push(by_mover(sink, c, self.then), ("to",), self._spans, self._move)

    def _spans(self, c: Context, component: int) -> Iterable[Span]:
        kind = clause_type(c, self.from_)
        turned = whether(c, self.rotations, True)
        ahead = whether(c, self.forward)
        if kind != c.model.default_site or not isinstance(turned, bool) or not isinstance(ahead, bool):
            raise NotUniform
        ends, first = walk_ends(c, kind, self.words, turned), 0
        if ahead:
            rows, heading = forward_rows(c, kind, ends)
            first, ends = int(heading.values[component]) * c.model.count(kind), [list(row) for row in rows.rows]
        pairs = [(site, end) for site in range(c.model.count(kind)) for end in ends[first + site]]
        tests = {"from": lambda at: condition(self.from_, at), "to": lambda at: condition(self.to, at)}
        return alike(c, component, pairs, tests)

    def _move(self, c: Context) -> Candidate:
        """The move to `to`."""
        return drawn(Candidate(c, self._build, from_=c.get("from"), to=c.get("to")), effect_of(self.to.apply))

    def _each(
        self,
        c: Context,
        kind: board.SiteType,
        origin: IntLike,
        turned: bool,
        reach: Callable[[IntLike], object],
        target: IntLike | None,
    ) -> None:
        """Run `reach` for the end of each walk, or for the target alone where one ends there."""

        def each(rows: Rows, row: IntLike) -> None:
            if target is None:
                rows.each(row, reach)
            else:
                where_listed(c, rows, row, target, c.model.count(kind), lambda: reach(target))

        ends = walk_ends(c, kind, self.words, turned)
        ahead = whether(c, self.forward)
        everywhere = c.s.rows(ends)
        if isinstance(ahead, bool) and not ahead:
            each(everywhere, origin)
            return
        rows, heading = forward_rows(c, kind, ends)
        number = (
            c.s.select(ahead, heading[c.state.what(kind, origin)], 0)
            if not isinstance(ahead, bool)
            else heading[c.state.what(kind, origin)]
        )
        each(rows, number * c.model.count(kind) + origin)

    @property
    def words(self) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(step.value for step in walk) for walk in self.walks)

    def _build(self, c: Context) -> list[Act]:
        kind = clause_type(c, self.from_)
        move = Move(kind, c.get("from"), kind, c.get("to"), decision=self.decision)
        return chain(c, effect_of(self.to.apply), [move])


def walk_ends(c: Context, kind: board.SiteType, walks: Sequence[Sequence[str]], turned: bool) -> list[list[int]]:
    """For each site the ends of the walks from it, ascending; begun in every orthogonal direction, or in the first."""

    def make() -> list[list[int]]:
        facings = c.model.topology.supported_directions(c.model.default_site, "Orthogonal")
        starts = facings if turned else facings[:1]
        return [
            sorted({e for facing in starts for walk in walks for e in _end(c, kind, site, walk, facing, facings)})
            for site in range(c.model.count(kind))
        ]

    return c.s.once(("walk ends", kind, tuple(map(tuple, walks)), turned), make)


def _end(
    c: Context, kind: board.SiteType, site: int, walk: Sequence[str], facing: str, facings: Sequence[str]
) -> list[int]:
    """The site where a walk ends, in a list that is empty if it leaves the board."""
    for step in walk:
        if step == "F":
            ahead = c.model.topology.steps(kind, site, absolute(facing))
            if not ahead:
                return []
            site = ahead[-1]
        else:
            turn = right if step == "R" else left
            facing = turn(facing)
            while facing not in facings:
                facing = turn(facing)
    return [site]


def forward_rows(c: Context, kind: board.SiteType, ends: list[list[int]]) -> tuple[Rows, Table[IntLike]]:
    """The ends that lie forward, by heading, and each component's heading; heading 0 keeps all."""
    elements = c.model.topology.elements(kind)
    headings = list(dict.fromkeys(facing_of(c, i) if has_facing(c, i) else "" for i in range(len(c.model.components))))
    headings = ["", *(h for h in headings if h)]

    def keeps(heading: str, a: int, b: int) -> bool:
        up, down = elements[b].row > elements[a].row, elements[b].row < elements[a].row
        east, west = elements[b].column > elements[a].column, elements[b].column < elements[a].column
        tests = [(_UP, up), (_DOWN, down), (_RIGHT, east), (_LEFT, west)]
        required = [holds for names, holds in tests if heading in names]
        return not heading or (bool(required) and all(required))

    rows = c.s.rows([[b for b in row if keeps(h, a, b)] for h in headings for a, row in enumerate(ends)])
    own = [facing_of(c, i) if has_facing(c, i) else "" for i in range(len(c.model.components))]
    return rows, c.s.table([headings.index(h) for h in own])


def has_facing(c: Context, component: int) -> bool:
    """Whether a component faces anywhere, by itself or by its player."""
    piece = c.model.components[component]
    players = c.model.facings
    return component > 0 and (bool(piece.facing) or 1 <= piece.owner <= len(players))
