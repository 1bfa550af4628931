"""The iterators outside a generator: kept in slots of their own while it binds others (manual: moves 2.2, 8.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from ludens.ludemes.runtime.context import ITERATORS, Context, Slots
from ludens.stage import IntLike, Range, Variable

#: what the names of the slots begin with in which they are kept
OUTER: Final = "outer."
#: what is kept
KEPT: Final = (*ITERATORS, "mover", "next", "prev")


def remembered(c: Context, prefix: str) -> Context:
    """The context with its iterators kept under a prefix."""
    return c.bind(**{f"{prefix}{name}": c.slots[name] for name in KEPT if name in c.slots})


def seen_outside(c: Context, prefix: str) -> Context:
    """The context of a consequent on a scratch copy, which sees the iterators kept under a prefix, and no others."""
    return replace(c, slots=OnlyOuterSlots(c.slots, prefix), region=None, team=None)


class OuterSlots(Slots):
    """The slots with the iterators that are kept under a prefix in the place of what they are now."""

    def __init__(self, below: Slots, prefix: str) -> None:
        super().__init__()
        self._below, self._prefix = below, prefix

    def _key(self, name: str) -> str | None:
        """What a slot is called below; None where it is not to be seen."""
        return self._prefix + name if name in KEPT else name

    def _found(self, name: str) -> str:
        return self._key(name) or ""  # no slot is called so

    def __getitem__(self, name: str) -> IntLike:
        return super().__getitem__(name) if name in self._values else self._below[self._found(name)]

    def variable(self, name: str) -> Variable[IntLike] | None:
        return super().variable(name) if name in self._values else self._below.variable(self._found(name))

    def plain(self, name: str) -> int | None:
        return super().plain(name) if name in self._values else self._below.plain(self._found(name))

    def range(self, name: str, known: Mapping[str, Range]) -> Range:
        return super().range(name, known) if name in self._values else self._below.range(self._found(name), known)

    def __contains__(self, name: object) -> bool:
        return name in self._values or self._found(str(name)) in self._below

    def __iter__(self) -> Iterator[str]:
        names = [name.removeprefix(self._prefix) for name in self._below]
        return iter(dict.fromkeys([*self._values, *(name for name in names if name in self)]))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def bind(self, values: Mapping[str, IntLike | Variable[IntLike]]) -> Slots:
        result = type(self)(self._below, self._prefix)
        result._values = {**self._values, **values}
        return result


class OnlyOuterSlots(OuterSlots):
    """The same, where nothing else of what is below is seen but what is kept for others."""

    def _key(self, name: str) -> str | None:
        if name in ITERATORS:
            return self._prefix + name
        return name if name.startswith(OUTER) else None


__all__ = ["KEPT", "OUTER", "OuterSlots", "remembered", "seen_outside"]
