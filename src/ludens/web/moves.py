"""Moves as a page needs them: between which sites, of what kind, and how alike ones are told apart."""

from __future__ import annotations

import re
import string
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from ludens.game import Move, State
from ludens.study.plies import refs_of
from ludens.web.schemas.objects import LegalMove, MoveKind

#: before what a puzzle's site gets, or cannot have
_VALUE = ("=", "~")
_WORD = string.ascii_letters + string.digits + "._"


def legal_moves(state: State, names: Sequence[str]) -> list[LegalMove]:
    """The legal moves of a state, with their names, as a page is told them."""
    moves = state.legal_moves()
    refs, labels = _refs(state, moves), labels_of(state, names)
    return [
        LegalMove(
            index=n, name=name, from_=from_ref, to=to_ref, player=move.mover, kind=_kind(name, to_ref), label=labels[n]
        )
        for n, (move, name, (from_ref, to_ref)) in enumerate(zip(moves, names, refs, strict=True))
    ]


def labels_of(state: State, names: Sequence[str]) -> list[str]:
    """For each legal move what tells it apart from those with the same sites; empty where there are none."""
    moves = state.legal_moves()
    return _labels(names, [(move.mover, *refs) for move, refs in zip(moves, _refs(state, moves), strict=True)])


def _refs(state: State, moves: Sequence[Move]) -> list[tuple[str | None, str | None]]:
    return [refs_of(state.playing.game, move) for move in moves]


def _kind(name: str, to_ref: str | None) -> MoveKind:
    """`move`, `pass`, `swap` or `other`: the last three are no clicks on the board."""
    word = re.split(r"[ =#:]", name.partition(":")[2] or name)[0]
    match word:
        case "pass" | "swap":
            return word
    return "move" if to_ref is not None else "other"


def _labels(names: Sequence[str], keys: Sequence[tuple[Any, ...]]) -> list[str]:
    """For each move what tells it apart from those with the same sites; empty where there are none."""
    alike: dict[tuple[Any, ...], list[int]] = defaultdict(list)
    for n, key in enumerate(keys):
        alike[key].append(n)
    labels = [""] * len(names)
    for group in alike.values():
        if len(group) > 1:
            common = _common_start([names[n] for n in group])
            if not all(names[n][len(common) :].startswith(_VALUE) for n in group):
                common = common.rstrip(_WORD)
            shared = len(common)
            for n in group:
                labels[n] = names[n][shared:].lstrip("=-: ") or names[n]
    return labels


def _common_start(names: Sequence[str]) -> str:
    first, last = min(names), max(names)
    return first[: next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))]
