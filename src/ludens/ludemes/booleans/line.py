"""Pieces in a line (manual: booleans 5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from ludens import board
from ludens.ludemes.arguments import last_to, whether
from ludens.ludemes.booleans import line_sets, visibility
from ludens.ludemes.booleans.levels import line_by_level
from ludens.ludemes.directions import Radial, each_radial
from ludens.ludemes.searches import answer, outlined, some
from ludens.ludemes.site_types import type_name
from ludens.rules.base import BOARD, named, positional
from ludens.rules.categories import BooleanLudeme, IntLudeme, SitesLudeme
from ludens.rules.enums import AbsoluteDirection, RoleType, SiteType
from ludens.rules.roles import role_index
from ludens.rules.state import deduction, sets
from ludens.rules.state.components import component_table
from ludens.rules.state.context import Context
from ludens.rules.state.sites import on_board, within
from ludens.stage import Bool, BoolLike, IntLike, Long, LongLike, Scope, Variable
from ludens.stage.lanes import Wide

Match = Callable[[IntLike], BoolLike]


class IsLine(BooleanLudeme):
    """Whether enough pieces of a kind stand in a line through a site, by default the one where the last move went.

    The kind is by default that of the piece there; a role means all pieces of a player. Where pieces stack, a site
    counts if its top piece (`top:True`) or any piece of it is of the kind, or levels make lines (`byLevel:True`).
    """

    spellings = ("is Line",)
    says = (
        "there <is> a line of [{exact?}exactly ]{length}[ {direction}][ of {role:of} pieces][ of {what:components}"
        "| of {whats:or+components}][ through {through:site}| through {through_any:one}| with the piece just "
        "played][ where {if_}]"
    )
    reads = BOARD | {"last"}
    site_type: SiteType | None = None
    length: IntLudeme
    direction: AbsoluteDirection | None = None
    through: IntLudeme | None = named(None, group="pivot")
    through_any: SitesLudeme | None = named(None, group="pivot")
    role: RoleType | None = positional(None, group="whats")
    what: IntLudeme | None = named(None, group="whats")
    whats: tuple[IntLudeme, ...] | None = named(None, group="whats")
    exact: BooleanLudeme | None = named(None)
    contiguous: BooleanLudeme | None = named(None)
    if_: BooleanLudeme | None = named(None)
    by_level: BooleanLudeme | None = named(None)
    top: BooleanLudeme | None = named(None)
    through_how_much: IntLudeme | None = named(None)
    is_visible: BooleanLudeme | None = named(None)
    use_opposites: BooleanLudeme | None = named(None)

    def emit(self, c: Context) -> BoolLike:
        return outlined(c, "line", self._body, self.identity)

    def _body(self, c: Context) -> BoolLike:
        together = c.s.attempted(partial(self._as_sets, c))
        if together is not None:
            return together
        result = c.s.var(False, Bool)
        if c.model.stacking:
            c.s.scope(lambda out: self._stacked(c, result, out))
        else:
            c.s.scope(lambda out: self._each_pivot(c, lambda pivot: self._through(c, pivot, result, out)))
        return result.get()

    def _as_sets(self, c: Context) -> BoolLike | None:
        """The same over sets of sites, for lines without further conditions on small boards."""
        special = (self.through_any, self.contiguous, self.if_, self.by_level, self.top, self.is_visible)
        more = (*special, self.through_how_much, self.use_opposites)
        if any(x is not None for x in more) or c.tracer is not None or c.model.stacking or deduction.is_puzzle(c):
            return None
        length, exact = self.length.emit(c), whether(c, self.exact)
        kind = c.state.site_type(self.kind)
        if not isinstance(length, int) or not isinstance(exact, bool) or not c.state.stored(kind):
            return None
        lines = line_sets.lines_through(c, kind, self.direction, length, exact=exact)
        pivot, count = last_to(c, self.through), c.model.count(kind)
        if lines is None or isinstance(pivot, Wide):
            return None
        site = c.s.select(c.s.inside(pivot, count), pivot, 0)
        match = self.matcher(c, c.state.what(kind, site))
        members = sets.where(c, kind, lambda at: match(c.state.what(kind, at)))
        if members is None:
            return None
        return c.s.all_of(lambda: c.s.inside(pivot, count), lambda: lines.any_in(c, site, members))

    # --- what the arguments say

    @property
    def kind(self) -> board.SiteType | None:
        return type_name(self.site_type)

    def holds(self, c: Context, site: IntLike) -> BoolLike:
        """Whether the condition on the sites of the line holds for a site."""
        return whether(c.bind(to=site), self.if_, True)

    def matcher(self, c: Context, pivot: IntLike) -> Match:
        """Which components make the line; `pivot` is the one on the pivot."""
        if self.what is not None or self.whats is not None:
            whats = [x.emit(c) for x in self.whats or (self.what,) if x is not None]
            return lambda what: c.s.any_of(*(lambda x=x: what == x for x in whats))
        if self.role is not None and not deduction.is_puzzle(c):
            return components_of(c, role_index(c, self.role))
        return lambda what: what == pivot

    def _each_pivot(self, c: Context, body: Callable[[IntLike], object]) -> None:
        if self.through_any is None:
            body(last_to(c, self.through))
            return
        region = self.through_any.emit(c)
        if self.what is None and self.whats is None:
            region.each(body)
            return
        match = self.matcher(c, 0)

        def matching(site: IntLike) -> BoolLike:
            return c.s.all_of(lambda: on_board(c, self.kind, site), lambda: match(c.state.what(self.kind, site)))

        region.each(lambda site: c.s.if_(matching(site), lambda: body(site)))

    # --- plain games and puzzles

    def _through(self, c: Context, pivot: IntLike, result: Variable[BoolLike], out: Scope) -> None:
        """Look at the lines through one pivot. A pivot off the board, or refused by the condition, ends the search."""
        s, puzzle = c.s, deduction.is_puzzle(c)
        count = c.model.count("Cell" if c.state.site_type(self.kind) == "Cell" else "Vertex")
        limit = min(count, c.model.count(c.state.site_type(self.kind)))
        good = s.all_of(
            lambda: within(c, pivot, 0, limit),
            lambda: self.holds(c, pivot),
            lambda: deduction.is_resolved(c, self.kind, pivot) if puzzle else True,
        )
        s.if_(s.not_(good), lambda: s.leave(out))
        what = c.state.what(self.kind, pivot)
        match = self.matcher(c, what)
        fits = s.all_of(lambda: match(what), lambda: s.not_(self._covered(c, pivot)))

        def lines() -> None:
            search = _LineSearch.of(self, c, match, pivot, result, out)
            each_radial(c, self.direction, self.kind, pivot, search.line, distinct=True)

        s.if_(fits, lines, (lambda: s.leave(out)) if puzzle else None)

    def _covered(self, c: Context, site: IntLike) -> BoolLike:
        if self.is_visible is None:
            return False
        seen = self.is_visible.emit(c)
        return c.s.all_of(lambda: seen, lambda: visibility.is_covered(c, self.kind, site))

    # --- stacking games

    def _stacked(self, c: Context, result: Variable[BoolLike], out: Scope) -> None:
        s, pivot = c.s, last_to(c, self.through)
        s.if_(pivot < 0, lambda: s.leave(out))
        length = self.length.emit(c)
        s.if_(length == 1, lambda: answer(c, result, out, True))
        s.if_(s.not_(on_board(c, self.kind, pivot)), lambda: s.leave(out))
        what = c.state.what(self.kind, pivot)
        match = self.matcher(c, what)
        exact = whether(c, self.exact)
        by_level = whether(c, self.by_level)
        s.if_(by_level, lambda: line_by_level(c, self.kind, self.direction, pivot, length, exact, match, result, out))

        def lines() -> None:
            search = _LineSearch.of(self, c, match, pivot, result, out)
            each_radial(c, self.direction, self.kind, pivot, search.line, distinct=True)

        s.if_(s.all_of(lambda: s.not_(by_level), lambda: self.stack_matches(c, match, pivot)), lines)

    def stack_matches(self, c: Context, match: Match, site: IntLike) -> BoolLike:
        """Whether the top piece, or any piece, of a stack is of the kind."""
        top = whether(c, self.top)
        p, kind = c.state, self.kind

        def any_level() -> BoolLike:
            levels = lambda body: c.s.for_range(0, p.size(kind, site), body)  # noqa: E731
            return some(c, levels, lambda level: match(p.what(kind, site, level)))

        return c.s.choose(top, lambda: match(p.what(kind, site)), any_level, Bool)


@dataclass
class _LineSearch:
    """The search along the lines through one pivot; leaves `out` with `found` set where a line is found."""

    rule: IsLine
    c: Context
    match: Match
    pivot: IntLike
    result: Variable[BoolLike]
    out: Scope
    length: IntLike
    exact: BoolLike
    contiguous: BoolLike
    use_opposites: BoolLike
    variety: IntLike
    visible: BoolLike
    count: Variable[IntLike] = field(init=False)
    seen: Variable[LongLike] | None = None

    @classmethod
    def of(
        cls, rule: IsLine, c: Context, match: Match, pivot: IntLike, result: Variable[BoolLike], out: Scope
    ) -> _LineSearch:
        at = c.bind(to=pivot)
        plain = not c.model.stacking

        def flag(ludeme: BooleanLudeme | None, default: bool, *, heeded: bool = True) -> BoolLike:
            return ludeme.emit(at) if ludeme is not None and heeded else default

        return cls(
            rule,
            c,
            match,
            pivot,
            result,
            out,
            length=rule.length.emit(at),
            exact=flag(rule.exact, False),
            contiguous=flag(rule.contiguous, True, heeded=plain),
            use_opposites=flag(rule.use_opposites, True, heeded=plain and not deduction.is_puzzle(c)),
            variety=rule.through_how_much.emit(at) if rule.through_how_much is not None and plain else 1,
            visible=flag(rule.is_visible, False, heeded=plain),
        )

    @property
    def ends_matter(self) -> bool:
        """Whether a line may be found only when it ends: otherwise it is found when it gets long enough."""
        certain = self.exact is False and isinstance(self.length, int) and self.length >= 2 and not self.varied
        return not certain

    @property
    def varied(self) -> bool:
        """Whether a line may need pieces of several kinds."""
        return not (isinstance(self.variety, int) and self.variety == 1)

    def line(self, radial: Radial) -> None:
        """Both halves of the line of a radial; the second half starts with the count of the first."""
        s, c = self.c.s, self.c
        self.count = s.var(1)
        if self.varied:
            bit = s.bit(c.state.what(self.rule.kind, self.pivot) & 63)
            self.seen = s.var(bit, Long)
        self._walk(radial, forward=True)
        s.if_(self.use_opposites, lambda: radial.opposites_each(lambda o: self._walk(o, forward=False)))
        if self.ends_matter:
            s.if_(self._complete(), lambda: answer(c, self.result, self.out, True))

    def _walk(self, radial: Radial, *, forward: bool) -> None:
        s = self.c.s
        previous = s.var(self.pivot)

        def visit(site: IntLike, stop: Scope) -> None:
            if self.visible is not False:
                covered = s.all_of(lambda: self.visible, lambda: visibility.is_covered(self.c, self.rule.kind, site))
                s.if_(covered, lambda: s.leave(stop))

            def miss() -> None:
                s.if_(self.contiguous, lambda: s.leave(stop))

            s.if_(self._fits(site, previous.get() if forward else None, stop), lambda: self._hit(site, previous), miss)

        s.scope(lambda stop: radial.each(lambda site: visit(site, stop)))

    def _fits(self, site: IntLike, previous: IntLike | None, stop: Scope) -> BoolLike:
        c, s, rule = self.c, self.c.s, self.rule
        if c.model.stacking:
            return s.all_of(lambda: rule.stack_matches(c, self.match, site), lambda: rule.holds(c, site))
        if deduction.is_puzzle(c):
            s.if_(s.not_(deduction.is_resolved(c, rule.kind, site)), lambda: s.leave(stop))
        has_what = deduction.is_puzzle(c) and (rule.what is not None or rule.whats is not None)

        def joined() -> BoolLike:
            if previous is None or self.visible is False:
                return True
            hidden = s.all_of(lambda: self.visible, lambda: visibility.is_joint_hidden(c, rule.kind, previous, site))
            return s.not_(hidden)

        return s.all_of(
            lambda: self.match(c.state.what(rule.kind, site)),
            lambda: site != c.get("from") if has_what else True,
            lambda: rule.holds(c, site),
            joined,
        )

    def _hit(self, site: IntLike, previous: Variable[IntLike]) -> None:
        c, s = self.c, self.c.s
        self.count.set(self.count.get() + 1)
        if self.visible is not False:
            previous.set(site)
        if self.seen is not None:
            bit = s.bit(c.state.what(self.rule.kind, site) & 63)
            self.seen.set(self.seen.get() | bit)
        done = s.all_of(lambda: s.not_(self.exact), self._complete)
        s.if_(done, lambda: answer(c, self.result, self.out, True))

    def _complete(self) -> BoolLike:
        s, seen = self.c.s, self.seen
        diverse: Callable[[], BoolLike] = lambda: s.popcount(seen.get()) >= self.variety if seen is not None else True  # noqa: E731
        return s.all_of(lambda: self.count.get() == self.length, diverse)


def components_of(c: Context, owner: IntLike) -> Match:
    """Which components an owner has."""
    components = c.model.components
    if isinstance(owner, int):
        return component_table(c, lambda i: i > 0 and components[i].owner == owner)
    owned = [c.model.owned_by(p) for p in range(c.model.num_players + 2)]
    if all(len(listed) <= 1 for listed in owned):
        single = c.s.table([listed[0].index if listed else -1 for listed in owned])[owner]
        return lambda what: what == single
    return lambda what: c.s.all_of(lambda: what != 0, lambda: c.state.owner_of(what) == owner)
