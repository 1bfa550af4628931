"""Native calls: signatures come from the stage, arguments are arrays and states, what is kept is plain data."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.game import LimitExceeded, compiler, programs
from ludens.language import Defect
from ludens.ludemes.moves.add import AddPieces
from ludens.native import Package, Program, Signature, Words, choices, compiled, seed_choices, signatures_of, sources
from ludens.native.workspace import workspace
from ludens.stage import Address, Int, Long, Real, Stage
from ludens.stage.engine import compile_ir
from ludens.stage.ir import Module, Procedure

NOUGHTS = """(game "Noughts" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


def adder() -> Stage:
    """sum(words, n, scale) -> scale times the sum of n words."""
    s = Stage()

    def total(words: Address, n: Int, scale: Real) -> Any:
        found = s.var(0, Long)
        s.for_range(0, n, lambda i: found.set(found.get() + s.load(words, i, "i64")))
        return s.real(found.get()) * scale

    s.function("sum", [Address, Int, Real], Real, total, exported=True)
    s.function("hidden", [Int], Int, lambda x: x + 1)
    return s


def test_signatures_are_those_of_the_exported_functions() -> None:
    assert signatures_of(adder()) == {"sum": Signature(("ptr", "i32", "double"), "double")}


def test_functions_take_arrays_and_words() -> None:
    program, words = compiled(adder()), Words(3)
    words[0], words[2] = 5, -1
    assert program.call("sum", np.array([1, 2, 4], np.int64), 3, 0.5) == 3.5
    assert program.call("sum", words, 3, 1.0) == 4.0
    assert "sum" in program and "hidden" not in program
    with pytest.raises(KeyError):
        program.call("hidden", 1)


def test_words_find_arrays_and_functions() -> None:
    s, words, array = Stage(), Words(2), np.array([7, 8], np.int32)
    body = lambda block: s.call_address(s.load_address(block, 8), [Address], Int, s.load_address(block, 0))  # noqa: E731
    s.function("second", [Address], Int, lambda place: s.load(place, 1, "i32"), exported=True)
    s.function("through", [Address], Int, body, exported=True)
    program = compiled(s)
    words.share(0, array)
    words.link(1, program, "second")
    assert program.call("through", words) == 8


def test_a_package_comes_back_from_its_bytes() -> None:
    stage = adder()
    package = Package(compile_ir(stage.ir()), signatures_of(stage), {"note": [1, "two", None]})
    again = Package.from_bytes(package.to_bytes())
    assert again == package
    assert Program(again).call("sum", np.array([6], np.int64), 1, 2.0) == 12.0
    assert json.loads(package.to_bytes().partition(b"\n")[0])["extra"] == {"note": [1, "two", None]}


@pytest.mark.parametrize(
    "data", [b"", b"\x80\x04N.", b"[]\ncode", b'{"extra": {}}\n', b'{"signatures": [1], "extra": 0}\n']
)
def test_other_bytes_are_no_package(data: bytes) -> None:
    with pytest.raises(ValueError):
        Package.from_bytes(data)


def test_a_cached_game_needs_no_emitter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))
    first = ludens.load(NOUGHTS)
    first.compile()
    monkeypatch.setattr(compiler, "emit", None)
    again = ludens.load(NOUGHTS)
    moves = [str(move) for move in again.start(seed=1).legal_moves()]
    assert moves == [str(move) for move in first.start(seed=1).legal_moves()]
    assert (again.playouts(20, seed=3).lengths == first.playouts(20, seed=3).lengths).all()


def test_damaged_entries_are_compiled_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))
    ludens.load(NOUGHTS).compile()
    for file in tmp_path.rglob("*"):
        if file.is_file():
            file.write_bytes(file.read_bytes()[:-1])
    assert len(ludens.load(NOUGHTS).start(seed=1).legal_moves()) == 9


def test_states_and_blocks_are_played_on() -> None:
    game = ludens.load(NOUGHTS)
    state, program = game.start(seed=1), game.fast
    block = state.block.copy()
    records = program.legal(state)
    program.play(block, records[4])
    assert (len(records), len(program.legal(block)), len(program.legal(state))) == (9, 8, 9)
    with pytest.raises(TypeError, match="in turn"):
        program.play_joint(block, records[:2])


def test_random_moves_are_those_of_the_seed() -> None:
    game, found = ludens.load(NOUGHTS), []
    for _ in range(2):
        state = game.start(seed=1)
        seed_choices(99)
        made = game.fast.playout(state)
        found.append((made, choices(), state.tobytes()))
    assert found[0] == found[1] and found[0][1] != 99


def test_an_error_does_not_outlive_its_call() -> None:
    tower = """(game "Tower" (players 1) (equipment {(board (square 1)) (piece "Ball" Each)})
        (rules (play (move Add (to (sites Board)) stack:True)) (end (if (> (count Moves) 100) (result Mover Win)))))"""
    with pytest.raises(LimitExceeded, match="stack"):
        ludens.load(tower).fast.playout(ludens.load(tower).start(seed=1))
    assert len(ludens.load(NOUGHTS).start(seed=1).legal_moves()) == 9
    workspace().check()


def test_the_key_of_the_sources_is_that_of_their_contents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "package"
    folder.mkdir()
    file = folder / "a.py"

    def key(text: str) -> str:
        file.write_text(text)
        sources._key.cache_clear()
        return sources._key((str(folder),))

    first, other, again = key("one = 1"), key("two = 222"), key("one = 1")
    assert first == again != other
    sources._key.cache_clear()


def test_a_mistake_of_ludens_is_told_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: AddPieces, *arguments: object) -> None:
        raise AttributeError("no such thing")

    monkeypatch.setattr(programs, "cached_package", lambda key: None)
    monkeypatch.setattr(AddPieces, "emit", broken)
    with pytest.raises(Defect, match="a defect of ludens, please report it: AttributeError: no such thing") as caught:
        ludens.load(NOUGHTS)
    assert caught.value.span is not None and caught.value.span.text == "(move Add (to (sites Empty)))"


def test_what_does_not_verify_is_a_mistake_of_ludens(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Procedure("f", "i32", (), "", True, [], [])  # it gives nothing
    emitted = compiler.Emitted(Module(procedures=[wrong]), {}, compiler.Forms(), None)
    monkeypatch.setattr(programs, "cached_package", lambda key: None)
    monkeypatch.setattr(compiler, "emit", lambda book, traced: emitted)
    with pytest.raises(Defect, match="a defect of ludens"):
        ludens.load(NOUGHTS).compile()


#: system calls of Linux and the driver of graphics cards, and no native code of ours; what LLVM gives
ELSEWHERE = {
    "gpu/card.py",
    "gpu/drivers.py",
    "gpu/tensors.py",
    "stage/engine.py",
    "system/confinement.py",
    "system/descendants.py",
    "system/jobs.py",
    "system/scheduling.py",
    "system/syscalls.py",
}


def test_addresses_are_handled_in_this_room_alone() -> None:
    source = Path(ludens.__file__).parent
    files = (path for path in source.rglob("*.py") if path.relative_to(source).parts[0] != "native")
    found = {path.relative_to(source).as_posix() for path in files if re.search(r"\bctypes\b", path.read_text("utf-8"))}
    assert found == ELSEWHERE
