"""What several conditions share: ranges of sites, the last move's site, constant neighbour lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludens.ludemes.categories import IntLudeme
from ludens.ludemes.runtime.context import Context
from ludens.stage import Bool, BoolLike, IntLike, Rows, Scope, Variable


def last_to(c: Context, given: IntLudeme | None = None) -> IntLike:
    """A site argument whose default is where the last move went."""
    return given.emit(c) if given is not None else c.state.last_to.get()


def within(c: Context, value: IntLike, low: IntLike, high: IntLike) -> BoolLike:
    """Whether low <= value < high."""
    return c.s.all_of(lambda: value >= low, lambda: value < high)


def readable(c: Context, site_type: str | None, site: IntLike) -> BoolLike:
    """Whether the site exists: on the board in that type, or in another container."""
    model = c.model
    on_board = model.count(c.state.site_type(site_type))
    other = model.first_other_site
    if len(model.containers) == 1 or on_board >= other:
        return within(c, site, 0, max(on_board, model.total_sites))
    return c.s.any_of(lambda: within(c, site, 0, on_board), lambda: within(c, site, other, model.total_sites))


def on_board(c: Context, site_type: str | None, site: IntLike) -> BoolLike:
    """Whether the site is an element of the board, in that type."""
    return within(c, site, 0, c.model.count(c.state.site_type(site_type)))


def site_rows(c: Context, site_type: str | None, key: str, of: Callable[[int], Sequence[int]]) -> Rows:
    """A constant list for each element of a type, made once for each key."""
    kind = c.state.site_type(site_type)
    return c.s.once(("site rows", kind, key), lambda: c.s.rows([of(site) for site in range(c.model.count(kind))]))


def relation_rows(c: Context, site_type: str | None, relation: str) -> Rows:
    """The elements that are related to each element."""
    kind = c.state.site_type(site_type)
    return site_rows(c, kind, f"relation {relation}", lambda site: c.model.topology.neighbours(kind, site, relation))


def some(
    c: Context, each: Callable[[Callable[[IntLike], object]], object], test: Callable[[IntLike], BoolLike]
) -> BoolLike:
    """Whether the test holds for some value that `each` passes to its argument; stops at the first."""
    found = c.s.var(False, Bool)

    def search(out: Scope) -> None:
        each(lambda value: c.s.if_(test(value), lambda: answer(c, found, out, True)))

    c.s.scope(search)
    return found.get()


def every(
    c: Context, each: Callable[[Callable[[IntLike], object]], object], test: Callable[[IntLike], BoolLike]
) -> BoolLike:
    """Whether the test holds for every value that `each` passes to its argument; stops at the first that fails."""
    return c.s.not_(some(c, each, lambda value: c.s.not_(test(value))))


def answer(c: Context, result: Variable[BoolLike] | Variable[IntLike], out: Scope, value: BoolLike | IntLike) -> None:
    """Set the result and leave."""
    result.set(value)
    c.s.leave(out)


def outlined(c: Context, name: str, body: Callable[[Context], BoolLike], key: object) -> BoolLike:
    """A truth value computed out of line."""
    return c.outline(name, body, Bool, key=key)


def component_table(c: Context, test: Callable[[int], bool]) -> Callable[[IntLike], BoolLike]:
    """Whether a component index has a property that is known while compiling; index 0 is no component."""
    chosen = [i for i in range(len(c.model.components)) if test(i)]
    if not chosen:
        return lambda what: False
    if len(chosen) == 1:
        return lambda what: what == chosen[0]
    if chosen[-1] - chosen[0] + 1 == len(chosen):
        low, high = chosen[0], chosen[-1]
        return lambda what: within(c, what, low, high + 1)
    table = c.s.table([int(i in chosen) for i in range(len(c.model.components))], "u8")
    return lambda what: table[what] != 0
