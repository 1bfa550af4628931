"""export: a game as a thing of its own, which needs neither ludens nor Python."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from ludens.cli.common import Misuse, add_command, load, say, tell
from ludens.cli.errors import FAILED
from ludens.cli.facts import add_json, print_facts


def add(commands: Any) -> None:
    summary = "a game as a page, as a WebAssembly module, as a C library or for graphics cards"
    parser = add_command(commands, "export", summary, _export, game=True)
    parser.add_argument("--html", type=Path, metavar="FILE", help="a page that plays from a disk, without a network")
    parser.add_argument("--dir", type=Path, metavar="DIR", help="such a page in a folder of them, with an index.html")
    parser.add_argument("--wasm", type=Path, metavar="FILE", help="a module; what tells of it is FILE with .json")
    parser.add_argument("--c", type=Path, metavar="DIR", help="object file, header, static and shared library, example")
    parser.add_argument("--triple", metavar="NAME", help="the machine of --c, as in aarch64-linux-gnu (this one)")
    parser.add_argument("--cuda", type=Path, metavar="DIR", help="PTX for NVIDIA's cards, a JSON file, a program in C")
    parser.add_argument("--prefix", metavar="NAME", help="what names in C begin with (the game's name)")
    add_json(parser)


def _export(arguments: argparse.Namespace) -> int:
    if all(target is None for target in (arguments.html, arguments.dir, arguments.wasm, arguments.c, arguments.cuda)):
        raise Misuse("export wants --html FILE, --dir DIR, --wasm FILE, --c DIR or --cuda DIR")
    if arguments.c is None and (arguments.triple or arguments.prefix):
        raise Misuse("--triple and --prefix are for --c")
    from ludens.export import ExportError

    try:
        written = _written(arguments)
    except ExportError as error:
        say(f"ludens: {error}")
        return FAILED
    if arguments.json:
        print_facts({"files": [{"file": str(path), "bytes": path.stat().st_size} for path in written]})
        return 0
    for path in written:
        tell(f"{path}: {path.stat().st_size:,} bytes")
    return 0


def _written(arguments: argparse.Namespace) -> list[Path]:
    from ludens.export import add_to_shelf, c, cuda, page, wasm
    from ludens.export.page import require_page

    game, written = load(arguments.game, arguments.option), list[Path]()
    if arguments.dir is not None:
        require_page(game)
    shown = page(game) if arguments.html is not None else None
    made = wasm(game) if arguments.wasm is not None else None
    if arguments.c is not None:
        written += c(game, arguments.c, arguments.triple, prefix=arguments.prefix)
    if arguments.cuda is not None:
        written += cuda(game, arguments.cuda)
    if arguments.dir is not None:
        written += add_to_shelf(game, arguments.dir)
    if shown is not None:
        arguments.html.write_text(shown, encoding="utf-8")
        written.append(arguments.html)
    if made is not None:
        told = arguments.wasm.with_suffix(".json")
        arguments.wasm.write_bytes(made.module)
        told.write_text(json.dumps(made.manifest, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        written += [arguments.wasm, told]
    return written
