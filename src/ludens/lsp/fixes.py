"""What would mend a finding: the nearest known word, the missing bracket."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ludens.language import Unbalanced
from ludens.lsp.document import Document
from ludens.lsp.findings import Edit, Finding, Fix
from ludens.lsp.slips import fixes_of_slips

_MEANT = re.compile(r"did you mean (.*)\?\Z")
_NAMED = re.compile(r'`([^`]+)`|"([^"]+)"|\(([^\s()]+) \.\.\.\)')


def with_fixes(document: Document, finding: Finding) -> Finding:
    """The finding, with what its hint proposes as edits."""
    fixes = (*finding.fixes, *fixes_of_slips(document, finding))
    return replace(finding, fixes=fixes or tuple(_nearest(document, finding)))


def _nearest(document: Document, finding: Finding) -> Iterator[Fix]:
    """For "did you mean ...": the word in question, found in the place of the finding, becomes one of those."""
    proposal = _MEANT.match(finding.hint or "")
    if proposal is None:
        return
    wrong = next(
        (_word(match) for match in _NAMED.finditer(finding.message) if _place(document, finding, _word(match))), None
    )
    if wrong is None:
        return
    place = _place(document, finding, wrong)
    for one in re.split(r" or |, ", proposal[1]):
        word = _word(named) if (named := _NAMED.fullmatch(one)) else one
        if place and word != wrong and wrong.endswith(":") == word.endswith(":"):
            yield Fix(f"Change to {word}", (Edit(*place, word),))


def _word(match: re.Match[str]) -> str:
    return next(group for group in match.groups() if group is not None)


def _place(document: Document, finding: Finding, word: str) -> tuple[int, int] | None:
    """Where a word first stands in a finding's place, as a word of its own."""
    pattern = re.compile(rf"(?<![\w]){re.escape(word)}" + ("" if word.endswith(":") else r"(?![\w])"))
    match = pattern.search(document.text, finding.start, max(finding.end, finding.start + len(word)))
    return match.span() if match else None


def of_brackets(finding: Finding, error: Unbalanced) -> Finding:
    """The finding, with the bracket put in or taken out."""
    if error.missing:
        fix = Fix(f"Insert the missing {error.missing}", (Edit(error.at, error.at, error.missing),))
    else:
        fix = Fix("Remove this bracket", (Edit(error.at, error.at + 1, ""),))
    return replace(finding, fixes=(*finding.fixes, fix))
