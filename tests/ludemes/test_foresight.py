"""Legal moves that are tested ahead, and threats that are aimed at one site, against testing every move by itself."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.game.compiler import emit_extended
from ludens.game.single import SingleGame
from ludens.native import Package
from ludens.native.program import WORKSPACE, Program
from ludens.native.workspace import workspace
from ludens.rules.generation.foresight import Foresight
from ludens.rules.turns.mobility import ReachSink
from ludens.stage.engine import compile_ir

#: steps, lines, leaps, moves that go on, captured pieces that come back, and drops that are tested for something else
FIGHT = """
(define "Safe" (not (is Threatened (id "Chief" #1))))
(define "Enemy" (is Enemy (who at:(to))))
(define "Free" (not (is Friend (who at:(to)))))
(define "Keep" (apply (if "Enemy" (add (piece (mapEntry "Turned" (what at:(to)))) (to (handSite Mover 0))))))
(game "Fight"
    (players {(player N) (player S)})
    (equipment {
        (board (square 5))
        (piece "Chief" Each (move Step (to if:"Free" "Keep")))
        (piece "Tower" Each
            (move Slide Orthogonal (to if:"Enemy" "Keep") (then (if (is In (last To) (sites Right)) (moveAgain))))
        )
        (piece "Priest" Each
            (or (move Slide Diagonal (to if:"Enemy" "Keep")) (move Step Orthogonal (to if:(is Empty (to)))))
        )
        (piece "Foot" Each (move Step Forward (to if:"Free" "Keep")))
        (piece "Horse" Each
            (move Leap {{F F R F} {F F L F}} (to if:"Free" (apply (if "Enemy" (remove (to))))))
        )
        (hand Each)
        (map "Turned" {
            (pair (id "Foot" P1) (id "Foot" P2)) (pair (id "Foot" P2) (id "Foot" P1))
            (pair (id "Tower" P1) (id "Foot" P2)) (pair (id "Tower" P2) (id "Foot" P1))
            (pair (id "Priest" P1) (id "Horse" P2)) (pair (id "Priest" P2) (id "Horse" P1))
            (pair (id "Horse" P1) (id "Horse" P2)) (pair (id "Horse" P2) (id "Horse" P1))
        })
    })
    (rules
        (start {
            (place "Chief1" coord:"C1") (place "Tower1" coord:"A1") (place "Priest1" coord:"E1")
            (place "Horse1" coord:"B1") (place "Foot1" {"A2" "B2" "C2"})
            (place "Chief2" coord:"C5") (place "Tower2" coord:"E5") (place "Priest2" coord:"A5")
            (place "Horse2" coord:"D5") (place "Foot2" {"E4" "D4" "C4"})
        })
        (play
            (do
                (or {
                    (do
                        (move (from (sites Occupied by:Mover container:"Hand")) (to (sites Empty)))
                        ifAfterwards:(not
                            (and (is Threatened (id "Chief" Next)) (is In (where "Chief" Next) (sites Corners)))
                        )
                    )
                    (forEach Piece)
                })
                ifAfterwards:("Safe" Mover)
            )
        )
        (end (if (no Moves Next) (result Mover Win)))
    )
)
"""


def _program(game: SingleGame) -> Program:
    emitted = emit_extended(game.rulebook, lambda compiler: None)
    return Program(Package(compile_ir(emitted.ir, 0), emitted.signatures, {}))


def _listed(program: Program, state: ludens.State) -> list[bytes]:
    space = workspace()
    space.records[:300] = 0
    count = program.run("legal", state, WORKSPACE, space.records)
    return [space.records[i].tobytes() for i in range(count)]


def test_moves_that_change_nothing_that_was_looked_at_are_legal_as_if_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludens.load(FIGHT)
    assert isinstance(game, SingleGame)
    kinds: list[int] = []
    ahead = Foresight.ahead

    def noted(self: Foresight, *given: object) -> object:
        kinds.append(len(self.kinds))
        return ahead(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Foresight, "ahead", noted)
    foreseen = _program(game)
    assert kinds[0] > 3
    monkeypatch.setattr(Foresight, "of", lambda family: None)
    aimed = _program(game)
    monkeypatch.setattr(ReachSink, "aim", None)
    plain = _program(game)
    random, dropped, seen = np.random.default_rng(3), 0, 0
    for seed in range(8):
        state = game.start(seed=seed)
        for _ in range(60):
            if state.is_over:
                break
            expected = _listed(plain, state)
            assert _listed(aimed, state) == expected
            assert _listed(foreseen, state) == expected
            dropped += sum(int(np.frombuffer(record, np.int32)[2]) >= 25 for record in expected)
            seen += len(expected)
            moves = state.legal_moves()
            assert len(moves) == max(len(expected), 1)
            state.play(moves[int(random.integers(len(moves)))])
    assert seen > 500
    assert dropped > 50
