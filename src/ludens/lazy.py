"""Data classes whose methods are made when they are first called, by a module that imports nothing heavy.

`dataclasses.dataclass` compiles four methods for each class as it is imported, a third of a millisecond; the
rooms that load a game have 120 such classes, of which one game uses half. `dataclass`, `field`, `fields` and `replace`
here mean the same and are checked as the same: the first object has `__init__` compiled, comparing needs no code of its
own, and what `dataclasses` itself asks of a class (`asdict`, ..) is made on demand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass, field, fields, replace

__all__ = ["dataclass", "field", "fields", "replace"]

_MISSING: Any = object()
_OWN = "__lazy_fields__"


class _Field:
    """What a class says of one of its fields."""

    __slots__ = ("annotation", "compare", "default", "factory", "init", "kw_only", "name", "repr")

    def __init__(self, default: Any, factory: Any, init: bool, repr: bool, compare: bool, kw_only: bool) -> None:
        self.name = self.annotation = ""
        self.default, self.factory = default, factory
        self.init, self.repr, self.compare, self.kw_only = init, repr, compare, kw_only

    def written(self) -> Any:
        """The same for `dataclasses`."""
        import dataclasses

        given = {"default": self.default, "default_factory": self.factory}
        return dataclasses.field(
            **{name: value for name, value in given.items() if value is not _MISSING},
            init=self.init,
            repr=self.repr,
            compare=self.compare,
            kw_only=self.kw_only,
        )


Fields = Mapping[str, _Field]


def _field(
    *,
    default: Any = _MISSING,
    default_factory: Any = _MISSING,
    init: bool = True,
    repr: bool = True,
    compare: bool = True,
    kw_only: bool = False,
) -> Any:
    return _Field(default, default_factory, init, repr, compare, kw_only)


def _dataclass(cls: Any = None, /, *, eq: bool = True, frozen: bool = False, slots: bool = False) -> Any:
    """`dataclasses.dataclass` with these settings."""
    if cls is None:
        return lambda cls: _prepared(cls, eq, frozen, slots)
    return _prepared(cls, eq, frozen, slots)


def _replace(record: Any, /, **changes: Any) -> Any:
    for name, field in _fields_of(type(record)).items():
        if field.init and name not in changes:
            changes[name] = getattr(record, name)
    return type(record)(**changes)


def _fields(record: Any, /) -> Any:
    return tuple(_fields_of(record if isinstance(record, type) else type(record)).values())


def _fields_of(cls: type) -> dict[str, _Field]:
    """The fields of a class by name, those of its bases first."""
    return {field.name: field for base in reversed(cls.__mro__) for field in vars(base).get(_OWN, ())}


def _prepared(cls: Any, eq: bool, frozen: bool, slots: bool) -> Any:
    own = tuple(_declared(cls))
    if slots:
        cls = _slotted(cls, [field.name for field in own], frozen)
    setattr(cls, _OWN, own)
    fields = _fields_of(cls)
    cls.__dataclass_fields__ = _Asked(cls, fields)
    setattr(cls, "__match_args__", tuple(name for name, f in fields.items() if f.init and not f.kw_only))  # noqa: B010
    defined = vars(cls)
    _give_init(cls, fields, frozen)
    if "__repr__" not in defined:
        cls.__repr__ = _representation([name for name, field in fields.items() if field.repr])
    key = _key([name for name, field in fields.items() if field.compare])
    if eq:
        if defined.get("__hash__") is None:
            cls.__hash__ = (lambda self: hash(key(self))) if frozen else None
        if "__eq__" not in defined:
            cls.__eq__ = _equality(key)
    if frozen:
        cls.__setattr__, cls.__delattr__ = _frozen(cls, fields)
    return cls


def _declared(cls: type) -> Iterator[_Field]:
    """The fields of a class's annotations; what stands in the class is their default afterwards."""
    for name, annotation in vars(cls).get("__annotations__", {}).items():
        if "ClassVar[" in str(annotation):
            continue
        default = vars(cls).get(name, _MISSING)
        field = default if isinstance(default, _Field) else _field(default=default)
        field.name, field.annotation = name, annotation
        if field is default:
            if field.default is _MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, field.default)
        yield field


def _slotted(cls: type, names: list[str], frozen: bool) -> type:
    """The class anew, with places for its fields instead of a dictionary; those of frozen objects are copied, too."""
    body = {name: value for name, value in vars(cls).items() if name not in (*names, "__dict__", "__weakref__")}
    body["__slots__"] = tuple(names)
    if frozen:
        body |= {"__getstate__": _state, "__setstate__": _set_state}
    return type(cls)(cls.__name__, cls.__bases__, body)


def _state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in _fields_of(type(self))]


def _set_state(self: Any, state: list[Any]) -> None:
    for name, value in zip(_fields_of(type(self)), state, strict=True):
        object.__setattr__(self, name, value)


class _Asked:
    """What `dataclasses` reads of a class, made when it is asked for."""

    def __init__(self, cls: Any, fields: Fields) -> None:
        self._cls, self._fields = cls, fields

    def __get__(self, instance: object, owner: type) -> Any:
        import dataclasses

        written = [(name, field.annotation, field.written()) for name, field in self._fields.items()]
        made: Any = dataclasses.make_dataclass(self._cls.__name__, written, namespace={"__doc__": ""})
        self._cls.__dataclass_fields__ = made.__dataclass_fields__
        return made.__dataclass_fields__


def _give_init(cls: Any, fields: Fields, frozen: bool) -> None:
    """Give a class an `__init__` that is compiled when it is first called."""

    def first(self: Any, *arguments: Any, **named: Any) -> None:
        if vars(cls)["__init__"] is first:
            cls.__init__ = _init(cls, fields, frozen)
        cls.__init__(self, *arguments, **named)

    cls.__init__ = first


def _init(cls: type, fields: Fields, frozen: bool) -> Callable[..., None]:
    """`__init__` with the fields as parameters, those that are only named last."""
    names: dict[str, Any] = {"_set": object.__setattr__, "_missing": _MISSING}
    placed, named, body = list[str](), list[str](), list[str]()
    for name, field in fields.items():
        value = written = name
        if field.factory is not _MISSING:
            names[f"_make_{name}"] = field.factory
            value = f"_make_{name}() if {name} is _missing else {name}" if field.init else f"_make_{name}()"
            written = f"{name}=_missing"
        elif field.default is not _MISSING:
            names[f"_default_{name}"] = field.default
            value, written = name if field.init else f"_default_{name}", f"{name}=_default_{name}"
        elif not field.init:
            continue
        if field.init:
            (named if field.kw_only else placed).append(written)
        body.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    parameters = ", ".join(["self", *placed, *(["*", *named] if named else [])])
    text = f"def __init__({parameters}):\n " + "\n ".join(body or ["pass"])
    exec(text, names)  # the text is made of the names of fields
    made: Callable[..., None] = names["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _key(names: list[str]) -> Callable[[Any], Any]:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple(getattr(self, name) for name in names)


def _equality(key: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda self, other: key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented


def _representation(names: list[str]) -> Callable[[Any], str]:
    def told(self: Any) -> str:
        return f"{self.__class__.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return told


def _frozen(cls: Any, fields: Fields) -> tuple[Callable[..., None], Callable[..., None]]:
    def refused(self: Any, name: str, done: str) -> None:
        if type(self) is cls or name in fields:
            from dataclasses import FrozenInstanceError

            raise FrozenInstanceError(f"cannot {done} field {name!r}")

    def put(self: Any, name: str, value: Any) -> None:
        refused(self, name, "assign to")
        super(cls, self).__setattr__(name, value)

    def delete(self: Any, name: str) -> None:
        refused(self, name, "delete")
        super(cls, self).__delattr__(name)

    return put, delete


if not TYPE_CHECKING:
    dataclass, field, fields, replace = _dataclass, _field, _fields, _replace
