"""The files of the library beside its descriptions, made from the compiled games (`make pictures`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent / "prebuilt"
INDEX: Final = "index.json"


def digest(data: str | bytes) -> str:
    """The digest of a text or a picture."""
    import hashlib  # for what was made only: it loads OpenSSL

    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()[:32]


def entry(name: str, text: str) -> dict[str, Any]:
    """The catalogue's entry of a game with this description; empty if there is none."""
    stored = _index().get(name)
    return stored["entry"] if stored is not None and stored["text"] == digest(text) else {}


@cache
def _index() -> dict[str, Any]:
    import json  # a game from a file asks for nothing that was made before

    try:
        return dict(json.loads((FOLDER / INDEX).read_bytes())["games"])
    except (OSError, ValueError, KeyError):
        return {}
