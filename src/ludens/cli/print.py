"""print: a game to cut out, its rules, its board and its pieces."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ludens.cli.common import FAILED, add_command, load, say, tell
from ludens.cli.errors import Misuse
from ludens.cli.facts import add_json, print_facts
from ludens.system import files


def add(commands: Any) -> None:
    printing = add_command(commands, "print", _print, game=True)
    printing.epilog = "A PDF needs the extra print; the drawings alone (--svg, --png) do not need it."
    printing.add_argument("--pdf", metavar="FILE", type=Path, help="the pages: rules, board with cut marks, pieces")
    printing.add_argument("--svg", metavar="FOLDER", type=Path, help="each drawing in its size, for print shops")
    printing.add_argument("--png", metavar="FOLDER", type=Path, help="the same as PNG, at 300 dots per inch")
    printing.add_argument("--paper", choices=("a4", "letter"), default="a4", help="the size of the pages (a4)")
    printing.add_argument("--site", metavar="MM", type=float, default=25.0, help="how far sites are apart (25)")
    printing.add_argument(
        "--count",
        metavar="PIECE=N",
        action="append",
        default=[],
        type=_count,
        help="how many of a piece; repeat",
    )
    add_json(printing)


def _count(text: str) -> tuple[str, int]:
    name, sign, number = text.partition("=")
    if not sign or not number.isdigit() or not 0 < int(number) <= 1000:
        raise argparse.ArgumentTypeError(f"a piece and a number are expected, as in Disc1=24, not {text!r}")
    return name, int(number)


def _print(arguments: argparse.Namespace) -> int:
    from ludens.lab.prototype import PrintFailed, prototype_of

    if not (arguments.pdf or arguments.svg or arguments.png or arguments.json):
        raise Misuse("say what to write: --pdf FILE, --svg FOLDER or --png FOLDER")
    game = load(arguments.game, arguments.option)
    try:
        prototype = prototype_of(game, paper=arguments.paper, site=arguments.site, counts=dict(arguments.count))
        written = _write(prototype, arguments)
    except PrintFailed as error:
        say(f"ludens: {error}")
        return FAILED
    except (ImportError, ValueError) as error:
        raise Misuse(str(error)) from None
    pieces = {one.component.name: one.count for one in prototype.pieces}
    if arguments.json:
        board = {"width": round(prototype.board.width, 1), "height": round(prototype.board.height, 1)}
        facts = {"game": game.name, "board": board | {"pages": len(prototype.tiles())}, "pieces": pieces}
        print_facts(facts | {"dice": [list(one) for one in prototype.dice], "written": [str(path) for path in written]})
    else:
        for path in written:
            tell(str(path))
    return 0


def _write(prototype: Any, arguments: argparse.Namespace) -> list[Path]:
    written = []
    if arguments.pdf is not None:
        files.write_bytes(arguments.pdf, prototype.pdf())
        written.append(arguments.pdf)
    for folder, suffix in ((arguments.svg, "svg"), (arguments.png, "png")):
        if folder is None:
            continue
        folder.mkdir(parents=True, exist_ok=True)
        for name, part in prototype.parts():
            path = folder / f"{name}.{suffix}"
            files.write_bytes(path, _bytes(part, suffix))
            written.append(path)
    return written


def _bytes(part: Any, suffix: str) -> bytes:
    if suffix == "svg":
        return bytes(part.sized.encode())
    from ludens import render

    return render.png(part.svg, width=round(part.width / 25.4 * 300))
