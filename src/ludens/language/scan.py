"""Partners of brackets and quotes in text that is not yet tokens."""

import re

from ludens.language.text import Text

WHITE = " \n\r\t"
PARTNERS = {"(": ")", "{": "}", "[": "]", "<": ">"}


def _next_bracket(opening: str, closing: str) -> re.Pattern[str]:
    """Matches up to the next bracket that counts; strings and innermost pairs are passed in one go."""
    o, c = re.escape(opening), re.escape(closing)
    return re.compile(rf'(?:[^"{o}{c}]++|"[^"]*+"|{o}[^"{o}{c}]*+{c})*+([{o}{c}])')


_NEXT = {opening: _next_bracket(opening, closing) for opening, closing in PARTNERS.items()}
# After a round bracket, < and > are the operators of that name.
_NEXT["<"] = re.compile(r'(?:[^"<>]++|"[^"]*+"|(?<=\()[<>])*+([<>])')

# Only \" is an escape; a backslash before anything else is a plain character.
QUOTED = re.compile(r'"(?:[^"\\]|\\"|\\)*+"')


def find_partner(chars: str, start: int) -> int:
    """The index of the partner of the bracket at `start`, or -1. Quotes in strings count as quotes, too."""
    opening = chars[start]
    match_next = _NEXT[opening].match
    depth, position = 1, start + 1
    while bracket := match_next(chars, position):
        position = bracket.end()
        depth += 1 if bracket[1] == opening else -1
        if not depth:
            return position - 1
    return -1


def closing_bracket(text: Text, start: int, what: str) -> int:
    """The index of the partner of the bracket at `start`. Raises LudError, which calls the text `what`, without one."""
    end = find_partner(text.chars, start)
    if end < 0:
        raise text.error(f"the bracket of {what} is never closed", start)
    return end


def quoted_strings(text: Text, start: int, end: int) -> list[tuple[int, int]]:
    """Start and end (both without the quotes) of the strings between `start` and `end`, in order."""
    return [(match.start() + 1, match.end() - 1) for match in QUOTED.finditer(text.chars, start, end)]


def plain(quoted: str) -> str:
    """What a string says, given the text between its quotes."""
    return quoted.replace('\\"', "'")
