"""Findings as SARIF 2.1.0, the format of static analyses that forges and editors read."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ludens.language import Source
from ludens.lsp.findings import CODES, Edit, Finding, Fix
from ludens.version import __version__

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "hint": "note"}


def sarif(files: Iterable[tuple[str, Source, Iterable[Finding]]]) -> dict[str, Any]:
    """The log of one run over some files: the name, the text and the findings of each."""
    rules = [{"id": code, "shortDescription": {"text": text}} for code, text in CODES.items()]
    driver = {"name": "ludens", "version": __version__, "rules": rules}
    results = [_result(name, source, finding) for name, source, findings in files for finding in findings]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(name: str, source: Source, finding: Finding) -> dict[str, Any]:
    where: dict[str, Any] = {"artifactLocation": _file(name)}
    if finding.has_place:
        where["region"] = _region(source, finding.start, finding.end)
    hint = f" ({finding.hint})" if finding.hint else ""
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": list(CODES).index(finding.code),
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message + hint},
        "locations": [{"physicalLocation": where}],
    }
    return result | ({"fixes": [_fix(name, source, fix) for fix in finding.fixes]} if finding.fixes else {})


def _fix(name: str, source: Source, fix: Fix) -> dict[str, Any]:
    replacements = [_replacement(source, edit) for edit in fix.edits]
    change = {"artifactLocation": _file(name), "replacements": replacements}
    return {"description": {"text": fix.title}, "artifactChanges": [change]}


def _replacement(source: Source, edit: Edit) -> dict[str, Any]:
    return {"deletedRegion": _region(source, edit.start, edit.end), "insertedContent": {"text": edit.text}}


def _region(source: Source, start: int, end: int) -> dict[str, int]:
    (line, column), (end_line, end_column) = source.locate(start), source.locate(end)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _file(name: str) -> dict[str, str]:
    path = Path(name)
    return {"uri": path.as_uri() if path.is_absolute() else quote(path.as_posix())}
