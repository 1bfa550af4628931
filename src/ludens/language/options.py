"""Options: alternatives of a description; one of them replaces its tags."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from ludens.language.errors import LudError, LudWarning, did_you_mean
from ludens.language.scan import QUOTED, closing_bracket, find_partner, plain, quoted_strings
from ludens.language.text import MAX_LENGTH, Edit, Text, too_long

_MAX_REPLACEMENTS = 1000

_OPTION = re.compile(r'\(option\s+(?=")')
_ITEM = re.compile(r"\(item\s")
_STARS = re.compile(r"\*+")
_ARGUMENT_NAME = re.compile(r"<([^<>]*)>")
#: a value of an item, in angle brackets, or a string
VALUE = re.compile(r'(?<!\()<((?:[^">]++|"[^"]*+"|(?<=\()>)*+)>|"[^"]*+"')


@dataclass(frozen=True)
class OptionItem:
    """One alternative of an option. Of several, that of highest priority is the default."""

    name: str
    description: str
    priority: int
    texts: tuple[Text, ...] = field(default=(), repr=False, compare=False)

    @property
    def values(self) -> tuple[str, ...]:
        """What replaces the tags, one value for each argument of the option."""
        return tuple(text.chars for text in self.texts)


@dataclass(frozen=True)
class Option:
    """A choice that a description offers: `<tag:argument>` is replaced by the value of the selected item."""

    heading: str
    tag: str
    arguments: tuple[str, ...]
    items: tuple[OptionItem, ...]

    @property
    def default(self) -> OptionItem:
        return max(self.items, key=lambda item: item.priority)

    def full_name(self, item: OptionItem) -> str:
        return f"{self.heading}/{item.name}"

    def full_names(self) -> list[str]:
        return [self.full_name(item) for item in self.items]


def take_options(text: Text, slips: list[LudWarning] | None = None) -> tuple[Text, tuple[Option, ...]]:
    """The text without its option clauses, and the options that have items, in order.

    Options without items are left out, with a warning among the `slips`.
    """
    options = []
    edits = []
    position = 0
    while match := _OPTION.search(text.chars, position):
        position = closing_bracket(text, match.start(), "this option") + 1
        edits.append(Edit(match.start(), position, ""))
        option = _read_option(text, match.end(), position - 1)
        if option.items:
            options.append(option)
        elif slips is not None:
            message = f'the option "{option.heading}" is left out: it has no args:{{...}} with items behind them'
            slips.append(LudWarning.of(text.error(message, match.start(), position)))
    return text.edited(edits), tuple(options)


def select_items(options: Sequence[Option], selection: Collection[str]) -> list[tuple[str, OptionItem]]:
    """The selected item of each option, with its full name; the default where none is selected."""
    selected = []
    for option in options:
        items = (item for item in option.items if option.full_name(item) in selection)
        item = next(items, option.default)
        selected.append((option.full_name(item), item))
    return selected


def check_wanted(options: Sequence[Option], selection: Iterable[str]) -> None:
    """Raises LudError if a selected item does not exist, or if two items of one option are selected."""
    names_by_heading: dict[str, str] = {}
    headings = {name: option.heading for option in options for name in option.full_names()}
    for name in selection:
        if name not in headings:
            raise unknown_option(name, headings)
        other = names_by_heading.setdefault(headings[name], name)
        if other != name:
            raise LudError(f'the options "{other}" and "{name}" exclude each other')


def unknown_option(name: str, names: Collection[str]) -> LudError:
    """The error for an option that does not exist, with a hint at what does."""
    if not names:
        return LudError(f'there is no option "{name}"', hint="this description has no options")
    some = ", ".join(f'"{option}"' for option in list(names)[:8])
    return LudError(f'there is no option "{name}"', hint=did_you_mean(name, names) or f"there are {some}")


def substitute(text: Text, options: Sequence[Option], items: Iterable[OptionItem]) -> Text:
    """The text with the tags of each option replaced by the values of its item."""
    for option, item in zip(options, items, strict=True):
        if not item.texts:
            # The reference implementation gives up here, and leaves the later options' tags alone.
            break
        for argument, value in zip(option.arguments, item.texts, strict=False):
            text = _replace_marker(text, f"<{option.tag}:{argument}>", value)
        text = _replace_marker(text, f"<{option.tag}>", item.texts[0])
    return text


def _replace_marker(text: Text, marker: str, value: Text) -> Text:
    count = text.chars.count(marker)
    if not count:
        return text
    if count > _MAX_REPLACEMENTS:
        raise text.error(f'"{marker}" occurs more than {_MAX_REPLACEMENTS} times', text.chars.find(marker))
    if len(text) + count * (len(value) - len(marker)) > MAX_LENGTH:
        raise too_long(text, text.chars.find(marker))
    return text.replaced(marker, value)


def _read_option(text: Text, start: int, end: int) -> Option:
    """The option whose heading begins at `start` and whose closing bracket is at `end`."""
    heading, position = _read_name(text, start, end, "heading")
    opening = text.chars.find("<", position, end)
    closing = find_partner(text.chars, opening) if opening >= 0 else -1
    if not 0 <= closing < end:
        raise text.error(f'the option "{heading}" has no <tag>', start, position)
    tag = text.chars[opening + 1 : closing]
    label = text.chars.find("args:", closing, end)
    if label < 0:
        return Option(heading, tag, (), ())
    names_start, names_end = _braces(text, label, end, f'the argument names of the option "{heading}"')
    arguments = tuple(_ARGUMENT_NAME.findall(text.chars, names_start, names_end))
    if text.chars.find("{", names_end + 1, end) < 0:
        return Option(heading, tag, arguments, ())
    items_start, items_end = _braces(text, names_end + 1, end, f'the items of the option "{heading}"')
    return Option(heading, tag, arguments, tuple(_read_items(text, items_start, items_end, len(arguments))))


def _read_name(text: Text, start: int, end: int, what: str) -> tuple[str, int]:
    """The first string from `start` on, and where it ends."""
    match = QUOTED.search(text.chars, start, end)
    if not match:
        raise text.error(f"an option without a {what} in quotes", start)
    name = match[0][1:-1]
    if "/" in name:
        raise text.error(f'the {what} "{name}" of an option may not contain a /', *match.span())
    return name, match.end()


def _braces(text: Text, start: int, end: int, what: str) -> tuple[int, int]:
    """Start and end, both without the braces, of the next list in braces."""
    opening = text.chars.find("{", start, end)
    closing = find_partner(text.chars, opening) if opening >= 0 else -1
    if not 0 <= closing <= end:
        raise text.error(f"{what} should be a list in braces", max(start, opening))
    return opening + 1, closing


def _read_items(text: Text, start: int, end: int, count: int) -> Iterable[OptionItem]:
    while match := _ITEM.search(text.chars, start, end):
        closing = closing_bracket(text, match.start(), "this item")
        stars = _STARS.match(text.chars, closing + 1)
        yield _read_item(text, match.start(), closing, len(stars[0]) if stars else 0, count)
        start = closing + 1


def _read_item(text: Text, start: int, end: int, priority: int, count: int) -> OptionItem:
    """The item between its brackets; at most `count` of its values are kept."""
    name, position = _read_name(text, start, end, "item name")
    strings = quoted_strings(text, position, end)
    description = plain(text.chars[slice(*strings[-1])]) if strings else ""
    values_end = strings[-1][0] - 1 if strings else end
    values = [match.span(1) for match in VALUE.finditer(text.chars, position, values_end) if match.start(1) >= 0]
    return OptionItem(name, description, priority, tuple(text.cut(*value) for value in values[:count]))
