"""The forms of the language, found by walking the package: which classes a keyword may name, best first.

Every module below `ludens.rules` and `ludens.ludemes` is looked through, and those of any folder appended to
`ludens.ludemes.__path__`; a class that lists `spellings` is a ludeme of the language. Where several forms fit, the one
with more constants is read (`(sites Hand ...)` before `(sites ...)`), then the one whose class declares the higher
`precedence`.

A description names few of them, so `forms.txt` says which modules of the package have the forms of a keyword, what
constant comes first there, and of which kinds they are: only those are imported (`forms_beginning`). `make forms`
writes it, and a test says when it is out of date.
"""

from __future__ import annotations

import enum
import functools
import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType

from ludens import ludemes, rules
from ludens.records import record
from ludens.rules.base import Ludeme, flat

#: a module a line, behind it the kinds of its forms, and then of each form the keyword and the first constant
INDEX = Path(__file__).with_name("forms.txt")


@record(frozen=True)
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


def forms_beginning(keyword: str, constant: str, category: type[Ludeme] = Ludeme) -> tuple[Form, ...]:
    """The forms of a keyword without constants, and those whose first one is that: only these are looked for, and only
    those of the category's kinds."""
    return _beginning(tuple(ludemes.__path__), keyword, constant, _kinds(category.__mro__))


def constants_of(keyword: str) -> tuple[str, ...]:
    """The constants that distinguish the forms of a keyword, in alphabetical order."""
    return tuple(sorted({form.constants[0] for form in forms_of(keyword) if form.constants}))


def enumerations() -> frozenset[type[enum.Enum]]:
    """The enumerations of the constants that parameters accept."""
    return _enumerations(tuple(ludemes.__path__))


@functools.cache
def _enumerations(path: tuple[str, ...]) -> frozenset[type[enum.Enum]]:
    slots = (slot for forms in _forms(path).values() for form in forms for slot in form.cls.slots())
    kinds = (kind for slot in slots for kind in flat(slot.alternatives))
    return frozenset(kind for kind in kinds if issubclass(kind, enum.Enum))


@functools.cache
def _forms(path: tuple[str, ...]) -> dict[str, tuple[Form, ...]]:
    groups: dict[str, list[Form]] = {}
    for form in _listed((*_modules(path, _PREFIX), *_modules(rules.__path__, f"{rules.__name__}."))):
        groups.setdefault(form.keyword, []).append(form)
    return {keyword: tuple(sorted(group, key=_rank)) for keyword, group in sorted(groups.items())}


@functools.cache
def _beginning(path: tuple[str, ...], keyword: str, constant: str, kinds: frozenset[str]) -> tuple[Form, ...]:
    own, others = path[0], path[1:]
    index = _index() if own == str(INDEX.parent) else {}
    names = {*index.get((keyword, ""), ()), *index.get((keyword, constant), ())}
    # modules stand in the order in which they are walked through
    modules = [n for n, (theirs, _) in _indexed().items() if n in names and (kinds & theirs or not kinds)]
    candidates = [form for name in modules for form in _forms_in(importlib.import_module(name))]
    candidates += [form for module in _modules(others, _PREFIX) for form in _forms_in(module)]
    if not names:
        candidates = list(_forms(path).get(keyword, ()))
    fits = lambda form: form.keyword == keyword and form.constants[:1] in ((), (constant,))  # noqa: E731
    of_kind = (form for form in candidates if not kinds or kinds & _kinds(form.cls.__mro__))
    return tuple(sorted(filter(fits, of_kind), key=_rank))


@functools.cache
def _kinds(mro: tuple[type, ...]) -> frozenset[str]:
    """What a class is a kind of: those of its bases, itself among them, that derive from nothing but `Ludeme`."""
    return frozenset(base.__name__ for base in mro if Ludeme in base.__bases__)


def _listed(modules: Iterable[ModuleType]) -> Iterator[Form]:
    """The forms of some modules, in the order in which they stand there."""
    return (form for module in modules for form in _forms_in(module))


@functools.cache
def _forms_in(module: ModuleType) -> tuple[Form, ...]:
    spellings = ((cls, spelling.split()) for cls in _classes([module]) for spelling in cls.spellings)
    return tuple(Form(keyword, tuple(constants), cls) for cls, (keyword, *constants) in spellings)


def _rank(form: Form) -> tuple[int, int]:
    return -len(form.constants), -form.cls.precedence


def _classes(modules: Iterable[ModuleType]) -> Iterator[type[Ludeme]]:
    """The classes with spellings of their own, by module and then as they stand there."""
    for module in modules:
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


# --- the index of the package's own forms

_PREFIX = f"{ludemes.__name__}."


@functools.cache
def _index() -> dict[tuple[str, str], tuple[str, ...]]:
    """By keyword and first constant ("" for none) the modules with such forms; empty where there is no index."""
    modules: dict[tuple[str, str], tuple[str, ...]] = {}
    for name, (_, beginnings) in _indexed().items():
        for beginning in beginnings:
            keyword, _, constant = beginning.partition(" ")
            modules[keyword, constant] = (*modules.get((keyword, constant), ()), name)
    return modules


@functools.cache
def _indexed() -> dict[str, tuple[frozenset[str], list[str]]]:
    """By module the kinds of its forms, and how they begin."""
    lines = (line.split("\t") for line in INDEX.read_text().splitlines()) if INDEX.exists() else ()
    return {f"ludens.{name}": (frozenset(kinds.split()), beginnings) for name, kinds, *beginnings in lines}


def index_text() -> str:
    """What `forms.txt` says, made anew."""
    lines = []
    own = (*_modules([str(INDEX.parent)], _PREFIX), *_modules(rules.__path__, f"{rules.__name__}."))
    for module in own:
        forms = _forms_in(module)
        beginnings = dict.fromkeys(" ".join((form.keyword, *form.constants[:1])) for form in forms)
        kinds = sorted(frozenset().union(*(_kinds(form.cls.__mro__) for form in forms)))
        if beginnings:
            lines.append("\t".join((module.__name__.removeprefix("ludens."), " ".join(kinds), *beginnings)))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    INDEX.write_text(index_text())
