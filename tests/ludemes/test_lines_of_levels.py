"""Lines through the levels of stacks: upright, level, falling and rising."""

from __future__ import annotations

import pytest

import ludens

W, B = "Disc1", "Disc2"


def holds(condition: str, stacks: dict[int, list[str]], site: int = 4) -> bool:
    """Whether the condition holds after the top of a stack was selected; stacks are written from below."""
    start = " ".join(
        f"(place Stack items:{{{' '.join(f'{chr(34)}{p}{chr(34)}' for p in pieces)}}} {at})"
        for at, pieces in stacks.items()
    )
    game = ludens.load(
        '(game "Levels" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})'
        f" (rules (start {{{start}}}) (play (move Select (from (sites Occupied by:All))))"
        f" (end (if {condition} (result P1 Win)))))"
    )
    state = game.start(seed=1)
    state.play(next(move for move in state.legal_moves() if move.from_site == site))
    return state.is_over


@pytest.mark.parametrize(
    ("condition", "stacks", "expected"),
    [
        # upright
        ("(is Line 3 byLevel:True)", {4: [W, W, W]}, True),
        ("(is Line 3 byLevel:True)", {4: [W, B, W]}, False),
        ("(is Line 3 byLevel:True)", {4: [W, W]}, False),
        ("(is Line 3 byLevel:True)", {4: [B, W, W, W]}, True),
        ("(is Line 3 exact:True byLevel:True)", {4: [W, W, W]}, True),
        ("(is Line 2 byLevel:True)", {4: [B, B, W]}, False),
        # level: on the height of the top of the last move's stack
        ("(is Line 3 byLevel:True)", {3: [B, W], 4: [B, W], 5: [B, W]}, True),
        ("(is Line 3 byLevel:True)", {3: [W, B], 4: [B, W], 5: [B, W]}, False),
        ("(is Line 3 E byLevel:True)", {3: [B, W], 4: [B, W], 5: [B, W, B]}, True),
        ("(is Line 3 Diagonal byLevel:True)", {3: [B, W], 4: [B, W], 5: [B, W]}, False),
        ("(is Line 2 E exact:True byLevel:True)", {3: [W], 4: [W], 5: [W]}, False),
        # rising and falling
        ("(is Line 3 byLevel:True)", {3: [W], 4: [B, W], 5: [B, B, W]}, True),
        ("(is Line 3 byLevel:True)", {3: [B, B, W], 4: [B, W], 5: [W]}, True),
        ("(is Line 3 byLevel:True)", {0: [W], 4: [B, W], 8: [B, B, W]}, True),
        ("(is Line 3 byLevel:True)", {3: [W], 4: [B, W], 5: [B, B, B]}, False),
        ("(is Line 3 byLevel:True)", {3: [B], 4: [B, W], 5: [B, B, W]}, False),
        ("(is Line 3 byLevel:True)", {3: [W], 4: [B, W], 5: [W, B]}, False),
        # of other pieces
        ("(is Line 3 whats:{2} byLevel:True)", {4: [B, B, B]}, True),
        ("(is Line 1 byLevel:True)", {4: [W]}, True),
    ],
)
def test_lines_of_levels(condition: str, stacks: dict[int, list[str]], expected: bool) -> None:
    assert holds(condition, stacks) == expected


@pytest.mark.parametrize(
    ("condition", "stacks", "expected"),
    [
        ("(is Line 3)", {3: [B, W], 4: [W], 5: [W]}, True),
        ("(is Line 3)", {3: [W, B], 4: [W], 5: [W]}, True),  # any level counts
        ("(is Line 3 top:True)", {3: [W, B], 4: [W], 5: [W]}, False),
        ("(is Line 3 top:True)", {3: [B, W], 4: [W], 5: [W]}, True),
    ],
)
def test_lines_of_stacks(condition: str, stacks: dict[int, list[str]], expected: bool) -> None:
    assert holds(condition, stacks) == expected
