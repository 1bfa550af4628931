"""Patterns, target positions (manual: booleans 6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ludens.language import LudError
from ludens.ludemes.arguments import last_to
from ludens.ludemes.regions.walks import path_of
from ludens.ludemes.searches import answer, outlined, some
from ludens.ludemes.site_types import type_name
from ludens.rules.base import BOARD, named
from ludens.rules.categories import BooleanLudeme, IntLudeme
from ludens.rules.enums import SiteType, StepType
from ludens.rules.naming import NameOfContainer
from ludens.rules.state.components import named_index
from ludens.rules.state.context import Context
from ludens.rules.state.sites import on_board
from ludens.stage import Bool, BoolLike, IntLike, Rows, Scope, Variable


class IsPattern(BooleanLudeme):
    """Whether pieces stand along a walk from a site, in any of the board's orthogonal directions.

    The kinds of pieces are given in the order of the walk, and used again from the first when they run out; by
    default all are of the kind of the first.
    """

    spellings = ("is Pattern",)
    says = (
        "pieces [{what:of components} |{whats:or+components} ]<stand> along this walk[ from {from_:site}], in "
        "some direction: {steps:steps}"
    )
    reads = BOARD | {"last"}
    steps: tuple[StepType, ...]
    site_type: SiteType | None = None
    from_: IntLudeme | None = named(None)
    what: IntLudeme | None = named(None, group="whats")
    whats: tuple[IntLudeme, ...] | None = named(None, group="whats")

    def emit(self, c: Context) -> BoolLike:
        return outlined(c, "pattern", self._body, self.identity)

    def _body(self, c: Context) -> BoolLike:
        result = c.s.var(False, Bool)
        c.s.scope(lambda out: self._search(c, result, out))
        return result.get()

    def _search(self, c: Context, result: Variable[BoolLike], out: Scope) -> None:
        s, kind, site = c.s, type_name(self.site_type), last_to(c, self.from_)
        s.if_(s.not_(on_board(c, kind, site)), lambda: s.leave(out))
        first = c.state.what(kind, site)
        ludemes = self.whats or ((self.what,) if self.what is not None else ())
        whats = [what.emit(c) for what in ludemes if what is not None] or [first]
        s.if_(first != whats[0] if ludemes else first == 0, lambda: s.leave(out))
        paths, turns = self._paths(c)
        length = 1 + sum(step is StepType.F for step in self.steps)

        def along(row: IntLike) -> None:
            def differs(k: IntLike) -> BoolLike:
                expected = whats[0] if len(whats) == 1 else self._nth(c, whats, k)
                return c.state.what(kind, paths.get(row, k)) != expected

            fits = s.not_(some(c, lambda body: s.for_range(1, length, body), differs))
            s.if_(s.all_of(lambda: paths.length(row) == length, lambda: fits), lambda: answer(c, result, out, True))

        s.for_range(
            0,
            turns,
            lambda turn: s.if_(paths.length(site * turns + turn) == length, lambda: along(site * turns + turn)),
        )

    def _nth(self, c: Context, whats: Sequence[IntLike], k: IntLike) -> IntLike:
        """The kind for position k of the walk."""
        number = c.s.remainder(k, len(whats))
        result = c.s.var(0)
        c.s.switch(number, [partial(result.set, w) for w in whats])
        return result.get()

    def _paths(self, c: Context) -> tuple[Rows, int]:
        """For each site and direction to start in, the sites that the walk visits; none where it leaves the board."""
        kind = c.state.site_type(type_name(self.site_type))
        supported = c.model.topology.supported_directions(kind, "Orthogonal")
        sites = range(c.model.count(kind))
        return c.s.rows([path_of(c, kind, site, self.steps, d, supported) for site in sites for d in supported]), len(
            supported
        )


class IsTarget(BooleanLudeme):
    """Whether a container, or some sites of it, hold exactly the components of a list.

    In a stacking game the list is a stack from bottom to top, which one of the sites must hold.
    """

    spellings = ("is Target",)
    says = "the pieces <stand> in the configuration asked for"
    reads = BOARD
    container: IntLudeme | NameOfContainer | None = None
    configuration: tuple[int, ...]
    sites: int | tuple[int, ...] | None = None

    def emit(self, c: Context) -> BoolLike:
        return outlined(c, "target", self._reached, self.identity)

    def _reached(self, c: Context) -> BoolLike:
        """False where play leads to a container that there is not."""
        look, containers = self._stacked if c.model.stacking else self._flat, range(len(c.model.containers))
        index = self._index(c)
        if isinstance(index, int):
            if index not in containers:
                raise LudError(f"(is Target ...): there is no container {index}", self.node.span)
            return look(c, index)
        holds: Callable[[int], BoolLike] = lambda i: c.s.all_of(lambda: index == i, lambda: look(c, i))  # noqa: E731
        return c.s.any_of(*(partial(holds, i) for i in containers))

    def _index(self, c: Context) -> IntLike:
        if self.container is None:
            return 0
        return named_index(c, self.container) if isinstance(self.container, str) else self.container.emit(c)

    def _flat(self, c: Context, container: int) -> BoolLike:
        s, expected, own = c.s, self.configuration, c.model.containers[container]
        places = (self.sites,) if isinstance(self.sites, int) else self.sites
        if places is None:
            if len(expected) != (own.num_sites if container else c.model.count("Cell")):
                return False
            places = tuple(own.first_site + i for i in range(len(expected)))
        if len(places) != len(expected):
            return False
        sites, whats = s.table(places), s.table(expected)
        differs = some(
            c, lambda body: s.for_range(0, len(expected), body), lambda i: c.state.what(None, sites[i]) != whats[i]
        )
        return s.not_(differs)

    def _stacked(self, c: Context, container: int) -> BoolLike:
        s, p, whats, own = c.s, c.state, c.s.table(self.configuration), c.model.containers[container]
        height = len(self.configuration)

        def differs(site: IntLike) -> BoolLike:
            return some(c, lambda body: s.for_range(0, height, body), lambda i: p.what(None, site, i) != whats[i])

        def holds(site: IntLike) -> BoolLike:
            return s.all_of(lambda: p.size(None, site) == height, lambda: s.not_(differs(site)))

        if self.sites is not None:
            places = (self.sites,) if isinstance(self.sites, int) else self.sites
            return some(c, lambda body: s.rows([places]).each(0, body), holds)
        result = s.var(False, Bool)

        def look(site: IntLike, out: Scope) -> None:
            s.if_(p.size(None, site) != height, lambda: s.leave(out))
            s.if_(s.not_(differs(site)), lambda: answer(c, result, out, True))

        first, size = own.first_site, own.num_sites if container else c.model.board_sites
        s.scope(lambda out: s.for_range(first, first + size, lambda site: look(site, out)))
        return result.get()
