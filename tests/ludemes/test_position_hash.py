"""The hash that a position keeps of what stands on it (`runtime/hashing.py`)."""

from __future__ import annotations

import random

import numpy as np
import pytest

import ludens
from ludens.game import Game

TAKE = "(enclose (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))))"
NEVER = "(end (if (= 1 0) (result Mover Win)))"
ROWS = '(start {(place "A1" (sites Bottom)) (place "A2" (sites Top))})'
TURN = '(forEach Site (sites Occupied by:Mover) (move Promote (site) (piece {"A" "B"}) Mover))'
RULES = {
    "captures": f"(play (or (move Add (to (sites Empty)) (then {TAKE})) (move Pass)))",
    "moves and captures by replacement": f"{ROWS} (play (or (forEach Piece) (move Pass)))",
    "promotions": f"{ROWS} (play (or {{{TURN} (forEach Piece) (move Pass)}}))",
}
STEP = "(move Step Adjacent (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))"
ITEMS = f'(board (square 3)) (piece "A" Each {STEP}) (piece "B" Each {STEP})'


def _game(rules: str, kind: str) -> Game:
    return ludens.load(
        f'(game "Hash" (players 2) (equipment {{{ITEMS}}}) (rules (meta (no Repeat {kind})) {rules} {NEVER}))'
    )


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("kind", ["Positional", "Situational", "PositionalInTurn"])
def test_positions_with_the_same_pieces_and_no_others_have_the_same_hash(name: str, kind: str) -> None:
    game, choose = _game(RULES[name], kind), random.Random(1)
    fields = [field for field in ("what", "who") if field in game.layout]
    hashes: dict[bytes, int] = {}
    met_again = 0
    for seed in range(12):
        state = game.start(seed=seed)
        for _ in range(80):
            pieces = b"".join(np.asarray(state.field(field)).tobytes() for field in fields)
            found = int(state.field("position_hash"))
            met_again += pieces in hashes
            assert hashes.setdefault(pieces, found) == found
            if state.is_over:
                break
            state.play(choose.choice(state.legal_moves()))
        again = game.position(state.sites(), mover=state.mover, next=state.next)
        assert int(again.field("position_hash")) == int(state.field("position_hash"))
    assert len(set(hashes.values())) == len(hashes) > 50
    assert met_again > 3


def test_what_is_repeated_is_forbidden_as_before() -> None:
    """Moves are legal where the position that they leave has not been there, told by the pieces themselves."""
    game, choose = _game(RULES["moves and captures by replacement"], "Positional"), random.Random(2)
    for seed in range(6):
        state = game.start(seed=seed)
        seen = {np.asarray(state.field("what")).tobytes()}
        free = _game(RULES["moves and captures by replacement"], "PositionalInTurn")
        for _ in range(60):
            if state.is_over:
                break
            legal = {str(move) for move in state.legal_moves()}
            twin = free.position(state.sites(), mover=state.mover, next=state.next)
            wanted = set()
            for move in twin.legal_moves():
                after = twin.copy()
                after.play(move)
                if np.asarray(after.field("what")).tobytes() not in seen or move.from_site == move.to_site:
                    wanted.add(str(move))
            assert legal == wanted
            state.play(choose.choice(state.legal_moves()))
            seen.add(np.asarray(state.field("what")).tobytes())
