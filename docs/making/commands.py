"""The help of every command, for the manual's page of the command line."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from typing import Final

from ludens.cli import whole_parser

#: where a page wants them
MARK: Final = "<!-- commands -->"


def with_commands(markdown: str) -> str:
    """The page with every command's help, in alphabetical order, in the place of the mark."""
    return markdown.replace(MARK, "\n".join(_sections()))


def _sections() -> Iterator[str]:
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = "100"  # what argparse wraps its lines to
    try:
        for name, parser in _commands(whole_parser()):
            yield f"### {name}\n\n```text\n{parser.format_help().rstrip()}\n```\n"
    finally:
        os.environ.pop("COLUMNS")
        if before is not None:
            os.environ["COLUMNS"] = before


def _commands(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Commands by name, each followed by its own."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in sorted(action.choices.items()):
                yield name, below
                yield from ((f"{name} {further}", deeper) for further, deeper in _commands(below))
