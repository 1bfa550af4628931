"""Boards measured by the reference implementation (manual: boards).

P is the sum of (i + 1) (x + 7 y) over the sites; R the sum of (s + 1) k p (e + 1) over the sites s, their All radials
number k and the elements e of these at places p, modulo 1000003.
"""

from __future__ import annotations

import pytest

from board.boards import board
from ludens.board import SiteType, Topology

Row = tuple[str, SiteType, tuple[int, int, int], float, int, tuple[str, ...]]

ROWS: list[Row] = [
    (
        "(square 3)",
        "Cell", (16, 24, 9), 672.0, 4375, ("A1", "C3"),
    ),
    (
        "(square 4)",
        "Vertex", (16, 24, 9), 2212.0, 49488, ("A1", "D4"),
    ),
    (
        "(square Diamond 3)",
        "Cell", (24, 36, 13), 2170.0, 21005, ("C1", "C5"),
    ),
    (
        "(square 5 diagonals:Alternating)",
        "Vertex", (25, 56, 32), 7000.0, 232721, ("A1", "E5"),
    ),
    (
        "(square 3 diagonals:Solid)",
        "Vertex", (13, 28, 16), 980.0, 19636, ("A1", "E5"),
    ),
    (
        "(square 5 diagonals:Concentric)",
        "Vertex", (25, 56, 32), 7000.0, 200999, ("A1", "E5"),
    ),
    (
        "(rectangle 5 7 diagonals:Radiating)",
        "Vertex", (35, 65, 31), 14280.0, 214825, ("A1", "G5"),
    ),
    (
        "(square 4 pyramidal:True)",
        "Vertex", (30, 96, 14), 7317.0, 163681, ("A1/0", "G7/0"),
    ),
    (
        "(square (poly {{0 0} {0 3} {2 3} {2 1} {4 1} {4 0}}))",
        "Cell", (16, 23, 8), 465.0, 1996, ("A1", "B3"),
    ),
    (
        "(square (poly {{0 0} {4 0} {4 1} {2 1} {2 3} {0 3}}))",
        "Cell", (2, 1, 0), 0.0, 0, (),
    ),
    (
        "(hex 3)",
        "Cell", (54, 72, 19), 5746.7, 158657, ("A1", "E5"),
    ),
    (
        "(hex 3 5)",
        "Cell", (94, 129, 36), -14944.6, 334165, ("A1", "G7"),
    ),
    (
        "(hex Triangle 4)",
        "Cell", (33, 42, 10), 1016.9, 9632, ("A1", "D4"),
    ),
    (
        "(hex Diamond 4)",
        "Cell", (48, 63, 16), 3194.5, 68936, ("A1", "D4"),
    ),
    (
        "(hex Prism 3 2)",
        "Cell", (42, 55, 14), 2495.9, 41381, ("A1", "D4"),
    ),
    (
        "(hex Star 2)",
        "Cell", (102, 138, 37), 39949.9, 503920, ("C1", "G9"),
    ),
    (
        "(hex Rectangle 3 5)",
        "Cell", (44, 57, 14), 1982.0, 42466, ("A1", "F3"),
    ),
    (
        "(hex {4 3 -1 2 3})",
        "Cell", (30, 37, 8), -4.0, 3327, ("C1", "D3"),
    ),
    (
        "(tri 4)",
        "Cell", (15, 30, 16), 1773.3, 61423, ("A1", "D7"),
    ),
    (
        "(tri Hexagon 3)",
        "Vertex", (19, 42, 24), 3317.8, 76073, ("A1", "E5"),
    ),
    (
        "(tri Hexagon 2)",
        "Cell", (19, 42, 24), 4978.8, 372456, ("C1", "E8"),
    ),
    (
        "(tri Diamond 4)",
        "Vertex", (16, 33, 18), 1844.3, 34596, ("A1", "D4"),
    ),
    (
        "(tri Prism 3 2)",
        "Vertex", (14, 29, 16), 1441.0, 21010, ("A1", "D4"),
    ),
    (
        "(tri Rectangle 2 4)",
        "Cell", (14, 27, 14), 1040.4, 36600, ("A1", "G4"),
    ),
    (
        "(tri Star 2)",
        "Vertex", (37, 84, 48), 23065.1, 184051, ("C1", "G9"),
    ),
    (
        "(tri Limping 4)",
        "Vertex", (48, 120, 73), -15864.4, 377885, ("A1", "H8"),
    ),
    (
        "(brick Square 3)",
        "Cell", (36, 46, 11), 1177.0, 14779, ("A1", "G3"),
    ),
    (
        "(brick Diamond 3)",
        "Cell", (30, 38, 9), 1425.5, 6016, ("A1", "C3"),
    ),
    (
        "(brick Spiral 3)",
        "Cell", (36, 48, 13), 2281.0, 9796, ("B1", "H9"),
    ),
    (
        "(tiling T3636 2)",
        "Cell", (30, 48, 19), 3447.2, 105465, ("A1", "E5"),
    ),
    (
        "(tiling T3636 2 3)",
        "Cell", (60, 102, 43), 19462.5, 836768, ("D1", "H5"),
    ),
    (
        "(tiling T488 3)",
        "Cell", (48, 60, 13), 2269.4, 22686, ("B2", "E5"),
    ),
    (
        "(tiling T33344 3)",
        "Cell", (24, 44, 21), 5423.1, 143528, ("A1", "G5"),
    ),
    (
        "(tiling T3464 2)",
        "Cell", (72, 132, 61), 53373.0, 616904, ("G1", "I13"),
    ),
    (
        "(tiling T4612 2)",
        "Cell", (84, 108, 25), 13270.9, 265548, ("A3", "I7"),
    ),
    (
        "(tiling T31212 2)",
        "Cell", (60, 78, 19), 6432.6, 105465, ("A1", "E5"),
    ),
    (
        "(tiling T33336 2)",
        "Cell", (72, 162, 91), 115136.2, 30518, ("G1", "K27"),
    ),
    (
        "(tiling T33434 3)",
        "Cell", (62, 133, 72), 69523.6, 304361, ("L1", "L23"),
    ),
    (
        "(tiling T333333_33434 2)",
        "Cell", (102, 204, 103), 196097.0, 693992, ("M1", "O25"),
    ),
    (
        "(quadhex 2)",
        "Cell", (37, 60, 24), 1104.6, 230086, ("D1", "K11"),
    ),
    (
        "(quadhex 2 thirds:True)",
        "Cell", (45, 72, 28), 1511.6, 254288, ("H1", "T14"),
    ),
    (
        "(concentric Square rings:3)",
        "Vertex", (24, 32, 0), 1547.1, 38052, ("A1", "G7"),
    ),
    (
        "(concentric Triangle rings:3 joinMidpoints:False joinCorners:True)",
        "Vertex", (18, 24, 0), 1197.2, 16393, ("A1", "G9"),
    ),
    (
        "(concentric Hexagon rings:3 joinMidpoints:False joinCorners:True)",
        "Vertex", (36, 48, 0), 3737.8, 163737, ("D1", "L11"),
    ),
    (
        "(concentric sides:5 rings:3)",
        "Cell", (30, 40, 11), 251.8, 9113, ("B1", "E7"),
    ),
    (
        "(concentric Target rings:4)",
        "Cell", (32, 32, 4), -171.5, 0, ("B4", "B1"),
    ),
    (
        "(concentric {1 4 8})",
        "Cell", (21, 32, 13), 135.1, 24454, ("B2", "B5"),
    ),
    (
        "(concentric {1 4 8} stagger:True)",
        "Cell", (21, 32, 13), 144.3, 24844, ("B2", "D5"),
    ),
    (
        "(concentric {8 8})",
        "Cell", (17, 32, 16), 82.1, 81247, ("C4", "B8"),
    ),
    (
        "(concentric {1 8})",
        "Vertex", (9, 16, 0), 37.7, 1975, ("B2", "B3"),
    ),
    (
        "(concentric {0 4 4})",
        "Vertex", (8, 12, 0), 48.0, 1014, ("B3", "C5"),
    ),
    (
        "(concentric {1 6 12 12})",
        "Vertex", (31, 54, 0), 348.2, 183970, ("H8", "H15"),
    ),
    (
        "(spiral turns:4 sites:80)",
        "Vertex", (80, 79, 0), -80641.8, 135215, ("AP42", "B47"),
    ),
    (
        "(wedge 3)",
        "Vertex", (7, 10, 0), 139.0, 981, ("C3", "E1"),
    ),
    (
        "(repeat 3 4 step:{{1 0} {.5 1.5}} {(poly {{0 0} {0 1} {1 1} {1 0}}) (poly {{0 1} {.5 1.5} {1 1}})})",
        "Cell", (34, 63, 30), 10835.0, 409736, ("A1", "I6"),
    ),
    (
        "(rotate 45 (square 4))",
        "Cell", (25, 40, 16), 2628.5, 53776, ("A1", "D4"),
    ),
    (
        "(renumber (rotate 45 (square 4)))",
        "Cell", (25, 40, 16), 2754.4, 51616, ("A1", "D4"),
    ),
    (
        "(merge (rectangle 6 2) (rectangle 3 5))",
        "Cell", (33, 53, 21), 4834.0, 115332, ("A1", "E3"),
    ),
    (
        "(merge {(square 4) (shift 3 1 (square 3)) (shift 1 3 (wedge 3))})",
        "Vertex", (26, 44, 21), 7635.0, 392539, ("A1", "E5"),
    ),
    (
        "(union {(square 3) (shift 3 0 (square 3)) (shift 1 3 (rectangle 1 2))} connect:True)",
        "Vertex", (20, 30, 11), 2888.0, 106962, ("A1", "C4"),
    ),
    (
        "(keep (square 6) (poly {{1 1} {1 4} {4 4} {4 1}}))",
        "Cell", (16, 24, 9), 1032.0, 4375, ("A1", "C3"),
    ),
    (
        "(clip (square 6) (poly {{1 1} {1 3} {4 0}}))",
        "Cell", (42, 63, 22), 9078.0, 207117, ("F1", "F6"),
    ),
    (
        "(hole (square 6) (poly {{1.5 1.5} {1.5 4.5} {3.5 4.5} {3.5 1.5}}))",
        "Cell", (49, 67, 24), 9535.0, 148054, ("A1", "F6"),
    ),
    (
        "(dual (square 5))",
        "Vertex", (16, 24, 9), 2756.0, 49488, ("A1", "D4"),
    ),
    (
        "(subdivide (tiling T3464 2) min:6)",
        "Cell", (79, 174, 96), 128613.4, 420772, ("K1", "M33"),
    ),
    (
        "(layers 3 (square 3))",
        "Cell", (48, 104, 27), 5724.0, 102695, ("A1/0", "C3/2"),
    ),
    (
        "(trim (remove (square 4) edges:{{0 1} {4 5} {1 5}}))",
        "Vertex", (14, 19, 6), 1828.0, 27091, ("C1", "D4"),
    ),
    (
        "(splitCrossings (merge (square 3) (shift 0.5 0.5 (square 3))))",
        "Vertex", (26, 40, 15), 4006.0, 343307, ("A1", "D5"),
    ),
    (
        "(splitCrossings (add (square 5) edges:{{{0 0} {4 4}} {{0 2} {4 2}}}))",
        "Vertex", (26, 46, 22), 7416.0, 363050, ("A1", "C3"),
    ),
]  # fmt: skip


def checksum_p(topology: Topology) -> float:
    sites = topology.elements(topology.default_site)
    return sum((i + 1) * (e.x + 7 * e.y) for i, e in enumerate(sites))


def checksum_r(topology: Topology) -> int:
    t = topology.default_site
    total = 0
    for s in range(topology.count(t)):
        for k, radial in enumerate(topology.radials_from(t, s, "All"), 1):
            total += sum((s + 1) * k * p * (e + 1) for p, e in enumerate(radial.steps) if p)
    return total % 1_000_003


@pytest.mark.parametrize("row", ROWS, ids=[f"{row[0]} {row[1]}" for row in ROWS])
def test_board_is_that_of_the_reference(row: Row) -> None:
    text, site_type, counts, p, r, labels = row
    topology = board(text, site_type)
    assert (topology.count("Vertex"), topology.count("Edge"), topology.count("Cell")) == counts
    assert checksum_p(topology) == pytest.approx(p, abs=0.06)
    sites = topology.elements(site_type)
    assert ((sites[0].label, sites[-1].label) if sites else ()) == labels
    assert checksum_r(topology) == r
