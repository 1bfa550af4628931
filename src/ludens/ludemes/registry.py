"""The forms of the language, found by walking the package: which classes a keyword may name, best first.

Every module below `ludens.ludemes` is looked through, and those of any folder appended to `ludens.ludemes.__path__`;
a class that lists `spellings` is a ludeme of the language. Where several forms fit, the one with more constants is
read (`(sites Hand ...)` before `(sites ...)`), then the one whose class declares the higher `precedence`.
"""

from __future__ import annotations

import enum
import functools
import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType

from ludens import ludemes
from ludens.ludemes.base import Ludeme, flat


@dataclass(frozen=True)
class Form:
    """A way to write a ludeme: the keyword, the constants that follow it, and the class that is meant."""

    keyword: str
    constants: tuple[str, ...]
    cls: type[Ludeme]

    @property
    def spelling(self) -> str:
        """The keyword and the constants, as they are written."""
        return " ".join((self.keyword, *self.constants))


def forms() -> Mapping[str, tuple[Form, ...]]:
    """The forms of every keyword, those first that are tried first."""
    return _forms(tuple(ludemes.__path__))


def forms_of(keyword: str) -> tuple[Form, ...]:
    """The forms of a keyword; none where the language has no such keyword."""
    return forms().get(keyword, ())


def constants_of(keyword: str) -> tuple[str, ...]:
    """The constants that tell the forms of a keyword apart, in alphabetical order."""
    return tuple(sorted({form.constants[0] for form in forms_of(keyword) if form.constants}))


def enumerations() -> frozenset[type[enum.Enum]]:
    """The enumerations of the constants that parameters accept."""
    return _enumerations(tuple(ludemes.__path__))


@functools.cache
def _enumerations(path: tuple[str, ...]) -> frozenset[type[enum.Enum]]:
    slots = (slot for listed in _forms(path).values() for form in listed for slot in form.cls.slots())
    kinds = (kind for slot in slots for kind in flat(slot.alternatives))
    return frozenset(kind for kind in kinds if issubclass(kind, enum.Enum))


@functools.cache
def _forms(path: tuple[str, ...]) -> dict[str, tuple[Form, ...]]:
    found: dict[str, list[Form]] = {}
    for cls in _classes(path):
        for spelling in cls.spellings:
            keyword, *constants = spelling.split()
            found.setdefault(keyword, []).append(Form(keyword, tuple(constants), cls))
    return {keyword: tuple(sorted(listed, key=_rank)) for keyword, listed in sorted(found.items())}


def _rank(form: Form) -> tuple[int, int]:
    return -len(form.constants), -form.cls.precedence


def _classes(path: Iterable[str]) -> Iterator[type[Ludeme]]:
    """The classes with spellings of their own, by module and then as they stand there."""
    for module in _modules(path, f"{ludemes.__name__}."):
        own = (value for value in vars(module).values() if getattr(value, "__module__", None) == module.__name__)
        yield from (
            cls for cls in own if isinstance(cls, type) and issubclass(cls, Ludeme) and "spellings" in vars(cls)
        )


def _modules(path: Iterable[str], prefix: str) -> Iterator[ModuleType]:
    for info in pkgutil.iter_modules(path, prefix):
        module = importlib.import_module(info.name)
        yield module
        if info.ispkg:
            yield from _modules(module.__path__, f"{info.name}.")
