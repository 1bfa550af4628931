"""DVONN and Santorini: what becomes of stacks that move, and how the height of a tower is seen."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest

import ludens
from ludens import render
from ludens.game import State
from ludens.render.scene import pieces

Stacks = dict[int, list[int]]


def stacks(state: State) -> Stacks:
    """The owners of the pieces on each site, from below."""
    found: Stacks = {}
    for row in state.sites():
        found.setdefault(row[1], []).append(row[4])
    return found


def alive(state: State) -> set[int]:
    """The sites that hang together with a ring of life, which is neither player's."""
    here = stacks(state)
    todo = [site for site, owners in here.items() if set(owners) - {1, 2}]
    found = set(todo)
    while todo:
        for near in state.game.topology.neighbours("Cell", todo.pop(), "Adjacent"):
            if near in here and near not in found:
                found.add(near)
                todo.append(near)
    return found


@pytest.mark.parametrize("seed", range(1, 7))
def test_no_ring_of_life_is_lost_in_dvonn_and_what_leaves_them_goes(seed: int) -> None:
    state, chosen, moves = ludens.load("DVONN").start(seed=seed), random.Random(seed), 0
    while not state.is_over:
        state.play(chosen.choice(state.legal_moves()))
        moves += 1
        life = sum(len([owner for owner in owners if owner not in (1, 2)]) for owners in stacks(state).values())
        assert life == min(moves, 3)
        assert moves < 50 or alive(state) == set(stacks(state))
    owned = [sum(len(owners) for owners in stacks(state).values() if owners[-1] == player) for player in (1, 2)]
    assert state.scores == owned and sum(owned) > 0


def test_a_tower_of_santorini_stays_on_its_square_and_its_floors_can_be_counted() -> None:
    state, chosen = ludens.load("Santorini").start(seed=1), random.Random(2)
    tall: list[list[float]] = []
    while not state.is_over:
        state.play(chosen.choice(state.legal_moves()))
        places: dict[str, list[tuple[float, float]]] = {}
        for drawn in pieces(state)["pieces"]:
            places.setdefault(drawn["ref"], []).append((drawn["y"], drawn["size"]))
        for drawn in places.values():
            heights = [y for y, _ in drawn]
            assert all(lower > upper for lower, upper in pairwise(heights))
            assert heights[0] - heights[-1] < drawn[0][1] / 2
            tall += [heights] if len(heights) == 4 else []
    assert tall


def test_nobody_enters_or_builds_on_a_worker_or_a_dome_in_santorini_and_the_third_floor_wins() -> None:
    game = ludens.load("Santorini")
    names = {number: component.name for number, component in enumerate(game.model.components)}
    ends = set()
    for seed in range(30):
        state, chosen = game.start(seed=seed), random.Random(seed)
        while not state.is_over:
            state.play(chosen.choice(state.legal_moves()))
            towers: dict[int, list[str]] = {}
            for row in state.sites():
                towers.setdefault(row[1], []).append(names[row[3]])
            assert all(set(tower[:-1]) <= {"Block0"} and len(tower) <= 4 for tower in towers.values())
            climbed = {name for (*floors, name) in towers.values() if len(floors) == 3 and name != "Dome0"}
            assert climbed <= {f"Worker{state.winner}"} and (not climbed or state.is_over)
        ends.add(bool(climbed))
    assert ends == {True, False}  # some are won on the third floor, some because the other cannot move


def test_a_die_is_pale_once_it_is_used() -> None:
    state = ludens.load("Backgammon").start(seed=1)
    assert not re.findall(r'opacity="0\.35"', render.svg(state))
    state.play(state.legal_moves()[0])
    assert re.findall(r'opacity="0\.35"', render.svg(state))
