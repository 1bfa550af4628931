"""Searches that stop at the first hit, and code that is emitted out of line."""

from __future__ import annotations

from collections.abc import Callable

from ludens.rules.base import Ludeme
from ludens.rules.state.context import Context
from ludens.stage import Bool, BoolLike, Int, IntLike, Scope, Variable


def some(
    c: Context, each: Callable[[Callable[[IntLike], object]], object], test: Callable[[IntLike], BoolLike]
) -> BoolLike:
    """Whether the test holds for some value that `each` passes to its argument; stops at the first."""
    result = c.s.var(False, Bool)

    def search(out: Scope) -> None:
        each(lambda value: c.s.if_(test(value), lambda: answer(c, result, out, True)))

    c.s.scope(search)
    return result.get()


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


def apart(c: Context, ludeme: Ludeme, name: str, body: Callable[[Context], IntLike]) -> IntLike:
    """Emit a big body out of line, once for each way in which the ludeme sees its surroundings."""
    seats = tuple(seat in c.slots for seat in ("mover", "next", "prev"))
    return c.outline(name, body, Int, key=(ludeme.identity, name, seats))


def flag(c: Context, test: Callable[[], BoolLike]) -> BoolLike:
    """A condition, evaluated once here."""
    value = test()
    if isinstance(value, bool):
        return value
    result = c.s.var(value, Bool)
    return result.get()
