"""Data classes that are quick to import.

`dataclasses.dataclass` compiles up to seven methods, which takes a quarter of a millisecond. Loading a game imports
more than a hundred such classes and makes objects of about half of them: here only `__init__` is compiled, for the
first object, and all classes share their other methods.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache, partial
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ["record"]


def _made_later(cls: Any) -> Callable[..., None]:
    """What makes the `__init__` of a class when it is called first, and puts it in its own place."""

    def first(self: Any, *args: Any, **kwargs: Any) -> None:
        # A derived class has all fields, and none of its own: meanwhile other threads may make objects of `cls`.
        named = {"__module__": cls.__module__, "__qualname__": cls.__qualname__}
        made = vars(dataclass(repr=False, eq=False)(type(cls.__name__, (cls,), named)))["__init__"]
        cls.__init__ = made
        made(self, *args, **kwargs)

    return first


def _equal(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    key = _key(self.__class__)
    return key(self) == key(other)


def _hash(self: Any) -> int:
    return hash(_key(self.__class__)(self))


@recursive_repr()
def _text(self: Any) -> str:
    told = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({told})"


@cache
def _key(cls: Any) -> Callable[[Any], tuple[Any, ...]]:
    """What compares objects of a class: a tuple of those of their fields that count."""
    names = [each.name for each in fields(cls) if each.compare]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple(getattr(self, name) for name in names)


if TYPE_CHECKING:
    from dataclasses import dataclass as record
else:

    def record(cls=None, /, *, frozen=False, eq=True, **settings):
        """`dataclasses.dataclass`, quick to import; only type checkers see that nothing is set in a frozen one."""
        if cls is None:
            return partial(record, frozen=frozen, eq=eq, **settings)
        methods = {"__init__": _made_later(cls), "__repr__": _text}
        if eq:
            methods |= {"__eq__": _equal, "__hash__": _hash if frozen else None}
        for name, method in methods.items():
            if vars(cls).get(name) is None:
                setattr(cls, name, method)
        return dataclass(init=False, repr=False, eq=False, **settings)(cls)
