"""Characters drawn as outlines, so that they look alike on machines without a font for them.

The outlines are those of the font Yuji Syuku (Copyright 2021 The Yuji Project Authors, SIL Open Font License 1.1, whose
text is in `OFL.txt`); `docs/make_characters.py` writes them.
"""

from __future__ import annotations

import functools
import json
from importlib import resources
from typing import Final

from ludens.render.canvas import Attributes, Canvas, Point

#: the width and height of an outline's square
_UNITS: Final = 500
#: how much wider a brush writes, in units: small pictures need it
_BOLD: Final = 9.0


@functools.cache
def outlines() -> dict[str, str]:
    """The path of each character."""
    return dict(json.loads(resources.files(__name__).joinpath("outlines.json").read_text(encoding="utf-8")))


def draw_characters(canvas: Canvas, written: str, at: Point, size: float, ink: str) -> None:
    """Characters, one over the other, in the middle of a point; each is `size` wide and as high."""
    paths = outlines()
    scale = size / _UNITS
    for n, character in enumerate(written):
        x, y = at[0] - size / 2, at[1] + (n - len(written) / 2) * size
        place = f"translate({x:.2f} {y:.2f}) scale({scale:.4f})"
        drawn: Attributes = {"d": paths[character], "fill": ink, "stroke": ink, "stroke_width": _BOLD}
        canvas.element("path", None, **drawn, transform=place)
