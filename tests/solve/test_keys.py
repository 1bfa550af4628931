"""What keys take for one position, and what they tell apart."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.solve.keys import Keys, keys_of, positions


@pytest.mark.parametrize(
    ("name", "turns"),
    # the cells between the points of Three Men's Morris are in use, too, and always empty
    [("Tic-Tac-Toe", 8), ("Dodgem", 0), ("Pong Hau K'i", 2), ("Three Men's Morris", 8)],
)
def test_symmetries_that_leave_players_alone_are_used(name: str, turns: int) -> None:
    assert len(keys_of(ludens.load(name).start(seed=1)).symmetries) == turns


def test_images_have_one_key_and_other_positions_another() -> None:
    game = ludens.load("Tic-Tac-Toe")
    keys = keys_of(game.start(seed=1))
    corner, other, edge = (game.start(seed=1) for _ in range(3))
    for state, site in ((corner, "A1"), (other, "C3"), (edge, "B1")):
        state.play(state.parse(site))
    first, second, third = keys.of(np.stack([one.block for one in (corner, other, edge)])).tolist()
    assert first == second != third


def test_the_way_to_a_position_makes_no_difference() -> None:
    game = ludens.load("Connect Four")
    keys, found = keys_of(game.start(seed=1)), []
    for order in ("A1 B1 C1 D1", "C1 D1 A1 B1"):
        state = game.start(seed=1)
        for text in order.split():
            state.play(state.parse(text))
        found.append(keys.of(state.block[None]).tolist())
    assert found[0] == found[1]


#: moves are counted, and the game drawn after 30
COUNTED = """
(game "Counted" (players 2)
    (equipment {(board (square 3)) (piece "Stone" Each (move Step Orthogonal (to if:(is Empty (to)))))})
    (rules
        (start {(place "Stone1" {"A1"}) (place "Stone2" {"C3"})})
        (play (forEach Piece))
        (end (if (<= 30 (count Moves)) (result Mover Draw)))
    )
)
"""


def test_a_counter_that_a_rule_looks_at_is_seen() -> None:
    state = ludens.load(COUNTED).start(seed=1)
    assert "num_moves" not in keys_of(state).left_out
    plain = COUNTED.replace("(if (<= 30 (count Moves)) (result Mover Draw))", "(if (no Moves Next) (result Mover Win))")
    assert "num_moves" in keys_of(ludens.load(plain).start(seed=1)).left_out


def test_a_counter_that_a_rule_looks_at_in_the_beginning_is_kept_low() -> None:
    text = COUNTED.replace("(if (<= 30 (count Moves)) (result Mover Draw))", "(if (no Moves Next) (result Mover Win))")
    early = text.replace("(to if:(is Empty (to)))", "(to if:(and (is Empty (to)) (or (< 2 (count Moves)) (< 2 (to)))))")
    keys = keys_of(ludens.load(early).start(seed=1))
    assert "num_moves" not in keys.left_out and keys.caps["num_moves"] == 3


def test_what_follows_is_what_the_rules_say() -> None:
    game = ludens.load("Tic-Tac-Toe")
    root = game.start(seed=1)
    blocks = positions(root)[:300]
    keys = Keys(game, set())
    after = keys.expand(blocks)
    for row in range(len(after.starts) - 1):
        state, first, last = game.from_bytes(blocks[row].tobytes()), after.starts[row], after.starts[row + 1]
        ends = []
        for move in state.legal_moves():
            child = state.copy()
            child.play(move)
            ends.append(-2 - child.winner if child.is_over else 0)
        assert after.targets[first:last].tolist() == ends
