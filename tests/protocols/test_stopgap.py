"""The player in plain Python: always legal, and it keeps its time."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.founding.amazons.codingame.stopgap import stopgap
from ludens.founding.amazons.position import BLACK, WHITE, Position

BOARDS = st.integers(min_value=3, max_value=8).flatmap(
    lambda size: st.tuples(
        st.just(size),
        st.lists(st.integers(0, size * size - 1), min_size=5, max_size=size * size, unique=True),
        st.sampled_from((WHITE, BLACK)),
    )
)


@given(BOARDS, st.integers(0, 1000))
def test_its_turn_is_legal_and_none_only_where_there_is_none(board: tuple[int, list[int], int], seed: int) -> None:
    size, sites, mover = board
    first, second = sum(1 << s for s in sites[:2]), sum(1 << s for s in sites[2:4])
    position = Position(size, first, second, sum(1 << s for s in sites[4:]), mover)
    turn = stopgap(position.rows(), "wb"[mover - 1], time.monotonic() + 0.01, random.Random(seed))
    legal = set(position.turns())
    assert (turn in legal) if legal else (turn is None)


def test_it_answers_however_late_it_is() -> None:
    rows = Position.parse("3b2/6/b4b/w4w/6/2w3 w").rows()
    assert stopgap(rows, "w", 0.0, random.Random(1)) is not None


def test_it_prefers_mobility() -> None:
    position = Position.parse("6/6/2b3/6/6/w5 w")
    later = time.monotonic() + 5
    chosen = stopgap(position.rows(), "w", later, random.Random(1))
    assert chosen is not None

    def value(turn: object) -> int:
        after = position.play(turn)  # type: ignore[arg-type]
        return sum(map(len, _reaches(after, WHITE))) - sum(map(len, _reaches(after, BLACK)))

    values = [value(turn) for turn in position.turns()]
    assert value(chosen) >= sorted(values)[len(values) * 9 // 10]


def _reaches(position: Position, side: int) -> list[set[object]]:
    mover = Position(position.size, position.white, position.black, position.arrows, side)
    return [
        {turn.target for turn in mover.turns() if turn.origin == origin} for origin in {t.origin for t in mover.turns()}
    ]


@pytest.mark.parametrize("colour", ["w", "b"])
def test_nothing_where_nothing_moves(colour: str) -> None:
    assert stopgap(["w-", "-b"], colour, 0.0, random.Random(1)) is None
