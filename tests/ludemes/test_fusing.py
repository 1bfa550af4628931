"""What ludemes say they read and write, from which it is decided whether effects may be applied as they are found."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import pytest

import ludens
import ludens.ludemes
from ludens.ludemes.base import Ludeme

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
