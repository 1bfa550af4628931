"""Games of Ludax as descriptions: they have the numbers of moves of ours, and what cannot be said names its line."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludens
from ludens.cli import main
from ludens.imports import ludax
from ludens.imports.ini import ImportFailed

NOUGHTS = """
(game "Noughts" (players 2) (equipment (board (square 3)) (pieces ("token" both)))
  (rules (play (repeat (P1 P2) (place "token" (destination (empty)))))
    (end (if (line "token" 3) (mover win)) (if (full_board) (draw)))))
"""
DROP = """
(game "Drop Four" (players 2) (equipment (board (rectangle 6 7)))  // the older form, without pieces
  (rules (play (repeat (P1 P2) (place (destination (and empty (or (edge bottom) (adjacent occupied direction:up)))))))
    (end (if (line 4) (mover win)) (if (full_board) (draw)))))
"""
FLIPPING = """
(game "Flipping" (players 2) (equipment (board (square 8)) (pieces ("disc" both)))
  (rules (start (place "disc" P1 (28 35)) (place "disc" P2 (27 36)))
    (play (repeat (P1 P2)
      (place "disc" (destination (empty)) (result (exists (custodial "disc" any)))
        (effects (flip (custodial "disc" any))
          (set_score mover (count (occupied mover))) (set_score opponent (count (occupied opponent)))))
      (force_pass)))
    (end (if (passed both) (by_score)))))
"""
STEPS = """
(game "Steps" (players 2 (set_forward (P1 up) (P2 down)))
  (equipment (board (square 8)) (pieces ("pawn" both)))
  (rules (start (place "pawn" P1 (row 7)) (place "pawn" P2 (row 0)))
    (play (repeat (P1 P2) (move (step "pawn" direction:(forward forward_left)))))
    (end (if (last_move_in (edge top)) (P1 win)) (if (no_legal_actions) (mover win)))))
"""


@pytest.mark.parametrize(("text", "name"), [(NOUGHTS, "Tic-Tac-Toe"), (DROP, "Connect Four"), (FLIPPING, "Reversi")])
def test_a_game_of_ludax_has_as_many_sequences_of_moves_as_ours(text: str, name: str) -> None:
    game, ours = ludens.load(ludax.described(text).text), ludens.load(name)
    assert [game.perft(depth) for depth in (1, 2, 3, 4)] == [ours.perft(depth) for depth in (1, 2, 3, 4)]


def test_a_rhombus_is_won_across_it_by_one_player() -> None:
    text = NOUGHTS.replace("(square 3)", "(hex_rectangle 3 3)").replace(
        '(line "token" 3)', '(and (>= (connected "token" ((edge top) (edge bottom))) 2) (mover_is P1))'
    )
    game = ludens.load(ludax.described(text).text)
    assert game.perft(3) == 9 * 8 * 7 and "(sites Side NE) (sites Side SW)" in game.description.expanded


def test_pieces_step_as_their_player_faces() -> None:
    state = ludens.load(ludax.described(STEPS).text).start(seed=0)
    assert {move.to_site - move.from_site for move in state.legal_moves()} == {7, 8}
    state.play(state.legal_moves()[0])
    assert {move.to_site - move.from_site for move in state.legal_moves()} == {-7, -8}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (NOUGHTS.replace("(full_board)", "(pattern 3)"), r"game.ldx:4: the predicate pattern is not said"),
        (NOUGHTS.replace("(empty)", "(hopped)"), r"game.ldx:3: the mask hopped is not said"),
        (NOUGHTS.replace("(P1 P2)", "(P1 P1)"), r"game.ldx:3: the order P1 P1"),
        (NOUGHTS[:-3], r"game.ldx:\d: this bracket is not closed"),
        ("token", r"game.ldx:1: 'token' stands outside"),
        ("(players 2)", r"game.ldx:1: there is no \(game"),
    ],
)
def test_what_cannot_be_said_names_its_line(text: str, message: str) -> None:
    with pytest.raises(ImportFailed, match=message):
        ludax.described(text)


def test_the_command_reads_it(tmp_path: Path) -> None:
    (tmp_path / "noughts.ldx").write_text(NOUGHTS)
    assert main(["import", str(tmp_path / "noughts.ldx"), "-o", str(tmp_path / "noughts.lud")]) == 0
    assert ludens.load(str(tmp_path / "noughts.lud")).perft(2) == 72
