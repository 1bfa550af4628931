"""rules: what a description says, in words."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ludens.cli.common import Misuse, add_command, add_language, load, tell
from ludens.cli.facts import add_json, print_facts
from ludens.system import files


def add(commands: Any) -> None:
    rules = add_command(commands, "rules", _rules, game=True)
    rules.add_argument("--markdown", metavar="FILE", help="write Markdown (- for standard output), pictures beside it")
    rules.add_argument("--html", metavar="FILE", help="write a page with pictures (- for standard output)")
    add_json(rules)
    add_language(rules)


def _rules(arguments: argparse.Namespace) -> int:
    from ludens.lab import sheet  # late: it draws

    if arguments.json and (arguments.markdown or arguments.html):
        raise Misuse("--json is for standard output, without --markdown and --html")
    game = load(arguments.game, arguments.option)
    if arguments.markdown == arguments.html == "-":
        raise Misuse("standard output takes one of --markdown and --html")
    sheets = sheet.sheets(game, pictures=arguments.html is not None or arguments.markdown not in (None, "-"))
    if arguments.json:
        print_facts({"game": game.name, "games": [one.to_dict() for one in sheets]})
    elif arguments.markdown is None and arguments.html is None:
        tell("\n\n".join(sheet.as_text(one) for one in sheets))
    if arguments.markdown == "-":
        print("\n".join(map(sheet.as_markdown, sheets)))
    elif arguments.markdown:
        _write_markdown(Path(arguments.markdown), sheets)
    if arguments.html == "-":
        print(sheet.as_html(sheets, f"{game.name}: the rules"))
    elif arguments.html:
        files.write_text(arguments.html, sheet.as_html(sheets, f"{game.name}: the rules"))
    return 0


def _write_markdown(path: Path, sheets: Any) -> None:
    """The sheets, and their pictures in a folder beside them."""
    from ludens.lab import sheet

    folders = [path.stem if len(sheets) == 1 else f"{path.stem}-{number}" for number in range(1, len(sheets) + 1)]
    files.write_text(path, "\n".join(map(sheet.as_markdown, sheets, folders)))
    for one, folder in zip(sheets, folders, strict=True):
        (path.parent / folder).mkdir(exist_ok=True)
        for picture in one.pictures():
            files.write_text(path.parent / folder / sheet.file_name(picture), picture.svg)
