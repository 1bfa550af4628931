"""Files like Fairy-Stockfish's `variants.ini`: sections that inherit from each other, and their settings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from ludens.language import nearest

_SECTION = re.compile(r"\[\s*([^\]:]+?)\s*(?::\s*([^\]]+?)\s*)?\]$")
_SETTING = re.compile(r"([A-Za-z]\w*)\s*=\s*(.*)$")


class ImportFailed(ValueError):
    """A file of another system cannot be read, or says what a description cannot; with its place."""


@dataclass(frozen=True)
class Setting:
    """A value and the line that it stands on; 0 for what a built-in variant says."""

    value: str
    line: int = 0


@dataclass
class Section:
    """A variant as a file has it: its name, whose settings it inherits, and its own."""

    name: str
    base: str | None
    line: int
    settings: dict[str, Setting] = field(default_factory=dict)


def sections(text: str, name: str = "variants.ini") -> dict[str, Section]:
    """The sections of a file by their names. Raises ImportFailed for a line that is none of its kinds."""
    result: dict[str, Section] = {}
    current: Section | None = None
    for number, line in _lines(text):
        if match := _SECTION.match(line):
            current = Section(match[1], match[2], number)
            result[current.name] = current
        elif (match := _SETTING.match(line)) and current is not None:
            current.settings[match[1]] = Setting(match[2].strip(), number)
        else:
            expected = "a setting, as in maxRank = 8" if current else "a section, as in [name:base]"
            raise ImportFailed(f"{name}:{number}: {line!r} is not {expected}")
    return result


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        stripped = re.split(r"(?:^|\s)[#;]", line, maxsplit=1)[0].strip()
        if stripped:
            yield number, stripped


@cache
def built_in() -> Mapping[str, Section]:
    """The variants that others may inherit from without a file."""
    return sections(files(__package__).joinpath("bases.ini").read_text(encoding="utf-8"), "bases.ini")


def resolved(section: Section, others: Mapping[str, Section], name: str = "variants.ini") -> dict[str, Setting]:
    """The settings of a section and of all that it inherits from, the base's first.

    Raises ImportFailed for a base that is unknown, and for a circle of them.
    """
    chain, available = [section], {**built_in(), **others}
    while (base := chain[-1].base) is not None:
        # a file may extend a built-in variant under its own name
        following = built_in().get(base) if base == chain[-1].name else available.get(base)
        if following is None:
            close = nearest(base, available)
            hint = f": did you mean {close[0]}?" if close else ""
            raise ImportFailed(f"{name}:{chain[-1].line}: the base {base} is unknown here{hint}")
        if any(following is one for one in chain):
            raise ImportFailed(f"{name}:{chain[-1].line}: {base} inherits from itself")
        chain.append(following)
    own: dict[str, Setting] = {}
    for one in reversed(chain):
        inherited = one is not section and one.name in built_in() and others.get(one.name) is not one
        own |= {key: Setting(setting.value, 0 if inherited else setting.line) for key, setting in one.settings.items()}
    return own
