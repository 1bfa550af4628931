"""check: what is wrong with a description."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from ludens.board.errors import BoardError
from ludens.cli.common import FAILED, OPTION, Misuse, add_command, counted, say, source_of, tell
from ludens.cli.errors import unread
from ludens.cli.facts import add_json, print_facts
from ludens.game import LimitExceeded, compile_text
from ludens.language import LudError, LudWarning


def add(commands: Any) -> None:
    check = add_command(commands, "check", "find the errors of descriptions", _check)
    check.epilog = "What is wrong in the metadata is a warning: it is printed, and the exit code is 0 all the same."
    check.add_argument("files", nargs="+", metavar="FILE", help="a path, a library name, or - for standard input")
    check.add_argument("--option", **OPTION)
    add_json(check)


def _check(arguments: argparse.Namespace) -> int:
    facts = []
    for name in arguments.files:
        errors = _findings(name, arguments.option)
        facts.append(_facts(name, errors))
        if not arguments.json:
            _tell(name, errors)
    if arguments.json:
        print_facts({"files": facts})
    return 0 if all(file["ok"] for file in facts) else FAILED


def _findings(name: str, options: Sequence[str]) -> Sequence[Exception]:
    """What is wrong with a file: warnings, or the one error that ended the check."""
    try:
        text, source = source_of(name)
        return _check_text(text, source, options)
    except (LudError, BoardError, LimitExceeded, Misuse, OSError) as error:
        return [error]


def _is_wrong(error: Exception) -> bool:
    return not isinstance(error, LudWarning)


def _tell(name: str, errors: Sequence[Exception]) -> None:
    for error in errors:
        if isinstance(error, Misuse | OSError):
            say(f"ludens: {_said(error)}")
        else:
            has_place = isinstance(error, LudError) and error.span is not None
            tell(str(error) if has_place else f"{name}: {error}")
    if not any(map(_is_wrong, errors)):
        tell(f"{name}: no errors" + (f", {counted(len(errors), 'warning')}" if errors else ""))


def _facts(name: str, errors: Sequence[Exception]) -> dict[str, Any]:
    """A file's errors and warnings, ready for JSON; those that are related to one stand behind it."""
    return {
        "file": name,
        "ok": not any(map(_is_wrong, errors)),
        "findings": [_finding(one) for error in errors for one in _with_related(error)],
    }


def _with_related(error: Exception) -> list[Exception]:
    related = error.related if isinstance(error, LudError) else ()
    return [error, *(one for other in related for one in _with_related(other))]


def _finding(error: Exception) -> dict[str, Any]:
    """An error with its place: lines and columns count from 1, `end` is behind the text; null where there is none."""
    finding: dict[str, Any] = {"severity": getattr(error, "severity", "error"), "message": _said(error), "hint": None}
    finding |= dict.fromkeys(("line", "column", "end_line", "end_column"))
    if isinstance(error, LudError):
        finding |= {"message": error.message, "hint": error.hint}
        if (span := error.span) is not None:
            (line, column), (end_line, end_column) = map(span.source.locate, (span.start, span.end))
            finding |= {"line": line, "column": column, "end_line": end_line, "end_column": end_column}
    return finding


def _said(error: Exception) -> str:
    return unread(error) if isinstance(error, OSError) else str(error)


def _check_text(text: str, source: str, options: Sequence[str]) -> Sequence[LudWarning]:
    """The warnings. Raises LudError for what is wrong anywhere in the rules: in the tree, when bound, when compiled."""
    game = compile_text(text, source, options)
    game.start(seed=0)
    return game.warnings
