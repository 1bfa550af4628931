"""Checks of the raw text, where a missing bracket or quote can still be shown at its place."""

import re
from typing import NamedTuple

from ludens.language.errors import LudError
from ludens.language.scan import PARTNERS, find_partner
from ludens.language.text import Text

_GAME = re.compile(r"\(game\s")
_MARK = re.compile(r'"[^"]*+"|"|[(){}]')
_CLOSING = {closing: opening for opening, closing in PARTNERS.items()}


class _Open(NamedTuple):
    bracket: str
    start: int
    column: int | None
    """Column of the bracket if it is the first on its line."""


def check_balance(text: Text) -> None:
    """Raises LudError if quotes or brackets of the text do not pair up; the metadata is not looked at."""
    if _balanced(text.chars):
        return
    text = _without_metadata(text)
    if _balanced(text.chars):
        return
    if text.chars.count('"') % 2:
        raise _unpaired_quote(text)
    error = _unpaired_bracket(text)
    if error:
        raise error


def check_complete(text: Text) -> None:
    """Raises LudError if the game leaves choices to be filled in by reconstruction."""
    found = _GAME.search(text.chars)
    if not found or "[" not in text.chars:
        return
    end = find_partner(text.chars, found.start())
    opening = text.chars.find("[", found.start(), end)
    if opening >= 0 and "]" in text.chars[found.start() : end]:
        partner = find_partner(text.chars, opening)
        message = "the description is partial: it leaves a choice in [ ] to be made by reconstruction"
        raise text.error(message, opening, partner + 1, "put one of the alternatives in the place of the brackets")


def _balanced(chars: str) -> bool:
    return chars.count("(") == chars.count(")") and chars.count("{") == chars.count("}") and not chars.count('"') % 2


def _without_metadata(text: Text) -> Text:
    start = text.chars.find("(metadata")
    end = find_partner(text.chars, start) if start >= 0 else -1
    return text.without(start, end + 1) if end >= 0 else text


def _unpaired_quote(text: Text) -> LudError:
    """The error for the first string that spans lines, as few are meant to, or else for the last quote."""
    start = text.chars.rfind('"')
    for found in _MARK.finditer(text.chars):
        if found[0][0] == '"' and ("\n" in found[0] or len(found[0]) == 1):
            start = found.start()
            break
    end = text.chars.find("\n", start)
    return text.error("a quote is never closed", start, end if end >= 0 else len(text))


def _unpaired_bracket(text: Text) -> LudError | None:
    opened: list[_Open] = []
    suspect: _Open | None = None
    for found in _MARK.finditer(text.chars):
        mark, start = found[0], found.start()
        if mark in PARTNERS:
            here = _Open(mark, start, _column(text.chars, start))
            suspect = suspect or _left_open(opened, here)
            opened.append(here)
        elif mark in _CLOSING:
            if not opened or opened[-1].bracket != _CLOSING[mark]:
                return _stray(text, mark, start, opened, suspect)
            opened.pop()
    return _never_closed(text, suspect or opened[0]) if opened else None


def _column(chars: str, start: int) -> int | None:
    line = chars.rfind("\n", 0, start) + 1
    return None if chars[line:start].strip() else start - line


def _left_open(opened: list[_Open], here: _Open) -> _Open | None:
    """The innermost open bracket, if the indentation says that `here` is no longer inside of it."""
    if here.column is None or not opened:
        return None
    outer = [one for one in opened if one.column is not None and one.column >= here.column]
    return outer[-1] if outer else None


def _stray(text: Text, mark: str, start: int, opened: list[_Open], suspect: _Open | None) -> LudError:
    if suspect:
        return _never_closed(text, suspect)
    if not opened:
        return text.error(f"this {mark} closes nothing", start)
    line = text.span(opened[-1].start, opened[-1].start).line
    return text.error(f"this {mark} does not close the {opened[-1].bracket} of line {line}", start)


def _never_closed(text: Text, bracket: _Open) -> LudError:
    end = text.chars.find("\n", bracket.start)
    return text.error("this bracket is never closed", bracket.start, end if end >= 0 else len(text))
