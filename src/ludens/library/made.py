"""What ships of the library beside its descriptions, made from the compiled games (`make pictures`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent / "prebuilt"
INDEX: Final = "index.json"


def digest(data: str | bytes) -> str:
    """What tells texts and pictures apart."""
    import hashlib  # for what was made only: it loads OpenSSL

    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()[:32]


def entry(name: str, text: str) -> dict[str, Any]:
    """What the catalogue tells of a game that has this description; nothing where nothing was made."""
    made = _index().get(name)
    return made["entry"] if made is not None and made["text"] == digest(text) else {}


@cache
def _index() -> dict[str, Any]:
    import json  # a game from a file asks for nothing that was made before

    try:
        return dict(json.loads((FOLDER / INDEX).read_bytes())["games"])
    except (OSError, ValueError, KeyError):
        return {}
