#!/usr/bin/env python3
"""Draw the gallery of boards: gallery.md and the pictures in gallery/, beside this file."""

from __future__ import annotations

from pathlib import Path

from ludens import render
from ludens.language import parse
from ludens.ludemes.boards import board_of
from ludens.ludemes.metadata import read_metadata

HERE = Path(__file__).parent

#: the boards by chapter: (the clause of the equipment, graphics of the metadata)
CHAPTERS: dict[str, list[tuple[str, str]]] = {
    "Squares": [
        ("(board (square 8))", "(board Style Chess)"),
        ("(board (rectangle 4 7))", ""),
        ("(board (square 9) use:Vertex)", "(board Style Go)"),
        ("(board (square 4 diagonals:Alternating) use:Vertex)", ""),
        ("(board (square Diamond 4))", ""),
        ("(board (square Limping 4))", ""),
        ("(board (square 4 pyramidal:True) use:Vertex)", "(board Style Shibumi)"),
        ("(board (square 4) use:Edge)", "(board Style PenAndPaper)"),
        ("(board (brick Square 5))", ""),
        ("(board (quadhex 3))", ""),
        ("(board (celtic 4))", ""),
    ],
    "Hexagons and triangles": [
        ("(board (hex 4))", ""),
        ("(board (hex Diamond 6))", ""),
        ("(board (hex Triangle 6))", ""),
        ("(board (hex Rectangle 5 6))", ""),
        ("(board (hex Star 3))", ""),
        ("(board (hex Limping 4))", ""),
        ("(board (tri 4))", ""),
        ("(board (tri Hexagon 4) use:Vertex)", ""),
        ("(board (tri Star 3) use:Vertex)", ""),
    ],
    "Other tilings": [
        (f"(board (tiling {name} {size}))", "")
        for name, size in (
            ("T31212", 2), ("T333333_33434", 2), ("T33336", 2), ("T33344", 3), ("T33434", 3), ("T3464", 2),
            ("T3636", 3), ("T4612", 2), ("T488", 3),
        )
    ],
    "Rings and spirals": [
        ("(board (concentric Square rings:3) use:Vertex)", ""),
        ("(board (concentric Triangle rings:3 joinCorners:True) use:Vertex)", ""),
        ("(board (concentric Hexagon rings:3) use:Vertex)", ""),
        ("(board (concentric Target rings:4))", ""),
        ("(board (concentric {8 8 8}))", ""),
        ("(board (concentric {4 8 16} joinMidpoints:False))", ""),
        ("(board (regular Star 5) use:Vertex)", ""),
        ("(board (spiral turns:4 sites:60) use:Vertex)", "(board Style Spiral)"),
    ],
    "Boards of their own": [
        ("(mancalaBoard 2 6)", "(board Style Mancala)"),
        ("(surakartaBoard (square 6) loops:2)", "(board Style Surakarta)"),
        ("(board (rectangle 2 13) use:Vertex)", "(board Style Backgammon)"),
        ("(board (rectangle 10 9) use:Vertex)", "(board Style Xiangqi)"),
        ("(board (square 9))", "(board Style Sudoku)"),
        ("(board (graph vertices:{{0 0} {2 0} {1 2} {1 0.7}} edges:{{0 1} {1 2} {2 0} {0 3} {1 3}}) use:Vertex)", ""),
        ("(boardless Hexagonal)", ""),
    ],
    "Made of others": [
        ("(board (merge (square 3) (shift 2 2 (square 3))))", ""),
        ("(board (remove (square 7) cells:{0 6 24 42 48}))", ""),
        ("(board (dual (tiling T3464 2)))", ""),
        ("(board (subdivide (tiling T3464 2) min:6))", ""),
        ("(board (rotate 45 (square 5)))", ""),
        ("(board (skew 0.5 (square 5)))", ""),
        ("(board (hole (square 7) (poly {{2 2} {2 5} {5 5} {5 2}})))", ""),
    ],
}  # fmt: skip

HEAD = """\
# Gallery of boards

Made by `make_gallery.py`; `ludens show --board GAME --svg FILE` draws the board of any description in the same way,
with `--coordinates` and `--indices` on request.
"""


def main() -> None:
    folder = HERE / "gallery"
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.svg"):
        old.unlink()
    lines, number = [HEAD], 0
    for chapter, boards in CHAPTERS.items():
        lines.append(f"## {chapter}\n")
        for equipment, graphics in boards:
            number += 1
            file = f"{number:02}.svg"
            (folder / file).write_text(picture(equipment, graphics), encoding="utf-8")
            code = f"{equipment}{' ' + graphics if graphics else ''}"
            lines.append(f"`{code}`\n\n![{equipment}](gallery/{file})\n")
    (HERE / "gallery.md").write_text("\n".join(lines), encoding="utf-8")


def picture(equipment: str, graphics: str) -> str:
    """The drawing of the board of an equipment."""
    text = f'(game "Gallery" (players 2) (equipment {{ {equipment} }})) (metadata (graphics {{ {graphics} }}))'
    description = parse(text, name=equipment)
    topology = board_of(description.game)
    metadata, _ = read_metadata(description)
    coordinates = topology.num_sites <= 100
    return render.svg(topology, coordinates=coordinates, metadata=metadata, size=300)


if __name__ == "__main__":
    main()
