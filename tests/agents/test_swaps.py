"""What a swap of sides is worth to searches: what the other side is worth. Hex on 3x3 and 5x5 is solved."""

from __future__ import annotations

import functools

import pytest

import ludens
from ludens import agents
from ludens.arena.match import play_game
from ludens.game import Game, Move, State

SMALL = """(game "Small Hex" (players 2)
    (equipment {(board (hex Diamond 3)) (piece "Stone" Each)
        (regions P1 {(sites Side NE) (sites Side SW)}) (regions P2 {(sites Side NW) (sites Side SE)})})
    (rules (meta (swap)) (play (move Add (to (sites Empty)))) (end (if (is Connected Mover) (result Mover Win)))))"""


@pytest.fixture(scope="module")
def small() -> Game:
    return ludens.load(SMALL)


@pytest.fixture(scope="module")
def five() -> Game:
    return ludens.load("Hex", options=["Board Size/5x5"])


def opened(game: Game, label: str) -> State:
    state = game.start(seed=1)
    state.play(state.parse(label))
    return state


def wins(state: State) -> bool:
    """Whether who moves wins a position behind the swap, all moves looked at."""

    @functools.cache
    def look(mover: int, stones: tuple[tuple[int, int], ...]) -> bool:
        here = state.game.position([("C", s, 0, o, o, 1, 0, 0, 0) for s, o in stones], mover=mover)
        for move in here.legal_moves():
            if move.to_site < 0:
                continue
            after = here.copy()
            after.play(move)
            if after.is_over or not look(3 - mover, tuple(sorted([*stones, (move.to_site, mover)]))):
                return True
        return False

    return look(state.mover, tuple(sorted((row[1], row[4]) for row in state.sites())))


@pytest.mark.parametrize("spec", ["alphabeta:10", "uct:4000", "mcts:4000", "unbounded:1000"])
def test_a_search_swaps_after_openings_that_win_and_after_no_other(small: Game, spec: str) -> None:
    labels = [cell.label for cell in small.topology.elements("Cell")]
    expected = {label for label in labels if not wins(opened(small, label))}
    assert "B2" in expected and len(expected) < 9
    found = set[str]()
    for label in labels:
        state = opened(small, label)
        if state.notation(agents.make(spec, small, seed=1).choose(state)) == "swap":
            found.add(label)
    assert found == expected


@pytest.mark.parametrize("spec", ["uct:20000", "mcts:20000", "alphabeta:5"])
def test_the_centre_is_taken_over_and_an_acute_corner_is_not(five: Game, spec: str) -> None:
    for label, is_swapped in (("C3", True), ("E1", False), ("A5", False)):
        state = opened(five, label)
        chosen = agents.make(spec, five, seed=3).choose(state)
        assert (state.notation(chosen) == "swap") == is_swapped, label


def test_how_many_stones_there_are_is_no_reason_to_swap(five: Game) -> None:
    state = opened(five, "A5")
    assert state.notation(agents.make("alphabeta:5", five, seed=1).choose(state)) != "swap"


def test_what_a_search_says_of_a_swap_is_what_the_other_side_is_worth(small: Game) -> None:
    found = agents.make("alphabeta:10", small, seed=1).analyse(opened(small, "B2"), 2)
    values = {opened(small, "B2").notation(one.move): one.value for one in found.moves}
    assert values["swap"] == 1.0 and found.value == 1.0


def test_a_turn_ends_with_the_swap(small: Game) -> None:
    turn = agents.make("alphabeta:10", small, seed=1).choose_turn(opened(small, "B2"))
    assert len(turn) == 1, "the next move is the other one's, who plays player 2 now"


def test_who_swaps_after_the_centre_owns_the_colour_that_wins(five: Game) -> None:
    class Middle(agents.Random):
        """Opens in the middle, and plays well then."""

        kind = "opensinthemiddle"

        def choose(self, state: State) -> Move:
            if not state.sites():
                return state.parse("C3")
            return agents.make("mcts:1500", state.game, seed=1).choose(state)

    class Swaps(Middle):
        """Always swaps, and plays as well."""

        kind = "alwaysswaps"

        def choose(self, state: State) -> Move:
            swaps = [move for move, name in zip(state.legal_moves(), state.notations(), strict=True) if name == "swap"]
            return swaps[0] if swaps else super().choose(state)

    outcome = play_game(five, [Middle.kind, Swaps.kind], seed=1)
    assert outcome is not None
    assert outcome.winner == 2 and outcome.ranking == (2.0, 1.0) and outcome.points(2) == 1.0
    assert outcome.detail == "player 1 wins, whom seat 2 plays since sides were swapped"
    assert abs(len(outcome.seconds[0]) - len(outcome.seconds[1])) <= 1, "each is asked in turn"
