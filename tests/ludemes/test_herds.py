"""Moves of many pieces at once: what is drawn by number are the legal moves, each once."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.game.compiler import Compiler, emit_extended
from ludens.game.single import SingleGame
from ludens.ludemes.generation.records import RECORD, RECORDS
from ludens.ludemes.play import playing
from ludens.native import Package
from ludens.native.program import WORKSPACE, Program
from ludens.native.workspace import workspace
from ludens.stage import Address, Int, IntLike
from ludens.stage.engine import compile_ir

_WALK = "{{F F R F} {F F L F}}"
_FLY = (
    "(move Hop Diagonal (between before:8 after:8 if:(and (not (is In (between) (sites ToClear)))"
    " (is Enemy (who at:(between)))) (apply (remove (between) at:EndOfTurn))) (to if:(is Empty (to)))"
    " (then (if (can Move (hop (from (last To)) Diagonal (between before:8 after:8 if:(and (not (is In (between)"
    " (sites ToClear))) (is Enemy (who at:(between))))) (to if:(is Empty (to))))) (moveAgain))))"
)
_HOP = "(hop {d} (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))) {t})"
_STEP = "(move Step {d} (to if:(is Empty (to))) {t})"
_TAKE = "(move Step {d} (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))"
_AGAIN = "(then (if (can Move " + _HOP.format(d="(from (last To)) {d}", t="") + ") (moveAgain)))"
_BACK = '(then (if (is In (last To) (sites Next)) (promote (last To) (piece "King") Mover)))'


def text(board: str, pieces: str, play: str, start: str, players: str = "{(player N) (player S)}") -> str:
    return (
        f'(game "Herd" (players {players}) (equipment {{(board {board}) {pieces}'
        " (regions P1 (sites Bottom)) (regions P2 (sites Top))})"
        f" (rules (start {{{start}}}) (play {play}) (end (if (no Moves Next) (result Mover Win)))))"
    )


def pawns(moves: str) -> str:
    return f'(piece "Pawn" Each {moves})'


_ROWS = '(place "Pawn1" (expand (sites Bottom) steps:2)) (place "Pawn2" (expand (sites Top) steps:2))'
_GAPS = (
    '(place "Pawn1" (difference (sites Phase 1) (sites {12 34 45 57 78 90})))'
    ' (place "Pawn2" (difference (sites Phase 0) (sites {11 33 44 66 77 88})))'
)
_FORWARD = "(directions {FR FL})"


def jump(direction: str) -> str:
    """A capture that goes on with the same piece."""
    return _HOP.format(d=direction, t=_AGAIN.format(d=direction)).replace("(hop", "(move Hop", 1)


_ON = jump("Diagonal").replace("Hop Diagonal", "Hop (from (last To)) Diagonal", 1)
_DRAUGHTS = (
    f'(if (is Prev Mover) {_ON} (priority {{(or (forEach Piece "Pawn" {jump(_FORWARD)} {_BACK})'
    f' (forEach Piece "King" {jump("Diagonal")})) (or (forEach Piece "Pawn" {_STEP.format(d=_FORWARD, t=_BACK)})'
    f' (forEach Piece "King" {_STEP.format(d="Diagonal", t="")}))}}))'
)
_TWELVE = (
    '(place "Pawn1" (difference (expand (sites Bottom) steps:2) (sites Phase 1)))'
    ' (place "Pawn2" (difference (expand (sites Top) steps:2) (sites Phase 1)))'
)

GAMES = {
    "steps forward": text(
        "(square 8)",
        pawns(f"(or {_STEP.format(d='Forward', t='')} {_TAKE.format(d=_FORWARD)})"),
        "(forEach Piece)",
        _ROWS,
    ),
    "steps on two words": text("(square 10)", pawns(_TAKE.format(d="Orthogonal")), "(forEach Piece)", _ROWS),
    "steps on hexagons": text("(hex 5)", pawns(_TAKE.format(d="Adjacent")), "(forEach Piece)", _ROWS),
    "steps on vertices": text(
        "(square 6 diagonals:Alternating) use:Vertex", pawns(_TAKE.format(d="All")), "(forEach Piece)", _ROWS
    ),
    "steps of three players": text(
        "(square 7)",
        pawns(_STEP.format(d="Orthogonal", t="")),
        "(forEach Piece)",
        '(place "Pawn1" (sites Bottom)) (place "Pawn2" (sites Top)) (place "Pawn3" (sites Left))',
        "3",
    ),
    "steps beside hands": text(
        "(square 8)",
        pawns(_TAKE.format(d=_FORWARD)) + " (hand Each)",
        "(or (forEach Piece) (move (from (handSite Mover)) (to (intersection (sites Empty) (sites Centre)))))",
        _ROWS + ' (place "Pawn1" (handSite P1) count:2) (place "Pawn2" (handSite P2) count:3)',
    ),
    "leaps": text(
        "(square 8)",
        pawns(f"(move Leap {_WALK} forward:True (to if:(not (is Friend (who at:(to))))))"),
        "(forEach Piece)",
        _ROWS,
    ),
    "hops": text(
        "(square 10)",
        pawns(
            _HOP.format(d="Orthogonal", t="(then (if (is In (last To) (sites Corners)) (moveAgain)))").replace(
                "(hop", "(move Hop"
            )
        ),
        f"(or (forEach Piece {jump('Orthogonal').replace('Hop', 'Hop (from (from))', 1)}) (move Pass))",
        _GAPS,
    ),
    "flying hops": text(
        "(square 9)",
        pawns(_FLY),
        f"(priority {{(max Moves (forEach Piece)) (forEach Piece {_STEP.format(d='Diagonal', t='')})}})",
        '(place "Pawn1" {0 2 4 20 24}) (place "Pawn2" {80 78 76 60 50})',
    ),
    "draughts": text("(square 8)", '(piece "Pawn" Each) (piece "King" Each)', _DRAUGHTS, _TWELVE),
}


def test_hops_of_lengths_known_only_in_play_are_found_one_by_one() -> None:
    hop = "(move Hop Orthogonal (between (exact (count Pieces Mover)) if:(is Empty (between))) (to if:(is Empty (to))))"
    state = ludens.load(
        text("(square 5)", pawns(hop), "(forEach Piece)", '(place "Pawn1" {0 6}) (place "Pawn2" {24})')
    ).start(seed=1)
    assert {(move.from_site, move.to_site) for move in state.legal_moves()} == {(0, 3), (0, 15), (6, 9), (6, 21)}


class Finder:
    """A game's module with a function that finds a legal move by its number."""

    def __init__(self, game: SingleGame) -> None:
        self.by_number = True

        def extend(compiler: Compiler) -> None:
            def find(state: Address, env: Address, records: Address, number: Int) -> IntLike:
                found = compiler.find(compiler.context(state, env), records, lambda total: number)
                self.by_number = found is not None
                return found.count.get() if found is not None else -1

            def make(state: Address, env: Address, record: Address) -> None:
                c = compiler.context(state, env)
                playing.play(c, False, lambda: compiler.family.execute(c, record))

            compiler.s.function("find", [*compiler.places, RECORDS, Int], Int, find, exported=True)
            compiler.s.function("make", [*compiler.places, RECORD], None, make, exported=True)

        emitted = emit_extended(game._book, extend)
        self.program = Program(Package(compile_ir(emitted.ir, 0), emitted.signatures, {}))

    def found(self, state: ludens.State, number: int) -> tuple[int, bytes]:
        """How many legal moves there are, and the record of that number."""
        space = workspace()
        space.records[0] = 0
        total = self.program.run("find", state, WORKSPACE, space.records, number)
        return total, space.records[0].tobytes()

    def after(self, state: ludens.State, records: list[bytes]) -> list[bytes]:
        """The positions after each of some moves, sorted."""
        positions = []
        for record in records:
            made = state.copy()
            self.program.run("make", made, WORKSPACE, np.frombuffer(record, np.int32).copy())
            positions.append(made.tobytes())
        return sorted(positions)

    def listed(self, state: ludens.State) -> list[bytes]:
        space = workspace()
        space.records[:200] = 0
        count = self.program.run("legal", state, WORKSPACE, space.records)
        return [space.records[i].tobytes() for i in range(count)]


@pytest.mark.parametrize("name", GAMES)
def test_each_legal_move_is_found_once_by_number(name: str) -> None:
    game = ludens.load(GAMES[name])
    assert isinstance(game, SingleGame)
    finder, random = Finder(game), np.random.default_rng(5)
    assert finder.by_number
    seen = 0
    for seed in range(6):
        state = game.start(seed=seed)
        while not state.is_over and seen < 400:
            expected = finder.listed(state)
            total = finder.found(state, 0)[0]
            got = [finder.found(state, number)[1] for number in range(total)]
            if total:
                assert sorted(map(_sites, got)) == sorted(map(_sites, expected))
                assert finder.after(state, got) == finder.after(state, expected)
            moves = state.legal_moves()
            state.play(moves[int(random.integers(len(moves)))])
            seen += 1
    assert seen > 50


def _sites(record: bytes) -> tuple[int, ...]:
    """Mover, from and to of a record that has them."""
    return tuple(np.frombuffer(record, np.int32)[1:4].tolist())
