"""The intermediate representation: its text, its verifier, and what the stage builds of it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import ludens
from ludens.cli import main
from ludens.stage import Address, Bool, Int, IntLike, Long, Memory, Real, Stage
from ludens.stage.engine import compile_ir
from ludens.stage.ir import OPERATIONS, Module, Node, walk
from ludens.stage.ir.llvm import assembly
from ludens.stage.ir.text import parse, to_text
from ludens.stage.ir.verify import Malformed, verify

SMALL = """
(game "Small" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))
"""
MANUAL = Path(__file__).parents[2] / "docs" / "ir.md"
GAMES = ("Tic-Tac-Toe", "Lasca", "Backgammon", "Sudoku")


@pytest.fixture(scope="module", params=GAMES)
def module(request: pytest.FixtureRequest) -> Module:
    built: Module = ludens.load(request.param).code.emitted().module
    return built


def test_what_the_stage_builds_is_well_formed(module: Module) -> None:
    verify(module)


def test_a_module_is_read_back_from_its_text(module: Module) -> None:
    text = to_text(module)
    again = parse(text)
    verify(again)
    assert to_text(again) == text
    assert compile_ir(assembly(again), 0)


def test_nodes_have_the_place_of_the_ludeme_that_made_them() -> None:
    module = ludens.load(SMALL).code.emitted().module
    places = {str(node.place) for one in module.procedures for node in walk(one.body) if node.place is not None}
    assert {"(move Add) at line 3, column 16", "(is Line) at line 3, column 56"} <= places


def test_loads_and_stores_name_the_field() -> None:
    module = ludens.load(SMALL).code.emitted().module
    nodes = [node for one in module.procedures for node in walk(one.body)]
    stored = {str(node.data[2]) for node in nodes if node.op == "store"}
    assert {"the field what", "the field mover", "the field empty"} <= stored


def _everything(s: Stage) -> None:
    """A function with one of every operation that the handles offer."""

    def body(state: Address, x: Int, y: Long, z: Real) -> IntLike:
        memory, total, flag = s.alloca(64), s.var(x), s.var(x > 3, Bool)
        s.store(memory, x & 7, "u8", x)
        s.store(memory, 2, "f32", z)
        s.copy(s.offset(memory, 32), memory, 16)
        s.move(memory, s.offset(memory, 4), 8)
        s.clear(memory, 4)
        s.for_range(0, x, lambda i: total.set(total.get() + i * 3))
        s.while_(lambda: total.get() > 100, lambda: total.set(total.get() - 7))
        s.switch(x & 3, [lambda: flag.set(True), lambda: total.set(1)])

        def leave_early(scope: object) -> None:
            s.if_(flag.get(), lambda: s.leave(scope), lambda: total.set(s.quotient(total.get(), 2)))  # type: ignore[arg-type]
            total.set(total.get() + 1)

        s.scope(leave_early)
        s.if_(z > 1.5, s.give_up)
        words = s.select(flag.get(), y, y << 3) ^ (y >> 5)
        total.set(total.get() + s.popcount(words) + s.lowest_bit(words | 1) + s.nth_bit(words | 3, 1))
        total.set(
            total.get()
            + s.truncate(s.power(s.math("sqrt", z), 2.0))
            + s.minimum(x, 4)
            + s.maximum(x, 1)
            + s.remainder(x, 3)
        )
        total.set(total.get() + s.to_int(s.above_highest(words)) + s.table([3, 1, 4, 1, 5])[x])
        s.exchange("add", state, 0, "i32", x)
        s.if_(s.claim(state, 1, 0, 1), lambda: s.publish(state, 1, 2))
        s.store_place(state, 8)
        return total.get() + s.published(state, 1) + s.load(state, 0, "i32")

    s.function("everything", [Memory("a state", 64), Int, Long, Real], Int, body, exported=True)


def test_every_operation_of_the_handles_is_well_formed_and_read_back() -> None:
    s = Stage(checked=False)
    _everything(s)
    module = s.module
    verify(module)
    text = to_text(module)
    assert to_text(parse(text)) == text
    assert compile_ir(assembly(parse(text)), 0)
    used = {node.op for one in module.procedures for node in (*one.entry, *walk(one.body))}
    apart = {"fadd", "fsub", "fmul", "fdiv", "single", "splat", "read", "write", "report", "call", "call_at", "call_c"}
    assert used | apart >= OPERATIONS.keys()


def _with(change: str, by: str) -> str:
    s = Stage(checked=False)
    s.function("f", [Int], Int, lambda x: s.select(x > 2, x + 1, 7), exported=True)
    text = to_text(s.module)
    assert change in text
    return text.replace(change, by)


@pytest.mark.parametrize(
    ("change", "by", "message"),
    [
        ("add i32 %p0 1", "add i32 %p9 1", "%p9 is not there"),
        ("add i32 %p0 1", "add i64 %p0 1", "%p0 is i32, where i64 is due"),
        ("add i32 %p0 1", "add i32 %p0", "1 operands, where 2 are due"),
        ("add i32 %p0 1", "add i32 %p0 one", "one is no i32"),
        ("%v2 = add", "%v1 = add", "a second node has the number 1"),
        ("return i32", "return i64", "%v3 is i32, where i64 is due"),
        ("icmp i32 %p0 2 [sgt]", "call i32 %p0 2 [nobody, \"i32 i32\"]", "there is no procedure nobody"),
    ],
)  # fmt: skip
def test_the_verifier_says_what_is_wrong(change: str, by: str, message: str) -> None:
    with pytest.raises(Malformed, match=f"f: .*{message}"):
        verify(parse(_with(change, by)))


@pytest.mark.parametrize(
    ("change", "by", "message"),
    [
        ("add i32", "plus i32", "line 5: this is no node"),
        ("end", "", "the text ends within something"),
        ("procedure f", "function f", "line 2: this begins nothing"),
        ("[sgt]", "[sgt, {]", "these are no static parts"),
    ],
)
def test_the_reader_says_where_a_text_is_wrong(change: str, by: str, message: str) -> None:
    with pytest.raises(Malformed, match=message):
        parse(_with(change, by))


def test_the_manual_has_every_operation() -> None:
    """Each by its name, with its operands, its result, its static parts and its blocks."""
    text = MANUAL.read_text(encoding="utf-8").partition("\n## Running it")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.*?) ?\| (.*?) ?\| (.*?) ?\| (.*) \|$", text, re.M)
    assert {name for name, *_ in rows} == OPERATIONS.keys()
    for name, takes, gives, data, meaning in rows:
        operation = OPERATIONS[name]
        assert (takes, gives, data) == (operation.takes, operation.gives, ", ".join(operation.data)), name
        assert all(f"`{block.rstrip('?*')}`" in meaning for block in operation.blocks), name


def test_values_of_a_block_are_not_there_behind_it() -> None:
    inside = Node("add", 2, "i32", ("1", "2"), (), None)
    branch = Node("if", 1, "i1", ("true",), (), None, ([inside],))
    s = Stage(checked=False)
    s.function("f", [], Int, lambda: 1, exported=True)
    (one,) = s.module.procedures
    with pytest.raises(Malformed, match="%v2 is not there"):
        verify(Module(procedures=[replace(one, body=[branch, Node("return", 3, "i32", ("%v2",), (), None)])]))


def test_functions_that_do_the_same_are_one_whatever_their_places() -> None:
    s = Stage(checked=False)
    made = []
    for place in ("here", "there"):
        s.place = place
        made.append(s.function("f", [Int], Int, lambda x: x + 1))
    assert made[0].name == made[1].name
    assert len(s.module.procedures) == 1


@pytest.mark.parametrize(
    ("option", "shown"),
    [("--ir", "procedure legal"), ("--llvm", "define i32 @"), ("--optimised", "define")],
)
def test_compile_prints_a_game(option: str, shown: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "small.lud"
    path.write_text(SMALL, encoding="utf-8")
    assert main(["compile", str(path), option]) == 0
    plain = capsys.readouterr().out
    assert shown in plain
    assert main(["compile", str(path), option, "--traced"]) == 0
    assert capsys.readouterr().out != plain
    if option == "--ir":
        verify(parse(plain))


def test_compile_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "small.lud"
    path.write_text(SMALL, encoding="utf-8")
    assert main(["compile", str(path), "--json"]) == 0
    assert '"nodes": ' in capsys.readouterr().out


def test_compile_a_game_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "/nowhere/nothing.lud", "--ir"]) == 2
    assert "nothing.lud" in capsys.readouterr().err
