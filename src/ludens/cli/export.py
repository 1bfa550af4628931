"""export: a game that runs without ludens and Python."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import OPTION
from ludens.cli.common import Misuse, add_command, counted, games_of, load, say, tell
from ludens.cli.errors import FAILED
from ludens.cli.facts import add_json, print_facts

if TYPE_CHECKING:
    from ludens.game import Game

#: a part of an export: what it is called, and what does it, giving the files that are written
Part = tuple[str, Callable[[], list[Path]]]


def add(commands: Any) -> None:
    parser = add_command(commands, "export", _export)
    games = "a library name, a path, or - for standard input; for --dir also several, folders of games, or all"
    parser.add_argument("games", nargs="+", metavar="GAME", help=games)
    parser.add_argument("--option", **OPTION)
    parser.add_argument("--html", type=Path, metavar="FILE", help="a page that plays from a disk, without a network")
    parser.add_argument("--dir", type=Path, metavar="DIR", help="such pages in a folder of them, with an index.html")
    parser.add_argument("--wasm", type=Path, metavar="FILE", help="a module; FILE with .json describes it")
    parser.add_argument("--c", type=Path, metavar="DIR", help="object file, header, libraries, an example in C")
    parser.add_argument("--triple", metavar="NAME", help="the machine of --c, as in aarch64-linux-gnu (this one)")
    parser.add_argument("--cuda", type=Path, metavar="DIR", help="PTX for NVIDIA's cards, a JSON file, a program in C")
    parser.add_argument("--ini", type=Path, metavar="FILE", help="a section of Fairy-Stockfish's variants.ini")
    parser.add_argument("--gdl", type=Path, metavar="FILE", help="rules in the Game Description Language, .kif")
    parser.add_argument("--prefix", metavar="NAME", help="what names in C begin with (the game's name)")
    add_json(parser)


def _export(arguments: argparse.Namespace) -> int:
    single = [arguments.html, arguments.wasm, arguments.c, arguments.cuda, arguments.ini, arguments.gdl]
    if arguments.dir is None and not any(single):
        raise Misuse("export needs --html FILE, --dir DIR, --wasm FILE, --c DIR, --cuda DIR, --ini FILE or --gdl FILE")
    if arguments.c is None and (arguments.triple or arguments.prefix):
        raise Misuse("--triple and --prefix are for --c")
    names = [named.name for named in games_of(arguments.games)] if arguments.dir is not None else arguments.games
    if len(names) > 1 and any(single):
        raise Misuse("of several games there are pages in a folder: --dir DIR, and nothing else")
    from ludens.cli.screen import progress_bar, shown
    from ludens.export import ExportError

    written, refused = dict[Path, None](), list[str]()
    with progress_bar() as progress:
        task = progress.add_task("export", total=len(names) * sum(map(bool, [arguments.dir, *single])))
        for name in names:
            progress.update(task, description=shown(f"{Path(name).stem}: rules"))
            try:
                for part, do in _parts(load(name, arguments.option), arguments):
                    progress.update(task, description=shown(f"{Path(name).stem}: {part}"))
                    written |= dict.fromkeys(do())
                    progress.advance(task)
            except ExportError as error:
                refused.append(str(error))
                progress.advance(task)
    for reason in refused:
        say(f"ludens: {reason}")
    _tell(arguments, list(written), len(names), refused)
    return FAILED if refused else 0


def _tell(arguments: argparse.Namespace, written: list[Path], games: int, refused: list[str]) -> None:
    """Print the files that were written, each with its size."""
    if arguments.json:
        facts: dict[str, Any] = {"files": [{"file": str(path), "bytes": path.stat().st_size} for path in written]}
        print_facts(facts | ({"refused": refused} if games > 1 else {}))
        return
    for path in written:
        tell(f"{path}: {path.stat().st_size:,} bytes")
    if games > 1:
        tell(f"{counted(games - len(refused), 'page')}, {len(refused)} refused")


def _parts(game: Game, arguments: argparse.Namespace) -> Iterator[Part]:
    """The parts that the arguments name; what can be checked before the first is made is."""
    from ludens.export import add_to_shelf, c, cuda, page, wasm
    from ludens.export.files import require_file, require_folder, write_all
    from ludens.export.gdl import gdl
    from ludens.export.ini import ini
    from ludens.export.page import require_page
    from ludens.export.wasm import require_linker

    if arguments.html or arguments.dir:
        require_page(game)
    if arguments.html or arguments.dir or arguments.wasm:
        require_linker()
    for file in filter(None, (arguments.html, arguments.wasm, arguments.ini, arguments.gdl)):
        require_file(file)
    for folder in filter(None, (arguments.dir, arguments.c, arguments.cuda)):
        require_folder(folder)

    def module() -> list[Path]:
        exported, path = wasm(game), arguments.wasm.with_suffix(".json")
        manifest = json.dumps(exported.manifest, ensure_ascii=False, indent=1) + "\n"
        return write_all({arguments.wasm: exported.module, path: manifest.encode()})

    if arguments.c:
        yield "C library", lambda: c(game, arguments.c, arguments.triple, prefix=arguments.prefix)
    if arguments.cuda:
        yield "graphics cards", lambda: cuda(game, arguments.cuda)
    if arguments.dir:
        yield "page", lambda: add_to_shelf(game, arguments.dir)
    if arguments.gdl:
        yield "rules in GDL", lambda: write_all({arguments.gdl: gdl(game).encode()})
    if arguments.ini:
        yield "variants.ini", lambda: write_all({arguments.ini: ini(game).encode()})
    if arguments.html:
        yield "page", lambda: write_all({arguments.html: page(game).encode()})
    if arguments.wasm:
        yield "module", module
