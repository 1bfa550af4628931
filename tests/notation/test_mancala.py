"""Mancala games: houses by letters and numbers, positions, games. OpenSpiel's names of the houses of Oware are ours."""

from __future__ import annotations

import random
from functools import cache

import pytest

import ludens
from ludens import notation
from ludens.game import IllegalMove
from ludens.notation import NotationError, Record
from ludens.notation.mancala import Mancala
from ludens.notation.turns import goes_on


@cache
def style_of(name: str) -> Mancala:
    found = notation.of(ludens.load(name))
    assert isinstance(found, Mancala)
    return found


def test_houses_are_called_as_openspiel_calls_them() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs, style = pyspiel.load_game("oware").new_initial_state(), style_of("Oware")
    state = style.game.start(seed=0)
    for said in ("C", "f", "E"):
        names = {theirs.action_to_string(action): action for action in theirs.legal_actions()}
        assert {style.ply(state, move) for move in state.legal_moves()} == set(names)
        theirs.apply_action(names[said])
        state.play(state.parse(said))


@pytest.mark.parametrize(("text", "label"), [("C", "C1"), ("c", "C1"), ("3", "C1"), ("C1", "C1")])
def test_houses_are_counted_from_the_left_of_who_moves(text: str, label: str) -> None:
    state = style_of("Oware").game.start(seed=0)
    assert state.notation(state.parse(text)) == label
    state.play(state.parse("A"))
    north = {"C": "D2", "c": "D2", "3": "D2", "C1": "C1"}
    if text != "C1":
        assert state.notation(state.parse(text)) == north[text]
    with pytest.raises(IllegalMove, match="'g' is no move here; there are a, b, c, d, e, f"):
        state.parse("g")


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1. C f 2. D e *", "*"), ("1. 3 6 2. 4 5", "*"), ("3 6 4 5 1-0", "1-0"), ("1 C f 2 D e", "*"),
        ("1. C, f 2. D, e 25-23", "1-0"), ("CfDe 24-24", "1/2-1/2"), ("1. C f 2. D e 10-38", "0-1"),
    ],
)  # fmt: skip
def test_games_as_people_write_them(text: str, result: str) -> None:
    [record] = style_of("Oware").read(text)
    assert [style_of("Oware").turn(state, turn) for state, turn in record.states()] == ["C", "f", "D", "e"]
    assert record.result == result and not record.remarks


@pytest.mark.parametrize("text", ["1. Cx2 f *", "1. C 9 2. D *", "1. C f! zz *"])
def test_what_is_no_house_is_not_passed_over(text: str) -> None:
    with pytest.raises(NotationError, match=r"this is no turn|is no move here"):
        style_of("Oware").read(text)


def test_seeds_as_people_write_them() -> None:
    style = style_of("Oware")
    start = style.position(style.game.start(seed=0))
    for text in (start.replace("-", ","), start.replace("-", " "), start.lower(), start.removesuffix("-S")):
        assert style.position(style.state(text)) == start


def test_sowing_again() -> None:
    style = style_of("Kalah")
    state = style.game.start(seed=0)
    turn = style.parse(state, "CF")
    assert len(turn) == 2 and style.turn(state, turn) == "CF"


@pytest.mark.parametrize("name", ["Oware", "Kalah", "Ayoayo"])
def test_games_and_positions_come_back(name: str) -> None:
    style = style_of(name)
    state, choose = style.game.start(rng_state=bytes(8)), random.Random(2)
    record = Record(state.copy())
    while not state.is_over and len(record.plies) < 100:
        record.plies.append(choose.choice(state.legal_moves()))
        state.play(record.plies[-1])
        if goes_on(state):
            continue
        again = style.state(style.position(state))
        assert style.position(again) == style.position(state)
        if not state.is_over:
            assert [style.ply(again, m) for m in again.legal_moves()] == [
                style.ply(state, m) for m in state.legal_moves()
            ]
    while goes_on(record.final):
        record.plies.pop()
    [read] = style.read(style.write(record))
    assert read.plies == record.plies and not read.remarks


@pytest.mark.parametrize("text", ["4-4-S", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-W", "4-4-4-4-4-4-4-4-4-4-4-x-0-0-S", ""])
def test_what_is_no_position(text: str) -> None:
    with pytest.raises(NotationError, match="a position is written 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"):
        style_of("Oware").state(text)
