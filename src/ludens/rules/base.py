"""What a ludeme is: a small class whose fields are its parameters and whose `emit` is its meaning.

A subclass lists its `spellings`: the keyword, and the constant that follows it where one keyword has several meanings
(`"is Empty"`). Its annotations are its parameters in written order; the binder derives from them what each argument may
be:

- a category (`IntLudeme`, `SitesLudeme` ...): any ludeme of that category, or a literal it has;
- a ludeme class (`From`, `Then` ...): exactly that clause;
- `int`, `bool`, `float`, `str`: a literal; an enumeration: one of its constants;
- `tuple[X, ...]`: a list in braces; `X | Y`: alternatives; `X | None` with a default: optional.

`named()` gives a parameter its label: the field's name in camel case, without a trailing underscore. Fields of one
`group` are alternatives to each other.
"""

from __future__ import annotations

import enum
import functools
import re
import sys
import types
import typing
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, TypeVar, dataclass_transform

from ludens import board
from ludens.language import Node, to_text
from ludens.rules.enums import SiteType
from ludens.rules.naming import Naming

MISSING: Any = object()
T = TypeVar("T")


class Place(NamedTuple):
    """A ludeme in a description, as JSON can say it: how it is spelt, the source's name, and where it begins there."""

    spelling: str
    source: str
    line: int
    column: int

    def __str__(self) -> str:
        """As errors in play tell it. The source is not named: equal texts of other names share their code."""
        return f"({self.spelling}) at line {self.line}, column {self.column}"


@dataclass(frozen=True)
class Parameter:
    """How a parameter is written: its default, whether it has a label (and which), its group of alternatives."""

    default: Any = MISSING
    label: str | bool = False
    group: str | None = None
    annotation: str = ""
    module: str = ""


def named(default: Any = MISSING, *, group: str | None = None, label: str | None = None) -> Any:
    """A parameter that is written with its label (`stack:True`)."""
    return Parameter(default, label or True, group)


def positional(default: Any = MISSING, *, group: str) -> Any:
    """A parameter without a label that is an alternative to others of its group."""
    return Parameter(default, group=group)


class Number(float):
    """The type of a number literal that is kept as it is written, where `float` is rounded to single precision."""


@dataclass(frozen=True)
class ArrayOf:
    """The type of a list in braces."""

    alternatives: tuple[Any, ...]


def flat(alternatives: Iterable[Any]) -> Iterator[type]:
    """The types among alternatives, and those inside their lists."""
    for alternative in alternatives:
        if isinstance(alternative, ArrayOf):
            yield from flat(alternative.alternatives)
        else:
            yield alternative


@dataclass(frozen=True)
class Slot:
    """One parameter: its field, its label, what it accepts, what its strings name."""

    field: str
    label: str | None
    alternatives: tuple[Any, ...]
    optional: bool
    group: str | None
    naming: Naming | None = None


class Need(enum.Enum):
    """What a description asks of the runtime (manual: runtime 4); fields of the state are listed in `fields`."""

    CELL = enum.auto()
    VERTEX = enum.auto()
    EDGE = enum.auto()
    STACKING = enum.auto()
    CARD = enum.auto()
    COUNT = enum.auto()
    STATE = enum.auto()
    ROTATION = enum.auto()
    VALUE = enum.auto()
    STOCHASTIC = enum.auto()
    NOT_ALL_PASS = enum.auto()
    PASS = enum.auto()
    SEQUENCE_CAPTURE = enum.auto()
    HASH_SCORES = enum.auto()
    TEAM = enum.auto()
    HIDDEN = enum.auto()
    LARGE_PIECE = enum.auto()
    DOMINOES = enum.auto()
    REPEAT_POSITIONAL_GAME = enum.auto()
    REPEAT_POSITIONAL_TURN = enum.auto()
    REPEAT_SITUATIONAL_GAME = enum.auto()
    REPEAT_SITUATIONAL_TURN = enum.auto()
    CYCLE = enum.auto()
    REPEATS = enum.auto()  # some ludeme asks how often the position occurred
    LAST_MOVE_ACTIONS = enum.auto()  # some ludeme looks into the actions of the last move
    REMOVALS = enum.auto()  # removed pieces are counted, for look-aheads
    TURN_START = enum.auto()  # some ludeme looks back to the first move of a turn
    DEDUCTION = enum.auto()
    STALEMATE = enum.auto()  # some ludeme asks who cannot move
    LINE_OF_PLAY = enum.auto()  # dominoes are laid along the line of play
    KEPT_ACTIONS = enum.auto()  # actions are found in one position and done in another
    LOOKS_OUTSIDE = enum.auto()  # some consequent reads an iterator
    PASSES_LATER = enum.auto()  # some consequent asks who passed


@dataclass(frozen=True)
class Names:
    """A kind of named store, as variables are: its names are numbered as they come; `unnamed` ones have number 0."""

    kind: str
    unnamed: bool = False


#: parts of the state that ludemes read and write; what decides whether effects may be applied as they are found
ANY = frozenset({"*"})
NOTHING: frozenset[str] = frozenset()
BOARD = frozenset({"board"})


@dataclass_transform(kw_only_default=True, eq_default=False, field_specifiers=(named, positional))
class Ludeme:
    """A clause of a description, bound to its class."""

    spellings: ClassVar[tuple[str, ...]] = ()
    called: ClassVar[str] = ""  # of a category: what error messages and the manual call its ludemes
    needs: ClassVar[frozenset[Need]] = frozenset()
    reads: ClassVar[frozenset[str]] = ANY
    writes: ClassVar[frozenset[str]] = NOTHING
    evaluated_later: ClassVar[bool] = False  # whether what is below is evaluated when the move has been applied
    #: what it says in English: a template of `ludens.ludemes.wording`; "" where a fallback is used
    says: ClassVar[str] = ""
    #: the fields of the state that games with it have (`runtime.fields.declaration.Field`), its own ones among them
    fields: ClassVar[tuple[object, ...]] = ()
    leaves_level: ClassVar[bool] = False  # whether it leaves the level iterator changed itself
    naming: ClassVar[Names | None] = None  # what the strings among its arguments name
    lists_pieces: ClassVar[bool] = False  # whether it looks into the lists of positions, by component
    is_iterator: ClassVar[bool] = False  # whether it reads what some ludeme around it goes through
    is_site: ClassVar[bool] = False  # whether its number is that of a site
    sees_one_site: ClassVar[bool] = False  # whether what stands on `at` is all of the board that it reads itself
    asks_layers: ClassVar[bool] = False  # whether it asks for layers, where rows and columns are numbered differently
    #: sets of optional parameters, all of one of which must be given
    ways: ClassVar[tuple[tuple[str, ...], ...]] = ()
    extends: ClassVar[bool] = False  # whether the reference lacks it, so that descriptions have to say that they use it
    #: of two forms with as many constants that both fit, the one of higher precedence is read
    precedence: ClassVar[int] = 0

    node: Node
    spelling: str

    parameters: ClassVar[dict[str, Parameter]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.parameters = {**cls.parameters, **_own_parameters(cls)}
        for name, method in [*vars(cls).items()]:
            if isinstance(method, types.FunctionType) and method.__code__.co_varnames[:2] == ("self", "c"):
                setattr(cls, name, _placed(method))

    def __init__(self, **arguments: Any) -> None:
        for name, parameter in self.parameters.items():
            value = arguments.pop(name, parameter.default)
            if value is MISSING:
                raise TypeError(f"{type(self).__name__} lacks {name}")
            setattr(self, name, value)
        if arguments:
            raise TypeError(f"{type(self).__name__} takes no {', '.join(arguments)}")

    @classmethod
    @functools.cache
    def slots(cls) -> tuple[Slot, ...]:
        """The parameters, in written order."""
        return tuple(_slot(name, parameter) for name, parameter in cls.parameters.items())

    @functools.cached_property
    def place(self) -> Place:
        """Where it stands in the description."""
        span = self.node.span
        return Place(self.spelling, span.source.name, span.line, span.column)

    def check(self) -> None:
        """Raise LudError where the arguments, each right in itself, do not go together."""

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        """What this ludeme asks for, without its arguments; `default_site` is the board's site type."""
        return self.needs

    @property
    def named_site_type(self) -> SiteType | None:
        """The site type that is named, which the state then has places for: the parameter `site_type`."""
        value = getattr(self, "site_type", None)
        return value if isinstance(value, SiteType) else None

    @property
    def asks_where(self) -> bool:
        """Whether it asks what is in these lists, and not only how long they are, where pieces stand one on a site."""
        return self.lists_pieces

    @property
    def goes_through(self) -> bool:
        """Whether it may go through sites of its own, so that iterators have other values in its arguments."""
        return "if_" in self.parameters

    @property
    def sees_content(self) -> bool:
        """Whether it looks at what is on the board instead of these lists, in games with `Model.tells_by_content`."""
        return False

    @property
    def recalled(self) -> frozenset[str | None] | None:
        """The names of the lists of remembered values that it looks into; None for all lists."""
        return frozenset()

    @property
    def moves_piles(self) -> bool:
        """Whether it moves several pieces of one site, after which the lists of positions gather stale entries."""
        return False

    @property
    def makes_pieces(self) -> bool:
        """Whether it brings pieces to a site that were not in the game before."""
        return False

    @property
    def asked_distance(self) -> str | None:
        """The relation of the step distances that it uses; None where it uses none."""
        return None

    def strings(self) -> Iterator[str]:
        """The strings among the arguments."""
        return (argument for argument in self.arguments() if isinstance(argument, str))

    @functools.cached_property
    def identity(self) -> tuple[str, str | int]:
        """What decides this ludeme's meaning: its class and its text. Equal ones share code."""
        return type(self).__qualname__, to_text(self.node) if "node" in self.__dict__ else id(self)

    def arguments(self) -> Iterator[Any]:
        """The arguments, in written order, those of a list one by one."""
        for name in self.parameters:
            yield from _flattened(getattr(self, name))

    def children(self) -> Iterator[Ludeme]:
        """The ludemes among the arguments."""
        return (argument for argument in self.arguments() if isinstance(argument, Ludeme))

    def walk(self) -> Iterator[Ludeme]:
        """This ludeme and all below it."""
        yield self
        for child in self.children():
            yield from child.walk()

    @functools.cached_property
    def extent(self) -> int:
        """Of how many ludemes this one consists."""
        return 1 + sum(child.extent for child in self.children())

    @functools.cached_property
    def changes_level(self) -> bool:
        """Whether evaluating it leaves the level iterator changed; its consequents are evaluated later."""
        return self.leaves_level or any(c.changes_level for c in self.children() if not c.evaluated_later)

    @functools.cached_property
    def all_reads(self) -> frozenset[str]:
        """What evaluating this ludeme may read of the state."""
        return frozenset().union(self.reads, *(child.all_reads for child in self.children()))

    @functools.cached_property
    def all_writes(self) -> frozenset[str]:
        """What applying this ludeme's moves may write."""
        return frozenset().union(self.writes, *(child.all_writes for child in self.children()))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.spelling}>" if "spelling" in self.__dict__ else f"<{type(self).__name__}>"


def _placed(method: Callable[..., T]) -> Callable[..., T]:
    """A method that writes on the stage of a context, with the ludeme's place for what it writes."""

    @functools.wraps(method)
    def placed(self: Ludeme, c: Any, *rest: Any, **named: Any) -> T:
        if "node" not in self.__dict__:  # the language's own, without a place
            return method(self, c, *rest, **named)
        stage = c.s
        before, stage.place = stage.place, self.place
        try:
            return method(self, c, *rest, **named)
        finally:
            stage.place = before

    return placed


def _flattened(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for item in value:
            yield from _flattened(item)
    else:
        yield value


def _own_parameters(cls: type) -> dict[str, Parameter]:
    """The parameters that a class adds, with their defaults taken off the class."""
    parameters = {}
    for name, annotation in vars(cls).get("__annotations__", {}).items():
        if name in ("node", "spelling") or str(annotation).startswith("ClassVar"):
            continue
        default = cls.__dict__.get(name, MISSING)
        parameter = default if isinstance(default, Parameter) else Parameter(default)
        parameters[name] = replace(parameter, annotation=str(annotation), module=cls.__module__)
        if name in cls.__dict__:
            delattr(cls, name)
    return parameters


def _slot(name: str, parameter: Parameter) -> Slot:
    label = camel(name) if parameter.label is True else parameter.label or None
    return Slot(
        field=name,
        label=label,
        alternatives=_accepted(parameter.annotation, parameter.module),
        optional=parameter.default is not MISSING,
        group=parameter.group,
        naming=_naming(parameter.annotation, parameter.module),
    )


@functools.cache
def _accepted(annotation: str, module: str) -> tuple[Any, ...]:
    """What an annotation, as it is written in a module, accepts."""
    return tuple(a for a in _alternatives(_hint(annotation, module)) if a is not type(None))


@functools.cache
def _naming(annotation: str, module: str) -> Naming | None:
    """What the strings of an annotation name."""
    todo = [_hint(annotation, module)]
    while todo:
        hint = todo.pop()
        if typing.get_origin(hint) is typing.Annotated:
            return next(metadata for metadata in typing.get_args(hint) if isinstance(metadata, Naming))
        todo += typing.get_args(hint)
    return None


def _hint(annotation: str, module: str) -> Any:
    return eval(annotation, vars(sys.modules[module]))  # the class body's own text, as typing.get_type_hints reads it


def camel(name: str) -> str:
    """`num_exception` as the language writes it: `numException`; a trailing underscore is dropped."""
    return re.sub(r"_(\w)", lambda m: m.group(1).upper(), name.rstrip("_"))


def _alternatives(hint: Any) -> tuple[Any, ...]:
    origin = typing.get_origin(hint)
    if origin is typing.Annotated:
        return (typing.get_args(hint)[0],)
    if origin in (typing.Union, types.UnionType):
        return tuple(a for part in typing.get_args(hint) for a in _alternatives(part))
    if origin is tuple:
        return (ArrayOf(_alternatives(typing.get_args(hint)[0])),)
    return (hint,)
