"""The inputs that are kept in files: `corpus/KIND/*`, and the findings of a run."""

from __future__ import annotations

import json
from pathlib import Path

from fuzz.driver import Input
from fuzz.exercise import KINDS

CORPUS = Path(__file__).parent / "corpus"


def read(place: Path) -> Input:
    """The input that a file holds: its folder is its kind, or what is told beside a finding; else a description."""
    told = place.with_suffix(".json")
    if place.parent.name in KINDS:
        kind = place.parent.name
    elif told.is_file():
        kind = json.loads(told.read_text(encoding="utf-8"))["input"]
    else:
        kind = "description"
    return Input(kind, place.read_text(encoding="utf-8", errors="surrogatepass"))


def kept() -> list[Path]:
    """The files of the corpus."""
    return sorted(place for place in CORPUS.glob("*/*") if place.is_file())
