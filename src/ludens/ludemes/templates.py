"""Templates of phrases, read: texts, choices between brackets, parameters between braces, verbs between angles."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import Final, TypeAlias


@dataclass(frozen=True)
class Choice:
    """The alternatives between brackets."""

    options: tuple[Template, ...]


@dataclass(frozen=True)
class Parameter:
    """What stands between braces."""

    text: str


@dataclass(frozen=True)
class Verb:
    """What stands between angles."""

    text: str


Part: TypeAlias = "str | Choice | Parameter | Verb"
Template: TypeAlias = "tuple[Part, ...]"

_TOKEN: Final = re.compile(r"[\[\]|]|\{[^}]*\}|<[a-z ]+>|[^\[\]|{}<>]+")


@functools.cache
def parsed(template: str) -> Template:
    """The parts of a template. Raises ValueError where its brackets do not match."""
    tokens = _TOKEN.findall(template)
    if "".join(tokens) != template:
        raise ValueError(f"not a template: {template!r}")
    parts, rest = _sequence(tokens, 0)
    if rest != len(tokens):
        raise ValueError(f"brackets do not match: {template!r}")
    return parts


def _sequence(tokens: list[str], at: int) -> tuple[Template, int]:
    parts: list[Part] = []
    while at < len(tokens) and tokens[at] not in "]|":
        token = tokens[at]
        if token == "[":
            choice, at = _choice(tokens, at + 1)
            parts.append(choice)
            continue
        if token[0] == "{":
            parts.append(Parameter(token[1:-1]))
        elif token[0] == "<":
            parts.append(Verb(token[1:-1]))
        else:
            parts.append(token)
        at += 1
    return tuple(parts), at


def _choice(tokens: list[str], at: int) -> tuple[Choice, int]:
    options = []
    while True:
        parts, at = _sequence(tokens, at)
        options.append(parts)
        if at >= len(tokens):
            raise ValueError("a bracket is not closed")
        if tokens[at] == "]":
            return Choice(tuple(options)), at + 1
        at += 1
