"""Comments, white space and doubled brackets."""

import re

from ludens.language.scan import find_partner
from ludens.language.text import Edit, Text

_MAX_SCANNED = 3_000_000

_STRING_OR_COMMENT = re.compile(r'"(?:[^"\\]|\\"|\\)*+"|"|//[^\r\n]*')
_DOUBLED = re.compile(r"\((?=\()")
_SURPLUS_WHITE = re.compile(r"((?<=[({:])[ \n\r\t]++|[ \n\r\t]++(?=[)}]))|[ \n\r\t]{2,}+|[\n\r\t]")


def remove_comments(text: Text) -> Text:
    """The text without `//` comments. Behind a quote that never closes, nothing is taken for a comment."""
    if "//" not in text.chars:
        return text
    edits = []
    for match in _STRING_OR_COMMENT.finditer(text.chars):
        if match[0] == '"':
            break
        if match[0][0] == "/":
            edits.append(Edit(*match.span(), ""))
    return text.edited(edits)


def clean_up(text: Text) -> Text:
    """The text with single blanks, none inside brackets or behind colons, and no doubled brackets."""
    matches = _SURPLUS_WHITE.finditer(text.chars)
    return _undouble(text.edited(Edit(*match.span(), "" if match[1] else " ") for match in matches))


def _undouble(text: Text) -> Text:
    """The text without the outer bracket of each doubled pair."""
    removed = []
    budget = _MAX_SCANNED
    for match in _DOUBLED.finditer(text.chars):
        outer = match.start()
        partner = find_partner(text.chars, outer)
        if partner < 0 or text.chars[partner - 1] != ")":
            raise text.error("a bracket opens twice, but does not close twice", outer, outer + 2)
        budget -= partner - outer
        if budget < 0:
            raise text.error("too many doubled brackets inside each other", outer, outer + 2)
        removed += [outer, partner]
    return text.edited(Edit(position, position + 1, "") for position in sorted(set(removed)))
