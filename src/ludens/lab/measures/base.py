"""What a measure is: a class that has a name and finds a value, with its interval, in the evidence of a game."""

from __future__ import annotations

import inspect
import pkgutil
from functools import cache
from importlib import import_module
from typing import ClassVar, Final, Literal

from ludens.lab.estimates import Estimate
from ludens.lab.evidence import Evidence

#: what measures are found from
Source = Literal["outcomes", "walks", "courses", "duels"]
#: how values are written: parts of a whole in per cent, or numbers
Unit = Literal["share", "plies", "number", "log10"]
_PACKAGE: Final = __name__.rpartition(".")[0]
#: modules in the order in which their measures are shown; those of others come last
_SHOWN: Final = ("outcomes", "lengths", "choices", "boards", "courses", "skill")


class Measure:
    """A measure; a class with a `name` of its own is known by it as soon as its module is imported.

    The docstring is its definition, and ends with its source in brackets.
    """

    registry: ClassVar[dict[str, type[Measure]]] = {}
    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    unit: ClassVar[Unit] = "share"
    source: ClassVar[Source] = "outcomes"
    #: whether it makes sense for one player alone
    solitaire: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.__dict__.get("name"):
            Measure.registry[cls.name] = cls

    @classmethod
    def definition(cls) -> str:
        """What it is, and where that comes from."""
        return " ".join((inspect.getdoc(cls) or "").split())

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        """Its value; None where it does not apply or nothing is known yet."""
        raise NotImplementedError(cls.__name__)

    @classmethod
    def instances(cls, evidence: Evidence) -> list[tuple[str, str, Estimate | None]]:
        """Name, title and value: one, or one for each player."""
        return [(cls.name, cls.title, cls.of(evidence))]


def measures() -> dict[str, type[Measure]]:
    """All measures by their names, in the order in which they are shown."""
    order = {f"{_PACKAGE}.{module}": place for place, module in enumerate(_import_all())}
    return dict(sorted(Measure.registry.items(), key=lambda one: order.get(one[1].__module__, len(order))))


@cache
def _import_all() -> tuple[str, ...]:
    """Import the modules of measures; gives their names, those first that are shown first."""
    modules = [one.name for one in pkgutil.iter_modules(import_module(_PACKAGE).__path__)]
    for name in modules:
        import_module(f"{_PACKAGE}.{name}")
    return (*_SHOWN, *(name for name in modules if name not in _SHOWN))
