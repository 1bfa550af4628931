"""The metadata clause: taken out of the text, and cut to what the selected options use."""

from collections.abc import Collection

from ludens.language.errors import LudError, did_you_mean
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


def check_behind_metadata(text: Text) -> None:
    """Raises LudError where something that is no define stands behind the metadata: nobody would read it."""
    start = text.chars.find(_METADATA)
    end = find_partner(text.chars, start) if start >= 0 else -1
    rest = text.chars[end + 1 :]
    if end < 0 or not rest.strip() or "(define" in rest or "(game" in rest or "(match" in rest:
        return
    at = end + 1 + len(rest) - len(rest.lstrip())
    raise text.error("this text behind the metadata belongs to nothing", at, len(text.chars.rstrip()))


def resolve_uses(text: Text, active: Collection[str], known: Collection[str]) -> tuple[Text, list[LudError]]:
    """The metadata in which the content of a `useFor` clause stays where all that the clause names is active.

    What such clauses name and is not there is told as an error each.
    """
    unknown: list[LudError] = []
    for _ in range(_MAX_USES):
        start = text.chars.find(_USE_FOR)
        if start < 0:
            return text, unknown
        end = closing_bracket(text, start, "this useFor")
        names, content = _read_use(text, start, end)
        unknown += (_unknown(text, name, start, content, known) for name in names if name not in known)
        kept = text.cut(content, end) if all(name in active for name in names) else ""
        text = text.edited([Edit(start, end + 1, kept)])
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
    return [found[0][1:-1] for found in QUOTED.finditer(text.chars, brace, closing)], closing + 1


def _unknown(text: Text, name: str, start: int, end: int, known: Collection[str]) -> LudError:
    at = text.chars.find(f'"{name}"', start, end)
    message = f'there is no option or ruleset "{name}"'
    return text.error(message, at, at + len(name) + 2, did_you_mean(name, known))
