"""import: games of other systems as descriptions."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.common import FAILED, add_command, counted, say, source_of, tell
from ludens.cli.errors import Misuse
from ludens.cli.facts import add_json, print_facts
from ludens.system import files

if TYPE_CHECKING:
    from ludens.imports.frame import Imported


def add(commands: Any) -> None:
    importing = add_command(commands, "import", _import)
    importing.epilog = (
        "A variants.ini of Fairy-Stockfish, rules of Zillions of Games (.zrf), rules in the Game Description Language"
        " (.kif, .gdl) and games of Ludax (.ldx) are understood. Of one game the description goes to standard output;"
        " of several, each into a file of its name in the folder that --output names. What a description does not say"
        " is named with its line, here and at the head of the description; with --strict it makes the exit code 1."
    )
    importing.add_argument(
        "file", metavar="FILE", help="a .ini, .zrf, .kif, .gdl or .ldx; or a variants.ini as - from standard input"
    )
    importing.add_argument("variants", nargs="*", metavar="VARIANT", help="which of the file's; all of them by default")
    importing.add_argument("-o", "--output", type=Path, metavar="PATH", help="a file for one, a folder for several")
    importing.add_argument(
        "--list", action="store_true", help="list the variants, and what a description lacks of each"
    )
    importing.add_argument("--strict", action="store_true", help="exit code 1 where a description lacks something")
    add_json(importing)


def _import(arguments: argparse.Namespace) -> int:
    from ludens.imports.ini import ImportFailed
    from ludens.language import nearest
    from ludens.lsp.formatting import format_text

    text, name = _source(arguments.file)
    try:
        listed = _games(text, name)
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
            imported = listed[variant]()
            row |= {"remarks": list(imported.remarks), "text": format_text(imported.text, name=variant)}
        except ImportFailed as error:
            row["error"] = str(error)
        rows.append(row)
    _written(rows, arguments)
    failed = any(row["error"] or (row["remarks"] and arguments.strict) for row in rows)
    return FAILED if failed else 0


def _source(file: str) -> tuple[str, str]:
    """The text of a file and its name. Rules files of old programs are not always in UTF-8."""
    path = Path(file)
    if path.suffix.lower() not in (".zrf", ".kif", ".gdl", ".ldx") or not path.is_file():
        return source_of(file)
    data = path.read_bytes()
    try:
        return data.decode("utf-8"), file
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace"), file


def _games(text: str, name: str) -> dict[str, Callable[[], Imported]]:
    """The games of a file by their names, and what makes the description of each. Raises ImportFailed."""
    from ludens.imports import gdl, ludax, variants, zillions

    path = Path(name)
    if path.suffix.lower() == ".zrf":
        games = zillions.read(text, name, lambda other: _beside(path, other))
        return {title: partial(zillions.described, rules) for title, rules in games.items()}
    if path.suffix.lower() in (".kif", ".gdl"):
        return {path.stem: lambda: gdl.described(gdl.read(text, name), path.stem, name)}
    if path.suffix.lower() == ".ldx":
        return {path.stem: lambda: ludax.described(text, name)}
    listed = variants.read(text, name)
    return {variant: partial(lambda key: variants.described(listed[key]), variant) for variant in listed}


def _beside(path: Path, other: str) -> str | None:
    """The text of a file that rules include: one beside them, or in a folder below."""
    target = path.parent / other.replace("\\", "/")
    inside = target.resolve().is_relative_to(path.parent.resolve())
    return _source(str(target))[0] if inside and target.is_file() and target.suffix.lower() == ".zrf" else None


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
        file = re.sub(r"[^0-9A-Za-z ._+()-]", "-", row["variant"])
        target = arguments.output if single else arguments.output / f"{file}.lud"
        files.write_text(target, row["text"])
        tell(f"{target}: try `ludens check {target}`, `ludens play {target}`")
