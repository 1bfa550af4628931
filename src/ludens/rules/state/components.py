"""Properties and names of components."""

from __future__ import annotations

from collections.abc import Callable

from ludens.rules.state.context import Context
from ludens.rules.state.sites import within
from ludens.stage import BoolLike, IntLike


def component_table(c: Context, test: Callable[[int], bool]) -> Callable[[IntLike], BoolLike]:
    """Whether a component index has a property that is known while compiling; index 0 is no component."""
    numbers = [i for i in range(len(c.model.components)) if test(i)]
    if not numbers:
        return lambda what: False
    if len(numbers) == 1:
        return lambda what: what == numbers[0]
    if numbers[-1] - numbers[0] + 1 == len(numbers):
        low, high = numbers[0], numbers[-1]
        return lambda what: within(c, what, low, high + 1)
    table = c.s.table([int(i in numbers) for i in range(len(c.model.components))], "u8")
    return lambda what: table[what] != 0


def named_index(c: Context, name: str) -> int:
    """The container of that name, else the first component of it, else -1 (manual: structure 1.2)."""
    for container in c.model.containers:
        if container.name == name:
            return container.index
    return next((p.index for p in c.model.components[1:] if p.name == name), -1)
