"""import: games of other systems as descriptions."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ludens.cli.common import FAILED, add_command, counted, say, source_of, tell
from ludens.cli.errors import Misuse
from ludens.cli.facts import add_json, print_facts


def add(commands: Any) -> None:
    importing = add_command(commands, "import", _import)
    importing.epilog = (
        "A variants.ini of Fairy-Stockfish is understood. Of one variant the description goes to standard output; of"
        " several, each into a file of its name in the folder that --output names. What a description does not say is"
        " named with its line, here and at the head of the description; with --strict it makes the exit code 1."
    )
    importing.add_argument("file", metavar="FILE", help="a variants.ini, or - for standard input")
    importing.add_argument("variants", nargs="*", metavar="VARIANT", help="which of the file's; all of them by default")
    importing.add_argument("-o", "--output", type=Path, metavar="PATH", help="a file for one, a folder for several")
    importing.add_argument(
        "--list", action="store_true", help="list the variants, and what a description lacks of each"
    )
    importing.add_argument("--strict", action="store_true", help="exit code 1 where a description lacks something")
    add_json(importing)


def _import(arguments: argparse.Namespace) -> int:
    from ludens.imports import variants
    from ludens.imports.ini import ImportFailed
    from ludens.language import nearest
    from ludens.lsp.formatting import format_text

    text, name = source_of(arguments.file)
    try:
        listed = variants.read(text, name)
    except ImportFailed as error:
        say(str(error))
        return FAILED
    for requested in arguments.variants:
        if requested not in listed:
            close = nearest(requested, listed)
            raise Misuse(f"{name} has no variant {requested}{f': did you mean {close[0]}?' if close else ''}")
    rows: list[dict[str, Any]] = []
    for variant in arguments.variants or listed:
        row: dict[str, Any] = {"variant": variant, "remarks": [], "error": None, "text": None}
        try:
            imported = variants.described(listed[variant])
            row |= {"remarks": list(imported.remarks), "text": format_text(imported.text, name=variant)}
        except ImportFailed as error:
            row["error"] = str(error)
        rows.append(row)
    _written(rows, arguments)
    failed = any(row["error"] or (row["remarks"] and arguments.strict) for row in rows)
    return FAILED if failed else 0


def _written(rows: list[dict[str, Any]], arguments: argparse.Namespace) -> None:
    if arguments.json:
        print_facts({"variants": rows})
        return
    for row in rows:
        for message in (*row["remarks"], *([row["error"]] if row["error"] else [])):
            say(message)
    if arguments.list:
        for row in rows:
            state = "cannot be said" if row["error"] else f"{counted(len(row['remarks']), 'setting')} not said"
            tell(f"{row['variant']:24} {state if row['error'] or row['remarks'] else 'whole'}")
        return
    written = [row for row in rows if row["text"] is not None]
    if arguments.output is None:
        if len(rows) > 1:
            raise Misuse(f"the file has {len(rows)} variants: name one, or a folder with --output, or take --list")
        for row in written:
            print(row["text"], end="")
        return
    single = len(rows) == 1 and arguments.output.suffix == ".lud"
    if not single:
        arguments.output.mkdir(parents=True, exist_ok=True)
    for row in written:
        target = arguments.output if single else arguments.output / f"{row['variant']}.lud"
        target.write_text(row["text"], encoding="utf-8")
        tell(f"{target}: try `ludens check {target}`, `ludens play {target}`")
