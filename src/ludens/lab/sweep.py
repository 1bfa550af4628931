"""The variants of a game over options and numbers, and which of them are good."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ludens.lab.estimates import Estimate
from ludens.lab.measurement import Effort
from ludens.lab.report import Report
from ludens.lab.tasks import MeasuringTask, Until
from ludens.language import parse
from ludens.language.options import Option

#: more variants are asked for by mistake
MOST: Final = 10_000
_NUMBER = r"-?\d+(?:\.\d+)?"
_RANGE = re.compile(rf"({_NUMBER})\.\.({_NUMBER})(?::({_NUMBER}))?")
_PLACE = re.compile(r"(\d+):(\d+)")
_CONDITION = re.compile(r"\s*(\w+)\s*(<=|>=|<|>)\s*(-?[\d.]+)\s*(%?)\s*")


@dataclass(frozen=True)
class Axis:
    """What is varied: an option by the names of its items, a define or a number at a place by the values it takes.

    `start` and `end` are where the number stands in the text; of an option, which has `items`, where its items begin.
    """

    name: str
    values: tuple[str, ...]
    start: int
    end: int
    items: tuple[str, ...] | None = None


def axis(text: str, definition: str) -> Axis:
    """The axis that `NAME` or `NAME=VALUES` means in a description.

    `NAME` is the heading of an option, the name of a define whose body is a number, or the place `LINE:COLUMN` of a
    number. `VALUES` are separated by commas; `1..5` and `0..1:0.25` stand for several. An option takes all its items
    where there are none; one whose items are numbers takes any. Raises ValueError.
    """
    name, sign, definitions = definition.partition("=")
    name = name.strip()
    values = tuple(itertools.chain.from_iterable(map(_values_of, definitions.split(",")))) if sign else ()
    if len(set(values)) < len(values):
        raise ValueError(f"{definition!r} has a value twice")
    options = {option.heading: option for option in parse(text).options}
    if name in options:
        return _of_option(text, options[name], values)
    start, end = _number_span(text, name, list(options))
    if not values:
        raise ValueError(f"{name!r} is a number: say which values it takes, as in {name}=1..5")
    wrong = [value for value in values if not re.fullmatch(_NUMBER, value)]
    if wrong:
        raise ValueError(f"{name!r} is a number, and {wrong[0]!r} is none")
    return Axis(name, values, start, end)


def _of_option(text: str, option: Option, values: tuple[str, ...]) -> Axis:
    """An option over some of its items; one that stands for a number may take others, too. Raises ValueError."""
    items = tuple(item.name for item in option.items)
    numeric = all(len(item.values) == 1 and re.fullmatch(_NUMBER, item.values[0].strip()) for item in option.items)
    for value in values:
        if value not in items and not (numeric and re.fullmatch(_NUMBER, value)):
            raise ValueError(f"the option {option.heading!r} has no item {value!r}; it has {', '.join(items)}")
    heading = re.search(rf'\(option\s+"{re.escape(option.heading)}"', text)
    start = text.find("(item", heading.end()) if heading is not None else -1
    if start < 0:
        raise ValueError(f"the option {option.heading!r} is not in this text")
    return Axis(option.heading, values or items, start, start, items)


def _values_of(text: str) -> Iterator[str]:
    """The values that a part between commas means."""
    text, match = text.strip(), _RANGE.fullmatch(text.strip())
    if match is None:
        if not text:
            raise ValueError("a value is missing between the commas")
        yield text
        return
    first, last, step = (float(part) if part is not None else 1.0 for part in match.groups())
    if step <= 0 or last < first:
        raise ValueError(f"{text!r} is an empty range: write it from the least to the greatest, as 0..1:0.25")
    count = int((last - first) / step + 1e-9) + 1
    if count > MOST:
        raise ValueError(f"{text!r} stands for {count:,} values; {MOST:,} are allowed")
    for k in range(count):
        yield f"{round(first + k * step, 9):g}"


def _number_span(text: str, name: str, options: Sequence[str]) -> tuple[int, int]:
    """Where the number stands that a name means. Raises ValueError."""
    place = _PLACE.fullmatch(name)
    if place is not None:
        line, column = int(place[1]), int(place[2])
        lines = text.splitlines(keepends=True)
        at = sum(map(len, lines[: line - 1])) + column - 1
        number = (
            re.compile(_NUMBER).match(text, at) if 1 <= line <= len(lines) and column <= len(lines[line - 1]) else None
        )
        if number is None:
            raise ValueError(f"no number begins at line {line}, column {column}")
        return number.span()
    numbers = {match[1]: match.span(2) for match in re.finditer(rf'\(define\s+"([^"]*)"\s+({_NUMBER})\s*\)', text)}
    if name not in numbers:
        names = [*options, *numbers]
        others = f"there are {', '.join(names)}" if names else "there are none"
        raise ValueError(f"{name!r} is no option and no define of a number: {others}; a place is written LINE:COLUMN")
    return numbers[name]


def tasks(
    name: str,
    text: str,
    axes: Sequence[Axis],
    *,
    options: Sequence[str] = (),
    seed: int = 1,
    effort: Effort | None = None,
    until: Until | None = None,
) -> list[MeasuringTask]:
    """A task for each combination of the values of all axes. Raises ValueError where there are too many."""
    count = 1
    for one in axes:
        count *= len(one.values)
    if count > MOST:
        raise ValueError(f"these are {count:,} variants; {MOST:,} are allowed")
    planned = []
    for values in itertools.product(*(one.values for one in axes)):
        assignment = dict(zip(axes, values, strict=True))
        picked = [f"{one.name}/{value}" for one, value in assignment.items() if one.items is not None]
        others = [option for option in options if option.partition("/")[0] not in {one.name for one in axes}]
        labels = tuple((one.name, value) for one, value in assignment.items())
        variant_text = _insert_values(text, assignment)
        planned.append(MeasuringTask(name, variant_text, (*others, *picked), seed, effort or Effort(), until, labels))
    return planned


def _insert_values(text: str, assignment: Mapping[Axis, str]) -> str:
    """The text with its numbers replaced, and with items for what its options did not offer; from behind."""
    for one, value in sorted(assignment.items(), key=lambda pair: -pair[0].start):
        if one.items is None:
            text = text[: one.start] + value + text[one.end :]
        elif value not in one.items:
            text = f'{text[: one.start]}(item "{value}" <{value}> "") {text[one.start :]}'
    return text


@dataclass(frozen=True)
class Condition:
    """What a good variant keeps to, as `balance>=0.9` or `draws<10%`."""

    name: str
    sign: str
    bound: float

    @classmethod
    def read(cls, text: str) -> Condition:
        """The condition in a text. Raises ValueError."""
        match = _CONDITION.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is no condition: write it as balance>=0.9 or draws<10%")
        return cls(match[1], match[2], float(match[3]) / (100 if match[4] else 1))

    def holds(self, estimate: Estimate) -> bool:
        """Whether the value keeps to it."""
        return self._met(estimate.value)

    def is_sure(self, estimate: Estimate) -> bool:
        """Whether the whole interval does."""
        return self._met(estimate.low) and self._met(estimate.high)

    def _met(self, value: float) -> bool:
        match self.sign:
            case "<":
                return value < self.bound
            case "<=":
                return value <= self.bound
            case ">":
                return value > self.bound
        return value >= self.bound


@dataclass(frozen=True)
class SweepVariant:
    """A variant of a game: what was chosen on each axis, and its measures, or why there are none."""

    labels: Mapping[str, str]
    report: Report | None
    error: str = ""


@dataclass(frozen=True)
class Swept:
    """The variants of a game over the values of axes, measured; those are good that keep to all conditions."""

    game: str
    axes: tuple[Axis, ...]
    variants: tuple[SweepVariant, ...]
    conditions: tuple[Condition, ...] = ()

    def is_good(self, variant: SweepVariant, *, surely: bool = False) -> bool:
        """Whether a variant keeps to all conditions, of which there is one at least; `surely` by whole intervals."""
        report = variant.report
        if report is None or not self.conditions:
            return False
        values = [(one, report.get(one.name)) for one in self.conditions]
        return all(
            at is not None and (one.is_sure(at.estimate) if surely else one.holds(at.estimate)) for one, at in values
        )
