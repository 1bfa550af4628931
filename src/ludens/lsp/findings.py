"""What is wrong, or doubtful, in a text: with its place, and what would mend it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ludens.language import LudError, Source

Severity = Literal["error", "warning", "hint"]

#: the kinds of findings, as rules of a static analysis: what each is about
CODES: dict[str, str] = {
    "error": "the description cannot be read or compiled",
    "unbalanced": "brackets or quotes that do not pair up",
    "doubt": "a rule that is allowed and can hardly be meant",
    "too-long": "a text that is too long to be looked at",
    "too-slow": "a description that takes too long to be looked at",
    "unused-define": "a define that nothing uses",
    "repeated-define": "a define of a name that there is already: it never counts",
    "unused-parameter": "an argument that a define has no parameter for",
    "idle-metadata": "graphics of something that the game has not",
    "idle-option": "an option that changes nothing",
    "option-slip": "an option whose arguments, values or tags are written so that they do not count",
    "shadowing-define": "a define whose name is also a name of something else: that becomes the define",
    "same-items": "two items of an option that give the same game",
    "unknown-setting": "a ruleset that asks for an item that no option has",
    "unplaced-piece": "a piece that no rule puts anywhere",
    "unknown-piece": "a move that puts down a piece that there is not",
    "unused-region": "a region that nothing asks for",
    "unreached-phase": "a phase that the game never comes to",
    "never-true": "a condition that never holds: what it guards never applies",
    "always-true": "a condition that always holds: what would follow otherwise never applies",
    "repeated-rule": "a rule that stands there twice",
}


@dataclass(frozen=True)
class Edit:
    """The characters `start` to `end` become `text`."""

    start: int
    end: int
    text: str

    def to_json(self) -> dict[str, Any]:
        return {"from": self.start, "to": self.end, "text": self.text}


@dataclass(frozen=True)
class Fix:
    """Edits that mend something, and what they do."""

    title: str
    edits: tuple[Edit, ...]

    def to_json(self) -> dict[str, Any]:
        return {"title": self.title, "edits": [edit.to_json() for edit in self.edits]}


@dataclass(frozen=True)
class Finding:
    """Something about the characters `start` to `end`; without a place, it is about the whole text, from 0 to 0."""

    start: int
    end: int
    severity: Severity
    code: str
    message: str
    hint: str | None = None
    has_place: bool = True
    fixes: tuple[Fix, ...] = ()

    def to_json(self, source: Source) -> dict[str, Any]:
        """As plain data; lines and columns count from 1, the end is behind the text; null where there is no place."""
        facts: dict[str, Any] = {
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "hint": self.hint,
            "from": self.start,
            "to": self.end,
        }
        facts |= dict.fromkeys(("line", "column", "end_line", "end_column"))
        if self.has_place:
            (line, column), (end_line, end_column) = map(source.locate, (self.start, self.end))
            facts |= {"line": line, "column": column, "end_line": end_line, "end_column": end_column}
        return facts | {"fixes": [fix.to_json() for fix in self.fixes]}


def finding_of(error: LudError, code: str | None = None) -> Finding:
    """An error or a warning of the rooms below as a finding."""
    span = error.span
    start, end = (span.start, max(span.end, span.start + 1)) if span else (0, 0)
    code = code or ("doubt" if error.severity == "warning" else "error")
    fixes = tuple(Fix(mend.title, tuple(Edit(*edit) for edit in mend.edits)) for mend in error.mends)
    return Finding(start, end, error.severity, code, error.message, error.hint, span is not None, fixes)
