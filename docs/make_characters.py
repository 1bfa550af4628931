#!/usr/bin/env python3
"""Write the outlines of the characters on pieces, `src/ludens/render/characters/outlines.json`, from a font.

Needs fontTools and the files of a font, of which each may hold a part of the characters, such as those of the npm
package `@fontsource/yuji-syuku` (SIL Open Font License; its text lies beside the outlines):

    npm pack @fontsource/yuji-syuku && tar xzf fontsource-yuji-syuku-*.tgz
    python docs/make_characters.py package/files/*-400-normal.woff
"""

from __future__ import annotations

import itertools
import json
import math
import sys
from pathlib import Path
from typing import Any

from fontTools.pens.basePen import decomposeQuadraticSegment
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

from ludens.render.scripts import all_characters

TARGET = Path(__file__).parents[1] / "src" / "ludens" / "render" / "characters" / "outlines.json"
#: units of an outline's square, and how far its lines may be from the font's
UNITS = 500
TOLERANCE = 1.4
Point = tuple[float, float]


def main() -> None:
    wanted, found = all_characters(), {}
    for file in sys.argv[1:]:
        font = TTFont(file)
        known, glyphs = font.getBestCmap(), font.getGlyphSet()
        for character in wanted - set(found):
            if ord(character) in known:
                found[character] = outline(glyphs, known[ord(character)])
    lines = ",\n".join(f"{json.dumps(c, ensure_ascii=False)}: {json.dumps(found[c])}" for c in sorted(found))
    TARGET.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    missing = "".join(sorted(wanted - set(found)))
    sys.stdout.write(f"{len(found)} characters, {TARGET.stat().st_size} bytes; missing: {missing}\n")


def outline(glyphs: Any, name: str) -> str:
    """The outline of a glyph as a path of straight steps, its ink in the middle of a square."""
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    contours = flat(pen.value)
    xs, ys = zip(*(point for contour in contours for point in contour), strict=True)
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    scale = UNITS / 1000
    placed = (
        [(UNITS / 2 + scale * (x - middle[0]), UNITS / 2 - scale * (y - middle[1])) for x, y in c] for c in contours
    )
    return "".join(written(thinned(contour)) for contour in placed)


def flat(commands: list[tuple[str, tuple[Point, ...]]]) -> list[list[Point]]:
    """The contours of a glyph of quadratic curves, as points."""
    contours: list[list[Point]] = []
    for command, points in commands:
        if command == "moveTo":
            contours.append([points[0]])
        elif command == "lineTo":
            contours[-1].append(points[0])
        elif command == "qCurveTo":
            for control, end in decomposeQuadraticSegment(points):
                (ax, ay), (bx, by), (cx, cy) = contours[-1][-1], control, end
                for part in (0.25, 0.5, 0.75, 1.0):
                    a, b, c = (1 - part) ** 2, 2 * part * (1 - part), part**2
                    contours[-1].append((a * ax + b * bx + c * cx, a * ay + b * by + c * cy))
    return contours


def thinned(points: list[Point]) -> list[Point]:
    """The points without those that lie near a line between others (Douglas and Peucker)."""
    if len(points) < 3:
        return points
    (ax, ay), (bx, by) = points[0], points[-1]
    length = math.dist(points[0], points[-1])

    def away(p: Point) -> float:
        return abs((bx - ax) * (ay - p[1]) - (ax - p[0]) * (by - ay)) / length if length else math.dist(p, points[0])

    n = max(range(1, len(points) - 1), key=lambda n: away(points[n]))
    if away(points[n]) < TOLERANCE:
        return [points[0], points[-1]]
    return thinned(points[: n + 1])[:-1] + thinned(points[n:])


def written(points: list[Point]) -> str:
    """A closed path along some points, in whole units and relative steps."""
    whole = [(round(x), round(y)) for x, y in points]
    steps = [f"{b[0] - a[0]} {b[1] - a[1]}" for a, b in itertools.pairwise(whole) if a != b]
    return f"M{whole[0][0]} {whole[0][1]}l" + " ".join(steps).replace(" -", "-") + "z"


if __name__ == "__main__":
    main()
