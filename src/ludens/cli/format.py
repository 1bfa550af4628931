"""format: descriptions as one writes them, indented and with short lines."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludens.cli.common import FAILED, add_command, counted, say, source_of, tell
from ludens.cli.errors import Misuse
from ludens.cli.facts import add_json, print_facts
from ludens.language import LudError
from ludens.system import files


def add(commands: Any) -> None:
    format_ = add_command(commands, "format", _format)
    format_.epilog = "White space alone changes. Files are written in place; library names and - go to standard output."
    format_.add_argument("files", nargs="+", metavar="FILE", help="a path, a library name, or - for standard input")
    how = format_.add_mutually_exclusive_group()
    how.add_argument("--check", action="store_true", help="write nothing; exit code 1 where something would change")
    how.add_argument("--diff", action="store_true", help="write nothing, and show what would change")
    how.add_argument("--stdout", action="store_true", help="write to standard output")
    add_json(format_)


def _format(arguments: argparse.Namespace) -> int:
    rows = [_one(name, arguments) for name in arguments.files]
    if arguments.json:
        print_facts({"files": rows})
    elif arguments.check:
        for row in rows:
            if not row["error"]:
                tell(f"{row['file']}: {'would change' if row['changed'] else 'stays as it is'}")
    failed = any(row["error"] for row in rows)
    return FAILED if failed or (arguments.check and any(row["changed"] for row in rows)) else 0


def _one(name: str, arguments: argparse.Namespace) -> dict[str, Any]:
    from ludens.lsp.formatting import format_text

    text, source = source_of(name)
    try:
        formatted = format_text(text, name=source)
    except LudError as error:
        say(str(error))
        return {"file": name, "changed": False, "error": str(error)}
    if not arguments.check:
        _write(name, text, formatted, arguments)
    return {"file": name, "changed": formatted != text, "error": None}


def _write(name: str, text: str, formatted: str, arguments: argparse.Namespace) -> None:
    if arguments.diff:
        print("".join(_diff(name, text, formatted)), end="")
    elif arguments.stdout or not _is_file(name):
        if arguments.json:
            raise Misuse("--json and the formatted text cannot share standard output: name files, or take --check")
        print(formatted, end="")
    elif formatted != text:
        files.write_text(name, formatted)
        if not arguments.json:
            tell(f"{name}: {counted(_lines(text, formatted), 'line')} changed")


def _is_file(name: str) -> bool:
    return name != "-" and Path(name).is_file()


def _diff(name: str, text: str, formatted: str) -> Iterator[str]:
    yield from difflib.unified_diff(text.splitlines(True), formatted.splitlines(True), name, f"{name} (formatted)")


def _lines(text: str, formatted: str) -> int:
    """How many lines of the formatted text are new."""
    changes = list(difflib.unified_diff(text.splitlines(), formatted.splitlines(), n=0))[2:]
    return sum(line.startswith("+") for line in changes)
