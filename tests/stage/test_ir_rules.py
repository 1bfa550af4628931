"""The rules of the intermediate representation: what each does, its switch, and that games stay the same."""

from __future__ import annotations

from collections.abc import Collection

import pytest

import ludens
from ludens.cli import main
from ludens.stage import Environment, Int, IntLike, Stage
from ludens.stage.ir import Module, walk
from ludens.stage.ir.rules import RULES, only, rules_in_force, up_to, without
from ludens.stage.ir.run import Machine
from ludens.stage.ir.verify import verify

GAMES = ("Tic-Tac-Toe", "Lasca", "Havannah")


def _twins(rules: Collection[str]) -> Module:
    s = Stage(checked=False, rules=rules)
    one = s.function("one", [Int], Int, lambda x: x * 3)
    two = s.function("two", [Int], Int, lambda x: x * 3)
    s.function("idle", [Int], Int, lambda x: s.call(one, x) + 7)
    s.function("f", [Int], Int, lambda x: s.call(one, x) + s.call(two, x), exported=True)
    s.function("g", [Int], Int, lambda x: x, exported=True)
    verify(s.result)
    return s.result


def _names(module: Module) -> list[str]:
    return [procedure.name.split(".")[0] for procedure in module.procedures]


def test_equal_functions_are_one() -> None:
    assert _names(_twins(without([]))) == ["one", "f", "g"]
    apart = _twins(without(["equal"]))
    assert _names(apart) == ["one", "two", "f", "g"]
    assert Machine(apart).call("f", 5) == Machine(_twins(without([]))).call("f", 5) == 30


def test_what_nobody_calls_is_left_out() -> None:
    assert "idle" in _names(_twins(without(["needed"])))
    assert "idle" not in _names(_twins(up_to("needed")))


def test_what_some_functions_need_is_a_module() -> None:
    part = only(_twins(without([])), ["g"])
    verify(part)
    assert _names(part) == ["g"]
    both = only(_twins(without([])), ["f"])
    verify(both)
    assert _names(both) == ["one", "f"]
    assert [one.exported for one in both.procedures] == [False, True]


def test_short_loops_draw_no_fuel() -> None:
    def draws(rules: Collection[str]) -> set[object]:
        s = Stage(checked=False, rules=rules)

        def body(env: object, x: Int) -> IntLike:
            total = s.var(0)
            s.for_range(0, 8, lambda i: total.set(total.get() + i * x))
            return total.get()

        s.function("f", [Environment("the workspace", 64), Int], Int, body, exported=True)
        verify(s.result)
        return {node.data[1] for one in s.result.procedures for node in walk(one.body) if node.op == "for"}

    assert draws(without([])) == {None}
    assert None not in draws(without(["rounds"]))


def test_a_condition_on_all_sites_is_words() -> None:
    def wide(rules: Collection[str]) -> bool:
        module = ludens.load("Tic-Tac-Toe").code.emitted(rules=rules).module
        verify(module)
        return any(node.kind.startswith("<") for one in module.procedures for node in walk(one.body))

    assert wide(without([]))
    assert not wide(without(["lanes"]))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("rule", ["", *RULES])
def test_a_game_is_well_formed_and_the_same_without_a_rule(
    name: str, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = ludens.load(name)
    verify(usual.code.emitted(rules=without([rule] if rule else [])).module)
    before = usual.playouts(5, seed=3)
    monkeypatch.setenv("LUDENS_WITHOUT", rule)
    monkeypatch.setenv("LUDENS_OPTIMISE", "0")
    after = ludens.load(name).playouts(5, seed=3)
    assert (before.lengths == after.lengths).all()
    assert (before.winners == after.winners).all()


def test_the_environment_turns_rules_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_WITHOUT", "equal, lanes")
    assert set(RULES) - rules_in_force() == {"equal", "lanes"}
    monkeypatch.setenv("LUDENS_WITHOUT", "magic")
    with pytest.raises(ValueError, match="no rule 'magic'; there are lanes, rounds, equal, needed"):
        rules_in_force()


def test_the_command_turns_rules_off(capsys: pytest.CaptureFixture[str]) -> None:
    def text(*words: str) -> str:
        assert main(["compile", "Tic-Tac-Toe", "--ir", *words]) == 0
        return capsys.readouterr().out

    usual = text()
    assert text("--after", list(RULES)[-1]) == usual
    assert len(text("--without", "equal")) > len(usual)
    assert len(text("--after", "rounds")) > len(text("--after", "equal"))
    assert main(["compile", "Tic-Tac-Toe", "--ir", "--without", "magic"]) == 2
    assert "there is no rule 'magic'" in capsys.readouterr().err
