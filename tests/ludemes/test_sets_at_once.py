"""Groups, neighbourhoods and occupied sites by words where moves are not logged, else site by site."""

from __future__ import annotations

import pytest

import ludens
from ludens.game import compile_text
from ludens.game.code import Code

FOUND = [
    "(sites Group at:(last To))",
    "(sites Group at:(last To) Orthogonal)",
    "(sites Group at:(last To) Diagonal)",
    "(sites Group from:(sites Occupied by:Mover) Orthogonal)",
    "(sites Group at:3 Orthogonal if:(is Empty (to)))",
    "(sites Group at:(last To) if:(not (is In (to) (sites Group at:3))))",
    "(sites Group at:(last To) if:(not (is In (to) (sites Around (from) Orthogonal))))",
    "(sites Around (sites Occupied by:Next) Empty Orthogonal)",
    "(sites Around (sites Occupied by:Mover) Own)",
    "(sites Around (sites Group at:(last To) Orthogonal) Enemy)",
    "(sites Around (sites Occupied by:All) NotEmpty Diagonal)",
    '(sites Occupied by:Mover component:"Disc")',
    "(sites Occupied by:Enemy)",
]
BOARDS = ["(square 5)", "(square 9)", "(hex 4)", "(hex Diamond 5)", "(tri 5)", "(square 20)"]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("found", FOUND)
def test_fast_and_logged_play_agree(board: str, found: str) -> None:
    add, select = "(move Add (to (sites Empty)))", f"(move Select (from {found}) (then (remove (last From))))"
    rules = compile_text(
        f'(game "Sets" (players 2) (equipment {{(board {board}) (piece "Disc" Each)}})'
        f" (rules (play (if (is Even (count Moves)) {add} (or {select} {add})))"
        f" (end (if (is Full) (result Mover Draw)))))"
    )
    batch = rules.batch(2, seed=5)
    states = [rules.from_bytes(bytes(block)) for block in batch.states]
    for ply in range(16):
        counts = [len(state.legal_moves()) for state in states]
        assert batch.count_moves().tolist() == counts
        chosen = [(7 * ply + 3 * i) % n for i, n in enumerate(counts)]
        batch.play(chosen)
        for state, number in zip(states, chosen, strict=True):
            state.play(state.legal_moves()[number])
        assert [bytes(block) for block in batch.states] == [state.tobytes() for state in states]


def test_a_group_within_a_group_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a condition asks of every site, and is the same for all of them, is outside of their loop."""
    from ludens.ludemes.regions.groups import GroupSites

    monkeypatch.setattr(Code, "checks_logging", False)  # one module is emitted
    grown = []
    grow = GroupSites._group
    monkeypatch.setattr(GroupSites, "_group", lambda self, *given: grown.append(self.identity[1]) or grow(self, *given))
    inner = "(sites Group at:(last To))"
    rules = (
        '(game "Within" (players 2) (equipment {(board (square 5)) (piece "Disc" Each)}) (rules (play (move Add (to '
        f"(sites Empty)))) (end (if (= 0 (count Sites in:(sites Group at:0 if:(not (is In (to) {inner}))))) "
        "(result Mover Win)))))"
    )
    ludens.load(rules).playouts(1, seed=1)
    assert sum(text == inner for text in grown) <= 2  # tried on the way, and emitted
