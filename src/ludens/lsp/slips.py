"""Fixes for slips that keep a text from being read, or that no clause shows, from the text alone.

Quotes and comments as other languages write them, a define without quotes round its name or its use, a comparison with
its sign between what it compares.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ludens.language.scan import find_partner
from ludens.lsp.document import Document
from ludens.lsp.findings import Edit, Finding, Fix

#: quotes that editors and word processors write
_CURLY: Final = re.compile("[“”„‟«»]|[‘’‚‛`']")
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*')
#: the beginnings of comments in other languages, where they stand before or between values
_COMMENT: Final = re.compile(r"(?:(?<=\s)|\A)(?:#(?![0-9])|;+|--)[^\n]*|/\*.*?\*/", re.DOTALL | re.MULTILINE)
_UNREADABLE: Final = re.compile(r"'(.)' cannot stand here|\"'\" cannot stand here|a clause in round brackets should")
_UNKNOWN: Final = re.compile(r"the language has no ludeme \((\S+) \.\.\.\)")
_INFIX: Final = re.compile(r"\s*([=<>!]=?|[-+*/%])\s+")
_BARE_NAME: Final = re.compile(r"[^\s()\"{}]+")


def fixes_of_slips(document: Document, finding: Finding) -> Iterator[Fix]:
    """What would mend a finding, by the text alone."""
    message = finding.message
    if _UNREADABLE.match(message) or "begins no comment" in message or "never closed" in message:
        yield from _comments(document, finding)
        yield from _quotes(document, finding)
    if message.startswith("',' cannot stand here"):
        yield Fix("Remove the comma", (Edit(finding.start, finding.start + 1, ""),))
    if message.startswith("a define begins with its name in quotes") and (
        name := _BARE_NAME.match(document.text, finding.start)
    ):
        yield Fix(f'Write "{name[0]}"', (Edit(*name.span(), f'"{name[0]}"'),))
    if (unknown := _UNKNOWN.match(message)) is not None:
        yield from _use(document, finding, unknown[1])
    if message.startswith("a clause begins with its keyword") and document.text[finding.start] == "{":
        yield Fix("Write (or {...})", (Edit(finding.start, finding.start, "or "),))
    if message.startswith("a bracket opens twice"):
        yield from _infix(document, finding)


def _quotes(document: Document, finding: Finding) -> Iterator[Fix]:
    text = document.text
    inside = [string.span() for string in _STRING.finditer(text)]
    quotes = [one for one in _CURLY.finditer(text) if not any(first < one.start() < last for first, last in inside)]
    if quotes and any(one.start() == finding.start for one in quotes):
        yield Fix("Write straight quotes", tuple(Edit(*one.span(), '"') for one in quotes))


def _comments(document: Document, finding: Finding) -> Iterator[Fix]:
    text = document.text
    inside = [string.span() for string in _STRING.finditer(text)]
    comments = [one for one in _COMMENT.finditer(text) if not any(first < one.start() < last for first, last in inside)]
    if any(one.start() <= finding.start <= one.end() for one in comments):
        yield Fix("Write comments with //", tuple(Edit(*one.span(), _as_comment(text, one)) for one in comments))


def _as_comment(text: str, match: re.Match[str]) -> str:
    """A comment as this language writes it, and what follows it in its line on a line of its own."""
    inner = match[0][2:-2] if match[0].startswith("/*") else match[0].lstrip("#;-")
    lines = [f"// {line.strip()}".rstrip() for line in inner.strip().split("\n")]
    follows = text[match.end() :].split("\n", 1)[0].strip()
    return "\n".join(lines) + ("\n" if follows else "")


def _use(document: Document, finding: Finding, keyword: str) -> Iterator[Fix]:
    """The use of a define without its quotes."""
    names = {one.name.lower(): one.name for one in document.declarations if one.kind == "define"}
    at = document.text.find(keyword, finding.start, finding.end)
    if keyword.lower() in names and at >= 0:
        quoted = f'"{names[keyword.lower()]}"'
        yield Fix(f"Write ({quoted})", (Edit(at, at + len(keyword), quoted),))


def _infix(document: Document, finding: Finding) -> Iterator[Fix]:
    """`((a) = b)`: the sign comes first."""
    text, first = document.text, finding.start + 1
    while first < len(text) and text[first] != "(":
        first += 1
    end, close = find_partner(text, first), find_partner(text, finding.start)
    if end < 0 or close < 0 or (sign := _INFIX.match(text, end + 1)) is None:
        return
    comparison = f"({sign[1]} {text[first : end + 1]} {text[sign.end() : close]})"
    yield Fix(f"Write ({sign[1]} ...)", (Edit(finding.start, close + 1, comparison),))
