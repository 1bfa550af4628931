"""What a description asks for is bounded: an error names the limit and the place."""

from __future__ import annotations

import pytest

import ludens
from ludens.language import LudError
from ludens.rules import limits
from ludens.stage import instructions

ADD = "(move Add (to (sites Empty)))"


def game(
    item: str = "",
    players: int = 2,
    board: str = "(square 3)",
    moves: str = ADD,
    end: str = "(is Full)",
    tail: str = "",
) -> str:
    return (
        f'(game "Much" (players {players}) (equipment {{ (board {board}) (piece "Disc" Each)\n{item} }})'
        f" (rules (play {moves}) (end (if {end} (result Mover Win))))) {tail}"
    )


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ("(dice d:20000 num:3)", "faces of a die: 0 to 1,000 are possible, not 20,000"),
        ("(dice d:6 num:100000)", "dice: 0 to 100 are"),
        (f"(dice facesByDie:{{{{{'1 ' * 1001}}}}} num:1)", "faces of a die: 0 to 1,000"),
        ("(hand Each size:100000000)", "sites of a hand: 0 to 1,000"),
        ("(hand Each size:-5)", "sites of a hand: 0 to 1,000 are possible, not -5"),
        ("(deck cardsBySuit:10000 suits:10000)", "cards of a deck: 0 to 2,000 are possible, not 100,000,000"),
        ("(dominoes upTo:2000)", "the largest value of dominoes: 0 to 50"),
        ("(dominoes upTo:50) (dominoes upTo:40)", "dominoes, as far as here: 0 to 2,000 are possible, not 2,189"),
        ("(hand Each)" * 51, "hands and decks, as far as here: 0 to 100"),
    ],
)
def test_equipment_is_bounded(item: str, message: str) -> None:
    with pytest.raises(LudError, match=message) as caught:
        ludens.load(game(item))
    assert caught.value.line == 2


def test_pieces_of_every_player_are_counted() -> None:
    pieces = "\n".join(f'(piece "A{n}" Each)' for n in range(200))
    with pytest.raises(LudError, match="as far as here: 0 to 2,000 are possible, not 2,016") as caught:
        ludens.load(game(pieces, players=16))
    assert caught.value.line == 2 + 124


def test_players_are_bounded() -> None:
    with pytest.raises(LudError, match="players: 0 to 16 are possible, not 17"):
        ludens.load(game(players=17))


def test_bets_are_bounded() -> None:
    with pytest.raises(LudError, match=r"an end of the range of a bet.*not 1,000,000,000") as caught:
        ludens.load(game(moves=f"(or (bet P1 (min 3)) {ADD})"))
    assert caught.value.span is not None and caught.value.span.text == "(bet P1 (min 3))"


def test_a_position_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STATE_BYTES", 100)
    with pytest.raises(LudError, match="bytes of a position of this game: 0 to 100 are possible") as caught:
        ludens.load(game())
    assert caught.value.span is not None and caught.value.span.text.startswith("(equipment")


def test_code_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of these looks at the moves within it twice, and their code is made twice."""
    monkeypatch.setattr(instructions, "MOST_LINES", 20_000)
    with pytest.raises(LudError, match="more than 20,000 lines of code") as caught:
        ludens.load(game(moves="(max Moves " * 40 + ADD + ")" * 40))
    assert caught.value.span is not None


@pytest.mark.parametrize("faces", [6, 32, 33, 100, 1000])
def test_dice_of_many_faces_show_them_all(faces: int) -> None:
    item = f"(dice d:{faces} num:5)"
    state = ludens.load(game(item, moves="(do (roll) next:(move Pass))", end="(> (count Moves) 200)")).start(seed=1)
    seen = set()
    while not state.is_over:
        state.play(state.legal_moves()[0])
        seen |= set(state.dice[0])
    assert min(seen) >= 1 and faces * 0.95 < max(seen) <= faces
