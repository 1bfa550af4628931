"""How often a position occurred, and what lasted since."""

from __future__ import annotations

import pytest

import ludens
from ludens.game import State

#: two men on a row of six go to and fro
GAME = """(game "To and fro"
    (players 2)
    (equipment {{
        (board (rectangle 1 6))
        (piece "Man" Each (move Step Orthogonal (to if:(is Empty (to)))))
    }})
    (rules
        (start {{(place "Man1" 0) (place "Man2" 5)}})
        (play (forEach Piece))
        (end {end})
    )
)
(metadata (info (requires "ludens")))
"""


def played(end: str, *moves: tuple[int, int]) -> State:
    state = ludens.load(GAME.format(end=end)).start(seed=1)
    for origin, target in moves:
        assert not state.is_over
        state.play(next(one for one in state.legal_moves() if (one.from_site, one.to_site) == (origin, target)))
    return state


ROUND = ((0, 1), (5, 4), (1, 0), (4, 5))


def test_the_third_time_counts_the_start() -> None:
    end = "(if (<= 3 (count Repeats)) (result Mover Draw))"
    assert not played(end, *ROUND, *ROUND[:3]).is_over
    assert played(end, *ROUND, *ROUND).ranking == [1.5, 1.5]


def test_it_matters_who_is_to_move() -> None:
    """Two men of one player may lose a turn in a corner of three: the pieces stand as before, the other is to move."""
    end = "(if (<= 2 (count Repeats)) (result Mover Draw))"
    text = GAME.format(end=end).replace("(rectangle 1 6)", "(square 3 diagonals:Alternating)")
    text = text.replace("Orthogonal", "All")
    state = ludens.load(text.replace('"Man2" 5', '"Man2" 8')).start(seed=1)
    for origin, target in ((0, 1), (8, 5), (1, 4), (5, 8), (4, 0)):
        state.play(next(one for one in state.legal_moves() if (one.from_site, one.to_site) == (origin, target)))
    assert (state.mover, state.is_over, int(state.field("occurred"))) == (2, False, 1)


@pytest.mark.parametrize(("who", "lasts"), [("Next", "{}"), ("Mover", "(not {})")])
def test_what_lasted_after_the_turns_of_a_player(who: str, lasts: str) -> None:
    """After each turn of player 1 a man is on 1 or 4, but not on both; after each one of player 2, who ends the game,
    on both or on neither."""
    end = "(if (and (<= 3 (count Repeats)) (is Perpetual {who} {lasts})) (result {who} Loss))"
    seen = lasts.format("(xor (is Occupied 1) (is Occupied 4))")
    state = played(end.format(who=who, lasts=seen), *ROUND, *ROUND)
    assert state.winner == (2 if who == "Next" else 1)
    other = "Mover" if who == "Next" else "Next"
    assert not played(end.format(who=other, lasts=seen), *ROUND, *ROUND).is_over


def test_a_piece_is_followed_where_it_goes() -> None:
    """After each turn of player 1 his own man is in the region of his men; none stays on one site."""
    of = "(count Sites in:(sites Perpetual P1 {region}))"
    end = "(if (and (<= 2 (count Repeats)) (= 1 {of})) (result P1 Win))"
    assert played(end.format(of=of.format(region="(sites Occupied by:P1)")), *ROUND).winner == 1
    assert not played(end.format(of=of.format(region="(sites {1})")), *ROUND).is_over


def test_a_long_game_counts_the_last_turns() -> None:
    state = played("(if (<= 600 (count Repeats)) (result Mover Draw))")
    for turn in range(1200):
        origin, target = ROUND[turn % 4]
        state.play(next(one for one in state.legal_moves() if (one.from_site, one.to_site) == (origin, target)))
    assert not state.is_over and state.field("occurred") == 512 // 4 + 1


def test_what_the_reference_lacks_is_declared() -> None:
    text = GAME.format(end="(if (<= 3 (count Repeats)) (result Mover Draw))")
    with pytest.raises(ludens.LudError, match=r"\(count Repeats \.\.\) is a form of ludens") as caught:
        ludens.load(text.replace('(requires "ludens")', '(author "Nobody")'))
    assert caught.value.line == 10 and "requires" in str(caught.value.hint)
