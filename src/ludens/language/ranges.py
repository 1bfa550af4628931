"""Ranges: `1..4` for numbers, `"A1".."C3"` for sites."""

import re

from ludens.language.text import MAX_LENGTH, Edit, Text, check_length, too_long

MAX_RANGE = 1000

_DOTS = re.compile(r"(?<=[0-9])\.\.(?=[0-9])")
_DIGITS = re.compile(r"[0-9]+")
_COORDINATE = re.compile(r"([A-Za-z])([0-9]{1,9})\Z")


def expand_ranges(text: Text) -> Text:
    """The text with all ranges written out. Raises LudError on a range that is too long or has no proper end."""
    if ".." not in text.chars:
        return text
    return _expand_site_ranges(_expand_number_ranges(text))


def _expand_number_ranges(text: Text) -> Text:
    edits = []
    length = len(text.chars)
    choices = "[" in text.chars
    for dots in _DOTS.finditer(text.chars):
        if choices and _in_choice(text.chars, dots.start()):
            continue
        numbers = _numbers_between(text, dots.start())
        length += len(numbers)
        if length > MAX_LENGTH:
            raise too_long(text, dots.start())
        edits.append(Edit(*dots.span(), numbers))
    return text.edited(edits)


def _in_choice(chars: str, position: int) -> bool:
    opening = chars.rfind("[", 0, position)
    return opening > chars.rfind("]", 0, position) and chars.find("]", position) >= 0


def _numbers_between(text: Text, dots: int) -> str:
    """What replaces the dots: the numbers strictly between their neighbours, between blanks."""
    start = dots
    while start and text.chars[start - 1] in "0123456789":
        start -= 1
    end = _end_of_digits(text.chars, dots + 2)
    first, last = text.chars[start:dots], text.chars[dots + 2 : end]
    if max(len(first), len(last)) > 10 or abs(int(first) - int(last)) > MAX_RANGE:
        raise text.error(f"the range {first[:20]}..{last[:20]} has more than {MAX_RANGE} numbers", start, end)
    step = 1 if int(first) <= int(last) else -1
    return " " + "".join(f"{number} " for number in range(int(first) + step, int(last), step))


def _end_of_digits(chars: str, start: int) -> int:
    match = _DIGITS.match(chars, start)
    return match.end() if match else start


def _expand_site_ranges(text: Text) -> Text:
    dots = text.chars.find('".."')
    for _ in range(MAX_RANGE):
        if dots < 0:
            return text
        start, end = text.chars.rfind('"', 0, dots), text.chars.find('"', dots + 4)
        if start < 0 or end < 0:
            raise text.error("a range of sites needs a coordinate in quotes on both sides of the dots", dots, dots + 4)
        text = check_length(text.edited([Edit(start, end + 1, _sites_between(text, start, dots, end))]))
        dots = text.chars.find('".."', start)
    raise text.error(f"more than {MAX_RANGE} ranges of sites", 0)


def _sites_between(text: Text, start: int, dots: int, end: int) -> str:
    first_letter, first_number = _coordinate(text, start + 1, dots)
    last_letter, last_number = _coordinate(text, dots + 4, end)
    letters = range(ord(first_letter), ord(last_letter) + 1)
    numbers = range(first_number, last_number + 1)
    if len(letters) * len(numbers) > MAX_RANGE:
        raise text.error(f"the range of sites has more than {MAX_RANGE} sites", start, end + 1)
    return " ".join(f'"{chr(letter)}{number}"' for letter in letters for number in numbers)


def _coordinate(text: Text, start: int, end: int) -> tuple[str, int]:
    match = _COORDINATE.match(text.chars[start:end])
    if not match:
        what = f'"{text.chars[start : min(end, start + 20)]}" cannot be the end of a range of sites'
        raise text.error(what, start - 1, end + 1, 'write one letter and a number, as in "A1".."C3"')
    return match[1].upper(), int(match[2])
