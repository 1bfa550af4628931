"""The evaluation of territory, compared with one that is written down plainly."""

from __future__ import annotations

import functools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludens
from ludens.agents import evaluation, native
from ludens.agents.grid import grid_of
from ludens.agents.weights import SMALL
from ludens.game import State
from ludens.game.state import Row

HEX = """(game "Hexazons" (players 2)
    (equipment {(board (hex 4)) (piece "Duke" Each (move Slide (then (moveAgain)))) (piece "Stone" Neutral)})
    (rules
        (start {(place "Duke1" {0 5}) (place "Duke2" {31 36})})
        (play (if (is Even (count Moves)) (forEach Piece) (move Shoot (piece "Stone0"))))
        (end (if (no Moves Next) (result Mover Win)))))"""
SIZES = ("6x6", "8x8", "10x10", "hex")
NEVER = 99


@functools.cache
def game(size: str) -> ludens.Game:
    made: ludens.Game = ludens.load(HEX) if size == "hex" else ludens.load("Amazons", options=[f"Board Size/{size}"])
    return made


def played(size: str, seed: int, plies: int) -> State:
    """A position after random moves."""
    state, rng = game(size).start(seed=1), np.random.default_rng(seed)
    for _ in range(plies):
        moves = state.legal_moves()
        if not moves:
            break
        state.play(moves[int(rng.integers(len(moves)))])
    return state


def measured(state: State) -> list[float]:
    out = np.zeros(len(evaluation.FEATURES))
    program = evaluation.program(evaluation.ground_of(state.game))
    program.call("features", state, out)
    return [float(x) for x in out]


def value(state: State, player: int) -> float:
    program = evaluation.program(evaluation.ground_of(state.game))
    return float(program.call("evaluate", state, None, player))


class Plain:
    """The features, site by site."""

    def __init__(self, state: State) -> None:
        self.topology = state.game.topology
        self.taken = {row[1]: row[4] for row in state.sites()}
        count = self.topology.count("Cell")
        self.empty = [site for site in range(count) if site not in self.taken]
        self.lines = [[r.steps for r in self.topology.radials_from("Cell", s, "Adjacent")] for s in range(count)]

    def pieces(self, player: int) -> list[int]:
        return [site for site, who in self.taken.items() if who == player]

    def reached(self, site: int, farthest: int = NEVER) -> list[tuple[int, int]]:
        """The empty sites in line with a site, and how many steps away they are."""
        found = []
        for line in self.lines[site]:
            for steps, at in enumerate(line[1 : farthest + 1], 1):
                if at in self.taken:
                    break
                found.append((at, steps))
        return found

    def distances(self, player: int, farthest: int, limit: int) -> dict[int, int]:
        """Breadth first: how many slides of at most so many steps lead to each site that can be reached."""
        found: dict[int, int] = {}
        wave, distance = self.pieces(player), 0
        while wave:
            distance += 1
            ahead = {at for site in wave for at, _ in self.reached(site, farthest)} - set(found)
            found |= dict.fromkeys(ahead, min(distance, limit))
            wave = list(ahead)
        return found

    def nearer(self, one: dict[int, int], two: dict[int, int]) -> int:
        ranks = [(one.get(s, NEVER), two.get(s, NEVER)) for s in self.empty]
        return sum((b > a) - (a > b) for a, b in ranks)

    def immobility(self, player: int) -> float:
        """The sum over the pieces of 1 / (1 + alpha / 4)."""
        total = 0.0
        for piece in self.pieces(player):
            near = self.reached(piece, evaluation.REACH)
            alpha = sum((len(self.reached(at, 1)) + 1) / 2 ** (steps - 1) for at, steps in near)
            total += 1 / (1 + alpha / 4)
        return total

    def features(self) -> list[float]:
        slides = [self.distances(p, NEVER, evaluation.SLIDES) for p in (1, 2)]
        steps = [self.distances(p, 1, evaluation.STEPS) for p in (1, 2)]
        close = [sum(2.0 ** (1 - d) for d in of.values()) for of in slides]
        most = evaluation.STEPS
        lead = sum(steps[1].get(s, most) - steps[0].get(s, most) for s in self.empty) / (most - 1)
        contact = sum(2.0 ** -abs(slides[0][s] - slides[1][s]) for s in slides[0].keys() & slides[1].keys())
        immobile = self.immobility(2) - self.immobility(1)
        return [self.nearer(*slides), self.nearer(*steps), close[0] - close[1], lead, immobile, contact]


@given(st.sampled_from(SIZES), st.integers(0, 10**6), st.integers(0, 70))
def test_features_are_those_of_a_search_site_by_site(size: str, seed: int, plies: int) -> None:
    state = played(size, seed, plies)
    assert measured(state) == pytest.approx(Plain(state).features())


@given(st.sampled_from(SIZES), st.integers(0, 10**6), st.integers(0, 70))
def test_what_one_player_may_expect_the_other_may_not(size: str, seed: int, plies: int) -> None:
    state = played(size, seed, plies)
    assert value(state, 1) == pytest.approx(-value(state, 2))
    assert abs(value(state, 1)) <= evaluation.BOUND


@given(st.integers(0, 10**6), st.integers(0, 25))
def test_players_and_sides_can_be_exchanged(seed: int, turns: int) -> None:
    """Turned upside down with the colours swapped, a position is worth the same to the other player."""
    state = played("8x8", seed, 2 * turns)
    swapped = {0: 0, 1: 2, 2: 1}
    rows: list[Row] = [
        (kind, 63 - site, level, swapped.get(what, what), swapped[who], *rest)  # type: ignore[misc]
        for kind, site, level, what, who, *rest in state.sites()
    ]
    mirrored = state.game.position(rows, mover=swapped[state.mover])
    assert value(mirrored, 2) == pytest.approx(value(state, 1))


@given(st.integers(0, 10**6), st.integers(0, 25), st.sampled_from(["left and right", "diagonal"]))
def test_reflections_are_worth_the_same(seed: int, turns: int, how: str) -> None:
    state = played("8x8", seed, 2 * turns)
    places = [s ^ 7 if how == "left and right" else s // 8 + s % 8 * 8 for s in range(64)]
    rows: list[Row] = [(row[0], places[row[1]], *row[2:]) for row in state.sites()]
    mirrored = state.game.position(rows, mover=state.mover)
    assert value(mirrored, 1) == pytest.approx(value(state, 1))


def test_the_value_is_the_weighted_sum_of_the_features() -> None:
    state = played("8x8", 5, 20)
    *features, contact = measured(state)
    stage = contact / (contact + 12)
    begins = 1 if state.mover == 1 else -1
    weights = [a + b * stage + c * stage**2 for a, b, c in SMALL[0]]
    score = sum(w * f for w, f in zip(weights, [*features, begins], strict=True))
    assert value(state, 1) == pytest.approx(evaluation.BOUND * math.tanh(score / 2))


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Tic-Tac-Toe", "do not all slide"),
        ("Chess", "do not all slide"),
        ("Backgammon", "in turn|chance"),
    ],
)
def test_games_without_territory_are_told_apart(name: str, reason: str) -> None:
    with pytest.raises(evaluation.NotApplicable, match=reason):
        evaluation.ground_of(ludens.load(name))


def test_a_board_that_is_laid_out_in_rows_of_different_lengths() -> None:
    grid = grid_of(game("hex").topology, "Cell", "Adjacent")
    assert grid is not None
    assert not grid.is_plain
    assert len(grid.steps) == 6
    assert grid.longest == 6


def test_a_board_with_bent_lines_has_no_grid() -> None:
    board = ludens.load('(game "Round" (players 2) (equipment {(board (concentric {8 8 8}))}))').topology
    assert grid_of(board, "Cell", "Adjacent") is None


def test_the_information_block_has_room_for_the_evaluation() -> None:
    assert native.EVALUATE < native.INFO_WORDS
