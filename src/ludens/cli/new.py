"""new: a description to begin with, from one of the templates that the page offers."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

from ludens.cli.common import Misuse, add_command, tell
from ludens.cli.facts import add_json, print_facts
from ludens.language import nearest, parse
from ludens.ludemes.metadata.clause import read_metadata
from ludens.system.files import write_text

#: small whole games, one of each family, in a folder of its name
_FOLDER = Path(__file__).parents[1] / "web" / "templates"
_TITLE = re.compile(r'(?<=\(game )"[^"]*"')


def add(commands: Any) -> None:
    new = add_command(commands, "new", _new)
    new.epilog = "Without a name, the templates are listed: small whole games, one of each family."
    new.add_argument("name", nargs="?", metavar="NAME", help="what the game is called; its file is NAME.lud")
    new.add_argument("--template", default="line", metavar="FAMILY", help="a family or a game of the list")
    new.add_argument("--output", metavar="FILE", type=Path, help="the file to write, in place of NAME.lud")
    new.add_argument("--force", action="store_true", help="write over a file that is there")
    add_json(new)


def _new(arguments: argparse.Namespace) -> int:
    files = sorted(_FOLDER.glob("*/*.lud"))
    if arguments.name is None:
        _list(files, as_json=arguments.json)
        return 0
    if '"' in arguments.name or not arguments.name.strip():
        raise Misuse("a name without quotes is needed")
    text = _TITLE.sub(f'"{arguments.name}"', _template(files, arguments.template).read_text(encoding="utf-8"), 1)
    target = arguments.output or Path(f"{arguments.name.replace('/', '-')}.lud")
    if target.exists() and not arguments.force:
        raise Misuse(f"{target} is there already: name another with --output, or take --force")
    write_text(target, text)
    if arguments.json:
        print_facts({"file": str(target), "game": arguments.name})
    else:
        tell(f"{target}: try `ludens check {target}`, `ludens play {target}` and `ludens rules {target}`")
    return 0


def _template(files: list[Path], text: str) -> Path:
    """The template of a family, or of a game's name."""
    matches = [file for file in files if text.lower() in (file.parent.name.lower(), file.stem.lower())]
    if not matches:
        names = [name for file in files for name in (file.parent.name, file.stem)]
        close = nearest(text, names)
        hint = f": did you mean {' or '.join(close)}?" if close else ": `ludens new` lists them"
        raise Misuse(f"there is no template {text}{hint}")
    return matches[0]


def _list(files: list[Path], *, as_json: bool) -> None:
    rows = [(file, read_metadata(parse(file.read_text(encoding="utf-8")))[0].text("description")) for file in files]
    if as_json:
        print_facts({"templates": [{"family": f.parent.name, "game": f.stem, "description": d} for f, d in rows]})
        return
    for file, description in rows:
        tell(f"{file.parent.name:14} {file.stem:24} {description}")
