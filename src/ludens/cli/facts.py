"""Facts as JSON, for programs that run ludens: the argument `--json`. Imports nothing of ludens before it has to."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import Any

from ludens.formats import VERSIONS


def add_json(parser: argparse.ArgumentParser) -> None:
    """The argument `--json`: with it a command prints one object, and nothing else, on standard output."""
    parser.add_argument("--json", action="store_true", help="as JSON")


def versioned(facts: Mapping[str, Any]) -> dict[str, Any]:
    """An object behind the version of what commands write."""
    return {"schema": VERSIONS["ludens facts"], **facts}


def print_facts(facts: dict[str, Any]) -> None:
    """Print an object as JSON; what a terminal would obey in its texts shows as an escape, which JSON reads back."""
    from ludens.language.printed import OBEYED

    text = json.dumps(versioned(facts), indent=2, ensure_ascii=False)
    print(OBEYED.sub(lambda match: json.dumps(match[0])[1:-1], text))
