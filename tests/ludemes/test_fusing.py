"""What ludemes say they read and write, from which it is decided whether effects may be applied as they are found."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import pytest

import ludens
import ludens.ludemes
from ludemes.logged import check_agreement
from ludens.game import compile_text
from ludens.ludemes.moves.for_each import ForEachSite
from ludens.rules.base import Ludeme

# written by every move or by what follows it, not by effects
BY_MOVES = {"active", "last", "visited"}
# compared as a whole, by ludemes that say that they read everything
AS_A_WHOLE = {"stored"}


for module in pkgutil.walk_packages(ludens.ludemes.__path__, "ludens.ludemes."):
    importlib.import_module(module.name)


def classes(cls: type[Ludeme] = Ludeme) -> Iterator[type[Ludeme]]:
    for below in cls.__subclasses__():
        yield below
        yield from classes(below)


def names(which: str) -> set[str]:
    return {name for cls in classes() for name in getattr(cls, which) if isinstance(getattr(cls, which), frozenset)}


def test_what_is_read_is_written_under_the_same_name() -> None:
    read, written = names("reads"), names("writes")
    assert {"board", "turn", "vars"} <= read & written
    assert read - written == BY_MOVES
    assert written - read == AS_A_WHOLE


GAME = """(game "Test" (players 2)
    (equipment {(board (square 4)) (piece "Man" Each)})
    (rules (play (move Add (to (sites Empty)) (then (and EFFECTS)))) (end (if (is Full) (result Mover Win)))))"""


@pytest.mark.parametrize(
    ("first", "condition"),
    [
        ("(set Value Mover 1)", "(= 1 (value Player Mover))"),
        ("(set Var 1)", "(= 1 (var))"),
        ("(addScore Mover 1)", "(= 1 (score Mover))"),
        ("(set Counter 5)", "(= 5 (counter))"),
    ],
)
def test_an_effect_does_not_see_what_the_one_beside_it_does(first: str, condition: str) -> None:
    state = ludens.load(GAME.replace("EFFECTS", f"{first} (if {condition} (moveAgain))")).start(seed=1)
    state.play(state.legal_moves()[0])
    assert state.mover == 2


SWEEP = """(game "Sweep" (players 2)
    (equipment {(board BOARD) (piece "Man" Each (flips 1 2)) (piece "Post" Neutral (flips 1 2))})
    (rules (play (move Add (piece (id "Man" Mover) state:1) (to (sites Empty)) (then EFFECT)))
        (end (if (is Full) (result Mover Win)))))"""
MINE = "(= (who at:(site)) (mover))"
SWEPT = {
    "each decided by itself": f"(forEach Site (sites Occupied by:Mover) (if {MINE} (flip (site))))",
    "then one that does not look": "(and (forEach Site (sites Board) (if (= (state at:(site)) 1)"
    " (set State at:(site) 2))) (set State at:(last To) 0))",
    "taken off": "(forEach Site (sites Around (last To)) (if (= (state at:(site)) 2) (remove (site)) (flip (site))))",
    "put down": "(forEach Site (sites Around (last To)) (if (is Empty (to))"
    ' (add (piece "Post0" state:2) (to (site)))))',
}
TOLD_BY_OTHERS = {
    "what lies beside": "(forEach Site (sites Board) (if (all Sites (sites Around (site)) if:(is Empty (site)))"
    " (remove (site)) (flip (site))))",
    "how many": "(forEach Site (sites Board) (if (> (count Sites in:(sites State 1)) 3) (set State at:(site) 2)))",
    "another site": "(forEach Site (sites Board) (if (is Occupied (ahead (site) N)) (remove (site))))",
    "changes another": "(forEach Site (sites Board) (if (is Occupied (site)) (remove (ahead (site) N))))",
    "looked at by the next": "(and (forEach Site (sites Board) (if (= (state at:(site)) 1) (set State at:(site) 2)))"
    " (if (= (state at:(last To)) 1) (moveAgain)))",
}


def swept(board: str, effect: str) -> ludens.Game:
    return compile_text(SWEEP.replace("BOARD", board).replace("EFFECT", effect))


@pytest.mark.parametrize("board", ["(square 4)", "(square 9)"])
@pytest.mark.parametrize("effect", [*SWEPT, *TOLD_BY_OTHERS])
def test_what_is_done_site_by_site_agrees_with_what_is_listed_first(board: str, effect: str) -> None:
    """Moves that are logged are listed first, always."""
    check_agreement(swept(board, {**SWEPT, **TOLD_BY_OTHERS}[effect]))


@pytest.mark.parametrize("effect", [*SWEPT, *TOLD_BY_OTHERS])
def test_only_what_has_to_do_with_no_other_site_is_done_where_it_is_found(
    effect: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered, at_once = [], ForEachSite.at_once
    monkeypatch.setattr(ForEachSite, "at_once", lambda *asked: answered.append(at_once(*asked)) or answered[-1])
    swept("(square 4)", {**SWEPT, **TOLD_BY_OTHERS}[effect]).ir()
    assert any(answered) == (effect in SWEPT)
