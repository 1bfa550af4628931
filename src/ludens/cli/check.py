"""check: what is wrong with a description."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from ludens.board.errors import BoardError
from ludens.cli.common import FAILED, OPTION, Misuse, add_command, counted, say, source_of, tell
from ludens.cli.errors import unread
from ludens.game import LimitExceeded, compile_text
from ludens.language import LudError, LudWarning


def add(commands: Any) -> None:
    check = add_command(commands, "check", "find the errors of descriptions", _check)
    check.epilog = "What is wrong in the metadata is a warning: it is printed, and the exit code is 0 all the same."
    check.add_argument("files", nargs="+", metavar="FILE", help="a path, a library name, or - for standard input")
    check.add_argument("--option", **OPTION)


def _check(arguments: argparse.Namespace) -> int:
    failed = 0
    for name in arguments.files:
        try:
            text, source = source_of(name)
            warnings = _check_text(text, source, arguments.option)
            for warning in warnings:
                tell(str(warning))
            tell(f"{name}: no errors" + (f", {counted(len(warnings), 'warning')}" if warnings else ""))
        except (LudError, BoardError, LimitExceeded) as error:
            failed += 1
            has_place = isinstance(error, LudError) and error.span is not None
            tell(str(error) if has_place else f"{name}: {error}")
        except Misuse as error:
            failed += 1
            say(f"ludens: {error}")
        except OSError as error:
            failed += 1
            say(f"ludens: {unread(error)}")
    return FAILED if failed else 0


def _check_text(text: str, source: str, options: Sequence[str]) -> Sequence[LudWarning]:
    """The warnings. Raises LudError for what is wrong anywhere in the rules: in the tree, when bound, when compiled."""
    game = compile_text(text, source, options)
    game.start(seed=0)
    return game.warnings
