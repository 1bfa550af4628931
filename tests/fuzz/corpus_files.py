"""The inputs that are kept in files: `corpus/KIND/*`, and the findings of a run."""

from __future__ import annotations

from pathlib import Path

from fuzz.driver import Input

CORPUS = Path(__file__).parent / "corpus"


def read(place: Path) -> Input:
    """The input that a file holds: its folder is its kind; a description wherever it is."""
    kind = place.parent.name if place.suffix != ".lud" else "description"
    return Input(kind, place.read_text(encoding="utf-8", errors="surrogatepass"))


def kept() -> list[Path]:
    """The files of the corpus."""
    return sorted(place for place in CORPUS.glob("*/*") if place.is_file())
