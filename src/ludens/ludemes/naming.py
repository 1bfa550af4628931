"""What strings in descriptions name. A field of type `NameOfPiece` is a string that names a piece; the class that
declares pieces has one of type `NewPiece`. Editors offer, find and rename names by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

NamedKind = Literal["piece", "region", "track", "phase", "container", "map"]


@dataclass(frozen=True)
class Naming:
    """What a string names, of one of several kinds; `declares` where it gives the name to what its clause describes."""

    kinds: tuple[NamedKind, ...]
    declares: bool = False


NameOfPiece = Annotated[str, Naming(("piece",))]
NameOfRegion = Annotated[str, Naming(("region",))]
NameOfTrack = Annotated[str, Naming(("track",))]
NameOfPhase = Annotated[str, Naming(("phase",))]
NameOfMap = Annotated[str, Naming(("map",))]
NameOfContainer = Annotated[str, Naming(("container",))]
NameOfItem = Annotated[str, Naming(("piece", "container"))]
NewPiece = Annotated[str, Naming(("piece",), declares=True)]
NewRegion = Annotated[str, Naming(("region",), declares=True)]
NewTrack = Annotated[str, Naming(("track",), declares=True)]
NewPhase = Annotated[str, Naming(("phase",), declares=True)]
NewMap = Annotated[str, Naming(("map",), declares=True)]
