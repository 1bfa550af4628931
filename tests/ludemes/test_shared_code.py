"""Code that several places need is emitted once, and does there what it would do in each of them."""

from __future__ import annotations

from typing import Any

import pytest

import ludens
from ludens.game.compiler import emit
from ludens.game.single import SingleGame
from ludens.ludemes.regions import static
from ludens.rules.generation import execution
from ludens.rules.state.guards import UNGUARDED
from ludens.stage import Stage

GUARDED = """
(game "Guarded" (players 2)
    (equipment {{ (board (square 4)) (piece "King" Each (move Step (to if:(not (is Friend (who at:(to))))))) }})
    (rules (start {{ (place "King1" {{0}}) (place "King2" {{15}}) }})
        (play (if (can Move {look}) (forEach Piece) (move Pass)))
        (end {{ (if (no Moves Next) (result Mover Win)) (if (>= (count Moves) 30) (result Mover Draw)) }})))
"""
CAPTURES = """
(game "Captures" (players 2)
    (equipment {{ (board (square 3)) (piece "Disc" Each (or (move Step Orthogonal (to if:(not (is Friend (who at:(to))))
        (apply {effect}))) (move Step Diagonal (to if:(not (is Friend (who at:(to)))) (apply {effect}))))) }})
    (rules (start {{ (place "Disc1" {{0 1 2}}) (place "Disc2" {{6 7 8}}) }})
        (play (forEach Piece)) (end (if (>= (count Moves) 12) (result Mover Draw)))))
"""
EFFECT = "(if (and {{{many}}}) (remove (to)))"


def emissions(text: str, name: str, monkeypatch: pytest.MonkeyPatch, *, traced: bool = False) -> int:
    """How often a function of that name is emitted for a description."""
    game = ludens.load(text)
    assert isinstance(game, SingleGame)
    names: list[str] = []
    define = Stage.function

    def noted(self: Stage, name: str, *given: Any, **settings: Any) -> Any:
        names.append(name)
        return define(self, name, *given, **settings)

    with monkeypatch.context() as patch:
        patch.setattr(Stage, "function", noted)
        emit(game.rulebook, traced=traced)
    return names.count(name)


def test_what_asks_for_no_guard_is_shared_by_guarded_and_unguarded_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """The condition stands in the rules of play and in the look for a move of the next player, which is guarded."""
    assert emissions(GUARDED.format(look="(forEach Piece)"), "can_move", monkeypatch) == 1


def test_what_asks_for_a_guard_is_not_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (
        emissions(GUARDED.format(look="(if (no Moves Next) (move Pass) (forEach Piece))"), "can_move", monkeypatch) == 2
    )


def test_guards_note_what_is_asked_of_those_around() -> None:
    around = UNGUARDED.and_("a")
    here = around.within().and_("b")
    assert "a" in here and "b" in here and "c" not in here
    assert here.queries == {"a": True, "c": False}
    assert here and not UNGUARDED


@pytest.mark.parametrize("traced", [False, True])
def test_a_big_effect_is_emitted_once(traced: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    effect = EFFECT.format(many=" ".join(f"(!= (count Moves) {n})" for n in range(50, 110)))
    text = CAPTURES.format(effect=effect)
    assert emissions(text, "effect", monkeypatch, traced=traced) == 1
    playouts = ludens.load(text).playouts(20, seed=1)
    monkeypatch.setattr(execution, "BIG", 1000)
    monkeypatch.setenv("LUDENS_CACHE", "off")
    assert emissions(text, "effect", monkeypatch, traced=traced) == 0
    alone = ludens.load(text).playouts(20, seed=1)
    assert (playouts.winners == alone.winners).all() and (playouts.lengths == alone.lengths).all()


@pytest.mark.parametrize("name", ["Dara", "Tablut", "Go", "Chess", "Abalone", "Lines of Action", "Amazons", "Oware"])
def test_regions_that_a_long_function_asks_for_are_those_that_it_would_find(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDENS_CACHE", "off")
    within = ludens.load(name).playouts(3, seed=1)
    monkeypatch.setattr(static, "_LONG", 0)
    monkeypatch.setattr(static, "_WORTH", 1)
    assert ludens.load(name).playouts(3, seed=1) == within


def test_a_region_that_stands_in_a_long_function_often_is_found_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    place = "(sites Around (sites Occupied by:Next) if:(is Empty (to)))"

    def text(times: int) -> str:
        return f"""(game "Often" (players 2) (equipment {{ (board (square 4)) (piece "Disc" Each) }})
            (rules (start {{ (place "Disc1" 5) (place "Disc2" 10) }})
                (play (move Add (to (intersection {{ {place * times} }}))))
                (end (if (no Moves Next) (result Mover Win)))))"""

    assert emissions(text(9), "region", monkeypatch) == 0
    monkeypatch.setattr(static, "_LONG", 0)
    assert emissions(text(9), "region", monkeypatch) == emissions(text(4), "region", monkeypatch) > 0
