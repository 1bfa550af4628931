"""The computer's levels: easy plays anything, hard gains the most green pyramids, dumb the fewest."""

from __future__ import annotations

import random

import pytest

import ludens
from ludens import agents

from .reference import BLACK, WHITE, Game, board_of, site

PLAYER = {1: BLACK, 2: WHITE}


@pytest.fixture(scope="module")
def game() -> ludens.Game:
    return ludens.load("Greener")


@pytest.fixture(scope="module")
def positions(game: ludens.Game) -> list[tuple[ludens.State, dict[tuple[int, int], int]]]:
    """Positions with a choice of moves, from random games, and what each move gains there."""
    choose, found = random.Random(7), []
    for seed in range(12):
        state = game.start(seed=seed)
        while not state.is_over:
            if len(state.legal_moves()) > 1 and choose.random() < 0.4:
                found.append((state.copy(), gains(state)))
            state.play(choose.choice(state.legal_moves()))
    return found


def gains(state: ludens.State) -> dict[tuple[int, int], int]:
    """By how many green pyramids the mover's score grows with each capture, as the reference reckons."""
    mover, gained = PLAYER[state.mover], {}
    for capture in Game(board_of(state), mover).captures():
        after = Game(board_of(state), mover)
        before = after.score(mover)
        after.capture(*capture)
        gained[site(*capture[:2]), site(*capture[2:])] = after.score(mover) - before
    return gained


@pytest.mark.parametrize(("level", "best"), [("hard", max), ("greedy", max), ("dumb", min), ("worst", min)])
def test_hard_gains_the_most_and_dumb_the_fewest(
    game: ludens.Game, positions: list[tuple[ludens.State, dict[tuple[int, int], int]]], level: str, best: object
) -> None:
    agent, differing = agents.make(level, game, seed=1), 0
    for state, gained in positions:
        move = agent.choose(state)
        assert gained[move.from_site, move.to_site] == best(gained.values())  # type: ignore[operator]
        differing += len(set(gained.values())) > 1
    assert differing > 100  # there was a choice to make


def test_easy_plays_every_move_in_time(game: ludens.Game) -> None:
    state, agent = game.start(seed=3), agents.make("easy", game, seed=1)
    chosen = {(m.from_site, m.to_site) for m in (agent.choose(state) for _ in range(600))}
    assert chosen == set(gains(state))


def test_levels_play_as_well_as_they_say(game: ludens.Game) -> None:
    """Of 30 games with either colour hard wins nearly all against easy, and easy against dumb."""
    assert wins(game, "hard", "easy") >= 24
    assert wins(game, "easy", "dumb") >= 24


def wins(game: ludens.Game, better: str, other: str) -> int:
    won = 0
    for seed in range(30):
        first = seed % 2 + 1
        seats = {first: agents.make(better, game, seed=seed), 3 - first: agents.make(other, game, seed=seed)}
        state = game.start(seed=seed)
        while not state.is_over:
            state.play(seats[state.mover].choose(state))
        won += state.winner == first
    return won


def test_searching_agents_play_it_too(game: ludens.Game) -> None:
    state = game.start(seed=2)
    for spec in ("uct:200", "alphabeta:2"):
        assert agents.make(spec, game, seed=1).choose(state) in state.legal_moves()
