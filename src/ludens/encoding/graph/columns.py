"""What each plane of a game means to all games: columns of the vocabulary, or a kind of piece."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ludens.encoding.graph.vocabulary import DYNAMIC, LEVELS, TRAITS, WHOLE, seat
from ludens.encoding.planes import (
    Active,
    AgainMoves,
    ByPlayer,
    Dice,
    Feature,
    Height,
    Hidden,
    LastMove,
    Mover,
    Numbers,
    Owners,
    Pending,
    Phase,
    Pieces,
    Playable,
    SiteNumber,
    StackContents,
    Subject,
    Variables,
)
from ludens.rules.state.model import Component

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
_SITE = {name: number for number, name in enumerate(DYNAMIC)}
_WHOLE = {name: number for number, name in enumerate(WHOLE)}
_TRAIT = {name: number for number, name in enumerate(TRAITS)}
#: features of sites whose planes have these names, in order
_PLAIN: dict[type[Feature], tuple[str, ...]] = {
    Height: ("height",), Playable: ("playable",), LastMove: ("last move from", "last move to"), Pending: ("pending",),
}  # fmt: skip


@dataclass
class Columns:
    """Of each plane that is about sites or the whole position the column it is added to; of each kind of piece its
    plane.

    A kind is a name, a seat and a level, as `kinds` says: those on top come first.
    """

    planes: int
    sites: list[tuple[int, int]] = field(default_factory=list)
    whole: list[tuple[int, int]] = field(default_factory=list)
    contents: list[int] = field(default_factory=list)
    kinds: list[tuple[str, int, str]] = field(default_factory=list)
    dice: list[int] = field(default_factory=list)

    def matrix(self, pairs: Sequence[tuple[int, int]], width: int) -> tuple[Ints, Floats]:
        """The planes of some pairs, and what they are multiplied with to give so many columns."""
        planes = np.array(sorted({plane for plane, _ in pairs}), np.int64)
        matrix = np.zeros((len(planes), width), np.float32)
        for plane, column in pairs:
            matrix[np.searchsorted(planes, plane), column] = 1
        return planes, matrix


def columns_of(features: Iterable[Feature]) -> Columns:
    """The meaning of the planes of a game. Raises NotImplementedError for a feature that nothing is said of."""
    columns = Columns(0)
    for feature in features:
        _add(columns, feature)
        columns.planes = feature.first + len(feature.names())
    return columns


def _add(columns: Columns, feature: Feature) -> None:
    first, names = feature.first, feature.names()
    match feature:
        case Pieces() | StackContents():
            kinds = feature.kinds
            levels = LEVELS[: len(names) // max(len(kinds), 1)] if isinstance(feature, Pieces) else LEVELS[-1:]
            columns.kinds += [(name, relative, level) for level in levels for name, relative in kinds]
            columns.contents += range(first, first + len(names))
        case Height() | Playable() | LastMove() | Pending():
            columns.sites += [(first + n, _SITE[name]) for n, name in enumerate(_PLAIN[type(feature)])]
        case Owners():
            columns.sites += [(first + n, _SITE["site of own"] + seat(n)) for n in range(len(names))]
        case SiteNumber():
            columns.sites.append((first, _SITE[feature.title]))
        case Hidden():
            columns.sites += [(first + n, _SITE[name]) for n, name in enumerate(names)]
        case Dice():
            columns.dice += range(first, first + len(names))
        case ByPlayer():
            columns.whole += [(first + n, _WHOLE[f"{feature.title}: own"] + seat(n)) for n in range(len(names))]
        case Numbers():
            columns.whole.append((first, _WHOLE["trump suit" if feature.title.startswith("trump") else "pot"]))
        case Mover():
            columns.whole += [(first + n, _WHOLE["turn: own"] + seat(n)) for n in range(len(names))]
        case Active():
            columns.whole += [(first + n, _WHOLE["still plays: own"] + seat(n)) for n in range(len(names))]
        case Phase():
            columns.whole += [(first + n, _numbered("phase 0", n, "die 1")) for n in range(len(names))]
        case Variables():
            columns.whole += [(first + n, _numbered("variable 1", n, "pot")) for n in range(len(names))]
        case AgainMoves():
            columns.whole.append((first, _WHOLE["moves again"]))
        case _:
            raise NotImplementedError(f"the graph has no column for {type(feature).__name__}")


def _numbered(first: str, number: int, behind: str) -> int:
    """The column of the number-th of some that are listed from `first` on; the last one stands for all beyond."""
    return min(_WHOLE[first] + number, _WHOLE[behind] - 1)


def traits_of(subject: Subject, kind: tuple[str, int, str]) -> Floats:
    """The numbers of a kind of piece."""
    name, relative, level = kind
    traits = np.zeros(len(TRAITS), np.float32)
    traits[_TRAIT["owner: own"] + seat(relative)] = 1
    traits[_TRAIT[level]] = 1
    component = component_of(subject, name, relative)
    if component.card is not None:
        card = component.card
        for column, value in (
            ("rank", card.rank), ("trump rank", card.trump_rank), ("card value", card.value),
            ("trump value", card.trump_value), ("suit", card.suit),
        ):  # fmt: skip
            traits[_TRAIT[column]] = value / 10
    for column, value in zip(("first pips", "second pips"), component.values, strict=False):
        traits[_TRAIT[column]] = value / 10
    traits[_TRAIT["large"]] = bool(component.walks)
    return traits


def component_of(subject: Subject, name: str, relative: int, observer: int = 1) -> Component:
    """A component by its name and the seat of its owner, as an observer sees it; one of another's where this owner has
    none."""
    alike = [c for c in subject.model.components[1:] if (c.base_name or c.name) == name]
    return next((c for c in alike if subject.relative(c.owner, observer) == relative), alike[0])
