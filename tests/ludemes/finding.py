"""Legal moves found by their number, as random play finds them."""

from __future__ import annotations

import numpy as np

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
        assert space.arena_used == 0
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


def check_found_by_number(text: str) -> None:
    """Play some games of a description: in each position every legal move is found once."""
    game = ludens.load(text)
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
