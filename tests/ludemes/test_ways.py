"""Directions over sets of sites: shifts of words say what the lines of the board say."""

from __future__ import annotations

import random

import pytest

import ludens
from ludens.ludemes.set_directions import Way, ways_of
from ludens.rules.state.context import Context, Slots
from ludens.rules.state.sets import WordSet, constant_set
from ludens.rules.state.view import StateView
from ludens.stage import Address
from ludens.stage.direct import DirectStage


def context(board: str) -> Context:
    game = ludens.load(
        f'(game "B" (players 2) (equipment {{(board {board}) (piece "Disc" Each)}})'
        " (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))"
    )
    stage = DirectStage()
    null = Address(stage, "null")
    return Context(stage, game.model, StateView(stage, game.model, game.layout, null, null), null, Slots())


def members(region: WordSet) -> set[int]:
    return {64 * i + b for i, word in enumerate(region.bits) for b in range(64) if (int(word) >> b) & 1}


def lines(c: Context, way: Way) -> list[tuple[int, ...]]:
    """The lines of a way, each from its origin."""
    finder = c.model.topology.finder("Cell")
    runs = [tuple(run) for site in range(c.model.count("Cell")) for run in finder.sites(site, "Adjacent")]
    return [run for run in runs if len(run) > 1 and run[1] - run[0] == way.delta]


@pytest.mark.parametrize("board", ["(square 3)", "(square 8)", "(rectangle 3 7)", "(square 11)", "(rectangle 6 20)"])
def test_ways_are_the_lines_of_the_board(board: str) -> None:
    c, draw = context(board), random.Random(1)
    count = c.model.count("Cell")
    size = -(-count // 64)
    ways = ways_of(c, "Cell", ("Adjacent",))
    assert ways is not None and len(ways) == 8
    for way in ways:
        runs = lines(c, way)
        for _ in range(20):
            through = set(draw.sample(range(count), draw.randrange(count + 1)))
            start = {site for site in through if draw.random() < 0.3}
            free, begun = constant_set(c, through, size), constant_set(c, start, size)
            assert members(way.on(free)) == {run[1] for run in runs if run[0] in through}
            assert members(way.back(free)) == {run[0] for run in runs if run[1] in through}
            free_lines = [run[: k + 1] for run in runs for k in range(len(run)) if {*run[: k + 1]} <= through]
            assert members(way.filled(begun, free)) == start | {line[-1] for line in free_lines if line[0] in start}
            leading = {line[0] for line in free_lines if line[-1] in start}
            assert members(way.filled_back(begun, free)) == start | leading


def test_boards_whose_steps_differ_have_none() -> None:
    assert ways_of(context("(hex 3)"), "Cell", ("Adjacent",)) is None
