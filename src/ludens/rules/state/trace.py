"""The log of a traced run: actions and moves as words, and their trial text (manual: runtime 15).

Traced code appends words to the log in the workspace. A word is the number of a *form*, followed by the values of the
form's fields that were not known while compiling. `Forms.read` turns the words back into text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ludens.rules.state.memory import LOG, LOG_CAPACITY, LOG_LENGTH, WORKSPACE, HasWorkspace, Workspace, fail
from ludens.stage import Address, Function, Handle, Int

SITE_TYPE_NAMES = ("Cell", "Vertex", "Edge")

#: how a field prints: always, unless -1, as a site type (omitted when -1), as true/false, as a flag (only when true)
PLAIN, OPTIONAL, TYPE, BOOLEAN, FLAG, MANY = "plain", "optional", "type", "boolean", "flag", "many"
#: how many different actions are kept as text
_KEPT_ACTIONS = 1 << 14
#: how a field prints behind a text: this, how it prints by itself, a colon, and the text
BEHIND = "behind:"


@dataclass(frozen=True)
class Form:
    """What a logged item is: its name and its fields `(key, how it prints, value known while compiling or None)`."""

    name: str
    fields: tuple[tuple[str, str, Any], ...]

    @cached_property
    def length(self) -> int:
        """How many words follow its number in a log."""
        return sum(value is None for _, _, value in self.fields)

    @cached_property
    def is_mark(self) -> bool:
        """Whether it is no action, but marks where moves and chains begin and end."""
        return self.name in "([)<|>^="


OPEN = Form(
    "(", tuple((k, PLAIN, None) for k in ("mover", "from", "to", "state", "oriented", "edge", "levelMin", "levelMax"))
)
CLOSE = Form(")", ())
INNER = Form("[", OPEN.fields)
LEVELS = Form(
    "=", (("levelMin", PLAIN, None), ("levelMax", PLAIN, None))
)  # what an applied move keeps of its inner one
CHAIN = Form("<", ())
BASE = Form("|", ())
END_CHAIN = Form(">", ())
#: the next item is recorded before all others of its move
FRONT = Form("^", ())


@dataclass
class Forms:
    """The forms of a program, by number."""

    forms: list[Form] = field(default_factory=list)
    _actions: dict[tuple[int, ...], Action] = field(default_factory=dict, repr=False, compare=False)
    _numbers: dict[Form, int] = field(default_factory=dict, repr=False, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        return {"forms": self.forms, "_actions": {}, "_numbers": {}}

    def action(self, words: tuple[int, ...]) -> Action:
        """The action of these words, not to be changed: the moves of a position share most of theirs."""
        action = self._actions.get(words)
        if action is None:
            if len(self._actions) >= _KEPT_ACTIONS:
                self._actions.clear()
            action = self._actions[words] = _action(self.forms[words[0]], words[1:])
        return action

    def number(self, form: Form) -> int:
        if len(self._numbers) < len(self.forms):
            self._numbers = {one: number for number, one in enumerate(self.forms)}
        if form not in self._numbers:
            self._numbers[form] = len(self.forms)
            self.forms.append(form)
        return self._numbers[form]


class Tracer:
    """Emits the logging of one module."""

    def __init__(self) -> None:
        self.forms = Forms()

    def log(self, c: HasWorkspace, name: str, fields: Sequence[tuple[str, str, Any]]) -> None:
        """Log an item; fields are `(key, how it prints, value)`."""
        constants = tuple((k, how, None if isinstance(v, Handle) else v) for k, how, v in fields)
        log_words(c, [self.forms.number(Form(name, constants)), *(v for _, _, v in fields if isinstance(v, Handle))])

    def mark(self, c: HasWorkspace, form: Form, values: Sequence[Any] = ()) -> None:
        log_words(c, [self.forms.number(form), *values])


def log_words(c: HasWorkspace, words: Sequence[Any]) -> None:
    """Append words to the log."""
    for word in words:
        c.s.call(_push(c), c.env, c.s.to_int(word))


def _push(c: HasWorkspace) -> Function[None]:
    def body(env: Address, word: Int) -> None:
        length = c.s.load(env, LOG_LENGTH // 4, "i32")
        capacity = c.s.load(env, LOG_CAPACITY // 4, "i32")

        def put() -> None:
            log = c.s.object_at(c.s.load_address(env, LOG), "the log", lambda: capacity * 4)
            c.s.store(log, length, "i32", word)
            c.s.store(env, LOG_LENGTH // 4, "i32", length + 1)

        c.s.if_(length < capacity, put, lambda: fail(Workspace(c.s, env), 3))

    return c.s.once("log", lambda: c.s.function("log", [WORKSPACE, Int], None, body, inline=False))


@dataclass
class Action:
    """A logged action: its name and its fields, as they print."""

    name: str
    fields: list[tuple[str, str]]
    site_from: int = -1
    site_to: int = -1

    def text(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        return f"[{self.name}:{','.join(f'{k}={v}' for k, v in self.fields)}]"


@dataclass
class LoggedMove:
    """A logged move: header and elements, which are actions, moves or chains.

    `inner` marks a move that something was chained to: its header holds as long as no effect comes before its actions.
    `is_compound` marks, once chains are resolved, one that has effects in front.
    """

    header: dict[str, int]
    elements: list[Any] = field(default_factory=list)
    inner: bool = False
    is_compound: bool = False

    def resolved(self) -> LoggedMove:
        """Chains replaced by their actions (manual: moves 1.4)."""
        move = LoggedMove(self.header, [])
        for element in self.elements:
            if isinstance(element, Chain):
                move = element.resolve(move, self.inner)
            else:
                move.elements.append(element)
        return move

    def text(self) -> str:
        move = self.resolved()
        return f"[Move:{_header_text(move.header)}actions={','.join(e.text() for e in move.elements)}]"


_PLAIN_HEADER = {"mover": 0, "from": -1, "to": -1, "state": -1, "oriented": 1, "edge": -1, "levelMin": 0, "levelMax": 0}


@dataclass
class Chain:
    """An effect's moves followed by the move that they are chained to."""

    effects: list[LoggedMove] = field(default_factory=list)
    base: LoggedMove | None = None
    based: bool = False

    def resolve(self, outer: LoggedMove, inner: bool) -> LoggedMove:
        """The outer move with the chain behind its elements."""
        assert self.base is not None
        base = self.base.resolved()
        if not self.effects:
            levels = {k: base.header[k] for k in ("levelMin", "levelMax")}
            header = base.header if inner and base.is_compound else {**outer.header, **levels}
            return LoggedMove(header, outer.elements + base.elements, is_compound=base.is_compound)
        if len(self.effects) > 1:
            for effect in self.effects:
                first = effect.elements[0] if effect.elements else None
                if isinstance(first, Action):
                    effect.header.update({"from": first.site_from, "to": first.site_to})
        header = _PLAIN_HEADER if inner else outer.header
        return LoggedMove(dict(header), [*outer.elements, *self.effects, base], is_compound=True)


def _header_text(h: dict[str, int]) -> str:
    parts = [f"mover={h['mover']}"]
    parts += [f"{k}={h[k]}" for k in ("from", "to", "state") if h[k] != -1]
    parts += ["oriented=false"] if not h["oriented"] else []
    parts += [f"edge={h['edge']}"] if h["edge"] != -1 else []
    if h["levelMin"] != 0 and h["levelMax"] != 0:
        parts += [f"levelMin={h['levelMin']}", f"levelMax={h['levelMax']}"]
    return "".join(part + "," for part in parts)


def read_log(forms: Forms, words: Sequence[int]) -> list[Any]:
    """The actions and moves of a log, in order."""
    top: list[Any] = []
    stack: list[Any] = []
    in_front = False

    def put(item: Any) -> None:
        nonlocal in_front
        if in_front:
            (stack[-1].elements if stack else top).insert(0, item)
            in_front = False
        elif not stack:
            top.append(item)
        elif isinstance(stack[-1], Chain):
            if stack[-1].based:
                stack[-1].base = item
            else:
                stack[-1].effects.append(item)
        else:
            stack[-1].elements.append(item)

    position = 0
    while position < len(words):
        form, first = forms.forms[words[position]], position
        position += 1 + form.length
        if not form.is_mark:
            put(forms.action(tuple(words[first:position])))
            continue
        values = words[first + 1 : position]
        if form.name in ("(", "["):
            header = dict(zip((k for k, _, _ in form.fields), values, strict=True))
            stack.append(LoggedMove(header, inner=form.name == "["))
        elif form.name == "<":
            stack.append(Chain())
        elif form.name == "|":
            stack[-1].based = True
        elif form.name in (")", ">"):
            put(stack.pop())
        elif form.name == "^":
            in_front = True
        elif form.name == "=":
            stack[0].header.update(zip(("levelMin", "levelMax"), values, strict=True))
    return top


def _action(form: Form, values: Sequence[int]) -> Action:
    fields, sites = [], {"from": -1, "to": -1}
    remaining = iter(values)
    for key, how, constant in form.fields:
        value = next(remaining) if constant is None else constant
        if key.startswith("."):
            sites[key[1:]] = value
            continue
        text = _field_text(how, value)
        if text is not None:
            fields.append((key, text))
    return Action(form.name, fields, sites["from"], sites["to"])


def _field_text(how: str, value: Any) -> str | None:
    if how.startswith(BEHIND):
        alone, _, prefix = how.removeprefix(BEHIND).partition(":")
        return f"{prefix}{_field_text(alone, value)}"
    if (how == OPTIONAL and value == -1) or (how == TYPE and value == -1) or (how == FLAG and not value):
        return None
    if how == MANY and value <= 1:
        return None
    if how == TYPE:
        return SITE_TYPE_NAMES[value]
    if how in (BOOLEAN, FLAG):
        return "true" if value else "false"
    return str(value)
