"""The metadata clause: taken out of the text, and cut to what the selected options use."""

from collections.abc import Collection, Iterator

from ludens.language.defines import take_defines
from ludens.language.errors import LudError, LudWarning, did_you_mean
from ludens.language.scan import QUOTED, closing_bracket, find_partner
from ludens.language.text import Edit, Text

_METADATA = "(metadata"
_USE_FOR = "(useFor"
_MAX_USES = 1000


def take_metadata(text: Text) -> tuple[Text, Text | None]:
    """The text without its metadata clause, and that clause, if there is one."""
    start = text.chars.find(_METADATA)
    if start < 0:
        return text, None
    end = closing_bracket(text, start, "the metadata") + 1
    return text.without(start, end), text.cut(start, end)


def behind_metadata(text: Text) -> Iterator[LudWarning]:
    """The warning for what stands behind the metadata and is no define: nobody reads it."""
    start = text.chars.find(_METADATA)
    end = find_partner(text.chars, start) + 1 if start >= 0 else 0
    if not end:
        return
    rest, _ = take_defines(text.cut(end, len(text)))
    if rest.chars.strip() and "(game" not in rest.chars and "(match" not in rest.chars:
        at = len(rest) - len(rest.chars.lstrip())
        hint = "only the first (metadata ...) is read" if rest.chars.startswith(_METADATA, at) else None
        message = "this text behind the metadata is not read"
        yield LudWarning.of(rest.error(message, at, len(rest.chars.rstrip()), hint))


def resolve_uses(text: Text, active: Collection[str], all_names: Collection[str]) -> tuple[Text, list[LudError]]:
    """The metadata in which the content of a `useFor` clause stays where all that the clause names is active.

    Each name in such a clause that does not exist is an error.
    """
    unknown: list[LudError] = []
    for _ in range(_MAX_USES):
        start = text.chars.find(_USE_FOR)
        if start < 0:
            return text, unknown
        end = closing_bracket(text, start, "this useFor")
        names, content = _read_use(text, start, end)
        unknown += (_unknown(text, name, start, content, all_names) for name in names if name not in all_names)
        inside = text.cut(content, end) if all(name in active for name in names) else ""
        text = text.edited([Edit(start, end + 1, inside)])
    raise text.error(f"more than {_MAX_USES} useFor clauses", 0)


def _read_use(text: Text, start: int, end: int) -> tuple[list[str], int]:
    """The names of a useFor clause, and where its content begins."""
    first = QUOTED.search(text.chars, start, end)
    if not first:
        raise text.error("a useFor clause names options or rulesets in quotes", start, start + len(_USE_FOR))
    brace = text.chars.find("{", start, first.start())
    if brace < 0:
        return [first[0][1:-1]], first.end()
    closing = find_partner(text.chars, brace)
    if not 0 <= closing < end:
        raise text.error("the names of this useFor clause are not closed", brace)
    return [match[0][1:-1] for match in QUOTED.finditer(text.chars, brace, closing)], closing + 1


def _unknown(text: Text, name: str, start: int, end: int, names: Collection[str]) -> LudError:
    at = text.chars.find(f'"{name}"', start, end)
    message = f'there is no option or ruleset "{name}"'
    return text.error(message, at, at + len(name) + 2, did_you_mean(name, names))
