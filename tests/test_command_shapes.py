"""What commands print with `--json` has the names and kinds of a committed list: programs rely on them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from ludens.cli import whole_parser
from tests.command_shapes import LIST, RUNS, printed

LISTED = json.loads(LIST.read_text(encoding="utf-8"))
#: what takes long, or wants files of its own: their facts are looked at where the commands are tested
ELSEWHERE = {
    *("certify", "choose", "export", "format", "import", "print", "puzzles", "rate", "referee", "replay", "review"),
    *("suite", "sweep", "territory", "train", "vary", "bench", "lsp", "tune", "draft"),
}


@pytest.mark.parametrize("command", RUNS)
def test_facts_keep_their_names_and_kinds(command: str, tmp_path: Path) -> None:
    assert printed(command, tmp_path) == LISTED[command], "python -m tests.command_shapes lists them anew"


def test_every_command_that_tells_facts_is_listed() -> None:
    subparsers = next(one for one in whole_parser()._actions if isinstance(one, argparse._SubParsersAction))
    telling = {name for name, parser in subparsers.choices.items() if "--json" in parser._option_string_actions}
    telling |= {"library"}  # its actions tell
    assert telling - ELSEWHERE == RUNS.keys()
    assert ELSEWHERE.isdisjoint(RUNS)
