"""Small whole games to begin with: one of each family of the library, in a folder of its name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ludens.language import parse
from ludens.ludemes.metadata import read_metadata
from ludens.web.schemas.design import Template

_FOLDER = Path(__file__).parent


@cache
def templates() -> Sequence[Template]:
    """All of them, by family."""
    return [_read(path) for path in sorted(_FOLDER.glob("*/*.lud"))]


def _read(path: Path) -> Template:
    text = path.read_text(encoding="utf-8")
    description = read_metadata(parse(text))[0].text("description")
    return Template(path.stem, path.parent.name, description, text)
