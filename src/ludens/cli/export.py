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
    summary = "a game as a page, as a WebAssembly module or as a C library"
    parser = add_command(commands, "export", summary, _export, game=True)
    parser.add_argument("--html", type=Path, metavar="FILE", help="a page that plays from a disk, without a network")
    parser.add_argument("--wasm", type=Path, metavar="FILE", help="a module; what tells of it is FILE with .json")
    parser.add_argument("--c", type=Path, metavar="DIR", help="object file, header, static and shared library, example")
    parser.add_argument("--triple", metavar="NAME", help="the machine of --c, as in aarch64-linux-gnu (this one)")
    parser.add_argument("--prefix", metavar="NAME", help="what names in C begin with (the game's name)")
    add_json(parser)


def _export(arguments: argparse.Namespace) -> int:
    if arguments.html is None and arguments.wasm is None and arguments.c is None:
        raise Misuse("export wants --html FILE, --wasm FILE or --c DIR")
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
    from ludens.export import c, page, wasm

    game, written = load(arguments.game, arguments.option), list[Path]()
    shown = page(game) if arguments.html is not None else None
    made = wasm(game) if arguments.wasm is not None else None
    if arguments.c is not None:
        written += c(game, arguments.c, arguments.triple, prefix=arguments.prefix)
    if shown is not None:
        arguments.html.write_text(shown, encoding="utf-8")
        written.append(arguments.html)
    if made is not None:
        told = arguments.wasm.with_suffix(".json")
        arguments.wasm.write_bytes(made.module)
        told.write_text(json.dumps(made.manifest, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        written += [arguments.wasm, told]
    return written
