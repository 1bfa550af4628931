"""What commands print with `--json`: names and kinds of facts. `python -m tests.command_shapes` lists them anew."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from pathlib import Path
from typing import Any

from ludens.cli import main

LIST = Path(__file__).with_name("command_shapes.json")
BROKEN = '(game "Broken" (playrs 2) (equipment {(board (square 3))}))'
GAME = """(game "Noughts" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
COUNTED = "(;GM[1]SZ[19];B[aa];W[bb];B[];W[])"
OTHER = GAME.replace("(is Line 3)", "(is Line 2)")
#: by command what it is run with, in a folder with the files that are named
RUNS = {
    "games": [],
    "library": ["list"],
    "check": ["broken.lud"],
    "show": ["Tic-Tac-Toe"],
    "rules": ["Tic-Tac-Toe"],
    "describe": ["Tic-Tac-Toe"],
    "diff": ["game.lud", "other.lud"],
    "moves": ["Tic-Tac-Toe"],
    "perft": ["Tic-Tac-Toe", "2", "--divide"],
    "explain": ["hop"],
    "new": [],
    "notation": ["Tic-Tac-Toe"],
    "playouts": ["Tic-Tac-Toe", "-n", "20", "--seed", "1"],
    "why": ["Tic-Tac-Toe", "A1"],
    "arena": ["Tic-Tac-Toe", "--player", "random", "--player", "greedy", "-n", "2"],
    "levels": [],
    "measure": ["Tic-Tac-Toe", "-n", "20", "--seed", "1"],
    "solve": ["game.lud"],
    "report": ["Tic-Tac-Toe", "-n", "20", "--by", "uct:2", "--seconds", "0.1"],
    "compile": ["Tic-Tac-Toe"],
    "profile": ["Tic-Tac-Toe", "-n", "200"],
    "disguise": ["Tic-Tac-Toe", "-o", "disguised.lud"],
    "count": ["Go", "game.sgf"],
}


def shape(value: Any) -> Any:
    """Names and kinds: the members of an object, what all items of a list are."""
    match value:
        case dict():
            return {name: shape(value[name]) for name in sorted(value)}
        case list():
            shapes = [shape(item) for item in value]
            return [merged(shapes)] if shapes else []
        case bool():
            return "bool"
        case int() | float():
            return "number"
        case None:
            return "null"
    return type(value).__name__


def merged(shapes: list[Any]) -> Any:
    """What several items are in common: each name that any of them has."""
    kinds = {json.dumps(one, sort_keys=True): one for one in shapes if one != "null"}
    if all(isinstance(one, dict) for one in kinds.values()) and kinds:
        names = sorted({name for one in kinds.values() for name in one})
        return {name: merged([one[name] for one in kinds.values() if name in one]) for name in names}
    if len(kinds) == 1:
        return next(iter(kinds.values()))
    return " | ".join(sorted(map(str, kinds))) or "null"


def printed(command: str, folder: Path) -> Any:
    """The shape of what a command prints in a folder."""
    files = {
        "broken.lud": BROKEN,
        "game.lud": GAME,
        "other.lud": OTHER,
        "game.sgf": "(;GM[1]SZ[19];B[aa];W[bb];B[];W[])",
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    output = io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(output):
        main([command, *RUNS[command], "--json"])
    return shape(json.loads(output.getvalue()))


def write() -> None:
    shapes = {}
    for command in RUNS:
        with tempfile.TemporaryDirectory() as folder:
            shapes[command] = printed(command, Path(folder))
    LIST.write_text(json.dumps(shapes, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
