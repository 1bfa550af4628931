"""Apply fixes that make their errors go away, one after the other, until there is no other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ludens.language import likeness
from ludens.lsp.diagnostics import diagnose
from ludens.lsp.document import Document
from ludens.lsp.findings import Edit, Finding, Fix

#: a word is meant clearly if its likeness is greater by this
_CLEARLY: Final = 0.1
#: how many errors are mended at most
_MOST: Final = 100


@dataclass(frozen=True)
class AppliedFix:
    """A fix that was applied: what it was for, and where, by line and column."""

    title: str
    message: str
    line: int
    column: int


@dataclass(frozen=True)
class Repair:
    """A text with its errors mended, and what was done; `choices` are errors that several fixes would mend."""

    text: str
    applied: tuple[AppliedFix, ...]
    choices: tuple[Finding, ...] = ()


def with_edits(text: str, edits: Sequence[Edit]) -> str:
    for edit in sorted(edits, key=lambda one: (one.start, one.end), reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def repair(text: str, name: str = "<text>", options: Sequence[str] = ()) -> Repair:
    """A text with every fix applied that makes an error go away and brings no other.

    If several fixes would mend one error, none is applied: only the author knows which is meant.
    """
    ends = "\r\n" if "\r\n" in text else "\n"
    document = Document(text, name)
    errors, applied = _errors(document, options), list[AppliedFix]()
    choices = dict[tuple[str, str], Finding]()
    while len(applied) < _MOST and (step := _step(document, errors, options, choices)) is not None:
        finding, fix, document, errors = step
        line, column = document.source.locate(min(finding.start, len(document.text)))
        applied.append(AppliedFix(fix.title, finding.message, line, column))
    remaining = {_key(document, one) for one in errors}
    open_ = tuple(one for key, one in choices.items() if key in remaining)
    return Repair(document.text.replace("\n", ends), tuple(applied), open_)


def _step(
    document: Document, errors: list[Finding], options: Sequence[str], choices: dict[tuple[str, str], Finding]
) -> tuple[Finding, Fix, Document, list[Finding]] | None:
    """The next fix to apply, and the text and the errors after it."""
    for finding in errors:
        if not finding.fixes or _key(document, finding) in choices:
            continue
        good = list[tuple[Fix, Document, list[Finding]]]()
        for fix in finding.fixes:
            changed = Document(with_edits(document.text, fix.edits), document.source.name)
            after = _errors(changed, options)
            if _is_better(finding, fix, errors, after):
                good.append((fix, changed, after))
        least = min((len(after) for _, _, after in good), default=0)
        best = [one for one in good if len(one[2]) == least]
        if len(best) > 1:
            best = _likest(document, best)
        if len(best) == 1:
            return finding, *best[0]
        if best:
            choices[_key(document, finding)] = finding
    return None


def _likest(
    document: Document, candidates: list[tuple[Fix, Document, list[Finding]]]
) -> list[tuple[Fix, Document, list[Finding]]]:
    """Of fixes that change a word, the one whose word looks much more like it than the others, if there is one."""

    def alike(fix: Fix) -> float:
        edit = fix.edits[0]
        return likeness(document.text[edit.start : edit.end], edit.text)

    ranked = sorted(candidates, key=lambda one: -alike(one[0]))
    clear = alike(ranked[0][0]) - alike(ranked[1][0]) > _CLEARLY
    return ranked[:1] if clear else candidates


def _key(document: Document, finding: Finding) -> tuple[str, str]:
    return finding.message, document.text[finding.start : finding.end]


def _errors(document: Document, options: Sequence[str]) -> list[Finding]:
    return [one for one in diagnose(document, options) if one.severity == "error"]


def _is_better(finding: Finding, fix: Fix, before: list[Finding], after: list[Finding]) -> bool:
    """Whether the error is gone. It may have hidden others, but at other places."""
    if len(after) < len(before):
        return True
    again = sum(one.message == finding.message for one in after)
    if again >= sum(one.message == finding.message for one in before) or (1 < len(before) < len(after)):
        return False
    shift, places = 0, list[tuple[int, int]]()
    for edit in sorted(fix.edits, key=lambda one: one.start):
        places.append((edit.start + shift, edit.start + shift + len(edit.text)))
        shift += len(edit.text) - (edit.end - edit.start)
    return not any(start < one.end and one.start < end for one in after for start, end in places)
