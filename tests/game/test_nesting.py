"""Rules that are nested deeply: they are read, or an error names the place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import ludens
from ludens.language import LudError
from ludens.language.tokens import MAX_DEPTH

ADD = "(move Add (to (sites Empty)))"


def game(
    moves: str = ADD, end: str = "(is Full)", start: str = "", metadata: str = "", board: str = "(square 3)"
) -> str:
    return (
        f'(game "Deep" (players 2) (equipment {{(board {board}) (piece "Disc" Each)}})'
        f" (rules {start} (play {moves}) (end (if {end} (result Mover Win))))) {metadata}"
    )


def nested(depth: int, opening: str, inner: str, closing: str = ")") -> str:
    return opening * depth + inner + closing * depth


#: descriptions by how deep they are nested beyond what they are nested in
DEEP: dict[str, Callable[[int], str]] = {
    "and": lambda n: game(end=nested(n, "(and (is Mover P1) ", "(is Full)")),
    "not": lambda n: game(end=nested(n, "(not ", "(is Full)")),
    "add": lambda n: game(end=f"(= 3 {nested(n, '(+ (count Moves) ', '1')})"),
    "or": lambda n: game(nested(n, "(or (move Pass) ", ADD)),
    "if": lambda n: game(nested(n, "(if (is Mover P1) (move Pass) ", ADD)),
    "next": lambda n: game(nested(n, "(do (move Pass) next:", ADD)),
    "after": lambda n: game(nested(n, "(do ", ADD, " ifAfterwards:(is Full))")),
    "each": lambda n: game(nested(n, "(forEach Site (sites Board) ", ADD)),
    "union": lambda n: game(f"(move Add (to {nested(n, '(union (sites Corners) ', '(sites Empty)')}))"),
    "then": lambda n: game(f"(move Pass {nested(n // 2, '(then (move Pass ', '', '))')})"),
    "start": lambda n: game(start=f"(start {nested(n, '(forEach Value min:1 max:1 ', '(set Score P1 1)')})"),
    "board": lambda n: game(board=nested(n, "(shift 1 1 ", "(square 3)")),
    "metadata": lambda n: game(metadata=f"(metadata {nested(n // 2, '(info {', '', '})')})"),
    "list": lambda n: game(end=nested(n, "{", "1", "}")),
    "wrong": lambda n: game(end=nested(n, "(and (is Mover P1) ", "(is Foo)")),
    "unknown": lambda n: game(nested(n, "(fuzz ", ADD)),
}


@pytest.mark.parametrize("make", DEEP.values(), ids=DEEP)
def test_the_deepest_rules_that_are_read(make: Callable[[int], str]) -> None:
    try:
        loaded = ludens.load(make(MAX_DEPTH - 10))
    except LudError as error:
        assert error.span is not None and "nested more" not in error.message
    else:
        assert loaded.metadata is not None


@pytest.mark.parametrize("make", DEEP.values(), ids=DEEP)
def test_deeper_rules_are_refused(make: Callable[[int], str]) -> None:
    with pytest.raises(LudError, match=f"nested more than {MAX_DEPTH} deep"):
        _ = ludens.load(make(2 * MAX_DEPTH)).description.metadata


def _below(calls: int, work: Callable[[], object]) -> object:
    return work() if calls == 0 else _below(calls - 1, work)


@pytest.mark.parametrize("calls", [300, 500, 700, 850])
@pytest.mark.parametrize("name", ["and", "then", "wrong", "metadata"])
def test_little_room_for_calls_is_an_error_with_a_place(name: str, calls: int) -> None:
    """A caller that is deep in calls itself may have too few left for what could be read otherwise."""

    def load() -> None:
        try:
            _ = ludens.load(DEEP[name](MAX_DEPTH - 10)).metadata
        except LudError as error:
            assert error.span is not None

    _below(calls, load)
