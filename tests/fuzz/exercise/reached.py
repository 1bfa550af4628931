"""Which ludemes a description reached: those whose meaning was asked for while code was made or run."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from ludens.ludemes.registry import Form, forms
from ludens.rules.base import Ludeme

#: by class and spelling
_evaluated: Final[set[tuple[type, str]]] = set()
#: where all of them are
_ROOM: Final = "ludens.ludemes."
_plies: Final[list[int]] = []


@functools.cache
def watch() -> None:
    """From now on, remember whose meaning is asked for."""
    for cls in {base for form in _every() for base in form.cls.__mro__ if issubclass(base, Ludeme)}:
        for name, function in list(vars(cls).items()):
            if _means(function):
                setattr(cls, name, _watched(function))


def taken() -> tuple[int, tuple[str, ...]]:
    """The plies that were played, and the names of the forms that were reached, since this was asked for last."""
    found = tuple(sorted(name_of(form) for form in _every() if (form.cls, form.spelling) in _evaluated))
    plies = sum(_plies)
    _evaluated.clear()
    _plies.clear()
    return plies, found


def played(plies: int) -> None:
    """So many plies of a game were looked at."""
    _plies.append(plies)


def name_of(form: Form) -> str:
    """A name of a form that no other has."""
    return f"{form.spelling} ({form.cls.__module__.removeprefix(_ROOM)}.{form.cls.__name__})"


def bound(ludemes: Iterable[Ludeme]) -> None:
    """These were built, which is all there is to classes that mean nothing in play."""
    for ludeme in ludemes:
        if "spelling" in ludeme.__dict__ and not is_evaluated(type(ludeme)):
            _evaluated.add((type(ludeme), ludeme.spelling))


@functools.cache
def is_evaluated(cls: type[Ludeme]) -> bool:
    """Whether a class has a meaning in play; others are read while a game is built."""
    own = (base for base in cls.__mro__ if issubclass(base, Ludeme) and not base.called and base is not Ludeme)
    return any(_means(function) for base in own for function in vars(base).values())


def _every() -> Iterator[Form]:
    return (form for listed in forms().values() for form in listed)


def _means(function: object) -> bool:
    return inspect.isfunction(function) and "Context" in map(str, function.__annotations__.values())


def _watched(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def evaluate(self: Any, *arguments: Any, **named: Any) -> Any:
        _evaluated.add((type(self), self.__dict__.get("spelling", "")))
        return function(self, *arguments, **named)

    return evaluate
