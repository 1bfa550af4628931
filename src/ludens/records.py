"""Data classes that are quick to import.

`dataclasses.dataclass` compiles up to seven methods, which takes a quarter of a millisecond, and needs `inspect`, which
takes six to import. Loading a game imports more than a hundred such classes and makes objects of about half of them:
here only `__init__` is compiled, for the first object, and all classes share their other methods. For `dataclasses` a
record is a data class: what tells it so is made when it is asked for.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import cache, partial
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ["field", "fields", "record", "replace", "sealed_record"]

#: that there is no default
_MISSING: Any = object()
_FIELDS = "__record_fields__"


class _Field:
    """A field of a record; its settings are those of `dataclasses.field`."""

    __slots__ = ("annotation", "compare", "default", "default_factory", "init", "kw_only", "name", "repr")

    def __init__(
        self,
        *,
        default: Any = _MISSING,
        default_factory: Any = _MISSING,
        init: bool = True,
        repr: bool = True,
        compare: bool = True,
        kw_only: bool = False,
    ) -> None:
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.compare, self.kw_only = init, repr, compare, kw_only
        self.name, self.annotation = "", ""

    def settings(self) -> dict[str, Any]:
        """What `dataclasses.field` is given for one like this."""
        told = {"init": self.init, "repr": self.repr, "compare": self.compare, "kw_only": self.kw_only}
        given = {"default": self.default, "default_factory": self.default_factory}
        return told | {name: value for name, value in given.items() if value is not _MISSING}


def _field_of(default: Any) -> _Field:
    """What a class has as the default of a field: a field, as here or as `dataclasses` makes it, or a value."""
    if isinstance(default, _Field):
        return default
    data = sys.modules.get("dataclasses")
    if data is not None and isinstance(default, data.Field):
        names = ("default", "default_factory", "init", "repr", "compare", "kw_only")
        told = {name: getattr(default, name) for name in names}
        return _Field(**{name: value for name, value in told.items() if value is not data.MISSING})
    if default is not _MISSING and type(default).__hash__ is None:
        raise ValueError(f"{default!r} as a default would be shared by all objects: use a factory")
    return _Field(default=default)


def _fields_of(cls: type) -> dict[str, _Field]:
    """The fields of the bases and of the class itself, whose defaults become values again."""
    found: dict[str, _Field] = {}
    for base in reversed(cls.__mro__[1:]):
        if _FIELDS in vars(base):
            found |= vars(base)[_FIELDS]
        elif "__dataclass_fields__" in vars(base):
            found |= {one.name: _named(_field_of(one), one.name, one.type) for one in fields(base)}
    for name, annotation in cls.__annotations__.items():
        if str(annotation).startswith(("ClassVar", "typing.ClassVar")):
            continue
        found[name] = one = _named(_field_of(vars(cls).get(name, _MISSING)), name, annotation)
        if one.default is not _MISSING:
            setattr(cls, name, one.default)
        elif name in vars(cls):
            delattr(cls, name)
    return found


def _named(one: _Field, name: str, annotation: Any) -> _Field:
    one.name, one.annotation = name, annotation
    return one


class _Told:
    """What `dataclasses` looks for in a class, made when it looks: for the class that has it, and those derived."""

    def __init__(self, name: str, cls: type) -> None:
        self._name, self._class = name, cls

    def __get__(self, found: object, cls: type | None = None) -> Any:
        from dataclasses import dataclass, field

        own: dict[str, Any] = {one.name: one for one in fields(self._class)}
        content = {name: field(**one.settings()) for name, one in own.items()}
        annotations = {name: one.annotation for name, one in own.items()}
        named = {"__annotations__": annotations, "__module__": self._class.__module__, "__doc__": "A record."}
        like: Any = dataclass(init=False, repr=False, eq=False)(type(self._class.__name__, (), named | content))
        for name in ("__dataclass_fields__", "__dataclass_params__"):
            setattr(self._class, name, getattr(like, name))
        return getattr(like, self._name)


def _made_later(cls: Any, sealed: bool) -> Callable[..., None]:
    """What makes the `__init__` of a class when it is called first, and puts it in its own place."""

    def first(self: Any, *args: Any, **kwargs: Any) -> None:
        made = cls.__init__ = _initialiser(cls, sealed)
        made(self, *args, **kwargs)

    return first


def _initialiser(cls: Any, sealed: bool) -> Callable[..., None]:
    names: dict[str, Any] = {"_set": object.__setattr__, "_missing": _MISSING}
    places, named, lines = list[str](), list[str](), list[str]()
    for one in vars(cls)[_FIELDS].values():
        parameter = value = one.name
        if one.default_factory is not _MISSING:
            names[f"_make_{one.name}"] = one.default_factory
            value = f"_make_{one.name}()"
            if one.init:
                parameter, value = f"{one.name}=_missing", f"{value} if {one.name} is _missing else {one.name}"
        elif one.default is not _MISSING and one.init:
            names[f"_default_{one.name}"] = one.default
            parameter = f"{one.name}=_default_{one.name}"
        elif not one.init:
            continue
        if one.init:
            (named if one.kw_only else places).append(parameter)
        lines.append(f"_set(self, {one.name!r}, {value})" if sealed else f"self.{one.name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    parameters = ", ".join(["self", *places, *(["*", *named] if named else [])])
    exec(f"def __init__({parameters}):\n  " + "\n  ".join(lines or ["pass"]), names)
    made: Callable[..., None] = names["__init__"]
    made.__qualname__, made.__module__ = f"{cls.__qualname__}.__init__", cls.__module__
    return made


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


@cache
def _given(cls: Any) -> tuple[str, ...]:
    """The fields that objects of a class are made from."""
    return tuple(each.name for each in fields(cls) if each.init)


def _refuse(self: Any, name: str, *value: Any) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot change field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in fields(self)]


def _restore(self: Any, state: Iterable[Any]) -> None:
    for each, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)


def _with_slots(cls: Any, names: Iterable[str]) -> Any:
    """The class again, with slots for these fields: defaults cannot stay in it."""
    content = {name: value for name, value in vars(cls).items() if name not in ("__dict__", "__weakref__", *names)}
    made = type(cls)(cls.__name__, cls.__bases__, content | {"__slots__": tuple(names)})
    made.__qualname__ = cls.__qualname__
    return made


if TYPE_CHECKING:
    from dataclasses import dataclass as record
    from dataclasses import dataclass as sealed_record
    from dataclasses import field, fields, replace
else:
    field = _Field

    def fields(what):
        """The fields of a record, or of a data class: `dataclasses.fields`."""
        for base in (what if isinstance(what, type) else type(what)).__mro__:
            if _FIELDS in vars(base):
                return tuple(vars(base)[_FIELDS].values())
            if "__dataclass_fields__" in vars(base):
                break
        from dataclasses import fields as data_fields

        return data_fields(what)

    def replace(what, /, **changes):
        """Another one with other values of some fields: `dataclasses.replace`."""
        cls = what.__class__
        for name in _given(cls):
            if name not in changes:
                changes[name] = getattr(what, name)
        return cls(**changes)

    def record(cls=None, /, *, frozen=False, eq=True, slots=False, sealed=False):
        """`dataclasses.dataclass`, quick to import; only type checkers see that nothing is set in a frozen one."""
        if cls is None:
            return partial(record, frozen=frozen, eq=eq, slots=slots, sealed=sealed)
        own = _fields_of(cls)
        if slots:
            cls = _with_slots(cls, [name for name in own if name in cls.__annotations__])
        setattr(cls, _FIELDS, own)
        places = tuple(one.name for one in own.values() if one.init and not one.kw_only)
        unset = sealed or cls.__setattr__ is not object.__setattr__  # of a base that is sealed
        methods = {"__init__": _made_later(cls, unset), "__repr__": _text, "__match_args__": places}
        if eq:
            methods |= {"__eq__": _equal, "__hash__": _hash if frozen else None}
        if sealed:
            methods |= {"__setattr__": _refuse, "__delattr__": _refuse}
        if sealed and slots:
            methods |= {"__getstate__": _state, "__setstate__": _restore}
        for name, method in methods.items():
            if vars(cls).get(name) is None:
                setattr(cls, name, method)
        for name in ("__dataclass_fields__", "__dataclass_params__"):
            setattr(cls, name, _Told(name, cls))
        return cls

    #: a record in which nothing can be set at run time either, for objects that users get
    sealed_record = partial(record, sealed=True)
