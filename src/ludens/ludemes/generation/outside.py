"""The iterators outside a generator: kept in slots of their own while it binds others (manual: moves 2.2, 8.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ludens.ludemes.runtime.context import ITERATORS, Context, RenamedSlots

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


class OuterSlots(RenamedSlots):
    """The slots with the iterators that are kept under a prefix in the place of what they are now."""

    def _key(self, name: str) -> str | None:
        return self._prefix + name if name in KEPT else name

    def __iter__(self) -> Iterator[str]:
        names = [name.removeprefix(self._prefix) for name in self._below]
        return iter(dict.fromkeys([*self._values, *(name for name in names if name in self)]))


class OnlyOuterSlots(OuterSlots):
    """The same, where nothing else of what is below is seen but what is kept for others."""

    def _key(self, name: str) -> str | None:
        if name in ITERATORS:
            return self._prefix + name
        return name if name.startswith(OUTER) else None


__all__ = ["KEPT", "OUTER", "OuterSlots", "remembered", "seen_outside"]
