"""Rolling without a copy of the position, and drawing ahead without listing moves, change nothing but the speed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludens
from ludens.game import programs
from ludens.ludemes.moves.do import Do
from ludens.rules.turns import legal, stalemate

RACE = """
(define "Target" (trackSite Move steps:(count Pips)))
(game "Race" (players 2)
    (equipment {
        (board (rectangle 2 8) (track "Way" "0,E,N1,W" directed:True))
        (dice d:6 num:2) (piece "Token" Each)
    })
    (rules
        (start (place Stack items:{"Token1" "Token2"} 0))
        (play %s)
        (end (if (= 15 (last To)) (result Mover Win)))
    )
)
"""
STEP = '(forEach Piece (if (<= 0 ("Target")) (move (from (from) level:(level)) (to ("Target")))))'
PLAYS = {
    "roll each turn": f"(do (roll) next:{STEP})",
    "roll once in two turns": f"(do (if (is Mover P1) (roll)) next:{STEP})",
    "draw after the roll": f"(do (roll) next:(random {{2 1}} {{{STEP} (move Pass)}}))",
    "draw in a condition": f"(if (= 1 (value Random (range 1 2))) (do (roll) next:{STEP}) (move Pass))",
    "ask for moves, then roll": f"(if (can Move (do (roll) next:{STEP})) (do (roll) next:{STEP}) (move Pass))",
    "see the flag of the stuck": f"(do (roll) next:(or {STEP} (if (no Moves Next) (move Pass))))",
    "test the position afterwards": f"(do (roll) next:{STEP} ifAfterwards:(!= 3 (last To)))",
}


def playouts(text: str) -> Any:
    result = ludens.load(text).playouts(60, seed=5)
    return np.stack([result.winners, result.lengths])


@pytest.mark.parametrize("name", PLAYS)
def test_the_fast_ways_give_the_same_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = RACE % PLAYS[name]
    fast = playouts(text)
    monkeypatch.setattr(programs, "cached_package", lambda key: None)
    monkeypatch.setattr(programs, "keep_package", lambda key, package: package)
    monkeypatch.setattr(Do, "_touched", lambda *_: None)
    for module in (legal, stalemate):
        monkeypatch.setattr(module, "draws_alone", lambda c: False)
    monkeypatch.setattr(legal, "draws_for_each", lambda c: True)
    assert (playouts(text) == fast).all()


def test_a_roll_is_seen_by_the_next_moves_only() -> None:
    state = ludens.load(RACE % PLAYS["roll each turn"]).start(seed=4)
    before = state.dice
    rolled = state.legal_moves()[0]
    assert state.dice == before
    state.play(rolled)
    way = [*range(8), *range(15, 7, -1)]
    assert way.index(rolled.to_site) - way.index(rolled.from_site) == sum(state.dice[0])


CASTING = """
(game "Casting" (players 2)
    (equipment { (board (square 4)) (piece "Stone" Each %s maxValue:6) })
    (rules (start (place "Stone1" 5)) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win))))
)
"""
CAST = "(apply (set Value at:(from) (value Random (range 1 6))))"


@pytest.mark.parametrize(
    "moves",
    [f"(move Step (to if:(is Empty (to)) {CAST}))", f"(move (from (from)) (to (sites Empty) {CAST}))"],
    ids=["step", "from to"],
)
def test_each_move_found_has_drawn_for_its_own_effect(moves: str) -> None:
    state = ludens.load(CASTING % moves).start(seed=2)
    found = state.legal_moves()
    drawn = [move.to_trial().split("value=")[1][0] for move in found]
    assert len(set(drawn)) > 1
    played = state.copy().play(found[-1])
    assert f"value={drawn[-1]}" in played.to_trial()


def test_what_a_probe_for_threats_draws_is_not_the_games() -> None:
    play = f"(do (roll) next:{STEP})"
    probing = RACE.replace("(= 15 (last To))", '(is Threatened (id "Token" Mover))') % play
    plain = RACE % play
    after = []
    for text in (plain, probing):
        state = ludens.load(text).start(seed=4)
        state.play(state.legal_moves()[0])
        after.append(state.rng_state)
    assert after[0] == after[1]


def test_choosing_the_longest_sequence_rolls_once() -> None:
    plain, longest = (
        ludens.load(RACE % play).start(seed=4)
        for play in (PLAYS["roll each turn"], f"(max Moves {PLAYS['roll each turn']})")
    )
    assert [str(move) for move in longest.legal_moves()] == [str(move) for move in plain.legal_moves()]
    assert longest.rng_state == plain.rng_state


LOTS = """
(game "Lots" (players 2)
    (equipment { (board (square 4)) (piece "Marker" Each (move Step (to if:(is Empty (to)) %(effect)s))) })
    (rules (start (place Stack "Marker1" 5 count:2)) (play %(play)s) (end (if (no Pieces All) (result Mover Draw))))
)
"""
UNLUCKY = "(apply (if (= 1 (value Random (range 1 2))) (remove (to))))"


@pytest.mark.parametrize("play", ["(forEach Piece)", f"(move Add (to (sites Empty) {UNLUCKY}))"], ids=["step", "add"])
def test_the_code_with_a_log_draws_what_the_code_without_draws(play: str) -> None:
    state = ludens.load(LOTS % {"effect": UNLUCKY, "play": play}).start(seed=3)
    for _ in range(6):
        moves = state.legal_moves()
        twin, records = state.copy(), state.game.fast.legal(state)
        state.play(moves[0])
        state.game.fast.play(twin, records[0])
        assert twin.tobytes() == state.tobytes()
