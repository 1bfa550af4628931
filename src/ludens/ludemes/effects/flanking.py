"""Captures by flanking and enclosing (manual: effects 3).

What is captured is found in the position before any of the removals; each effect is pushed as a move of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ludens import board
from ludens.ludemes.arguments import optional
from ludens.ludemes.booleans.logic import Not
from ludens.ludemes.booleans.players import IsEnemy, IsFriend
from ludens.ludemes.booleans.sites import IsEmpty
from ludens.ludemes.clauses import Apply, Between, From, PieceChoice, To
from ludens.ludemes.directions import DirectionArgument, Radial, each_radial, each_step, radial_tables
from ludens.ludemes.effects.effect_moves import PLAYERS, push_removal
from ludens.ludemes.effects.flanks import Flanks
from ludens.ludemes.effects.origins import origin_of, origin_type
from ludens.ludemes.groups import Group
from ludens.ludemes.integers.iterators import BetweenSite, SiteIterator, ToSite
from ludens.ludemes.searches import some
from ludens.ludemes.site_types import kind_of
from ludens.rules.base import BOARD, Ludeme, Need, named
from ludens.rules.categories import BooleanLudeme, DirectionLudeme, IntLudeme, MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import AbsoluteDirection, RelationType, RelativeDirection, SiteType
from ludens.rules.generation.candidates import Sink
from ludens.rules.generation.single import Single, expression
from ludens.rules.generation.sinks import with_then
from ludens.rules.roles import has_teams, team_of
from ludens.rules.state import sets
from ludens.rules.state.constants import is_direct
from ludens.rules.state.context import Context
from ludens.rules.state.regions import BitRegion, IntList
from ludens.rules.state.sets import WordSet
from ludens.rules.state.sites import in_range
from ludens.stage import Bool, BoolLike, IntLike, Scope

FAR = 1000
#: what (between) is
BETWEEN = ("BetweenSite", "(between)")


class Flanking(MovesLudeme):
    """What the ludemes of this module share."""

    reads = BOARD | PLAYERS | {"last"}
    writes = BOARD


def is_enemy_index(c: Context, site: IntLike) -> BoolLike:
    """The default condition on what is captured. The reference takes the site for a player (manual: effects 3)."""
    apart = (site != 0) & (site != c.mover)
    if not has_teams(c):
        return apart
    real = (site >= 1) & (site <= c.model.num_players)
    return apart & c.s.not_(c.s.all_of(lambda: real, lambda: team_of(c, site) == team_of(c, c.mover)))


def is_friend_index(c: Context, site: IntLike) -> BoolLike:
    """The default condition on what flanks, with the same defect."""
    return (site == c.mover) | (c.mover == c.model.num_players + 1)


def captured_holds(c: Context, between: Between | None, site: IntLike) -> BoolLike:
    """Whether the between condition holds; `c` has the site bound."""
    if between is not None and between.if_ is not None:
        return between.if_.emit(c)
    return is_enemy_index(c, site)


def flanking_holds(
    c: Context, to: To | None, site: IntLike, default: Callable[[Context, IntLike], BoolLike]
) -> BoolLike:
    """Whether the to condition holds; `c` has the site bound."""
    return to.if_.emit(c) if to is not None and to.if_ is not None else default(c, site)


def push_effect(c: Context, sink: Sink, apply: Apply | None, site: IntLike) -> None:
    """The moves of an effect; without one, the removal of the site."""
    if apply is not None:
        apply.emit(c, sink)
    else:
        push_removal(c, sink, site)


def bounds(c: Context, between: Between | None, default: tuple[int, int]) -> tuple[IntLike, IntLike]:
    return between.range.emit(c) if between is not None and between.range is not None else default


def run_length(c: Context, radial: Radial, high: IntLike, holds: Callable[[IntLike], BoolLike]) -> IntLike:
    """How many sites of a radial, from the first on and `high` at most, satisfy a condition."""
    s, run = c.s, c.s.var(0)
    limit = s.minimum(high, radial.length)

    def goes_on() -> BoolLike:
        return s.all_of(lambda: run.get() < limit, lambda: holds(radial.reached(run.get() + 1)))

    s.while_(goes_on, lambda: run.set(run.get() + 1), rounds=radial.longest)
    return run.get()


class Custodial(Flanking):
    """Captures what stands in line between a site and a flanking piece."""

    spellings = ("custodial",)
    says = (
        "for each line of [{between.if_~IsEnemy}enemy ]pieces[ {direction}] between [the piece on "
        "{from_.where:site}|the piece just moved] and [{to.if_~IsFriend}another piece of your side|a {.site} for "
        "which {to.if_}|another of yours][{between.if_~IsEnemy}|, all of them such that {between.if_}][: "
        "{between.apply.effect}]"
    )
    from_: From | None = None
    direction: AbsoluteDirection | None = None
    between: Between | None = None
    to: To | None = None
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        origin = origin_of(c, self.from_, c.state.last_to.get())
        low, high = bounds(c, self.between, (0, FAR))
        sink, kind, s = with_then(sink, self.then), origin_type(c, self.from_), c.s
        single = s.all_of(lambda: high == 1, lambda: low < 2)
        several = s.all_of(lambda: high > 1, lambda: low <= high)

        def along(radial: Radial) -> None:
            s.if_(single, lambda: self._one(c, sink, radial))
            s.if_(several, lambda: self._row(c, sink, radial, low, high))

        each_radial(c, self.direction, kind, origin, along)

    # --- over sets of sites

    def _flanks(self, c: Context) -> Flanks | None:
        """Of rows of any length."""
        if self.between is None or self.between.range is not None or c.tracer is not None or is_direct(c):
            return None
        if self.to is not None and self.to.if_ is not None and _asks(self.to.if_, BetweenSite):
            return None
        return Flanks.of(
            c,
            origin_type(c, self.from_),
            self.direction,
            lambda c, site: captured_holds(c, self.between, site),
            lambda c, site: flanking_holds(c, self.to, site, is_friend_index),
        )

    def single(self, c: Context) -> Single | None:
        """What its moves have in common, whatever they capture."""
        apply = self.between.apply if self.between is not None else None
        return apply.single(c) if apply is not None and self.then is None else None

    def movable(self, c: Context, names: Sequence[str]) -> WordSet | None:
        where = self.from_.where if self.from_ is not None else None
        if not isinstance(where, SiteIterator | ToSite) or where.spelling not in names:
            return None
        if any(_asks(condition, *hidden) for condition, hidden in self._conditions(names)):
            return None  # bound to what goes through all sites
        flanks = self._flanks(c)
        able = self._able(c) if flanks is not None else None
        return flanks.origins(able) if able is not None and flanks is not None else None

    def _able(self, c: Context) -> WordSet | None:
        """Where the effect on a captured site has a move; None where applying it there affects other captures."""
        apply, origin = self.between.apply if self.between is not None else None, self.from_
        kind = origin_type(c, origin)
        if apply is None or _asks(apply, ToSite) or self.then is not None or kind != c.model.default_site:
            return None
        if Need.LAST_MOVE_ACTIONS in c.model.needs:
            return None
        start = expression(origin.where) if origin is not None and isinstance(origin.where, IntLudeme) else BETWEEN
        there = apply.footprint(c)
        if there is None or not there.sees <= {BETWEEN} or not there.changes <= {BETWEEN, start}:
            return None
        singles: list[Single | None] = []

        def holds(site: IntLike) -> BoolLike:
            singles.append(apply.single(c.bind(between=site)))
            return singles[0].holds if singles[0] is not None else False

        able = sets.where(c, kind, holds)
        return able if singles and singles[0] is not None else None

    def _conditions(self, names: Sequence[str]) -> Iterator[tuple[BooleanLudeme, tuple[type[Ludeme], ...]]]:
        """The conditions, each with the iterators among some that it would see; what flanks is `to` in the second."""
        site, to = (SiteIterator,) if "site" in names else (), (ToSite,) if "to" in names else ()
        if self.between is not None and self.between.if_ is not None:
            yield self.between.if_, (*site, *to)
        if self.to is not None and self.to.if_ is not None:
            yield self.to.if_, site

    def at_once(self, c: Context) -> Callable[[Sink], object] | None:
        flanks, apply = self._flanks(c), self.between.apply if self.between is not None else None
        if flanks is None or apply is None or self._able(c) is None or apply.ordered:
            return None
        origin, count = origin_of(c, self.from_, c.state.last_to.get()), c.model.count(origin_type(c, self.from_))

        def push(sink: Sink) -> None:
            captured = flanks.captured_from(origin)
            captured.each(lambda site: self._capture(c.bind(between=site), sink, site))

        return lambda sink: c.s.if_(in_range(origin, count), lambda: push(sink))

    def _one(self, c: Context, sink: Sink, radial: Radial) -> None:
        """The short form: one captured site."""

        def test() -> None:
            site, flank = radial.at(1), radial.at(2)
            outer, inner = c.bind(between=site), c.bind(between=site, to=flank)
            flanked = c.s.all_of(
                lambda: captured_holds(outer, self.between, site),
                lambda: flanking_holds(inner, self.to, flank, is_friend_index),
            )
            c.s.if_(flanked, lambda: self._capture(inner, sink, site))

        c.s.if_(radial.length >= 2, test)

    def _row(self, c: Context, sink: Sink, radial: Radial, low: IntLike, high: IntLike) -> None:
        """The long form: a run of captured sites. A run that reaches the board's edge is flanked by site -1."""
        s = c.s
        length = run_length(c, radial, high, lambda site: captured_holds(c.bind(between=site), self.between, site))

        def test() -> None:
            flank = s.choose(length < radial.length, lambda: radial.reached(length + 1), lambda: -1)
            tested = s.minimum(length + 1, s.minimum(high, radial.length))
            seen = c.bind(between=radial.at(tested), to=flank)
            s.if_(flanking_holds(seen, self.to, flank, is_friend_index), lambda: capture(flank))

        def capture(flank: IntLike) -> None:
            radial.each(lambda site: self._capture(c.bind(between=site, to=flank), sink, site), high=length)

        s.if_(s.all_of(lambda: length > 0, lambda: length >= low), test)

    def _capture(self, c: Context, sink: Sink, site: IntLike) -> None:
        push_effect(c, sink, self.between.apply if self.between is not None else None, site)


class Intervene(Flanking):
    """Captures the pieces on both sides of a site, in line with it."""

    spellings = ("intervene",)
    says = (
        "for the two pieces on both sides[ {direction}] of [the piece on {from_.where:site}|the piece just moved]"
        "[, for which {to.if_}][: {to.apply.effect}]"
    )
    from_: From | None = None
    direction: AbsoluteDirection | None = None
    between: Between | None = None
    to: To | None = None
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        origin = origin_of(c, self.from_, c.state.last_to.get())
        low, high = bounds(c, self.between, (1, 1))
        sink, kind = with_then(sink, self.then), origin_type(c, self.from_)

        def along(radial: Radial) -> None:
            run = self._run(c, radial, high)
            reaches = c.s.all_of(lambda: radial.length > 0, lambda: run >= low)
            c.s.if_(
                reaches, lambda: radial.opposites_each(lambda other: self._both(c, sink, radial, run, other, low, high))
            )

        each_radial(c, self.direction, kind, origin, along, distinct=True)

    def _run(self, c: Context, radial: Radial, high: IntLike) -> IntLike:
        return run_length(c, radial, high, lambda site: flanking_holds(c.bind(to=site), self.to, site, is_enemy_index))

    def _both(
        self, c: Context, sink: Sink, radial: Radial, run: IntLike, other: Radial, low: IntLike, high: IntLike
    ) -> None:
        """The sites of the opposite radial come first."""
        there = self._run(c, other, high)
        apply = self.to.apply if self.to is not None else None

        def capture() -> None:
            other.each(lambda site: push_effect(c.bind(to=site), sink, apply, site), high=there)
            radial.each(lambda site: push_effect(c.bind(to=site), sink, apply, site), high=run)

        c.s.if_((there >= low) & (there <= high), capture)


class Surround(Flanking):
    """Captures neighbours of a site that hostile sites surround."""

    spellings = ("surround",)
    says = (
        "for each piece beside [{from_.where:site}|the piece just moved][ for which {between.if_}] that is "
        "surrounded on all its [{relation:adj} ]sides[ by {.sites} for which {to.if_}][, but for {except_} of them]"
        "[, among them {with_}][: {between.apply.effect}]"
    )
    from_: From | None = None
    relation: RelationType | None = None
    between: Between | None = None
    to: To | None = None
    except_: IntLudeme | None = named(None)
    with_: PieceChoice | None = named(None)
    then: Then | None = None  # dropped (manual: effects 1.6)

    def emit(self, c: Context, sink: Sink) -> None:
        kind, origin = origin_type(c, self.from_), origin_of(c, self.from_, c.get("from"))
        exceptions = optional(c, self.except_, 0)

        def look(radial: Radial) -> None:
            site = radial.at(1)
            inner = c.bind(between=site)
            target = captured_holds(inner, self.between, site)
            c.s.if_(target, lambda: self._around(inner, sink, kind, origin, site, exceptions))

        each_radial(c, self._direction, kind, origin, look)

    @property
    def _direction(self) -> AbsoluteDirection:
        return AbsoluteDirection(self.relation.value if self.relation is not None else "Adjacent")

    def _around(
        self, c: Context, sink: Sink, kind: board.SiteType, origin: IntLike, site: IntLike, exceptions: IntLike
    ) -> None:
        s = c.s
        missing, latest, demand = s.var(0), s.var(c.get("to")), s.var(self.with_ is None, Bool)

        def examine(out: Scope) -> Callable[[Radial], None]:
            def visit(radial: Radial) -> None:
                near = radial.at(1)
                latest.set(near)
                self._look_for_piece(c, kind, near, lambda: demand.set(True))
                inner = c.bind(to=near)
                hostile = s.any_of(
                    lambda: near == origin, lambda: flanking_holds(inner, self.to, near, is_friend_index)
                )
                s.if_(s.not_(hostile), lambda: missing.set(missing.get() + 1))
                s.if_(missing.get() > exceptions, lambda: s.leave(out))

            return visit

        s.scope(lambda out: each_radial(c, self._direction, kind, site, examine(out)))
        done = s.all_of(lambda: missing.get() <= exceptions, lambda: demand.get())
        s.if_(done, lambda: self._capture(c.bind(to=latest.get()), sink, site))

    def _look_for_piece(self, c: Context, kind: board.SiteType, site: IntLike, body: Callable[[], object]) -> None:
        if self.with_ is not None:
            what = self.with_.components(c)[0]
            c.s.if_(c.state.what(kind, site) == what, body)

    def _capture(self, c: Context, sink: Sink, site: IntLike) -> None:
        push_effect(c, sink, self.between.apply if self.between is not None else None, site)


class Directional(Flanking):
    """Captures the pieces in line with a site, as far as the line goes on unbroken."""

    spellings = ("directional",)
    says = (
        "for the pieces[ {direction}] of [{from_.where:site}|the piece just moved][ for which {to.if_}][: "
        "{to.apply.effect}]"
    )
    from_: From | None = None
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None
    to: To | None = None
    then: Then | None = None  # dropped (manual: effects 1.6)

    def emit(self, c: Context, sink: Sink) -> None:
        kind, origin = origin_type(c, self.from_), origin_of(c, self.from_, c.state.last_to.get())
        if self.direction is not None:
            each_radial(c, self.direction, kind, origin, lambda radial: self._along(c, sink, radial))
        else:
            each_radial_of_last_move(c, kind, origin, lambda radial: self._along(c, sink, radial))

    def _along(self, c: Context, sink: Sink, radial: Radial) -> None:
        def walk(out: Scope) -> None:
            def visit(site: IntLike) -> None:
                inner = c.bind(from_=-1, to=site)
                holds = flanking_holds(inner, self.to, site, is_enemy_index)
                c.s.if_(holds, lambda: self._capture(inner, sink), lambda: c.s.leave(out))

            radial.each(visit)

        c.s.scope(walk)

    def _capture(self, c: Context, sink: Sink) -> None:
        """Without an effect, `(from)` is removed, which is no site here."""
        if self.to is not None and self.to.apply is not None:
            self.to.apply.emit(c, sink)


def each_radial_of_last_move(
    c: Context, kind: board.SiteType, origin: IntLike, body: Callable[[Radial], object]
) -> None:
    """The radials of a site in each direction in which the last move went."""
    s, count = c.s, c.model.count(kind)
    start, end = c.state.last_from.get(), c.state.last_to.get()
    names = c.model.topology.supported_directions(kind, "All")
    tables = radial_tables(c, kind, tuple((name,) for name in names))

    def direction(number: IntLike) -> None:
        passes = s.var(False, Bool)
        tables.each(c, number * count + start, start, lambda r: s.if_(r.contains(end), lambda: passes.set(True)))
        s.if_(passes.get(), lambda: tables.each(c, number * count + origin, origin, body))

    on_board = s.all_of(lambda: in_range(origin, count), lambda: in_range(start, count), lambda: in_range(end, count))
    s.if_(on_board, lambda: s.for_range(0, len(names), direction))


class Enclose(Flanking):
    """Captures connected groups next to a site that have no liberty left."""

    spellings = ("enclose",)
    says = (
        "for each group of pieces[ joined {direction}] next to [the piece on {from_.where:site}|the piece just "
        "played] that has [{num_exception?}at most {num_exception} empty {.sites}|no empty {.site}] beside it"
        "[, where {between.if_}][: {between.apply.effect}]"
    )
    site_type: SiteType | None = None
    from_: From | None = None
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None
    between: Between | None = None
    num_exception: IntLudeme | None = named(None)
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        kind = kind_of(c, self.site_type)
        origin = origin_of(c, self.from_, c.state.last_to.get())
        exceptions = optional(c, self.num_exception, 0)
        sink = with_then(sink, self.then)
        occupied = c.s.all_of(lambda: in_range(origin, c.model.count(kind)), lambda: c.state.what(kind, origin) != 0)
        c.s.if_(occupied, lambda: _Enclosing(self, c, kind, exceptions).around(origin, sink))

    @property
    def captures_emptiness(self) -> bool:
        """Whether groups of empty sites can be captured: how the condition is written decides (manual: effects 3)."""
        condition = self.between.if_ if self.between is not None else None
        if condition is None:
            return False
        negated = [inner for inner in condition.walk() if isinstance(inner, Not)]
        if any(_asks(inner, IsFriend, IsEnemy) for inner in negated):
            return True
        return _asks(condition, IsEmpty) and not any(_asks(inner, IsEmpty) for inner in negated)


def _asks(ludeme: Ludeme, *kinds: type[Ludeme]) -> bool:
    """Whether a ludeme of one of these kinds stands somewhere in it."""
    return any(isinstance(inner, kinds) for inner in ludeme.walk())


class _Enclosing:
    """One evaluation of `(enclose ..)`."""

    def __init__(self, ludeme: Enclose, c: Context, kind: board.SiteType, exceptions: IntLike) -> None:
        self.ludeme, self.c, self.s, self.kind, self.exceptions = ludeme, c, c.s, kind, exceptions
        self.direction: DirectionArgument | None = ludeme.direction
        self.group = Group(c, c.model.count(kind))
        self.marked = BitRegion.empty(c)

    def target(self, site: IntLike) -> BoolLike:
        """Whether the between condition holds; emitted once, out of line."""

        def test(c: Context) -> BoolLike:
            return captured_holds(c, self.ludeme.between, c.get("between"))

        return self.c.bind(between=site).outline("target", test, Bool, key=("target", self.ludeme.identity))

    def empty(self, site: IntLike) -> BoolLike:
        return self.c.state.what(self.kind, site) == 0

    def steps(self, site: IntLike, body: Callable[[IntLike], object]) -> None:
        each_step(self.c, self.direction, self.kind, site, body)

    def around(self, origin: IntLike, sink: Sink) -> None:
        """Try each neighbour as the start of a group."""
        s = self.s
        starts = IntList.allocate(self.c, 64)

        def collect(site: IntLike) -> None:
            spare = s.all_of(lambda: self.exceptions > 0, lambda: self.empty(site))
            s.if_(s.any_of(lambda: spare, lambda: self.target(site)), lambda: starts.append(site))

        self.steps(origin, collect)
        starts.each(lambda site: s.if_(s.not_(self.marked.contains(site)), lambda: self._look(site, sink)))

    def _look(self, start: IntLike, sink: Sink) -> None:
        """Try a group; there is no need to grow it where its start has a liberty."""
        if not (isinstance(self.exceptions, int) and self.exceptions == 0):
            self._try(start, sink)
            return
        liberty = lambda t: self.s.all_of(lambda: self.empty(t), lambda: self.s.not_(self.target(t)))  # noqa: E731
        free = some(self.c, lambda body: self.steps(start, body), liberty)
        self.s.if_(self.s.not_(free), lambda: self._try(start, sink))

    def _try(self, start: IntLike, sink: Sink) -> None:
        s = self.s
        closed = self._flood(start)
        if self.ludeme.captures_emptiness:
            flooded = closed
            closed = s.all_of(lambda: flooded, self._border_is_chain)
        apply = self.ludeme.between.apply if self.ludeme.between is not None else None

        def capture(i: IntLike) -> None:
            site = self.group.member(i)
            push_effect(self.c.bind(between=site), sink, apply, site)

        s.if_(closed, lambda: s.for_range(0, self.group.size, capture))

    def _flood(self, start: IntLike) -> BoolLike:
        """Grow the group of a start; False where it has a liberty."""
        s, group = self.s, self.group
        free, closed = s.var(self.exceptions), s.var(True, Bool)
        if not (isinstance(self.exceptions, int) and self.exceptions == 0):
            s.if_(self.empty(start), lambda: free.set(self.exceptions - 1))
        group.restart(start)

        def grow(out: Scope) -> None:
            def liberty(site: IntLike) -> None:
                def use() -> None:
                    group.append(site)
                    free.set(free.get() - 1)

                def escape() -> None:
                    closed.set(False)
                    s.leave(out)

                s.if_(free.get() > 0, use, escape)

            def look(site: IntLike) -> None:
                other = lambda: s.if_(self.empty(site), lambda: liberty(site))  # noqa: E731
                s.if_(s.not_(group.contains(site)), lambda: s.if_(self.target(site), lambda: group.append(site), other))

            def expand(site: IntLike) -> None:
                self.steps(site, look)
                self.marked.add(site)

            group.each_found(expand)

        s.scope(grow)
        return closed.get()

    def _border_is_chain(self) -> BoolLike:
        """Whether a walk along the group's border, in the order in which it was found, uses it all up."""
        s, c = self.s, self.c
        border, left, current = BitRegion.empty(c), s.var(0), s.var(-1)

        def note(site: IntLike) -> None:
            def first_seen() -> None:
                border.add(site)
                left.set(left.get() + 1)
                s.if_(current.get() < 0, lambda: current.set(site))

            outside = s.all_of(lambda: s.not_(self.group.contains(site)), lambda: s.not_(border.contains(site)))
            s.if_(outside, first_seen)

        s.for_range(0, self.group.size, lambda i: self.steps(self.group.member(i), note))

        def walk(out: Scope) -> None:
            def step() -> None:
                following = s.var(-1)

                def look(site: IntLike) -> None:
                    fits = s.all_of(lambda: following.get() < 0, lambda: border.contains(site))
                    s.if_(fits, lambda: following.set(site))

                each_step(c, AbsoluteDirection.All, self.kind, current.get(), look)
                s.if_(following.get() < 0, lambda: s.leave(out))
                border.discard(current.get())
                left.set(left.get() - 1)
                current.set(following.get())

            s.while_(lambda: left.get() > 1, step)

        s.scope(walk)
        return left.get() <= 1


__all__ = ["Custodial", "Directional", "Enclose", "Intervene", "Surround"]
