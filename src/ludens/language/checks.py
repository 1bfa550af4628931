"""Checks of the raw text, where a missing bracket or quote can still be shown at its place."""

import re
from typing import NamedTuple

from ludens.language.errors import LudError, Unbalanced
from ludens.language.scan import PARTNERS, find_partner
from ludens.language.text import Text

_GAME = re.compile(r"\(game\s")
_MARK = re.compile(r'"[^"]*+"|"|[(){}]')
_CLOSING = {closing: opening for opening, closing in PARTNERS.items()}


class _OpenBracket(NamedTuple):
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
    match = _GAME.search(text.chars)
    if not match or "[" not in text.chars:
        return
    end = find_partner(text.chars, match.start())
    opening = text.chars.find("[", match.start(), end)
    if opening >= 0 and "]" in text.chars[match.start() : end]:
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
    for match in _MARK.finditer(text.chars):
        if match[0][0] == '"' and ("\n" in match[0] or len(match[0]) == 1):
            start = match.start()
            break
    end = text.chars.find("\n", start)
    return text.error("a quote is never closed", start, end if end >= 0 else len(text))


def _unpaired_bracket(text: Text) -> LudError | None:
    opened: list[_OpenBracket] = []
    suspect: _Gap | None = None
    ended: int | None = None  # where the game was closed
    for match in _MARK.finditer(text.chars):
        mark, start = match[0], match.start()
        if mark in PARTNERS:
            here = _OpenBracket(mark, start, _column(text.chars, start))
            suspect = suspect or _left_open(opened, here)
            opened.append(here)
        elif mark in _CLOSING:
            if not opened or opened[-1].bracket != _CLOSING[mark]:
                return _stray(text, mark, start, opened, suspect, ended)
            if _ends_game(text, opened):
                ended = start if ended is None else ended
            opened.pop()
    if not opened:
        return None
    return _never_closed(text, suspect or _Gap(opened[-1], len(text.chars.rstrip()), certain=False))


class _Gap(NamedTuple):
    """Where the partner of a bracket is missing: before `end`."""

    bracket: _OpenBracket
    end: int
    certain: bool = True


def _column(chars: str, start: int) -> int | None:
    line = chars.rfind("\n", 0, start) + 1
    return None if chars[line:start].strip() else start - line


def _left_open(opened: list[_OpenBracket], here: _OpenBracket) -> _Gap | None:
    """The innermost open bracket, if the indentation says that `here` is no longer inside of it."""
    if here.column is None or not opened:
        return None
    outer = [one for one in opened if one.column is not None and one.column >= here.column]
    return _Gap(opened[-1], here.start) if outer else None


def _ends_game(text: Text, opened: list[_OpenBracket]) -> bool:
    return len(opened) == 1 and _GAME.match(text.chars, opened[0].start) is not None


def _stray(
    text: Text, mark: str, start: int, opened: list[_OpenBracket], suspect: _Gap | None, ended: int | None
) -> Unbalanced:
    if suspect:
        return _never_closed(text, suspect)
    span = text.span(start, start + 1)
    if opened:
        bracket = opened[-1]
        message = f"this {mark} does not close the {bracket.bracket} of line {_line(text, bracket.start)}"
        around = any(one.bracket == _CLOSING[mark] for one in opened)
        return Unbalanced(message, span, span.start, PARTNERS[bracket.bracket] if around else "")
    if ended is not None and _MARK.search(text.chars, ended + 1, start):
        message = f"this {text.chars[ended]} closes the game, and more of it follows"
        span = text.span(ended, ended + 1)
        return Unbalanced(message, span, span.start, hint="one bracket is too many, here or before")
    return Unbalanced(f"this {mark} closes nothing", span, span.start)


def _never_closed(text: Text, gap: _Gap) -> Unbalanced:
    """The error behind the last text that the bracket can be meant to have inside of it."""
    bracket, partner = gap.bracket, PARTNERS[gap.bracket.bracket]
    end = len(text.chars[: gap.end].rstrip())
    line = _line(text, bracket.start)
    message = f"behind this a {partner} is missing: the {bracket.bracket} of line {line} is never closed"
    span = text.span(max(end - 1, 0), end)
    return Unbalanced(message, span, span.end, partner, certain=gap.certain)


def _line(text: Text, start: int) -> int:
    return text.span(start, start).line
